package memotest

import (
	"context"
	"errors"
	"testing"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// awayStore fails every write.
type awayStore struct{ memo.Store }

var errAway = models.Unavailable(errors.New("away"))

// Add implements memo.Store.
func (awayStore) Add(context.Context, models.Memo, int) (models.Memo, bool, error) {
	return models.Memo{}, false, errAway
}

// Update implements memo.Store.
func (awayStore) Update(context.Context, models.MemoRef, memo.Change) (models.Memo, error) {
	return models.Memo{}, errAway
}

// Remove implements memo.Store.
func (awayStore) Remove(context.Context, models.MemoRef, int64, time.Time) error { return errAway }

// UpdateMany implements memo.Store.
func (awayStore) UpdateMany(context.Context, []models.MemoRef, memo.Change) (int, error) {
	return 0, errAway
}

// RemoveMany implements memo.Store.
func (awayStore) RemoveMany(context.Context, []models.MemoRef, memo.Change, time.Time) (int, error) {
	return 0, errAway
}

// deed is one call of a service as the actor. live and trashed are memos of the actor's
// family, and foreign is a memo of another family.
type deed struct {
	name string
	do   func(s *memo.Service, ctx context.Context, actor models.User, live, trashed, foreign models.Memo) error
}

// told is an event of the actor about one of the actor's family's memos.
type told struct {
	kind models.EventKind
	memo which
}

// which is the memo of an event.
type which int

const (
	noMemo which = iota
	ofLive
	ofTrashed
	ofAdded // by the call
)

// hint are the events of a call that changes nothing that has a kind.
var hint = []told{{models.EventChanged, noMemo}}

// write is a call that changes memos, and the events that it reports.
type write struct {
	deed
	want []told
}

// writes lists all methods that change memos.
var writes = []write{
	{deed{"add", func(s *memo.Service, ctx context.Context, u models.User, _, _, _ models.Memo) error {
		_, _, err := s.Add(ctx, u, memo.Draft{Content: "bread", Key: "a key"})
		return err
	}}, []told{{models.EventAdded, ofAdded}}},
	{deed{"edit", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		return must.Err(s.Edit(ctx, u, live.Ref(), "eggs", 0))
	}}, []told{{models.EventEdited, ofLive}}},
	{deed{"done", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		return must.Err(s.Done(ctx, u, live.Ref(), true, 0))
	}}, []told{{models.EventDone, ofLive}}},
	{deed{"reopen what is open", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		return must.Err(s.Done(ctx, u, live.Ref(), false, 0))
	}}, hint},
	{deed{"done several", func(s *memo.Service, ctx context.Context, u models.User, live, trashed, _ models.Memo) error {
		_, _, err := s.DoneEach(ctx, u, []models.MemoRef{live.Ref(), trashed.Ref()}, true)
		return err
	}}, []told{{models.EventDone, ofLive}}},
	{deed{"delete", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		return must.Err(s.Delete(ctx, u, live.Ref(), 0))
	}}, []told{{models.EventTrashed, ofLive}}},
	{deed{"delete for good", func(s *memo.Service, ctx context.Context, u models.User, _, trashed, _ models.Memo) error {
		return must.Err(s.Delete(ctx, u, trashed.Ref(), 0))
	}}, hint},
	{deed{"trash", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		return must.Err(s.Trash(ctx, u, live.Ref()))
	}}, []told{{models.EventTrashed, ofLive}}},
	{deed{"restore", func(s *memo.Service, ctx context.Context, u models.User, _, trashed, _ models.Memo) error {
		return must.Err(s.Restore(ctx, u, trashed.Ref()))
	}}, []told{{models.EventRestored, ofTrashed}}},
	{deed{"restore what is there", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		return must.Err(s.Restore(ctx, u, live.Ref()))
	}}, hint},
	{deed{"trash several", func(s *memo.Service, ctx context.Context, u models.User, live, trashed, _ models.Memo) error {
		_, _, err := s.TrashEach(ctx, u, []models.MemoRef{live.Ref(), trashed.Ref()})
		return err
	}}, []told{{models.EventTrashed, ofLive}, {models.EventChanged, noMemo}}},
	{deed{"restore several", func(s *memo.Service, ctx context.Context, u models.User, live, trashed, _ models.Memo) error {
		_, _, err := s.RestoreEach(ctx, u, []models.MemoRef{live.Ref(), trashed.Ref()})
		return err
	}}, []told{{models.EventRestored, ofTrashed}, {models.EventChanged, noMemo}}},
	{deed{"trash all", func(s *memo.Service, ctx context.Context, u models.User, _, _, _ models.Memo) error {
		_, _, err := s.TrashAll(ctx, u)
		return err
	}}, hint},
	{deed{"empty the trash", func(s *memo.Service, ctx context.Context, u models.User, _, _, _ models.Memo) error {
		return must.Err(s.EmptyTrash(ctx, u))
	}}, []told{{models.EventTrashEmptied, noMemo}}},
	{deed{"swap with the text before", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		if _, err := s.Edit(ctx, u, live.Ref(), "eggs", 0); err != nil {
			return err
		}
		_, err := s.SwapBefore(ctx, u, live.Ref(), 0)
		return err
	}}, []told{{models.EventEdited, ofLive}, {models.EventEdited, ofLive}}},
	{deed{"reopen", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		if _, err := s.Done(ctx, u, live.Ref(), true, 0); err != nil {
			return err
		}
		_, err := s.Done(ctx, u, live.Ref(), false, 0)
		return err
	}}, []told{{models.EventDone, ofLive}, {models.EventReopened, ofLive}}},
	{deed{"delete what has been done for days", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		if _, err := s.Done(ctx, u, live.Ref(), true, 0); err != nil {
			return err
		}
		now := s.Now
		s.Now = func() time.Time { return now().Add((models.DoneDays + 1) * 24 * time.Hour) }
		_, err := s.Delete(ctx, u, live.Ref(), 0)
		return err
	}}, []told{{models.EventDone, ofLive}, {models.EventChanged, ofLive}}},
	{deed{"restore what has been done for days", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		if _, err := s.Done(ctx, u, live.Ref(), true, 0); err != nil {
			return err
		}
		now := s.Now
		s.Now = func() time.Time { return now().Add((models.DoneDays + 1) * 24 * time.Hour) }
		_, err := s.Restore(ctx, u, live.Ref())
		return err
	}}, []told{{models.EventDone, ofLive}, {models.EventRestored, ofLive}}},
}

