package dynamo

import (
	"testing"

	"voicememo/infra/enginetest/familytest"
	"voicememo/memo"
	"voicememo/models"
)

// TestFamilyOfMovingMemos: every answer about a memo names the family that lists it, even
// while the move is pending.
func TestFamilyOfMovingMemos(t *testing.T) {
	for name, call := range map[string]func(w *familytest.World, u models.User, m models.Memo) ([]models.Memo, error){
		"list": func(w *familytest.World, u models.User, _ models.Memo) ([]models.Memo, error) {
			list, err := w.Memos.List(w.Ctx(), u, memo.Query{})
			return list.Memos, err
		},
		"get": func(w *familytest.World, u models.User, m models.Memo) ([]models.Memo, error) {
			return w.Memos.Get(w.Ctx(), u, []models.MemoRef{m.Ref()})
		},
		"edit": func(w *familytest.World, u models.User, m models.Memo) ([]models.Memo, error) {
			m, err := w.Memos.Edit(w.Ctx(), u, m.Ref(), "new", 0)
			return []models.Memo{m}, err
		},
		"edit of another version": func(w *familytest.World, u models.User, m models.Memo) ([]models.Memo, error) {
			_, err := w.Memos.Edit(w.Ctx(), u, m.Ref(), "new", 7)
			if !models.IsCode(err, models.CodePreconditionFailed) {
				return nil, err
			}
			return []models.Memo{*models.AsError(err).Current}, nil
		},
		"done": func(w *familytest.World, u models.User, m models.Memo) ([]models.Memo, error) {
			m, err := w.Memos.Done(w.Ctx(), u, m.Ref(), true, 0)
			return []models.Memo{m}, err
		},
		"restore": func(w *familytest.World, u models.User, m models.Memo) ([]models.Memo, error) {
			m, err := w.Memos.Restore(w.Ctx(), u, m.Ref())
			return []models.Memo{m}, err
		},
		"repeated add": func(w *familytest.World, u models.User, _ models.Memo) ([]models.Memo, error) {
			m, created, err := w.Memos.Add(w.Ctx(), u, draft)
			w.Same(created, false)
			return []models.Memo{m}, err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, db := world(t, plain)
			owner := w.Person("Owner")
			guest := w.Join(w.Person("Guest"), owner)
			m, _, err := w.Memos.Add(w.Ctx(), guest, draft)
			w.OK(err)
			f := w.FamilyOf(owner)
			w.OK(db.Families().Leave(w.Ctx(), leaving(w, guest, "home")))
			for _, u := range []models.User{guest, w.Again(guest)} { // read before the move, and after
				memos, err := call(w, u, m)
				if err != nil || len(memos) != 1 || memos[0].FamilyID != "home" {
					t.Errorf("got %+v, %v, want one memo of home, not of %s", memos, err, f.ID)
				}
			}
		})
	}
}

// draft is the same memo each time.
var draft = memo.Draft{Content: "memo", Key: "key"}
