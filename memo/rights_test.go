package memo_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/infra/enginetest/memotest"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// household is a family whose members may permanently remove different memos.
type household struct {
	*familytest.World
	owner, member, newcomer models.User
}

// newHousehold returns a family with a member who joined two days ago and one who joined
// an hour ago.
func newHousehold(t *testing.T) household {
	w := newWorld(t)
	owner := w.Person("Owner")
	member := w.Join(w.Person("Member"), owner)
	w.Advance(2 * models.NewcomerFor)
	newcomer := w.Join(w.Person("Newcomer"), owner)
	w.Advance(time.Hour)
	return household{w, w.Again(owner), w.Again(member), newcomer}
}

// binned adds a memo as one person and puts it into the trash as another.
func (h household) binned(author, by models.User, content string) models.Memo {
	h.T.Helper()
	m, err := h.Memos.Trash(h.Ctx(), by, h.Add(author, content).Ref())
	h.OK(err)
	return m
}

// TestMayRemove: the owner may remove every memo permanently and each member their own. A
// member who joined a day ago may remove memos that have been in the trash for a day.
func TestMayRemove(t *testing.T) {
	const minute = time.Minute
	people := map[string]func(h household) models.User{
		"owner":    func(h household) models.User { return h.owner },
		"member":   func(h household) models.User { return h.member },
		"newcomer": func(h household) models.User { return h.newcomer },
	}
	for _, c := range []struct {
		who, author string
		after       time.Duration // the deletion
		may         bool
	}{
		{"owner", "member", 0, true}, {"owner", "newcomer", 0, true}, {"owner", "owner", 0, true},
		{"member", "member", 0, true}, {"newcomer", "newcomer", 0, true},
		{"member", "owner", 0, false}, {"member", "owner", models.TrashedFor - minute, false}, {"member", "owner", models.TrashedFor, true},
		{"member", "newcomer", models.TrashedFor, true},
		{"newcomer", "owner", 0, false}, {"newcomer", "owner", models.NewcomerFor - time.Hour - minute, false},
		{"newcomer", "owner", models.TrashedFor, true}, // has then been a member for a day
	} {
		t.Run(fmt.Sprint(c.who, " removes ", c.author, "'s after ", c.after), func(t *testing.T) {
			h := newHousehold(t)
			who := people[c.who](h)
			m := h.binned(people[c.author](h), h.owner, "memo")
			h.Advance(c.after)
			outcome, err := h.Memos.Delete(h.Ctx(), who, m.Ref(), m.Version)
			if c.may {
				h.OK(err)
				h.Same(outcome, memo.Physical)
				h.Same(h.Contents(h.owner, true), []string{})
				return
			}
			h.Refused(err, models.CodeForbidden, models.ReasonNotYet)
			h.Same(outcome, memo.Outcome(""))
			h.Same(h.Contents(h.owner, true), []string{"memo"})
			_, err = h.Memos.Restore(h.Ctx(), who, m.Ref()) // every member may
			h.OK(err)
		})
	}
}

// TestNewcomerOld: a newcomer may not remove memos that have been in the trash for days.
func TestNewcomerOld(t *testing.T) {
	h := newHousehold(t)
	m := h.binned(h.owner, h.owner, "old")
	h.Advance(3 * models.TrashedFor)
	late := h.Join(h.Person("Late"), h.owner)
	h.Refused(must.Err(h.Memos.Delete(h.Ctx(), late, m.Ref(), 0)), models.CodeForbidden, models.ReasonNotYet)
	h.Advance(models.NewcomerFor)
	h.OK(must.Err(h.Memos.Delete(h.Ctx(), late, m.Ref(), 0)))
}

// TestMayRemoveDone: a memo that is in the trash because it was done for models.DoneDays
// has been there since that moment. Every member may delete it, which does not remove it.
func TestMayRemoveDone(t *testing.T) {
	h := newHousehold(t)
	add := func(content string) models.Memo {
		m, err := h.Memos.Done(h.Ctx(), h.owner, h.Add(h.owner, content).Ref(), true, 0)
		h.OK(err)
		return m
	}
	first, second := add("first"), add("second")
	h.Advance(models.DoneDays*24*time.Hour + models.TrashedFor - time.Minute)
	late := h.Join(h.Person("Late"), h.owner)
	empty := func(who models.User, want memo.Emptying) {
		t.Helper()
		got, err := h.Memos.EmptyTrash(h.Ctx(), who)
		h.OK(err)
		h.Same(got, want)
	}
	empty(h.member, memo.Emptying{Kept: 2})
	outcome, err := h.Memos.Delete(h.Ctx(), late, second.Ref(), second.Version)
	h.OK(err)
	h.Same(outcome, memo.Logical)
	for _, who := range []models.User{late, h.member} {
		h.Refused(must.Err(h.Memos.Delete(h.Ctx(), who, second.Ref(), second.Version+1)), models.CodeForbidden, models.ReasonNotYet)
	}
	h.Same(h.Contents(h.member, true), []string{"second", "first"})
	h.Advance(time.Minute)
	empty(late, memo.Emptying{Kept: 2})
	empty(h.member, memo.Emptying{Deleted: 1, Kept: 1})
	h.Refused(must.Err(h.Memos.Restore(h.Ctx(), h.member, first.Ref())), models.CodeNotFound, models.ReasonMemo)
	empty(h.owner, memo.Emptying{Deleted: 1})
}

