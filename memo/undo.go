package memo

import (
	"context"

	"voicememo/models"
)

// TrashVersion is Trash for a memo that must have a version; 0 is any. If the memo is in the
// list with another version, TrashVersion returns PreconditionFailed with the memo as
// Current. Unlike Delete it never removes a memo permanently.
func (s *Service) TrashVersion(ctx context.Context, actor models.User, ref models.MemoRef, version int64) (models.Memo, error) {
	m, err := s.update(ctx, actor, ref, Change{From: Live, To: Trashed, Version: version})
	if was := current(err); was != nil && was.Deleted {
		return models.Memo{}, models.InTrash(*was)
	}
	return m, err
}

// Undo takes back what brought a memo to its present state, and returns the memo: a memo in
// the trash returns to the list, not done; a done memo is marked as not done; a memo that the
// actor has added, and that has not been changed since, is put into the trash. If the memo
// does not have this version, Undo returns PreconditionFailed with the memo as Current.
// Conflict/ReasonNoUndo: nothing of the above applies. NotFound/ReasonMemo: as Read.
func (s *Service) Undo(ctx context.Context, actor models.User, ref models.MemoRef, version int64) (models.Memo, error) {
	m, err := s.Read(ctx, actor, ref)
	if err != nil {
		return models.Memo{}, err
	}
	if m.Version != version {
		return models.Memo{}, models.Stale(m)
	}
	c := Change{To: Open, Version: version}
	switch c.From = StateOf(m, s.now()); {
	case c.From != Open:
	case version == 1 && m.UserID == actor.ID:
		c.To = Trashed
	default:
		return models.Memo{}, models.Conflict(models.ReasonNoUndo)
	}
	return s.update(ctx, actor, ref, c)
}
