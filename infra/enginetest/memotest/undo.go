package memotest

import (
	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
)

// undone takes back what brought a memo to its version.
func undone(w *familytest.World, u models.User, m models.Memo) models.Memo {
	w.T.Helper()
	m, err := w.Memos.Undo(w.Ctx(), u, m.Ref(), m.Version)
	w.OK(err)
	return m
}

// undo: each change of a memo's state is taken back once, by any member, and an addition
// only by its author.
func undo(w *familytest.World) {
	taro := w.Person("Taro")
	hanako := w.Join(w.Person("Hanako"), taro)
	state := func(m models.Memo, version int64, deleted, done bool) {
		w.T.Helper()
		for _, got := range []models.Memo{m, stored(w, m)} {
			if got.Version != version || got.Deleted != deleted || got.Done() != done {
				w.T.Errorf("got version %d, deleted %v, done %v, want %d, %v, %v", got.Version, got.Deleted, got.Done(), version, deleted, done)
			}
		}
	}
	m := undone(w, taro, w.Add(taro, "milk"))
	state(m, 2, true, false)
	m = undone(w, hanako, m)
	state(m, 3, false, false)
	m = undone(w, hanako, done(w, taro, m))
	state(m, 5, false, false)
	m = undone(w, taro, trashed(w, hanako, done(w, taro, m)))
	state(m, 8, false, false)
	state(undone(w, hanako, expired(w, taro, "eggs")), 3, false, false)
}

// undoRefused: an undo needs the version it names, something to undo, and a memo of the
// family.
func undoRefused(w *familytest.World) {
	w.Freeze()
	taro, stranger := w.Person("Taro"), w.Person("Jiro")
	hanako := w.Join(w.Person("Hanako"), taro)
	m := w.Add(taro, "milk")
	refused := func(u models.User, version int64, code models.Code, reason models.Reason) {
		w.T.Helper()
		_, err := w.Memos.Undo(w.Ctx(), u, m.Ref(), version)
		w.Refused(err, code, reason)
		w.Same(stored(w, m), m)
	}
	refused(hanako, 1, models.CodeConflict, models.ReasonNoUndo)
	refused(stranger, 1, models.CodeNotFound, models.ReasonMemo)
	refused(taro, 2, models.CodePreconditionFailed, models.ReasonChanged)
	refused(taro, 0, models.CodePreconditionFailed, models.ReasonChanged)
	m = edited(w, taro, m, "oat milk")
	refused(taro, 2, models.CodeConflict, models.ReasonNoUndo)
	m = trashed(w, taro, m)
	refused(taro, 2, models.CodePreconditionFailed, models.ReasonChanged)
	w.Advance(binned)
	refused(taro, 3, models.CodeNotFound, models.ReasonMemo)
}

// trashVersion: a memo in the list is put into the trash only with the version it has.
func trashVersion(w *familytest.World) {
	w.Freeze()
	u := w.Person("Taro")
	m := edited(w, u, w.Add(u, "milk"), "oat milk")
	_, err := w.Memos.TrashVersion(w.Ctx(), u, m.Ref(), 1)
	w.Refused(err, models.CodePreconditionFailed, models.ReasonChanged)
	w.Same(*models.AsError(err).Current, m)
	gone, err := w.Memos.TrashVersion(w.Ctx(), u, m.Ref(), 2)
	w.OK(err)
	w.Same(gone, stored(w, m))
	for _, version := range []int64{0, 2, 3} {
		_, err = w.Memos.TrashVersion(w.Ctx(), u, m.Ref(), version)
		w.Refused(err, models.CodeConflict, models.ReasonInTrash)
	}
	w.Same(stored(w, m), gone)
}
