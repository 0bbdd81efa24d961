package memotest

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/memo"
	"voicememo/models"
)

// edited changes a memo's content a minute later.
func edited(w *familytest.World, u models.User, m models.Memo, content string) models.Memo {
	w.T.Helper()
	w.Advance(time.Minute)
	m, err := w.Memos.Edit(w.Ctx(), u, m.Ref(), content, 0)
	w.OK(err)
	return m
}

// written returns the text that u has just written as a memo's Before.
func written(w *familytest.World, u models.User, content string) models.Earlier {
	return models.Earlier{Content: content, At: w.Now(), By: u.ID}
}

// texts fails the test unless a memo, also as stored, has this content since now, written
// by u, and this text before it.
func texts(w *familytest.World, m models.Memo, content string, u models.User, before models.Earlier) {
	w.T.Helper()
	pair(w, m, written(w, u, content), before)
}

// pair fails the test unless a memo, also as stored, has these two texts.
func pair(w *familytest.World, m models.Memo, present, before models.Earlier) {
	w.T.Helper()
	for _, got := range []models.Memo{m, stored(w, m)} {
		w.Same(got.Before, before)
		w.Same(got.Present(), present)
	}
}

// couple returns the owner of a family and a member who joined a day ago.
func couple(w *familytest.World) (owner, member models.User) {
	w.T.Helper()
	owner = w.Person("Taro")
	member = w.Join(w.Person("Hanako"), owner)
	w.Advance(models.NewcomerFor)
	return w.Again(owner), member
}

// beforeKept: in a row of edits by one person the text before the first one stays.
func beforeKept(w *familytest.World) {
	w.Freeze()
	taro, hanako := couple(w)
	m := w.Add(taro, "milk")
	w.Same(m.Before, models.Earlier{})
	first := models.Earlier{Content: "milk", At: m.Timestamp, By: taro.ID}

	m = edited(w, hanako, m, "oat milk")
	texts(w, m, "oat milk", hanako, first)
	m = edited(w, hanako, m, "soy milk")
	texts(w, m, "soy milk", hanako, first)
	second := written(w, hanako, "soy milk")
	m = edited(w, taro, m, "milk, two litres")
	texts(w, m, "milk, two litres", taro, second)
	m = edited(w, taro, m, "milk, three litres")
	texts(w, m, "milk, three litres", taro, second)
}

// beforeOfOwn: the first edit by the author keeps the text of the memo as it was created.
func beforeOfOwn(w *familytest.World) {
	w.Freeze()
	u := w.Person("Taro")
	m := w.Add(u, "milk")
	first := written(w, u, "milk")
	m = edited(w, u, m, "oat milk")
	texts(w, m, "oat milk", u, first)
	m = edited(w, u, m, "soy milk")
	texts(w, m, "soy milk", u, first)
}

// beforeSame: an edit with the present content changes the version only.
func beforeSame(w *familytest.World) {
	w.Freeze()
	taro, hanako := couple(w)
	m := edited(w, taro, w.Add(taro, "milk"), "oat milk")
	for _, u := range []models.User{taro, hanako} {
		want := m
		m = edited(w, u, m, " oat milk ")
		want.Version, want.UpdatedAt, want.UpdatedBy = want.Version+1, w.Now(), u.ID
		w.Same(m, want)
		w.Same(stored(w, m), want)
	}
	never := edited(w, hanako, w.Add(taro, "bread"), "bread")
	if never.EditedBy != "" || !never.EditedAt.IsZero() || never.HasBefore() {
		w.T.Errorf("got %+v, want it as never edited", never)
	}
}

