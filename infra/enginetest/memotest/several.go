package memotest

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// refsOf returns the keys of memos.
func refsOf(memos ...models.Memo) []models.MemoRef {
	refs := make([]models.MemoRef, len(memos))
	for i, m := range memos {
		refs[i] = m.Ref()
	}
	return refs
}

// unknown returns a key that belongs to no memo of u.
func unknown(u models.User) models.MemoRef {
	return models.MemoRef{UserID: u.ID, ID: "0000000000000000000000000"}
}

// trashed puts a memo into the trash.
func trashed(w *familytest.World, u models.User, m models.Memo) models.Memo {
	w.T.Helper()
	m, err := w.Memos.Trash(w.Ctx(), u, m.Ref())
	w.OK(err)
	return m
}

func getSeveral(w *familytest.World) {
	u := w.Person("Taro")
	other := w.Join(w.Person("Hanako"), u)
	purged := trashed(w, u, w.Add(u, "purged"))
	w.Advance((models.TrashDays*24 + 1) * time.Hour)
	first, second, third := w.Add(u, "first"), w.Add(other, "second"), w.Add(u, "third")
	binned := trashed(w, u, w.Add(u, "in the trash"))
	asked := append(refsOf(second, third, purged, binned, first, third), unknown(u), unknown(other))
	got, err := w.Memos.Get(w.Ctx(), u, asked)
	w.OK(err)
	w.Same(got, []models.Memo{second, third, binned, first})
	for _, none := range [][]models.MemoRef{nil, {}, {unknown(u)}, refsOf(purged)} {
		if got, err := w.Memos.Get(w.Ctx(), u, none); err != nil || len(got) != 0 {
			w.T.Errorf("Get(%v): got %+v, %v, want none", none, got, err)
		}
	}
	raw, err := w.MemoStore.Get(w.Ctx(), append(refsOf(first, binned), unknown(u)))
	w.OK(err)
	slices.SortFunc(raw, func(a, b models.Memo) int { return a.Timestamp.Compare(b.Timestamp) })
	w.Same(raw, []models.Memo{first, binned})
}

func getMany(w *familytest.World) {
	u := w.Person("Taro")
	refs := fill(w, u, 130, 3)
	slices.Reverse(refs)
	got, err := w.Memos.Get(w.Ctx(), u, refs)
	w.OK(err)
	w.Same(refsOf(got...), refs[:100])
	got, err = w.Memos.Get(w.Ctx(), u, refs[100:])
	w.OK(err)
	w.Same(refsOf(got...), refs[100:])
}

// getLatest: Get returns writes immediately, even if the actor was read before them.
func getLatest(w *familytest.World) {
	u := w.Person("Taro")
	m := w.Add(u, "just now")
	for i := range 5 {
		got, err := w.Memos.Get(w.Ctx(), u, refsOf(m))
		w.OK(err)
		w.Same(got, []models.Memo{m})
		m, err = w.Memos.Edit(w.Ctx(), u, m.Ref(), fmt.Sprint("edit ", i), 0)
		w.OK(err)
	}
}

func getStrangers(w *familytest.World) {
	u, stranger := w.Person("Taro"), w.Person("Goro")
	mine, secret := w.Add(u, "mine"), w.Add(stranger, "secret")
	got, err := w.Memos.Get(w.Ctx(), u, refsOf(secret, mine))
	w.OK(err)
	w.Same(got, []models.Memo{mine})
	stranger = w.Join(stranger, u)
	got, err = w.Memos.Get(w.Ctx(), u, refsOf(secret, mine))
	w.OK(err)
	w.Same(refsOf(got...), refsOf(secret, mine))
	w.OK(must.Err(w.Families.Leave(w.Ctx(), stranger)))
	got, err = w.Memos.Get(w.Ctx(), stranger, refsOf(secret, mine)) // with the actor as read before
	w.OK(err)
	w.Same(refsOf(got...), refsOf(secret))
}

func trashEach(w *familytest.World) {
	u := w.Person("Taro")
	other, stranger := w.Join(w.Person("Hanako"), u), w.Person("Goro")
	purged := trashed(w, u, w.Add(u, "purged"))
	w.Advance((models.TrashDays*24 + 1) * time.Hour)
	a, b, c := w.Add(u, "a"), w.Add(other, "b"), w.Add(u, "c")
	binned := trashed(w, other, w.Add(other, "in the trash"))
	secret := w.Add(stranger, "secret")
	asked := append(refsOf(a, b, binned, purged, secret, a), unknown(u))
	for try := range 2 {
		put, already, err := w.Memos.TrashEach(w.Ctx(), u, asked)
		w.OK(err)
		if try == 0 {
			w.Same(refsOf(put...), refsOf(a, b))
			w.Same(refsOf(already...), refsOf(binned))
		} else {
			w.Same(refsOf(put...), refsOf())
			w.Same(refsOf(already...), refsOf(a, b, binned))
		}
	}
	w.Same(w.Contents(u, false), []string{"c"})
	w.Same(w.Contents(u, true), []string{"in the trash", "b", "a"})
	w.Same(w.Contents(stranger, false), []string{"secret"})
	got, err := w.Memos.Get(w.Ctx(), u, refsOf(a, binned, c))
	w.OK(err)
	if got[0].UpdatedBy != u.ID || got[0].Version != 2 || got[1].UpdatedBy != other.ID || got[1].Version != 2 || got[2].Version != 1 {
		w.T.Errorf("got %+v, want only the first changed, by %s", got, u.ID)
	}
	if !got[0].PurgeAt.After(w.Now().AddDate(0, 0, models.TrashDays-1)) {
		w.T.Errorf("got purge time %v, want %d days from now", got[0].PurgeAt, models.TrashDays)
	}
	put, already, err := w.Memos.TrashEach(w.Ctx(), u, nil)
	w.OK(err)
	w.Same(len(put)+len(already), 0)
}

