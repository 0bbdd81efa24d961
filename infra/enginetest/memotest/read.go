package memotest

import (
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// readOne: a memo of the family is read live or in the trash, and nothing else is.
func readOne(w *familytest.World) {
	w.Freeze()
	taro, stranger := w.Person("Taro"), w.Person("Jiro")
	hanako := w.Join(w.Person("Hanako"), taro)
	m := w.Add(taro, "milk")
	for _, u := range []models.User{taro, hanako} {
		got, err := w.Memos.Read(w.Ctx(), u, m.Ref())
		w.OK(err)
		w.Same(got, m)
	}
	w.Refused(must.Err(w.Memos.Read(w.Ctx(), stranger, m.Ref())), models.CodeNotFound, models.ReasonMemo)
	w.Refused(must.Err(w.Memos.Read(w.Ctx(), taro, models.MemoRef{UserID: taro.ID, ID: "1720789912345a1b2c3d4e5f6"})), models.CodeNotFound, models.ReasonMemo)
	done(w, taro, m)
	w.Advance(listed)
	got, err := w.Memos.Read(w.Ctx(), hanako, m.Ref())
	w.OK(err)
	w.Same(got.Deleted, true)
	w.Advance(binned)
	w.Refused(must.Err(w.Memos.Read(w.Ctx(), taro, m.Ref())), models.CodeNotFound, models.ReasonMemo)
	w.Refused(must.Err(w.Memos.SeenBy(w.Ctx(), taro, m.Ref())), models.CodeNotFound, models.ReasonMemo)
}

// seenBy: the members who have read their list since the memo was created, without its
// author.
func seenBy(w *familytest.World) {
	w.Freeze()
	taro, stranger := w.Person("Taro"), w.Person("Jiro")
	hanako, sora := w.Join(w.Person("Hanako"), taro), w.Join(w.Person("Sora"), taro)
	reads := func(u models.User) {
		w.T.Helper()
		w.OK(w.Families.MarkListened(w.Ctx(), w.Again(u), models.Speaker{}, w.Now()))
	}
	seen := func(m models.Memo, want ...models.UserID) {
		w.T.Helper()
		got, err := w.Memos.SeenBy(w.Ctx(), w.Again(hanako), m.Ref())
		w.OK(err)
		w.Same(got, append([]models.UserID{}, want...))
	}
	reads(sora)
	w.Advance(time.Minute)
	m := w.Add(taro, "milk")
	seen(m)
	reads(hanako) // at the same millisecond
	reads(taro)
	seen(m, hanako.ID)
	w.Advance(time.Minute)
	reads(sora)
	var both []models.UserID
	for _, u := range w.FamilyOf(taro).Members {
		if u.ID != taro.ID {
			both = append(both, u.ID)
		}
	}
	seen(m, both...)
	trashed(w, hanako, m)
	seen(m, both...)
	w.Refused(must.Err(w.Memos.SeenBy(w.Ctx(), stranger, m.Ref())), models.CodeNotFound, models.ReasonMemo)
}
