package memo_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"voicememo/memo"
	"voicememo/models"
)

// awayStore fails every write.
type awayStore struct{ memo.Store }

var errAway = models.Unavailable(errors.New("away"))

func (awayStore) Add(context.Context, models.Memo, int) (models.Memo, bool, error) {
	return models.Memo{}, false, errAway
}
func (awayStore) Update(context.Context, models.MemoRef, memo.Change) (models.Memo, error) {
	return models.Memo{}, errAway
}
func (awayStore) Remove(context.Context, models.MemoRef, int64) error { return errAway }

// deed is one call of a service as the actor. live and trashed are memos of the actor's
// family, and foreign is a memo of another family.
type deed struct {
	name string
	do   func(s *memo.Service, ctx context.Context, actor models.User, live, trashed, foreign models.Memo) error
}

// writes lists all methods that change memos.
var writes = []deed{
	{"add", func(s *memo.Service, ctx context.Context, u models.User, _, _, _ models.Memo) error {
		_, _, err := s.Add(ctx, u, memo.Draft{Content: "bread", Key: "a key"})
		return err
	}},
	{"edit", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		_, err := s.Edit(ctx, u, live.Ref(), "eggs", 0)
		return err
	}},
	{"done", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		_, err := s.Done(ctx, u, live.Ref(), true, 0)
		return err
	}},
	{"reopen what is open", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		_, err := s.Done(ctx, u, live.Ref(), false, 0)
		return err
	}},
	{"done several", func(s *memo.Service, ctx context.Context, u models.User, live, trashed, _ models.Memo) error {
		_, _, err := s.DoneEach(ctx, u, []models.MemoRef{live.Ref(), trashed.Ref()}, true)
		return err
	}},
	{"delete", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		_, err := s.Delete(ctx, u, live.Ref(), 0)
		return err
	}},
	{"delete for good", func(s *memo.Service, ctx context.Context, u models.User, _, trashed, _ models.Memo) error {
		_, err := s.Delete(ctx, u, trashed.Ref(), 0)
		return err
	}},
	{"trash", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		_, err := s.Trash(ctx, u, live.Ref())
		return err
	}},
	{"restore", func(s *memo.Service, ctx context.Context, u models.User, _, trashed, _ models.Memo) error {
		_, err := s.Restore(ctx, u, trashed.Ref())
		return err
	}},
	{"restore what is there", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		_, err := s.Restore(ctx, u, live.Ref())
		return err
	}},
	{"trash several", func(s *memo.Service, ctx context.Context, u models.User, live, trashed, _ models.Memo) error {
		_, _, err := s.TrashEach(ctx, u, []models.MemoRef{live.Ref(), trashed.Ref()})
		return err
	}},
	{"restore several", func(s *memo.Service, ctx context.Context, u models.User, live, trashed, _ models.Memo) error {
		_, _, err := s.RestoreEach(ctx, u, []models.MemoRef{live.Ref(), trashed.Ref()})
		return err
	}},
	{"trash all", func(s *memo.Service, ctx context.Context, u models.User, _, _, _ models.Memo) error {
		_, err := s.TrashAll(ctx, u)
		return err
	}},
	{"empty the trash", func(s *memo.Service, ctx context.Context, u models.User, _, _, _ models.Memo) error {
		_, err := s.EmptyTrash(ctx, u)
		return err
	}},
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
		_, err := s.Edit(ctx, u, foreign.Ref(), "eggs", 0)
		return err
	}},
	{"edit another version", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		_, err := s.Edit(ctx, u, live.Ref(), "eggs", 7)
		return err
	}},
	{"edit in the trash", func(s *memo.Service, ctx context.Context, u models.User, _, trashed, _ models.Memo) error {
		_, err := s.Edit(ctx, u, trashed.Ref(), "eggs", 0)
		return err
	}},
	{"delete another version", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		_, err := s.Delete(ctx, u, live.Ref(), 7)
		return err
	}},
	{"done in the trash", func(s *memo.Service, ctx context.Context, u models.User, _, trashed, _ models.Memo) error {
		_, err := s.Done(ctx, u, trashed.Ref(), true, 0)
		return err
	}},
	{"reopen another version", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		_, err := s.Done(ctx, u, live.Ref(), false, 7)
		return err
	}},
	{"trash what is in the trash", func(s *memo.Service, ctx context.Context, u models.User, _, trashed, _ models.Memo) error {
		_, err := s.Trash(ctx, u, trashed.Ref())
		return err
	}},
	{"restore a foreign memo", func(s *memo.Service, ctx context.Context, u models.User, _, _, foreign models.Memo) error {
		_, err := s.Restore(ctx, u, foreign.Ref())
		return err
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
		_, err := s.List(ctx, u, memo.Query{})
		return err
	}},
	{"get", func(s *memo.Service, ctx context.Context, u models.User, live, _, _ models.Memo) error {
		_, err := s.Get(ctx, u, []models.MemoRef{live.Ref()})
		return err
	}},
	{"settle", func(s *memo.Service, ctx context.Context, u models.User, _, _, _ models.Memo) error {
		return s.Settle(ctx, u)
	}},
}