// refusals lists calls that change nothing, whatever they return.
var refusals = []deed{
	{"add nothing", func(s *memo.Service, ctx context.Context, u models.User, _, _, _ models.Memo) error {
		_, _, err := s.Add(ctx, u, memo.Draft{Content: " ", Key: "a key"})
		return err
	}},
	{"add another text by the same key", func(s *memo.Service, ctx context.Context, u models.User, _, _, _ models.Memo) error {
		_, _, err := s.Add(ctx, u, memo.Draft{Content: "something else", Key: "the first key"})
		return err
	}},
	{"edit a foreign memo", func(s *memo.Service, ctx context.Context, u models.User, _, _, foreign models.Memo) error {
		return must.Err(s.Edit(ctx, u, foreign.Ref(), "eggs", 0))
	}},
	{"edit another version", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		return must.Err(s.Edit(ctx, u, live.Ref(), "eggs", 7))
	}},
	{"edit in the trash", func(s *memo.Service, ctx context.Context, u models.User, _, trashed, _ models.Memo) error {
		return must.Err(s.Edit(ctx, u, trashed.Ref(), "eggs", 0))
	}},
	{"delete another version", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		return must.Err(s.Delete(ctx, u, live.Ref(), 7))
	}},
	{"done in the trash", func(s *memo.Service, ctx context.Context, u models.User, _, trashed, _ models.Memo) error {
		return must.Err(s.Done(ctx, u, trashed.Ref(), true, 0))
	}},
	{"reopen another version", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		return must.Err(s.Done(ctx, u, live.Ref(), false, 7))
	}},
	{"trash what is in the trash", func(s *memo.Service, ctx context.Context, u models.User, _, trashed, _ models.Memo) error {
		return must.Err(s.Trash(ctx, u, trashed.Ref()))
	}},
	{"restore a foreign memo", func(s *memo.Service, ctx context.Context, u models.User, _, _, foreign models.Memo) error {
		return must.Err(s.Restore(ctx, u, foreign.Ref()))
	}},
}