// beforeSwapped: bringing the text before back keeps the other one, however it is done, and
// both with their writers, also if another member does it.
func beforeSwapped(w *familytest.World) {
	w.Freeze()
	taro, hanako := couple(w)
	for name, back := range map[string]func(u models.User, m models.Memo) (models.Memo, error){
		"an edit": func(u models.User, m models.Memo) (models.Memo, error) {
			return w.Memos.Edit(w.Ctx(), u, m.Ref(), m.Before.Content, m.Version)
		},
		"a swap": func(u models.User, m models.Memo) (models.Memo, error) {
			return w.Memos.SwapBefore(w.Ctx(), u, m.Ref(), 0)
		},
		"a swap of a version": func(u models.User, m models.Memo) (models.Memo, error) {
			return w.Memos.SwapBefore(w.Ctx(), u, m.Ref(), m.Version)
		},
	} {
		m := edited(w, hanako, w.Add(taro, "milk "+name), "oat milk")
		first, oat := models.Earlier{Content: "milk " + name, At: m.Timestamp, By: taro.ID}, written(w, hanako, "oat milk")
		for i, u := range []models.User{hanako, taro} {
			w.Advance(time.Minute)
			got, err := back(u, m)
			w.OK(err)
			if i == 0 {
				pair(w, got, first, oat)
				w.Same(got.EditedBy, models.UserID(""))
			} else {
				pair(w, got, oat, first)
			}
			w.Same(got.Version, m.Version+1)
			w.Same(got.UpdatedBy, u.ID)
			m = got
		}
	}
}

// beforeUndone: an edit that was taken back does not replace the text before it, also if its
// author edits once more.
func beforeUndone(w *familytest.World) {
	w.Freeze()
	taro, hanako := couple(w)
	m := w.Add(taro, "milk")
	first := models.Earlier{Content: "milk", At: m.Timestamp, By: taro.ID}
	for range 2 {
		m = edited(w, hanako, m, "oat milk")
		m = edited(w, hanako, m, "milk")
	}
	m = edited(w, hanako, m, "milk, two litres")
	texts(w, m, "milk, two litres", hanako, first)
}

// swapRefused: a swap needs a text before, the version it names, and a memo in the list.
func swapRefused(w *familytest.World) {
	w.Freeze()
	u, stranger := w.Person("Taro"), w.Person("Jiro")
	m := w.Add(u, "milk")
	_, err := w.Memos.SwapBefore(w.Ctx(), u, m.Ref(), 0)
	w.Refused(err, models.CodeConflict, models.ReasonNoBefore)
	_, err = w.Memos.SwapBefore(w.Ctx(), u, m.Ref(), 1)
	w.Refused(err, models.CodeConflict, models.ReasonNoBefore)
	_, err = w.Memos.SwapBefore(w.Ctx(), u, m.Ref(), 7)
	w.Refused(err, models.CodePreconditionFailed, models.ReasonChanged)

	m = edited(w, u, m, "oat milk")
	_, err = w.Memos.SwapBefore(w.Ctx(), u, m.Ref(), 1)
	w.Refused(err, models.CodePreconditionFailed, models.ReasonChanged)
	w.Same(*models.AsError(err).Current, m)
	_, err = w.Memos.SwapBefore(w.Ctx(), stranger, m.Ref(), 0)
	w.Refused(err, models.CodeNotFound, models.ReasonMemo)
	missing := models.MemoRef{UserID: u.ID, ID: "1720789912345a1b2c3d4e5f6"}
	_, err = w.Memos.SwapBefore(w.Ctx(), u, missing, 0)
	w.Refused(err, models.CodeNotFound, models.ReasonMemo)

	trashed(w, u, m)
	_, err = w.Memos.SwapBefore(w.Ctx(), u, m.Ref(), 0)
	w.Refused(err, models.CodeConflict, models.ReasonInTrash)
	late := edited(w, u, w.Add(u, "bread"), "rye bread")
	done(w, u, late)
	w.Advance(listed)
	_, err = w.Memos.SwapBefore(w.Ctx(), u, late.Ref(), 0)
	w.Refused(err, models.CodeConflict, models.ReasonInTrash)
	w.Advance(binned)
	_, err = w.Memos.SwapBefore(w.Ctx(), u, m.Ref(), 0)
	w.Refused(err, models.CodeNotFound, models.ReasonMemo)
}

