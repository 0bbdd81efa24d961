package memotest

import (
	"fmt"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
)

// guests returns two people who joined an owner's family an hour ago.
func guests(w *familytest.World, owner models.User) (first, second models.User) {
	w.T.Helper()
	first, second = w.Join(w.Person("Guest"), owner), w.Join(w.Person("Other"), owner)
	w.Advance(time.Hour)
	return first, second
}

// kept returns an earlier text as one that no newcomer can replace.
func kept(e models.Earlier) models.Earlier {
	e.Kept = true
	return e
}

// keptFromNewcomers: whatever newcomers do, the text that the author or an established member
// wrote last is the content or the text before; others replace it as before.
func keptFromNewcomers(w *familytest.World) {
	w.Freeze()
	owner, member := couple(w)
	guest, other := guests(w, owner)
	m := w.Add(owner, "milk")
	milk := written(w, owner, "milk")
	swapped := func(u models.User) models.Memo {
		w.T.Helper()
		w.Advance(time.Minute)
		m, err := w.Memos.SwapBefore(w.Ctx(), u, m.Ref(), 0)
		w.OK(err)
		return m
	}
	texts(w, edited(w, guest, m, "x"), "x", guest, kept(milk))
	texts(w, edited(w, guest, m, "x, too"), "x, too", guest, kept(milk))
	texts(w, edited(w, other, m, "y"), "y", other, kept(milk))
	y := written(w, other, "y")
	pair(w, swapped(guest), milk, y)
	pair(w, swapped(other), y, kept(milk))
	pair(w, edited(w, guest, m, "milk"), milk, y) // as a swap
	texts(w, edited(w, other, m, "z"), "z", other, kept(milk))
	z := written(w, other, "z")

	texts(w, edited(w, member, m, "oat milk"), "oat milk", member, z)
	oat := written(w, member, "oat milk")
	pair(w, swapped(guest), z, kept(oat)) // z is a newcomer's
	texts(w, edited(w, other, m, "v"), "v", other, kept(oat))
	v := written(w, other, "v")
	pair(w, swapped(owner), oat, v)
	pair(w, swapped(owner), v, oat) // the owner has chosen it
	texts(w, edited(w, owner, m, "soy milk"), "soy milk", owner, v)
	soy := written(w, owner, "soy milk")
	texts(w, edited(w, guest, m, "w"), "w", guest, kept(soy))

	w.Advance(models.NewcomerFor)
	texts(w, edited(w, guest, m, "w, later"), "w, later", guest, soy) // in a row, by a member of a day
	own := w.Add(other, "mine")
	mine := written(w, other, "mine")
	texts(w, edited(w, other, own, "mine, too"), "mine, too", other, mine)
}

// keptMoves: the mark is kept when a memo follows its author.
func keptMoves(w *familytest.World) {
	w.Freeze()
	owner := w.Person("Taro")
	u := w.Join(w.Person("Hanako"), owner)
	guest, _ := guests(w, owner)
	want := edited(w, guest, w.Add(u, "milk"), "x")
	w.Same(want.Before.Kept, true)
	u = w.Join(u, w.Person("Jiro"))
	w.OK(w.Memos.Settle(w.Ctx(), u))
	want.FamilyID = u.FamilyID
	w.Same(stored(w, want), want)
}

// keptTogether: newcomers who edit and swap at the same time lose no text of others.
func keptTogether(w *familytest.World) {
	owner := w.Person("Taro")
	first, second := guests(w, owner)
	people := []models.User{first, second}
	for round := range familytest.Rounds(5) {
		m := w.Add(owner, fmt.Sprint("milk ", round))
		familytest.Together(6, func(i int) {
			if _, err := w.Memos.Edit(w.Ctx(), people[i%2], m.Ref(), fmt.Sprint("text ", i), 0); err != nil {
				w.T.Error(err)
			}
			if i < 2 {
				_, _ = w.Memos.SwapBefore(w.Ctx(), people[i%2], m.Ref(), 0)
			}
		})
		got := stored(w, m)
		if got.Content != m.Content && (got.Before.Content != m.Content || !got.Before.Kept) {
			w.T.Errorf("got %+v, want %q kept", got, m.Content)
		}
	}
}
