package memo_test

import (
	"context"
	"slices"
	"testing"

	"voicememo/infra/enginetest/familytest"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// namesAway is a Families that cannot read the members' accounts.
type namesAway struct{ memo.Families }

func (n namesAway) Roster(ctx context.Context, actor models.User) (models.Family, error) {
	f, err := n.Families.Roster(ctx, actor)
	f.Members = nil
	return f, err
}

func (namesAway) WithMembers(context.Context, models.User, models.Family) (models.Family, error) {
	return models.Family{}, models.Unavailable(context.DeadlineExceeded)
}

// TestNamesAway: if the members cannot be read, a change is done and shows the name stored
// with the memo, but a list fails.
func TestNamesAway(t *testing.T) {
	w := familytest.NewWorld(t, sqlitetest.Fresh)
	u := w.Person("Taro")
	m := w.Add(u, "memo")
	w.OK(must.Err(w.Families.Rename(w.Ctx(), u, "Jiro")))
	s := memo.NewService(w.MemoStore, namesAway{w.Families})
	s.Now = w.Now
	done, err := s.Done(w.Ctx(), u, m.Ref(), true, 0)
	w.OK(err)
	if !done.Done() || done.CreatedByName != "Taro" {
		t.Errorf("got %+v, want it done and by Taro", done)
	}
	w.Refused(must.Err(s.List(w.Ctx(), u, memo.Query{})), models.CodeUnavailable, "")
	list, err := s.List(w.Ctx(), u, memo.Query{Unnamed: true})
	w.OK(err)
	w.Same(len(list.Memos), 1)
}

// TestRemoveWhileNamesAway: if the members cannot be read, the owner and the author remove
// memos permanently. Another member, whose right depends on when they joined, does not.
func TestRemoveWhileNamesAway(t *testing.T) {
	h := newHousehold(t)
	h.Memos = memo.NewService(h.MemoStore, namesAway{h.Families})
	h.Memos.Now = h.Now
	for _, c := range []struct {
		who, author models.User
		may         bool
	}{{h.owner, h.member, true}, {h.newcomer, h.newcomer, true}, {h.member, h.newcomer, false}} {
		m := h.binned(c.author, h.owner, "memo")
		h.Advance(models.TrashedFor)
		if c.may {
			h.OK(must.Err(h.Memos.Delete(h.Ctx(), c.who, m.Ref(), 0)))
			h.binned(c.author, h.owner, "memo")
			got, err := h.Memos.EmptyTrash(h.Ctx(), c.who)
			h.OK(err)
			h.Same(got, memo.Emptying{Deleted: 1})
			continue
		}
		h.Refused(must.Err(h.Memos.Delete(h.Ctx(), c.who, m.Ref(), 0)), models.CodeUnavailable, "")
		h.Refused(must.Err(h.Memos.EmptyTrash(h.Ctx(), c.who)), models.CodeUnavailable, "")
	}
}

// interrupted is a Families that makes a call before or after the n-th Roster.
type interrupted struct {
	memo.Families
	n     int
	after bool
	call  func()
}

func (i *interrupted) Roster(ctx context.Context, actor models.User) (models.Family, error) {
	i.n--
	if i.n == 0 && !i.after {
		i.call()
	}
	f, err := i.Families.Roster(ctx, actor)
	if i.n == 0 && i.after {
		i.call()
	}
	return f, err
}

// TestJoinsWhileEmptying: the owner of a family of one who joins another family while
// EmptyTrash reads two pages does not get an owner's right to the memos of that family.
func TestJoinsWhileEmptying(t *testing.T) {
	const own = memo.MaxLimit + 1
	for _, c := range []struct {
		n     int
		after bool
		want  memo.Emptying
	}{
		{1, false, memo.Emptying{Deleted: own, Kept: 1}}, {1, true, memo.Emptying{}},
		{2, false, memo.Emptying{Deleted: own, Kept: 1}}, {2, true, memo.Emptying{Deleted: memo.MaxLimit}},
	} {
		w := newWorld(t)
		owner, joiner := w.Person("Owner"), w.Person("Joiner")
		for range own {
			w.Add(joiner, "own")
		}
		_, _, err := w.Memos.TrashAll(w.Ctx(), joiner)
		w.OK(err)
		m := w.Add(owner, "precious")
		w.OK(must.Err(w.Memos.Trash(w.Ctx(), owner, m.Ref())))
		s := memo.NewService(w.MemoStore, &interrupted{w.Families, c.n, c.after, func() { w.Join(joiner, owner) }})
		s.Now = w.Now
		got, err := s.EmptyTrash(w.Ctx(), joiner)
		w.OK(err)
		w.Same(got, c.want)
		if left := w.Contents(owner, true); !slices.Contains(left, "precious") || len(left) != 1+own-c.want.Deleted {
			t.Errorf("%+v: got %d memos left, want %d with the owner's", c, len(left), 1+own-c.want.Deleted)
		}
	}
}
