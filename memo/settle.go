package memo

import (
	"context"
	"time"

	"voicememo/models"
)

// settlePause is what Settle waits between batches: what is left may be only an
// index that lags, or another mover's.
const settlePause = 20 * time.Millisecond

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
		select {
		case <-ctx.Done():
			return models.Unavailable(ctx.Err())
		case <-time.After(settlePause):
		}
	}
}
