package memo

import (
	"context"

	"voicememo/models"
)

// Read returns a memo of the actor's family, live or in the trash. It returns
// NotFound/ReasonMemo if the family does not have the memo or its time in the trash is
// over.
func (s *Service) Read(ctx context.Context, actor models.User, ref models.MemoRef) (models.Memo, error) {
	m, _, err := s.read(ctx, actor, ref)
	return m, err
}

// ReadAdded is Read for an access of the actor that may read only the memos that it added, and
// not what others made of them. It returns NotFound/ReasonMemo for every other memo, and for one
// whose text has been changed since; it returns no text before.
func (s *Service) ReadAdded(ctx context.Context, actor models.User, ref models.MemoRef, via models.AccessID) (models.Memo, error) {
	m, err := s.Read(ctx, actor, ref)
	if err == nil && (via == "" || m.Via != via || m.UserID != actor.ID || m.EditedBy != "") {
		err = models.NotFound(models.ReasonMemo)
	}
	if err != nil {
		return models.Memo{}, err
	}
	return asAdded(m, m.Content), nil
}

// SeenBy returns which other members than a memo's author have read or heard their list
// since the memo was created (models.SkillMemory.LastReadAt), in the order of the members. It
// returns the errors of Read.
func (s *Service) SeenBy(ctx context.Context, actor models.User, ref models.MemoRef) ([]models.UserID, error) {
	m, family, err := s.read(ctx, actor, ref)
	if err != nil {
		return nil, err
	}
	seen := []models.UserID{}
	for _, u := range family.Members {
		if u.ID != m.UserID && !u.Skill.LastReadAt.IsZero() && !u.Skill.LastReadAt.Before(m.Timestamp) {
			seen = append(seen, u.ID)
		}
	}
	return seen, nil
}

// read returns what Read returns, and the family.
func (s *Service) read(ctx context.Context, actor models.User, ref models.MemoRef) (models.Memo, models.Family, error) {
	memos, family, err := s.get(ctx, actor, []models.MemoRef{ref})
	switch {
	case err != nil:
		return models.Memo{}, models.Family{}, err
	case len(memos) == 0:
		return models.Memo{}, models.Family{}, models.NotFound(models.ReasonMemo)
	}
	return memos[0], family, nil
}
