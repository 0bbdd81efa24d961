package memo

import (
	"context"
	"time"

	"voicememo/models"
)

// settlePause is how long Settle waits between batches. An index may lag, or another
// mover may be working on the rest.
const settlePause = 20 * time.Millisecond

// Settle resumes the pending moves of the actor's family and returns when they are done.
// It returns CodeUnavailable if ctx ends first.
func (s *Service) Settle(ctx context.Context, actor models.User) error {
	for {
		family, err := s.families.Roster(ctx, actor)
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
