package skill_test

import (
	"context"
	"errors"
	"time"

	"voicememo/family"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill"
)

var errSecret = models.Unavailable(errors.New("secret endpoint"))

// away is a memo store that is unavailable.
type away struct {
	memo.Store
	err error
}

func (a away) Get(context.Context, []models.MemoRef) ([]models.Memo, error) { return nil, a.err }
func (a away) List(context.Context, memo.Listing) (memo.Page, error)        { return memo.Page{}, a.err }
func (a away) Count(context.Context, models.UserID) (int, error)            { return 0, a.err }
func (a away) Add(context.Context, models.Memo, int) (models.Memo, bool, error) {
	return models.Memo{}, false, a.err
}
func (a away) Update(context.Context, models.MemoRef, memo.Change) (models.Memo, error) {
	return models.Memo{}, a.err
}

// silent is a memo store that returns only when the context ends.
type silent struct{ memo.Store }

func (silent) List(ctx context.Context, _ memo.Listing) (memo.Page, error) {
	<-ctx.Done()
	return memo.Page{}, ctx.Err()
}

func (silent) Get(ctx context.Context, _ []models.MemoRef) ([]models.Memo, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func (silent) Add(ctx context.Context, _ models.Memo, _ int) (models.Memo, bool, error) {
	<-ctx.Done()
	return models.Memo{}, false, ctx.Err()
}

func (silent) Update(ctx context.Context, _ models.MemoRef, _ memo.Change) (models.Memo, error) {
	<-ctx.Done()
	return models.Memo{}, ctx.Err()
}

// listed is a memo store with pages of its own.
type listed struct {
	memo.Store
	list func(context.Context, memo.Listing) (memo.Page, error)
}

func (l listed) List(ctx context.Context, q memo.Listing) (memo.Page, error) { return l.list(ctx, q) }

func withMemos(store func(memo.Store) memo.Store) func(*world, *skill.Options) {
	return func(w *world, o *skill.Options) {
		broken := memo.NewService(store(w.db.Memos()), o.Families)
		broken.Now = o.Now
		o.Memos = broken
	}
}

// listing makes a skill list what list returns, which may call the store's own List.
func listing(list func(context.Context, memo.Store, memo.Listing) (memo.Page, error)) func(*world, *skill.Options) {
	return withMemos(func(s memo.Store) memo.Store {
		return listed{s, func(ctx context.Context, l memo.Listing) (memo.Page, error) { return list(ctx, s, l) }}
	})
}

// inPages makes a skill search a list of n pages, of which some have a memo with the words. A
// turn reads at most four.
func inPages(n int, pages map[int][]models.Memo) func(*world, *skill.Options) {
	read := -1
	return listing(func(context.Context, memo.Store, memo.Listing) (memo.Page, error) {
		if read++; read == n-1 {
			return memo.Page{Memos: pages[read]}, nil
		}
		return memo.Page{Memos: pages[read], Next: &models.Position{Timestamp: began.Add(-time.Duration(read) * time.Hour), ID: "1"}}, nil
	})
}

// people is a family store in which calls fail.
type people struct {
	family.Store
	fails func(ctx context.Context, call string, p family.Patch) error // nil error: the call does not
}

// unless calls a store if there is no error.
func unless[T any](err error, call func() (T, error)) (T, error) {
	if err != nil {
		var none T
		return none, err
	}
	return call()
}

// unlessFails is unless for a call of s that returns nothing else.
func (s people) unlessFails(ctx context.Context, name string, call func() error) error {
	_, err := unless(s.fails(ctx, name, family.Patch{}), func() (any, error) { return nil, call() })
	return err
}

func (s people) Person(ctx context.Context, id models.UserID) (models.User, error) {
	return unless(s.fails(ctx, "Person", family.Patch{}), func() (models.User, error) { return s.Store.Person(ctx, id) })
}

func (s people) Roster(ctx context.Context, id models.FamilyID) (models.Family, error) {
	return unless(s.fails(ctx, "Roster", family.Patch{}), func() (models.Family, error) { return s.Store.Roster(ctx, id) })
}

func (s people) Members(ctx context.Context, f models.Family, known ...models.User) ([]models.User, error) {
	return unless(s.fails(ctx, "Members", family.Patch{}), func() ([]models.User, error) { return s.Store.Members(ctx, f, known...) })
}

func (s people) Update(ctx context.Context, id models.UserID, p family.Patch) (models.User, error) {
	return unless(s.fails(ctx, "Update", p), func() (models.User, error) { return s.Store.Update(ctx, id, p) })
}

func (s people) Admit(ctx context.Context, a family.Admit) (int, error) {
	return unless(s.fails(ctx, "Admit", family.Patch{}), func() (int, error) { return s.Store.Admit(ctx, a) })
}

func (s people) Leave(ctx context.Context, l family.Leave) error {
	return s.unlessFails(ctx, "Leave", func() error { return s.Store.Leave(ctx, l) })
}

func (s people) Suspend(ctx context.Context, e family.Suspend) error {
	return s.unlessFails(ctx, "Suspend", func() error { return s.Store.Suspend(ctx, e) })
}

func (s people) SetConnection(ctx context.Context, id models.UserID, c models.Connection, at time.Time) error {
	return s.unlessFails(ctx, "SetConnection", func() error { return s.Store.SetConnection(ctx, id, c, at) })
}

func (s people) SetRecovery(ctx context.Context, id models.UserID, hash string, at time.Time) error {
	return s.unlessFails(ctx, "SetRecovery", func() error { return s.Store.SetRecovery(ctx, id, hash, at) })
}

// failing makes calls of a skill to the store of families fail.
func failing(fails func(ctx context.Context, call string, p family.Patch) error) func(*world, *skill.Options) {
	return withFamilies(func(s family.Store) family.Store { return storeOf(people{s, fails}) })
}

// parts is what a family.Store consists of.
type parts interface {
	family.People
	family.Membership
	family.Requests
	family.Echos
}

// storeOf returns the store of which one value is each part.
func storeOf(p parts) family.Store {
	return family.Store{People: p, Membership: p, Requests: p, Echos: p}
}

// withFamilies makes a skill work on another store of families.
func withFamilies(store func(family.Store) family.Store) func(*world, *skill.Options) {
	return func(w *world, o *skill.Options) {
		broken := family.NewService(store(w.db.Families()), w.db.Memos())
		broken.Now, broken.NewID, broken.Rand = o.Now, w.families.NewID, w.families.Rand
		o.Families = broken
		withMemos(func(s memo.Store) memo.Store { return s })(w, o)
		o.Invites = invite.NewService(w.db.Invites(), broken, o.Memos)
		o.Invites.Now, o.Invites.Rand = o.Now, w.invites.Rand
	}
}

// failsAt makes one call fail.
func failsAt(call string, err error) func(*world, *skill.Options) {
	return failing(func(_ context.Context, called string, _ family.Patch) error {
		if called == call {
			return err
		}
		return nil
	})
}

// unrecorded makes changes of accounts fail that a test names.
func unrecorded(err error, named func(family.Patch) bool) func(*world, *skill.Options) {
	return failing(func(_ context.Context, called string, p family.Patch) error {
		if called == "Update" && named(p) {
			return err
		}
		return nil
	})
}

// noPeople makes the accounts unavailable to a skill.
func noPeople(w *world, o *skill.Options) { failsAt("Person", errSecret)(w, o) }

// codes is a store of invite codes that fails.
type codes struct {
	invite.Store
	fails func(context.Context) error
}

func (c codes) Issue(ctx context.Context, _ []models.InviteCode, _ models.InviteID) error {
	return c.fails(ctx)
}

func (c codes) Ledger(ctx context.Context, _ string) (invite.Ledger, error) {
	return invite.Ledger{}, c.fails(ctx)
}

// withoutCodes makes every use of invite codes fail.
func withoutCodes(fails func(context.Context) error) func(*world, *skill.Options) {
	return func(w *world, o *skill.Options) {
		o.Invites = invite.NewService(codes{w.db.Invites(), fails}, o.Families, o.Memos)
		o.Invites.Now = o.Now
	}
}
