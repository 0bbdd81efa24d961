// Package familytest tests that an engine's family.Store fulfils the contract. Run is the
// conformance suite, and RunContention the suite about concurrent calls. The suites of
// memos and invitations also use its fixture, World.
package familytest

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"voicememo/family"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// Maker returns the three stores of a fresh, empty engine, and cleans up through t.
type Maker func(t *testing.T) (memo.Store, family.Store, invite.Store)

// World is a fresh engine with the real services and its own clock.
type World struct {
	T           *testing.T
	MemoStore   memo.Store
	FamilyStore family.Store
	InviteStore invite.Store

	Memos    *memo.Service
	Families *family.Service
	Invites  *invite.Service

	frozen atomic.Int64 // the time of a stopped clock, in Unix milliseconds; 0: the clock runs
	offset atomic.Int64 // how far the world's clock is ahead of the real one
	serial atomic.Int64
}

// NewWorld returns a World with a fresh engine.
func NewWorld(t *testing.T, mk Maker) *World {
	t.Helper()
	w := &World{T: t}
	w.MemoStore, w.FamilyStore, w.InviteStore = mk(t)
	w.Families = family.NewService(w.FamilyStore, w.MemoStore)
	w.Memos = memo.NewService(w.MemoStore, w.Families)
	w.Invites = w.InvitesOver(w.InviteStore)
	w.Families.Now, w.Memos.Now = w.Now, w.Now
	return w
}

// InvitesOver returns another invitation service with the world's clock that uses store,
// to act as a second process or to fail.
func (w *World) InvitesOver(store invite.Store) *invite.Service {
	s := invite.NewService(store, w.Families, w.Memos)
	s.Now = w.Now
	return s
}

// Now returns the time of the world's clock, truncated to milliseconds as in the stores.
func (w *World) Now() time.Time {
	now := time.Now()
	if ms := w.frozen.Load(); ms != 0 {
		now = time.UnixMilli(ms)
	}
	return now.Add(time.Duration(w.offset.Load())).UTC().Truncate(time.Millisecond)
}

// Freeze stops the world's clock at the next full hour. From then on only Advance moves
// it.
func (w *World) Freeze() {
	w.frozen.Store(time.Now().Truncate(time.Hour).Add(time.Hour).UnixMilli())
}

// Advance moves the world's clock forward by d.
func (w *World) Advance(d time.Duration) { w.offset.Add(int64(d)) }

// Ctx returns the test's context.
func (w *World) Ctx() context.Context { return w.T.Context() }

// Person creates a person with a family of one.
func (w *World) Person(name string) models.User { return w.account(name, models.SourceOIDC) }

// Echo creates an Echo's account with a family of one.
func (w *World) Echo(name string) models.User { return w.account(name, models.SourceAlexa) }

func (w *World) account(name string, source models.Source) models.User {
	w.T.Helper()
	u, err := w.Families.Ensure(w.Ctx(), w.profile(name, source))
	w.OK(err)
	return u
}

// profile returns the profile of an account that does not exist yet.
func (w *World) profile(name string, source models.Source) models.Profile {
	id := models.UserID(fmt.Sprintf("%s-%d", name, w.serial.Add(1)))
	p := models.Profile{ID: id, Name: name, Source: source}
	if source != models.SourceAlexa {
		p.Email = string(id) + "@example.com"
	}
	return p
}

// Again returns a person as they are now.
func (w *World) Again(u models.User) models.User {
	w.T.Helper()
	u, err := w.FamilyStore.Person(w.Ctx(), u.ID)
	w.OK(err)
	return u
}

// FamilyOf returns a person's present family.
func (w *World) FamilyOf(u models.User) models.Family {
	w.T.Helper()
	f, err := w.FamilyStore.Family(w.Ctx(), w.Again(u).FamilyID)
	w.OK(err)
	return f
}

// Invitation returns an invitation to the owner's family that is not stored: new digits
// that admit.
func (w *World) Invitation(owner models.User) models.InviteCode {
	w.T.Helper()
	return w.invitationTo(w.Again(owner).FamilyID, owner.ID)
}

func (w *World) invitationTo(f models.FamilyID, maker models.UserID) models.InviteCode {
	n := w.serial.Add(1)
	return models.InviteCode{
		Code: fmt.Sprintf("%04d", n), InviteID: models.InviteID(fmt.Sprint("invitation-", n)),
		FamilyID: f, CreatedBy: maker, CreatedAt: w.Now(),
		ExpiresAt: w.Now().Add(models.InviteLifetime).Truncate(time.Second), Admits: true,
	}
}

// Invite stores a new invitation of the owner's family without regard to the limits, and
// returns its digits, which admit.
func (w *World) Invite(owner models.User) models.InviteCode {
	w.T.Helper()
	f := w.FamilyOf(owner)
	for {
		c := w.invitationTo(f.ID, owner.ID)
		err := w.InviteStore.Issue(w.Ctx(), []models.InviteCode{c}, f.InviteID)
		if models.IsReason(err, models.ReasonCodesExhausted) {
			continue // the service has issued the same digits
		}
		w.OK(err)
		return c
	}
}

// Redeem redeems an invitation like digits that are within all limits.
func (w *World) Redeem(u models.User, c models.InviteCode) (models.Entry, error) {
	return w.Families.Redeem(w.Ctx(), u, c, models.WayDigits, c.Admits)
}