// beforeUntouched: changes that are no edits keep the text before.
func beforeUntouched(w *familytest.World) {
	w.Freeze()
	taro, hanako := couple(w)
	want := edited(w, taro, w.Add(taro, "milk"), "oat milk")
	check := func(m models.Memo, err error) {
		w.T.Helper()
		w.OK(err)
		for _, got := range []models.Memo{m, stored(w, m)} {
			w.Same(got.Before, want.Before)
			w.Same(got.EditedAt, want.EditedAt)
			w.Same(got.EditedBy, want.EditedBy)
		}
		w.Advance(time.Minute)
	}
	check(w.Memos.Done(w.Ctx(), hanako, want.Ref(), true, 0))
	check(w.Memos.Done(w.Ctx(), hanako, want.Ref(), false, 0))
	check(w.Memos.Trash(w.Ctx(), hanako, want.Ref()))
	check(w.Memos.Restore(w.Ctx(), hanako, want.Ref()))
	page, err := w.MemoStore.List(w.Ctx(), listing(w, taro))
	w.OK(err)
	w.Same(page.Memos[0].Before, want.Before)
}

// beforeUnknown: a memo that an earlier version edited has no EditedBy. Its text counts as
// the author's.
func beforeUnknown(w *familytest.World) {
	w.Freeze()
	taro, hanako := couple(w)
	m := models.Memo{
		UserID: taro.ID, ID: "1720789912345a1b2c3d4e5f6", FamilyID: taro.FamilyID, Content: "milk",
		Timestamp: w.Now(), UpdatedAt: w.Now().Add(time.Second), UpdatedBy: hanako.ID, Version: 2,
	}
	_, _, err := w.MemoStore.Add(w.Ctx(), m, 0)
	w.OK(err)
	first := written(w, taro, "milk")
	m = edited(w, hanako, m, "oat milk")
	texts(w, m, "oat milk", hanako, first)
}

// beforeMoves: the text before and its writers are kept when a memo follows its author.
func beforeMoves(w *familytest.World) {
	w.Freeze()
	u := w.Person("Taro")
	want := edited(w, u, w.Add(u, "milk"), "oat milk")
	u = w.Join(u, w.Person("Hanako"))
	w.OK(w.Memos.Settle(w.Ctx(), u))
	want.FamilyID = u.FamilyID
	w.Same(stored(w, want), want)
}

// editorsOfAny: every edit of any version is made, each on the text that the one before it
// left.
func editorsOfAny(w *familytest.World) {
	taro, hanako := couple(w)
	people := []models.User{taro, hanako, w.Join(w.Person("Sora"), taro)}
	for range familytest.Rounds(5) {
		m := w.Add(taro, "start")
		var mu sync.Mutex
		results := map[int64]models.Memo{1: m}
		familytest.Together(6, func(i int) {
			got, err := w.Memos.Edit(w.Ctx(), people[i%len(people)], m.Ref(), fmt.Sprint("text ", i), 0)
			if err != nil {
				w.T.Error(err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			results[got.Version] = got
		})
		for version := int64(2); version <= 7; version++ {
			was, now := results[version-1], results[version]
			c := memo.Change{Content: now.Content, By: now.EditedBy, Newcomer: now.EditedBy == people[2].ID, At: now.EditedAt}
			w.Same(now, c.Apply(was))
		}
	}
}

// swapsTogether: each swap exchanges the two texts once, and neither is lost.
func swapsTogether(w *familytest.World) {
	u := w.Person("Taro")
	m := edited(w, u, w.Add(u, "milk"), "oat milk")
	var swaps atomic.Int64
	familytest.Together(7, func(int) {
		if _, err := w.Memos.SwapBefore(w.Ctx(), u, m.Ref(), 0); err != nil {
			w.T.Error(err)
			return
		}
		swaps.Add(1)
	})
	got := stored(w, m)
	w.Same(got.Version, m.Version+swaps.Load())
	w.Same([]string{got.Content, got.Before.Content}, []string{"milk", "oat milk"})
	var won atomic.Int64
	familytest.Together(7, func(int) {
		_, err := w.Memos.SwapBefore(w.Ctx(), u, m.Ref(), got.Version)
		switch {
		case err == nil:
			won.Add(1)
		case !models.IsCode(err, models.CodePreconditionFailed):
			w.T.Error(err)
		}
	})
	w.Same(won.Load(), int64(1))
	w.Same(stored(w, m).Content, "oat milk")
}
