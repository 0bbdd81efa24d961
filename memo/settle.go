package memo

import (
	"context"

	"voicememo/models"
)

// Settle carries a family's pending moves on until they are done or ctx ends.
func (s *Service) Settle(ctx context.Context, actor models.User) error {
	for {
		family, err := s.families.FamilyOf(ctx, actor)
		if err != nil || len(family.Moving) == 0 {
			return err
		}
		if _, err = s.store.Settle(ctx, family, settleBatch); err != nil {
			return err
		}
	}
}
