package memotest

import (
	"context"
	"fmt"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// OneByOne does for several memos what do does for one, as UpdateMany and RemoveMany do.
func OneByOne(refs []models.MemoRef, do func(models.MemoRef) error) (int, error) {
	done, first := 0, error(nil)
	for _, ref := range refs {
		switch err := do(ref); {
		case err == nil:
			done++
		case first == nil:
			failed := *models.AsError(err)
			first = &failed
		}
	}
	if first != nil {
		models.AsError(first).Done = done
		return 0, first
	}
	return done, nil
}

// slowly returns a service over store that changes two memos and leaves the rest as work.
func slowly(w *familytest.World, store memo.Store) *memo.Service {
	s := memo.NewService(store, w.Families)
	s.Now, s.WorkTime, s.FirstBatch = w.Now, 0, 2
	return s
}

// resumed does what is left, which must not fail or leave anything.
func resumed(w *familytest.World) {
	w.T.Helper()
	w.Advance(time.Millisecond)
	pending, err := w.Memos.ResumeWork(w.Ctx())
	w.OK(err)
	w.Same(pending, 0)
}

// several adds n memos and returns them, the first added first.
func several(w *familytest.World, u models.User, n int) (all []models.Memo) {
	w.T.Helper()
	for i := range n {
		all = append(all, w.Add(u, fmt.Sprint(i)))
	}
	w.Advance(time.Millisecond)
	return all
}

func changeMany(w *familytest.World) {
	u := w.Person("Taro")
	all := several(w, u, 5)
	_, _, err := w.Memos.TrashEach(w.Ctx(), u, refsOf(all[:1]...))
	w.OK(err)
	since := w.Now()
	w.Advance(time.Millisecond)
	w.OK(must.Err(w.Memos.Edit(w.Ctx(), u, all[1].Ref(), "edited", 0)))
	c := memo.Change{From: memo.Live, To: memo.Trashed, By: u.ID, Family: u.FamilyID, At: w.Now(), PurgeAt: w.Now().Add(time.Hour).Truncate(time.Second), Since: since}
	refs := append(refsOf(all...), models.MemoRef{UserID: u.ID, ID: "1720789912345" + "0123456789ab"})
	for _, want := range []int{3, 0} {
		n, err := w.MemoStore.UpdateMany(w.Ctx(), refs, c)
		w.OK(err)
		w.Same(n, want)
	}
	w.Same(w.Contents(u, false), []string{"edited"})
	w.Same(w.Contents(u, true), []string{"4", "3", "2", "0"})
	c.From, c.To = memo.Trashed, 0
	for _, want := range []int{1, 0} { // the others were put there after since
		n, err := w.MemoStore.RemoveMany(w.Ctx(), refs, c, w.Now())
		w.OK(err)
		w.Same(n, want)
	}
	w.Same(w.Contents(u, true), []string{"4", "3", "2"})
}

func workKept(w *familytest.World) {
	u, other := w.Person("Taro"), w.Person("Hanako")
	trash := models.Work{Family: u.FamilyID, Began: w.Now(), Left: 7}
	empty := models.Work{Family: u.FamilyID, Began: w.Now().Add(time.Second), Left: 5}
	w.OK(w.MemoStore.BeginWork(w.Ctx(), u.ID, models.WorkTrash, trash))
	w.OK(w.MemoStore.BeginWork(w.Ctx(), u.ID, models.WorkEmpty, empty))
	trash.Done, trash.Left = 3, 4
	trash.After = models.Position{Timestamp: w.Now(), UserID: other.ID, ID: "1720789912345" + "0123456789ab"}
	w.OK(w.MemoStore.SaveWork(w.Ctx(), u.ID, models.WorkTrash, trash))
	want := map[models.WorkKind]models.Work{models.WorkTrash: trash, models.WorkEmpty: empty}
	w.Same(w.Again(u).Author.Work, want)
	working, err := w.MemoStore.Working(w.Ctx(), w.Now())
	w.OK(err)
	w.Same(working, []models.User{w.Again(u)})
	earlier := trash
	earlier.Began = trash.Began.Add(-time.Millisecond)
	for _, c := range []struct {
		person models.UserID
		kind   models.WorkKind
		w      models.Work
	}{{u.ID, models.WorkTrash, earlier}, {other.ID, models.WorkTrash, trash}, {"nobody", models.WorkTrash, trash}, {u.ID, models.WorkEmpty, trash}} {
		w.Refused(w.MemoStore.SaveWork(w.Ctx(), c.person, c.kind, c.w), models.CodeConflict, models.ReasonChanged)
	}
	w.Refused(w.MemoStore.BeginWork(w.Ctx(), "nobody", models.WorkTrash, trash), models.CodeNotFound, models.ReasonPerson)
	w.Same(w.Again(u).Author.Work, want)
	again := models.Work{Family: u.FamilyID, Began: w.Now().Add(time.Minute), Left: 1}
	w.OK(w.MemoStore.BeginWork(w.Ctx(), u.ID, models.WorkTrash, again))
	w.Refused(w.MemoStore.SaveWork(w.Ctx(), u.ID, models.WorkTrash, trash), models.CodeConflict, models.ReasonChanged)
	for kind, last := range map[models.WorkKind]models.Work{models.WorkTrash: again, models.WorkEmpty: empty} {
		last.Left = 0
		w.OK(w.MemoStore.SaveWork(w.Ctx(), u.ID, kind, last))
	}
	working, err = w.MemoStore.Working(w.Ctx(), w.Now())
	w.OK(err)
	w.Same(len(w.Again(u).Author.Work)+len(working), 0)
}

// workGoesOn: what a deletion of all leaves is done later, and all of it can be restored.
func workGoesOn(w *familytest.World) {
	u := w.Person("Taro")
	all, s := several(w, u, 5), slowly(w, w.MemoStore)
	n, left, err := s.TrashAll(w.Ctx(), u)
	w.OK(err)
	w.Same([]int{n, left}, []int{2, 3})
	w.Same(w.Contents(u, false), []string{"2", "1", "0"})
	at := w.Again(u).Author.Work[models.WorkTrash]
	w.Same([]int{at.Done, at.Left}, []int{2, 3})
	resumed(w)
	w.Same(w.Contents(u, true), []string{"4", "3", "2", "1", "0"})
	w.Same(len(w.Again(u).Author.Work), 0)
	restored, _, err := w.Memos.RestoreEach(w.Ctx(), u, refsOf(all...))
	w.OK(err)
	w.Same(len(restored), 5)
	resumed(w)
	w.Same(len(w.All(u, false)), 5)

	_, _, err = w.Memos.TrashAll(w.Ctx(), u)
	w.OK(err)
	w.Advance(time.Millisecond)
	emptied, err := s.EmptyTrash(w.Ctx(), u)
	w.OK(err)
	w.Same(emptied, memo.Emptying{Deleted: 2, Left: 3})
	w.Same(w.FamilyOf(u).Emptied.Count, 2)
	resumed(w)
	w.Same(w.Contents(u, true), []string{})
	w.Same(w.FamilyOf(u).Emptied.Count, 5)
}

// mortal is a store that answers a number of writes, and then no more: its process has died.
type mortal struct {
	memo.Store
	lives int
}

func (s *mortal) alive() error {
	if s.lives--; s.lives < 0 {
		return errAway
	}
	return nil
}

// UpdateMany implements memo.Store.
func (s *mortal) UpdateMany(ctx context.Context, refs []models.MemoRef, c memo.Change) (int, error) {
	if err := s.alive(); err != nil {
		return 0, err
	}
	return s.Store.UpdateMany(ctx, refs, c)
}

// RemoveMany implements memo.Store.
func (s *mortal) RemoveMany(ctx context.Context, refs []models.MemoRef, c memo.Change, forget time.Time) (int, error) {
	if err := s.alive(); err != nil {
		return 0, err
	}
	return s.Store.RemoveMany(ctx, refs, c, forget)
}

// NoteEmptied implements memo.Store.
func (s *mortal) NoteEmptied(ctx context.Context, f models.FamilyID, e models.Emptied) error {
	if err := s.alive(); err != nil {
		return err
	}
	return s.Store.NoteEmptied(ctx, f, e)
}

// BeginWork implements memo.Store.
func (s *mortal) BeginWork(ctx context.Context, person models.UserID, kind models.WorkKind, w models.Work) error {
	if err := s.alive(); err != nil {
		return err
	}
	return s.Store.BeginWork(ctx, person, kind, w)
}

// SaveWork implements memo.Store.
func (s *mortal) SaveWork(ctx context.Context, person models.UserID, kind models.WorkKind, w models.Work) error {
	if err := s.alive(); err != nil {
		return err
	}
	return s.Store.SaveWork(ctx, person, kind, w)
}

// workKilled: a change that has begun finishes, wherever the process dies, and wherever the
// one dies that goes on with it.
func workKilled(w *familytest.World) {
	u := w.Person("Taro")
	all := refsOf(several(w, u, 5)...)
	for _, emptying := range []bool{false, true} {
		for lives := 1; lives <= 10; lives++ {
			_, _, err := w.Memos.RestoreEach(w.Ctx(), u, all)
			w.OK(err)
			if emptying {
				_, _, err = w.Memos.TrashEach(w.Ctx(), u, all)
				w.OK(err)
			}
			w.Advance(time.Millisecond)
			s := slowly(w, &mortal{w.MemoStore, lives})
			s.WorkTime = time.Hour
			if emptying {
				_, err = s.EmptyTrash(w.Ctx(), u)
			} else {
				_, _, err = s.TrashAll(w.Ctx(), u)
			}
			w.OK(err)
			_, _ = slowly(w, &mortal{w.MemoStore, 1}).ResumeWork(w.Ctx())
			resumed(w)
			if live, trashed := len(w.All(u, false)), len(w.All(u, true)); live != 0 || emptying != (trashed == 0) || len(w.Again(u).Author.Work) != 0 {
				w.T.Fatalf("emptying %v, killed after %d writes: got %d memos in the list, %d in the trash, work %v, want all deleted", emptying, lives, live, trashed, w.Again(u).Author.Work)
			}
			if emptying {
				all = refsOf(several(w, u, 5)...)
			}
		}
	}
}

// workLeavesAlone: a memo that was added, changed or restored since the change began, or
// whose author has joined since, is left alone.
func workLeavesAlone(w *familytest.World) {
	u, guest := w.Person("Taro"), w.Person("Hanako")
	all := several(w, u, 7)
	w.Add(guest, "hers")
	w.Advance(time.Millisecond)
	// The store dies before it has recorded the progress: 6 and 5 are trashed, and not noted as such.
	n, left, err := slowly(w, &mortal{w.MemoStore, 2}).TrashAll(w.Ctx(), u)
	w.OK(err)
	w.Same([]int{n, left}, []int{2, 5})
	w.Advance(time.Millisecond)
	w.OK(must.Err(w.Memos.Restore(w.Ctx(), u, all[6].Ref())))
	w.OK(must.Err(w.Memos.Edit(w.Ctx(), u, all[4].Ref(), "4, edited", 0)))
	w.OK(must.Err(w.Memos.Done(w.Ctx(), u, all[3].Ref(), true, 0)))
	_, _, err = w.Memos.TrashEach(w.Ctx(), u, refsOf(all[2:3]...))
	w.OK(err)
	w.Join(guest, u)
	w.Add(u, "new")
	resumed(w)
	w.Same(w.Contents(u, false), []string{"new", "hers", "6", "4, edited", "3"})
	w.Same(w.Contents(u, true), []string{"5", "2", "1", "0"})

	w.Advance(time.Millisecond)
	emptied, err := slowly(w, &mortal{w.MemoStore, 1}).EmptyTrash(w.Ctx(), u)
	w.OK(err)
	w.Same(emptied, memo.Emptying{Left: 4})
	w.Advance(time.Millisecond)
	_, _, err = w.Memos.TrashEach(w.Ctx(), u, refsOf(all[6:]...))
	w.OK(err)
	w.OK(must.Err(w.Memos.Restore(w.Ctx(), u, all[1].Ref())))
	w.Advance(time.Millisecond)
	_, _, err = w.Memos.TrashEach(w.Ctx(), u, refsOf(all[1:2]...))
	w.OK(err)
	resumed(w)
	w.Same(w.Contents(u, true), []string{"6", "1"})
}

// workAhead: memos that are dated after the change began, because the clock was set back,
// belong to it like the others.
func workAhead(w *familytest.World) {
	u := w.Person("Taro")
	several(w, u, 3)
	w.Advance(time.Hour)
	several(w, u, 3)
	w.Advance(-time.Hour)
	_, left, err := slowly(w, &mortal{w.MemoStore, 1}).TrashAll(w.Ctx(), u)
	w.OK(err)
	w.Same(left, 6)
	resumed(w)
	w.Same(w.Contents(u, false), []string{})
}

// workOfNewcomer: what a newcomer may not delete permanently stays, although the work goes
// on when they may.
func workOfNewcomer(w *familytest.World) {
	owner := w.Person("Owner")
	newcomer := w.Join(w.Person("Newcomer"), owner)
	several(w, owner, 2)
	several(w, newcomer, 5)
	_, _, err := w.Memos.TrashAll(w.Ctx(), owner)
	w.OK(err)
	w.Advance(time.Minute)
	got, err := slowly(w, w.MemoStore).EmptyTrash(w.Ctx(), newcomer)
	w.OK(err)
	w.Same(got, memo.Emptying{Deleted: 2, Left: 3, Kept: 2})
	w.Advance(3 * models.NewcomerFor)
	resumed(w)
	w.Same(w.Contents(owner, true), []string{"1", "0"})
}

// workAtOnce: two members and two kinds of changes go on beside each other. Emptying the
// trash removes nothing that came there later, and a second change of a kind takes the
// place of the first.
func workAtOnce(w *familytest.World) {
	u := w.Person("Taro")
	other := w.Join(w.Person("Hanako"), u)
	old := several(w, u, 3)
	_, _, err := w.Memos.TrashEach(w.Ctx(), u, refsOf(old...))
	w.OK(err)
	several(w, other, 5)
	s := slowly(w, w.MemoStore)
	for _, who := range []models.User{u, other} {
		_, left, err := s.TrashAll(w.Ctx(), who)
		w.OK(err)
		w.Same(left > 0, true)
		w.Advance(time.Millisecond)
	}
	emptied, err := s.EmptyTrash(w.Ctx(), u)
	w.OK(err)
	w.Same(emptied, memo.Emptying{Deleted: 2, Left: 5})
	w.Same(len(w.Again(u).Author.Work), 2)
	resumed(w)
	w.Same(w.Contents(u, false), []string{})
	w.Same(w.Contents(u, true), []string{"0"})

	all := several(w, u, 5)
	w.Same(all[0].Content, "0")
	for _, want := range []int{3, 2} { // of the second, one that is new and one that is left
		_, left, err := s.TrashAll(w.Ctx(), u)
		w.OK(err)
		w.Same(left, want)
		w.Advance(time.Millisecond)
		w.Add(u, "new")
	}
	resumed(w)
	w.Same(w.Contents(u, false), []string{"new"})
}

// workEnds: the work of a person who has left the family, or has been removed from it,
// changes nothing more, there or in their new family.
func workEnds(w *familytest.World) {
	owner := w.Person("Owner")
	guest := w.Join(w.Person("Guest"), owner)
	several(w, owner, 4)
	several(w, guest, 4)
	_, left, err := slowly(w, w.MemoStore).TrashAll(w.Ctx(), guest)
	w.OK(err)
	w.Same(left, 6)
	w.OK(w.Families.Remove(w.Ctx(), owner, guest.ID))
	w.OK(w.Memos.Settle(w.Ctx(), w.Again(guest)))
	resumed(w)
	w.Same(len(w.All(owner, false)), 4)
	w.Same(len(w.All(guest, false)), 2)
	w.Same(len(w.Again(guest).Author.Work), 0)
}
