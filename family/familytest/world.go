// Package familytest proves that an engine's family.Store keeps the contract:
// Run is the conformance suite, RunContention the one about many at once. World,
// the fixture both use, also serves the suites of memos and invitations.
package familytest

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"voicememo/family"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
)

// Maker gives the three stores of a fresh, empty engine; it cleans up through t.
type Maker func(t *testing.T) (memo.Store, family.Store, invite.Store)

// World is a fresh engine with the real services over it and a clock of its own.
type World struct {
	T           *testing.T
	MemoStore   memo.Store
	FamilyStore family.Store
	InviteStore invite.Store

	Memos    *memo.Service
	Families *family.Service
	Invites  *invite.Service

	offset atomic.Int64 // how far the world's clock is ahead of the real one
	serial atomic.Int64
}

// NewWorld makes a World over a fresh engine.
func NewWorld(t *testing.T, mk Maker) *World {
	t.Helper()
	w := &World{T: t}
	w.MemoStore, w.FamilyStore, w.InviteStore = mk(t)
	w.Families = family.NewService(w.FamilyStore, w.MemoStore)
	w.Memos = memo.NewService(w.MemoStore, w.Families)
	w.Invites = invite.NewService(w.InviteStore, w.Families)
	w.Families.Now, w.Memos.Now, w.Invites.Now = w.Now, w.Now, w.Now
	return w
}

// Now is the world's clock, in milliseconds as the stores keep it.
func (w *World) Now() time.Time {
	return time.Now().Add(time.Duration(w.offset.Load())).UTC().Truncate(time.Millisecond)
}

// Advance sets the world's clock forward.
func (w *World) Advance(d time.Duration) { w.offset.Add(int64(d)) }

// Hurry makes the clock of the invitations run ahead at each look, so that a
// test does not wait for what is under way to be over.
func (w *World) Hurry() {
	w.Invites.Now = func() time.Time {
		w.Advance(500 * time.Millisecond)
		return w.Now()
	}
}

// Ctx is the test's context.
func (w *World) Ctx() context.Context { return w.T.Context() }

// Person makes a person with a family of one.
func (w *World) Person(name string) models.User { return w.account(name, models.SourceGoogle) }

// Echo makes an Echo's account with a family of one.
func (w *World) Echo(name string) models.User { return w.account(name, models.SourceAlexa) }

func (w *World) account(name string, source models.Source) models.User {
	w.T.Helper()
	id := models.UserID(fmt.Sprintf("%s-%d", name, w.serial.Add(1)))
	u, err := w.Families.Ensure(w.Ctx(), models.Profile{
		ID: id, Name: name, Email: string(id) + "@example.com", Source: source,
	})
	w.OK(err)
	return u
}

// Again reads a person anew.
func (w *World) Again(u models.User) models.User {
	w.T.Helper()
	u, err := w.FamilyStore.Person(w.Ctx(), u.ID)
	w.OK(err)
	return u
}

// FamilyOf reads a person's present family.
func (w *World) FamilyOf(u models.User) models.Family {
	w.T.Helper()
	f, err := w.FamilyStore.Family(w.Ctx(), w.Again(u).FamilyID)
	w.OK(err)
	return f
}

// Invite stores a live invitation to the owner's family, past all limits.
func (w *World) Invite(owner models.User) models.InviteCode {
	w.T.Helper()
	f := w.FamilyOf(owner)
	c := models.InviteCode{
		Code: fmt.Sprintf("%04d", w.serial.Add(1)), FamilyID: f.ID, CreatedBy: owner.ID, CreatedAt: w.Now(),
		ExpiresAt: w.Now().Add(models.InviteLifetime).Truncate(time.Second),
	}
	w.OK(w.InviteStore.Issue(w.Ctx(), c, f.InviteKey))
	return c
}

// Join brings u into the owner's family and returns u as it is then.
func (w *World) Join(u, owner models.User) models.User {
	w.T.Helper()
	_, _, err := w.Families.Join(w.Ctx(), u, w.Invite(owner))
	w.OK(err)
	return w.Again(u)
}

// Add writes a memo as u.
func (w *World) Add(u models.User, content string) models.Memo {
	w.T.Helper()
	w.Advance(time.Millisecond) // memos of one test never share a time by chance
	m, created, err := w.Memos.Add(w.Ctx(), w.Again(u), memo.Draft{Content: content, Key: memo.NewKey()})
	w.OK(err)
	if !created {
		w.T.Fatalf("a fresh key was taken for a replay")
	}
	return m
}

// Contents lists what u's family sees, or what is in its trash, newest first.
func (w *World) Contents(u models.User, deleted bool) []string {
	w.T.Helper()
	contents := []string{}
	for _, m := range w.All(u, deleted) {
		contents = append(contents, m.Content)
	}
	return contents
}

// All lists all memos u's family sees, page by page.
func (w *World) All(u models.User, deleted bool) []models.Memo {
	w.T.Helper()
	var all []models.Memo
	for cursor := ""; ; {
		page, err := w.Memos.List(w.Ctx(), w.Again(u), memo.Query{Cursor: cursor, Deleted: deleted, Limit: memo.MaxLimit})
		w.OK(err)
		all = append(all, page.Memos...)
		if cursor = page.Next; cursor == "" {
			return all
		}
	}
}

// OK fails the test at once if err is not nil.
func (w *World) OK(err error) {
	w.T.Helper()
	if err != nil {
		w.T.Fatalf("unexpected error: %v", err)
	}
}

// Refused fails the test unless err has this code and reason.
func (w *World) Refused(err error, code models.Code, reason models.Reason) {
	w.T.Helper()
	if !models.IsCode(err, code) || !models.IsReason(err, reason) {
		w.T.Fatalf("got %v, want %s/%s", err, code, reason)
	}
}

// Same fails the test, showing the difference, unless got and want are equal.
func (w *World) Same(got, want any) {
	w.T.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		w.T.Errorf("not as expected (-want +got):\n%s", diff)
	}
}