// TestChanged: Changed is called once for every change, with the actor's present family
// even if the actor was read before joining it, and never without a change.
func TestChanged(t *testing.T) {
	for name, group := range map[string]struct {
		deeds        []deed
		fails, heard bool
		away         bool
	}{
		"writes": {deeds: writes, heard: true}, "refused": {deeds: refusals, fails: true}, "silent": {deeds: silent},
		"away": {deeds: writes, fails: true, away: true},
	} {
		for _, d := range group.deeds {
			t.Run(name+"/"+d.name, func(t *testing.T) {
				w := newWorld(t)
				owner, before, stranger := w.Person("Owner"), w.Person("Guest"), w.Person("Stranger")
				guest := w.Join(before, owner)
				first, _, err := w.Memos.Add(w.Ctx(), guest, memo.Draft{Content: "milk", Key: "the first key"})
				w.OK(err)
				trashed, foreign := w.Add(guest, "old"), w.Add(stranger, "secret")
				trashed, err = w.Memos.Trash(w.Ctx(), owner, trashed.Ref())
				w.OK(err)
				service := w.Memos
				if group.away {
					service = memo.NewService(awayStore{w.MemoStore}, w.Families)
				}
				ear := w.Listen()
				service.Now, service.Changed = w.Now, w.Memos.Changed
				if err := d.do(service, w.Ctx(), before, first, trashed, foreign); (err != nil) != group.fails {
					t.Fatalf("got %v, want an error: %v", err, group.fails)
				}
				want := []models.FamilyID(nil)
				if group.heard {
					want = []models.FamilyID{guest.FamilyID}
				}
				if got := ear.Heard(); !slices.Equal(got, want) {
					t.Errorf("Changed: got %v, want %v", got, want)
				}
			})
		}
	}
}

// TestChangedAgain: a repeat notifies again, because the first change notification may be
// lost.
func TestChangedAgain(t *testing.T) {
	w := newWorld(t)
	u := w.Person("Taro")
	ear := w.Listen()
	for range 2 {
		_, _, err := w.Memos.Add(w.Ctx(), u, memo.Draft{Content: "milk", Key: "one"})
		w.OK(err)
	}
	w.Same(ear.Heard(), []models.FamilyID{u.FamilyID, u.FamilyID})
}

// lastFails is a store in which one update fails.
type lastFails struct {
	memo.Store
	ref models.MemoRef
}

func (s lastFails) Update(ctx context.Context, ref models.MemoRef, c memo.Change) (models.Memo, error) {
	if ref == s.ref {
		return models.Memo{}, errAway
	}
	return s.Store.Update(ctx, ref, c)
}

// TestChangedInPart: Changed is called for the part that was done before a failure.
func TestChangedInPart(t *testing.T) {
	w := newWorld(t)
	u := w.Person("Taro")
	w.Add(u, "milk")
	failing := w.Add(u, "bread")
	service := memo.NewService(lastFails{w.MemoStore, failing.Ref()}, w.Families)
	ear := w.Listen()
	service.Now, service.Changed = w.Now, w.Memos.Changed
	n, err := service.TrashAll(w.Ctx(), u)
	if n != 0 || !models.IsCode(err, models.CodeUnavailable) || models.AsError(err).Done != 1 {
		t.Fatalf("TrashAll: got %d, %v, want 0 and unavailable after 1", n, err)
	}
	w.Same(ear.Heard(), []models.FamilyID{u.FamilyID})
}
