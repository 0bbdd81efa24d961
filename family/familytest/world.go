// Package familytest proves that an engine's family.Store keeps the contract:
// Run is the conformance suite, RunContention the one about many at once. World,
// the fixture both use, also serves the suites of memos and invitations.
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
)

// Maker makes the three stores of a fresh, empty engine; it cleans up through t.
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

	frozen atomic.Int64 // where the clock stands, in Unix milliseconds; 0: it runs
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
	w.Invites = w.InvitesOver(w.InviteStore)
	w.Families.Now, w.Memos.Now = w.Now, w.Now
	return w
}

// InvitesOver returns a service for invitations over a store, with the world's clock:
// a second process, or one whose store fails.
func (w *World) InvitesOver(store invite.Store) *invite.Service {
	s := invite.NewService(store, w.Families, w.Memos)
	s.Now = w.Now
	return s
}

// Now is the world's clock, in milliseconds as the stores keep it.
func (w *World) Now() time.Time {
	now := time.Now()
	if ms := w.frozen.Load(); ms != 0 {
		now = time.UnixMilli(ms)
	}
	return now.Add(time.Duration(w.offset.Load())).UTC().Truncate(time.Millisecond)
}

// Freeze stops the world's clock at the next full hour: from now on only Advance moves
// it.
func (w *World) Freeze() {
	w.frozen.Store(time.Now().Truncate(time.Hour).Add(time.Hour).UnixMilli())
}

// Advance sets the world's clock forward.
func (w *World) Advance(d time.Duration) { w.offset.Add(int64(d)) }

// Ctx is the test's context.
func (w *World) Ctx() context.Context { return w.T.Context() }

// Person makes a person with a family of one.
func (w *World) Person(name string) models.User { return w.account(name, models.SourceOIDC) }

// Echo makes an Echo's account with a family of one.
func (w *World) Echo(name string) models.User { return w.account(name, models.SourceAlexa) }

func (w *World) account(name string, source models.Source) models.User {
	w.T.Helper()
	u, err := w.Families.Ensure(w.Ctx(), w.profile(name, source))
	w.OK(err)
	return u
}

// profile makes the profile of an account that does not exist yet.
func (w *World) profile(name string, source models.Source) models.Profile {
	id := models.UserID(fmt.Sprintf("%s-%d", name, w.serial.Add(1)))
	p := models.Profile{ID: id, Name: name, Source: source}
	if source != models.SourceAlexa {
		p.Email = string(id) + "@example.com"
	}
	return p
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

// Invitation makes an invitation to the owner's family that is stored nowhere: new
// digits that admit.
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

// Invite stores an invitation in place of the one that the owner's family has, past
// all limits, and returns its digits, which admit.
func (w *World) Invite(owner models.User) models.InviteCode {
	w.T.Helper()
	f := w.FamilyOf(owner)
	for {
		c := w.invitationTo(f.ID, owner.ID)
		err := w.InviteStore.Issue(w.Ctx(), []models.InviteCode{c}, f.InviteID)
		if models.IsReason(err, models.ReasonCodesExhausted) {
			continue // the service has drawn the same digits
		}
		w.OK(err)
		return c
	}
}

// Redeem uses an invitation as digits that are within all limits.
func (w *World) Redeem(u models.User, c models.InviteCode) (models.Entry, error) {
	return w.Families.Redeem(w.Ctx(), u, c, models.WayDigits, c.Admits)
}

// Join brings u into the owner's family and returns u as it is then.
func (w *World) Join(u, owner models.User) models.User {
	w.T.Helper()
	w.Advance(time.Millisecond) // no two join one family at the same time by chance
	entry, err := w.Redeem(u, w.Invite(owner))
	w.OK(err)
	if entry.Asked() {
		w.T.Fatalf("%s asked instead of joining", u.ID)
	}
	return w.Again(u)
}

// AskingOwner makes a person whose family asks first.
func (w *World) AskingOwner(name string) models.User {
	w.T.Helper()
	owner := w.Person(name)
	w.OK(w.Families.SetAskBeforeJoin(w.Ctx(), owner, true))
	return owner
}

// Ask files a request of u with the owner's family by an invitation that asks, and
// returns the request.
func (w *World) Ask(u, owner models.User) models.Request {
	w.T.Helper()
	w.Advance(time.Millisecond) // requests of one test never share a time by chance
	entry, err := w.Families.Redeem(w.Ctx(), u, w.Invite(owner), models.WayDigits, false)
	w.OK(err)
	if !entry.Asked() || entry.Brought != 0 || entry.Family.ID != w.Again(owner).FamilyID {
		w.T.Fatalf("asked: %+v", entry)
	}
	return entry.Request
}

// Admit brings u into the owner's family by a request and returns u as it is then.
func (w *World) Admit(u, owner models.User) models.User {
	w.T.Helper()
	w.Ask(u, owner)
	w.Advance(time.Millisecond) // as in Join
	w.OK(failure(w.Families.Allow(w.Ctx(), owner, u.ID)))
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
		w.T.Fatalf("%s asked instead of joining", echo.ID)
	}
	return w.Again(echo)
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

// people is what the store knows of people and of their families.
type people struct {
	Users    []models.User
	Families []models.Family
}

// state reads what the store knows of these people and of their families.
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

// refusals makes calls that must fail, by name, and checks that each changed nothing
// of these people and their families.
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

// The refusals that many calls share.
const (
	notFound = models.CodeNotFound
	conflict = models.CodeConflict
	notValid = models.ReasonInviteNotValid
	moved    = models.ReasonMoved
)

func failure[T any](_ T, err error) error { return err }

// members names a family's members, who must be the same as MemberIDs, in the order
// they joined.
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

// settled is a family without the marks of moves that are under way.
func settled(f models.Family) models.Family {
	f.Moving = nil
	return f
}