// silent lists calls that succeed without changing anything.
var silent = []deed{
	{"trash foreign memos", func(s *memo.Service, ctx context.Context, u models.User, _, _, foreign models.Memo) error {
		_, _, err := s.TrashEach(ctx, u, []models.MemoRef{foreign.Ref()})
		return err
	}},
	{"done foreign memos", func(s *memo.Service, ctx context.Context, u models.User, _, trashed, foreign models.Memo) error {
		_, _, err := s.DoneEach(ctx, u, []models.MemoRef{foreign.Ref(), trashed.Ref()}, true)
		return err
	}},
	{"list", func(s *memo.Service, ctx context.Context, u models.User, _, _, _ models.Memo) error {
		return must.Err(s.List(ctx, u, memo.Query{}))
	}},
	{"get", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		return must.Err(s.Get(ctx, u, []models.MemoRef{live.Ref()}))
	}},
	{"settle", func(s *memo.Service, ctx context.Context, u models.User, _, _, _ models.Memo) error {
		return s.Settle(ctx, u)
	}},
}

// RunEvents checks that each method of the service reports the events of what it did, for
// the actor's present family even if the actor was read before joining it, and none if it
// did nothing.
func RunEvents(t *testing.T, mk familytest.Maker) {
	for _, d := range writes {
		t.Run("writes/"+d.name, func(t *testing.T) { t.Parallel(); newTelling(t, mk).reports(d.deed, d.want) })
		t.Run("away/"+d.name, func(t *testing.T) {
			t.Parallel()
			c := newTelling(t, mk)
			c.Memos = memo.NewService(awayStore{c.MemoStore}, c.Families)
			c.fails = true
			c.reports(d.deed, nil)
		})
	}
	for _, d := range refusals {
		t.Run("refused/"+d.name, func(t *testing.T) {
			t.Parallel()
			c := newTelling(t, mk)
			c.fails = true
			c.reports(d, nil)
		})
	}
	for _, d := range silent {
		t.Run("silent/"+d.name, func(t *testing.T) { t.Parallel(); newTelling(t, mk).reports(d, nil) })
	}
}

// telling is a world in which a guest, who has joined the owner's family, makes calls.
type telling struct {
	*familytest.World
	before, guest          models.User // the guest before and after joining
	live, trashed, foreign models.Memo
	fails                  bool // the call must return an error
}

func newTelling(t *testing.T, mk familytest.Maker) *telling {
	w := familytest.NewWorld(t, mk)
	owner, before, stranger := w.Person("Owner"), w.Person("Guest"), w.Person("Stranger")
	c := &telling{World: w, before: before, guest: w.Join(before, owner)}
	var err error
	c.live, _, err = w.Memos.Add(w.Ctx(), c.guest, memo.Draft{Content: "milk", Key: "the first key"})
	w.OK(err)
	c.trashed, c.foreign = w.Add(c.guest, "old"), w.Add(stranger, "secret")
	c.trashed, err = w.Memos.Trash(w.Ctx(), owner, c.trashed.Ref())
	w.OK(err)
	return c
}

// reports makes a call and compares its events.
func (c *telling) reports(d deed, want []told) {
	c.T.Helper()
	ear, from := c.Listen(), c.Now()
	c.Memos.Now = c.Now
	if err := d.do(c.Memos, c.Ctx(), c.before, c.live, c.trashed, c.foreign); (err != nil) != c.fails {
		c.T.Fatalf("%s: got %v, want an error: %v", d.name, err, c.fails)
	}
	refs := map[which]models.MemoRef{ofLive: c.live.Ref(), ofTrashed: c.trashed.Ref(), ofAdded: memo.Key("a key").Ref(c.guest.ID)}
	var events []models.Event
	for _, one := range want {
		e := models.Event{Kind: one.kind, Family: c.guest.FamilyID, Actor: c.guest.ID, Memo: refs[one.memo]}
		if one.kind == models.EventChanged && one.memo == noMemo {
			e.Actor = ""
		}
		events = append(events, e)
	}
	c.Same(c.Timeless(ear.Events(), from), events)
}