func restoreEach(w *familytest.World) {
	u := w.Person("Taro")
	other, stranger := w.Join(w.Person("Hanako"), u), w.Person("Goro")
	purged := trashed(w, u, w.Add(u, "purged"))
	w.Advance((models.TrashDays*24 + 1) * time.Hour)
	live := w.Add(u, "live")
	a, b, kept := w.Add(u, "a"), w.Add(other, "b"), w.Add(u, "kept")
	secret := trashed(w, stranger, w.Add(stranger, "secret"))
	_, _, err := w.Memos.TrashEach(w.Ctx(), u, refsOf(a, b, kept))
	w.OK(err)
	asked := append(refsOf(b, purged, live, secret, a, b), unknown(u))
	for try := range 2 {
		restored, already, err := w.Memos.RestoreEach(w.Ctx(), u, asked)
		w.OK(err)
		if try == 0 {
			w.Same(refsOf(restored...), refsOf(b, a))
			w.Same(refsOf(already...), refsOf(live))
		} else {
			w.Same(refsOf(restored...), refsOf())
			w.Same(refsOf(already...), refsOf(b, live, a))
		}
		for _, m := range append(restored, already...) {
			if m.Deleted || !m.PurgeAt.IsZero() || !m.DeletedAt.IsZero() {
				w.T.Errorf("RestoreEach: got %+v, want a live memo", m)
			}
		}
	}
	w.Same(w.Contents(u, false), []string{"b", "a", "live"})
	w.Same(w.Contents(u, true), []string{"kept"})
	w.Same(w.Contents(stranger, true), []string{"secret"})
}

// weak is a store in which only every third update succeeds.
type weak struct {
	memo.Store
	calls atomic.Int64
}

// Update implements memo.Store.
func (s *weak) Update(ctx context.Context, ref models.MemoRef, c memo.Change) (models.Memo, error) {
	if s.calls.Add(1)%3 != 0 {
		return models.Memo{}, models.Unavailable(context.DeadlineExceeded)
	}
	return s.Store.Update(ctx, ref, c)
}

// UpdateMany implements memo.Store.
func (s *weak) UpdateMany(ctx context.Context, refs []models.MemoRef, c memo.Change) (int, error) {
	return OneByOne(refs, func(ref models.MemoRef) error { return must.Err(s.Update(ctx, ref, c)) })
}

// interrupted checks the error of a call that failed after done changes.
func interrupted(w *familytest.World, err error, done int) {
	w.T.Helper()
	if !models.IsCode(err, models.CodeUnavailable) || models.AsError(err).Done != done {
		w.T.Errorf("got %v after %d, want unavailable after %d", err, models.AsError(err).Done, done)
	}
}

// eachInterrupted: if the engine fails in the middle, the error says how many memos were
// changed, and a repeat does the rest.
func eachInterrupted(w *familytest.World) {
	u := w.Person("Taro")
	refs := fill(w, u, 30, 1)
	service := memo.NewService(&weak{Store: w.MemoStore}, w.Families)
	service.Now = w.Now
	put, already, err := service.TrashEach(w.Ctx(), u, refs)
	interrupted(w, err, 10)
	if len(put)+len(already) != 0 || len(w.All(u, true)) != 10 {
		w.T.Errorf("TrashEach: got %d and %d memos beside the error, want none; %d in the trash, want 10", len(put), len(already), len(w.All(u, true)))
	}
	put, already, err = w.Memos.TrashEach(w.Ctx(), u, refs)
	w.OK(err)
	w.Same(len(put), 20)
	w.Same(len(already), 10)
	restored, already, err := service.RestoreEach(w.Ctx(), u, refs)
	interrupted(w, err, 10)
	if len(restored)+len(already) != 0 || len(w.All(u, false)) != 10 {
		w.T.Errorf("RestoreEach: got %d and %d memos beside the error, want none; %d in the list, want 10", len(restored), len(already), len(w.All(u, false)))
	}
	restored, already, err = w.Memos.RestoreEach(w.Ctx(), u, refs)
	w.OK(err)
	w.Same(len(restored), 20)
	w.Same(len(already), 10)
	w.Same(w.Contents(u, true), []string{})
	n, _, err := service.TrashAll(w.Ctx(), u)
	interrupted(w, err, 10)
	if n != 0 || len(w.All(u, true)) != 10 {
		w.T.Errorf("TrashAll: got %d beside the error, want 0; %d in the trash, want 10", n, len(w.All(u, true)))
	}
}
