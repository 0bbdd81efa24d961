package metrics

import (
	"context"
	"time"

	"voicememo/memo"
	"voicememo/models"
)

type memos struct {
	timer
	next memo.Store
}

// Memos returns next with each call reported to s, as store "memos". The result is a
// memo.Ahead if next is one.
func Memos(next memo.Store, s Sink) memo.Store {
	m := memos{timer{s, "memos"}, next}
	if ahead, ok := next.(memo.Ahead); ok {
		return memosAhead{m, ahead}
	}
	return m
}

// memosAhead is memos over a store that can read ahead.
type memosAhead struct {
	memos
	ahead memo.Ahead
}

// ReadAhead implements memo.Ahead.
func (m memosAhead) ReadAhead(ctx context.Context, l memo.Listing) (_ any, err error) {
	defer m.done("ReadAhead", time.Now(), &err)
	return m.ahead.ReadAhead(ctx, l)
}

// Add implements memo.Store.
func (m memos) Add(ctx context.Context, new models.Memo, most int) (_ models.Memo, _ bool, err error) {
	defer m.done("Add", time.Now(), &err)
	return m.next.Add(ctx, new, most)
}

// Get implements memo.Store.
func (m memos) Get(ctx context.Context, refs []models.MemoRef) (_ []models.Memo, err error) {
	defer m.done("Get", time.Now(), &err)
	return m.next.Get(ctx, refs)
}

// List implements memo.Store.
func (m memos) List(ctx context.Context, l memo.Listing) (_ memo.Page, err error) {
	defer m.done("List", time.Now(), &err)
	return m.next.List(ctx, l)
}

// Update implements memo.Store.
func (m memos) Update(ctx context.Context, ref models.MemoRef, c memo.Change) (_ models.Memo, err error) {
	defer m.done("Update", time.Now(), &err)
	return m.next.Update(ctx, ref, c)
}

// Remove implements memo.Store.
func (m memos) Remove(ctx context.Context, ref models.MemoRef, version int64) (err error) {
	defer m.done("Remove", time.Now(), &err)
	return m.next.Remove(ctx, ref, version)
}

// Count implements memo.Store.
func (m memos) Count(ctx context.Context, author models.UserID) (_ int, err error) {
	defer m.done("Count", time.Now(), &err)
	return m.next.Count(ctx, author)
}

// NoteEmptied implements memo.Store.
func (m memos) NoteEmptied(ctx context.Context, family models.FamilyID, e models.Emptied) (err error) {
	defer m.done("NoteEmptied", time.Now(), &err)
	return m.next.NoteEmptied(ctx, family, e)
}

// Settle implements memo.Store.
func (m memos) Settle(ctx context.Context, f models.Family, limit int) (_ bool, err error) {
	defer m.done("Settle", time.Now(), &err)
	return m.next.Settle(ctx, f, limit)
}

// Erase implements memo.Store.
func (m memos) Erase(ctx context.Context, author models.UserID, limit int) (_ bool, err error) {
	defer m.done("Erase", time.Now(), &err)
	return m.next.Erase(ctx, author, limit)
}