// Join moves u into the owner's family and returns u as it is then.
func (w *World) Join(u, owner models.User) models.User {
	w.T.Helper()
	w.Advance(time.Millisecond) // two people never join at the same time by chance
	entry, err := w.Redeem(u, w.Invite(owner))
	w.OK(err)
	if entry.Asked() {
		w.T.Fatalf("got a request of %s, want a member", u.ID)
	}
	return w.Again(u)
}

// AskingOwner creates a person whose family asks its owner first.
func (w *World) AskingOwner(name string) models.User {
	w.T.Helper()
	owner := w.Person(name)
	w.OK(w.Families.SetAskBeforeJoin(w.Ctx(), owner, true))
	return owner
}

// Ask files a request of u with the owner's family, with an invitation that asks, and
// returns the request.
func (w *World) Ask(u, owner models.User) models.Request {
	w.T.Helper()
	w.Advance(time.Millisecond) // requests of one test never share a time by chance
	entry, err := w.Families.Redeem(w.Ctx(), u, w.Invite(owner), models.WayDigits, false)
	w.OK(err)
	if !entry.Asked() || entry.Brought != 0 || entry.Family.ID != w.Again(owner).FamilyID {
		w.T.Fatalf("Redeem: got %+v, want a request", entry)
	}
	return entry.Request
}

// Admit moves u into the owner's family by a request and returns u as it is then.
func (w *World) Admit(u, owner models.User) models.User {
	w.T.Helper()
	w.Ask(u, owner)
	w.Advance(time.Millisecond) // as in Join
	w.OK(must.Err(w.Families.Allow(w.Ctx(), owner, u.ID)))
	return w.Again(u)
}

// Connect adds an Echo that is alone to the family of a member by its connection
// number and returns the Echo as it is then.
func (w *World) Connect(echo, member models.User) models.User {
	w.T.Helper()
	w.Advance(time.Millisecond) // as in Join
	c, err := w.Families.ConnectionNumber(w.Ctx(), echo)
	w.OK(err)
	entry, err := w.Families.Connect(w.Ctx(), member, c.Number)
	w.OK(err)
	if entry.Asked() {
		w.T.Fatalf("got a request of %s, want a member", echo.ID)
	}
	return w.Again(echo)
}

// Add adds a memo as u and returns it.
func (w *World) Add(u models.User, content string) models.Memo {
	w.T.Helper()
	w.Advance(time.Millisecond) // memos of one test never share a time by chance
	m, created, err := w.Memos.Add(w.Ctx(), w.Again(u), memo.Draft{Content: content, Key: memo.NewKey()})
	w.OK(err)
	if !created {
		w.T.Fatalf("Add with a new key: got created false, want true")
	}
	return m
}

// Contents returns the contents of the memos in the list of u's family or, if deleted is
// true, in its trash, newest first.
func (w *World) Contents(u models.User, deleted bool) []string {
	w.T.Helper()
	contents := []string{}
	for _, m := range w.All(u, deleted) {
		contents = append(contents, m.Content)
	}
	return contents
}

// All returns all memos in the list of u's family or, if deleted is true, in its trash.
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

// OK fails the test immediately if err is not nil.
func (w *World) OK(err error) {
	w.T.Helper()
	if err != nil {
		w.T.Fatalf("got %v, want nil", err)
	}
}

// Refused fails the test immediately unless err has this code and reason.
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
		w.T.Errorf("got a difference (-want +got):\n%s", diff)
	}
}

// people holds what the store has about people and their families.
type people struct {
	Users    []models.User
	Families []models.Family
}

// state reads what the store has about these people and their families.
func (w *World) state(users ...models.User) (p people) {
	w.T.Helper()
	for _, u := range users {
		u = w.Again(u)
		p.Users = append(p.Users, u)
		if slices.ContainsFunc(p.Families, func(f models.Family) bool { return f.ID == u.FamilyID }) {
			continue
		}
		f, err := w.FamilyStore.Family(w.Ctx(), u.FamilyID)
		w.OK(err)
		p.Families = append(p.Families, f)
	}
	return p
}

// refusal is a call that must fail.
type refusal struct {
	err    func() error
	code   models.Code
	reason models.Reason
}

// refusals makes calls that must fail, by name, and checks that none of them changed
// these people or their families.
func (w *World) refusals(users []models.User, calls map[string]refusal) {
	w.T.Helper()
	before := w.state(users...)
	for name, c := range calls {
		if err := c.err(); !models.IsCode(err, c.code) || !models.IsReason(err, c.reason) {
			w.T.Errorf("%s: got %v, want %s/%s", name, err, c.code, c.reason)
		}
		after := w.state(users...)
		if diff := cmp.Diff(before, after); diff != "" {
			w.T.Errorf("%s changed something (-want +got):\n%s", name, diff)
		}
		before = after
	}
}

// Codes and reasons that many calls return.
const (
	notFound = models.CodeNotFound
	conflict = models.CodeConflict
	notValid = models.ReasonInviteNotValid
	moved    = models.ReasonMoved
)

// members returns the ids of a family's members in the order they joined. They must be
// the same as MemberIDs.
func members(f models.Family) []models.UserID {
	ids := []models.UserID{}
	for _, m := range f.Members {
		if f.Has(m.ID) {
			ids = append(ids, m.ID)
		}
	}
	if len(ids) != len(f.MemberIDs) {
		return append(ids, "and not all of", models.UserID(fmt.Sprint(f.MemberIDs)))
	}
	return ids
}

// settled returns a family without the marks of pending moves.
func settled(f models.Family) models.Family {
	f.Moving, f.SettledAt = nil, time.Time{}
	return f
}
