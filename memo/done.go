package memo

import (
	"context"

	"voicememo/models"
)

// marking returns the change that marks a memo as done or, if done is false, as not done.
func marking(done bool) Change {
	if done {
		return Change{From: Open, To: Done}
	}
	return Change{From: Done, To: Open}
}

// Done marks a memo as done or, if done is false, as not done, and returns it. A memo that
// already is so is returned unchanged. A done memo stays in the list for models.DoneDays,
// then in the trash for models.TrashDays. If version is not 0 and not the memo's present
// version, Done returns PreconditionFailed with the memo as Current. It returns
// Conflict/ReasonInTrash for a memo in the trash and NotFound/ReasonMemo for a memo that
// the actor's family does not have.
func (s *Service) Done(ctx context.Context, actor models.User, ref models.MemoRef, done bool, version int64) (models.Memo, error) {
	c := marking(done)
	c.Version = version
	m, err := s.update(ctx, actor, ref, c)
	was := current(err)
	switch {
	case was == nil:
		return m, err
	case was.Deleted:
		return models.Memo{}, models.InTrash(*was)
	case was.Done() != done || version != 0 && was.Version != version:
		return models.Memo{}, err
	}
	s.changed(was.FamilyID) // the first change notification may be lost
	return *was, nil
}

// DoneEach marks memos as done or, if done is false, as not done, at most MaxSeveral. It
// returns the changed ones and those that already were so, both in the order of refs.
// Memos in the trash are left out. If it fails, the error's Done is how many are as
// wanted; a repeat does the rest.
func (s *Service) DoneEach(ctx context.Context, actor models.User, refs []models.MemoRef, done bool) (changed, already []models.Memo, err error) {
	return s.each(ctx, actor, refs, marking(done))
}
