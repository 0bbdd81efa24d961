package memo

import (
	"context"

	"voicememo/internal/parallel"
	"voicememo/models"
)

// A right is decided on Families.Roster, read just before a change. The members' accounts,
// which only determine the names shown with memos, are read during the change.

// readWithMembers calls read and at the same time reads the members of family, which
// Families.Roster returned. It returns the family with them, or the first error.
func (s *Service) readWithMembers(ctx context.Context, actor models.User, family models.Family, read func(context.Context) error) (models.Family, error) {
	err := parallel.Do(ctx, read, func(ctx context.Context) (err error) {
		family, err = s.families.WithMembers(ctx, actor, family)
		return err
	})
	if err != nil {
		return models.Family{}, err
	}
	return family, nil
}

// changeWithMembers calls change and at the same time reads the members of family, which
// Families.Roster returned. If they cannot be read, it returns the family without them, and
// memos keep the names stored with them, because the change may already be stored.
func (s *Service) changeWithMembers(ctx context.Context, actor models.User, family models.Family, change func()) models.Family {
	with, err := family, error(nil)
	parallel.All(change, func() { with, err = s.families.WithMembers(ctx, actor, family) })
	if err != nil {
		return family
	}
	return with
}