// TestEmptyTrash: EmptyTrash removes every memo that the actor may remove, over all pages,
// and no other, and records the actor on the family.
func TestEmptyTrash(t *testing.T) {
	h := newHousehold(t)
	stranger := h.Person("Stranger")
	const many = 2*memo.MaxLimit + 5
	for range many {
		h.Add(h.newcomer, "old")
	}
	h.Add(h.owner, "owner's")
	hidden := h.Add(stranger, "secret")
	_, _, err := h.Memos.TrashAll(h.Ctx(), h.owner)
	h.OK(err)
	h.OK(must.Err(h.Memos.Trash(h.Ctx(), stranger, hidden.Ref())))
	h.Add(h.owner, "milk")
	empty := func(who models.User, want memo.Emptying) {
		t.Helper()
		before := h.FamilyOf(h.owner).Emptied
		got, err := h.Memos.EmptyTrash(h.Ctx(), who)
		h.OK(err)
		h.Same(got, want)
		e := h.FamilyOf(h.owner).Emptied
		if want.Deleted == 0 {
			h.Same(e, before)
		} else if e.By != who.ID || e.Count != want.Deleted || h.Now().Sub(e.At) > time.Minute {
			t.Errorf("got Emptied %+v, want the actor and the number removed", e)
		}
	}
	empty(h.member, memo.Emptying{Kept: many + 1})
	empty(h.newcomer, memo.Emptying{Deleted: many, Kept: 1})
	empty(h.newcomer, memo.Emptying{Kept: 1})
	h.Same(h.Contents(h.member, true), []string{"owner's"})
	h.Advance(models.TrashedFor)
	empty(h.member, memo.Emptying{Deleted: 1})
	h.Same(h.Contents(h.owner, true), []string{})
	h.Same(h.Contents(h.owner, false), []string{"milk"})
	h.Same(h.Contents(stranger, true), []string{"secret"})
}

// TestEmptyTrashInterrupted: after a failure the error and the family say how many memos
// were removed.
func TestEmptyTrashInterrupted(t *testing.T) {
	w := newWorld(t)
	u := w.Person("Taro")
	var last models.Memo
	for range 5 {
		last = w.Add(u, "old")
	}
	_, _, err := w.Memos.TrashAll(w.Ctx(), u)
	w.OK(err)
	service := memo.NewService(removeFails{w.MemoStore, last.Ref()}, w.Families)
	ear := w.Listen()
	service.Now, service.Happened = w.Now, ear.Note
	got, err := service.EmptyTrash(w.Ctx(), u)
	if !models.IsCode(err, models.CodeUnavailable) || models.AsError(err).Done != 4 {
		t.Errorf("EmptyTrash: got %v after %d, want unavailable after 4", err, models.AsError(err).Done)
	}
	w.Same(got, memo.Emptying{})
	w.Same(ear.Heard(), []models.FamilyID{u.FamilyID})
	if e := w.FamilyOf(u).Emptied; e.By != u.ID || e.Count != 4 {
		t.Errorf("got Emptied %+v, want the actor and 4 memos", e)
	}
	again, err := w.Memos.EmptyTrash(w.Ctx(), u)
	w.OK(err)
	w.Same(again, memo.Emptying{Deleted: 1})
}

// TestNotedFails: if NoteEmptied fails, EmptyTrash returns its error with the number of
// memos removed.
func TestNotedFails(t *testing.T) {
	w := newWorld(t)
	u := w.Person("Taro")
	m := w.Add(u, "old")
	w.OK(must.Err(w.Memos.Trash(w.Ctx(), u, m.Ref())))
	service := memo.NewService(noteFails{w.MemoStore}, w.Families)
	service.Now = w.Now
	_, err := service.EmptyTrash(w.Ctx(), u)
	if !models.IsCode(err, models.CodeUnavailable) || models.AsError(err).Done != 1 {
		t.Errorf("EmptyTrash: got %v after %d, want unavailable after 1", err, models.AsError(err).Done)
	}
	w.Same(w.Contents(u, true), []string{})
}

// removeFails is a store in which one removal fails.
type removeFails struct {
	memo.Store
	ref models.MemoRef
}

// RemoveMany implements memo.Store.
func (s removeFails) RemoveMany(ctx context.Context, refs []models.MemoRef, c memo.Change, forget time.Time) (int, error) {
	return memotest.OneByOne(refs, func(ref models.MemoRef) error {
		if ref == s.ref {
			return errAway
		}
		_, err := s.Store.RemoveMany(ctx, []models.MemoRef{ref}, c, forget)
		return err
	})
}

// noteFails is a store whose NoteEmptied fails.
type noteFails struct{ memo.Store }

// NoteEmptied implements memo.Store.
func (noteFails) NoteEmptied(context.Context, models.FamilyID, models.Emptied) error { return errAway }
