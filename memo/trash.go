package memo

import (
	"context"
	"sync"
	"time"

	"voicememo/models"
)

// trashWorkers is how many memos TrashAll puts into the trash at once. SQLite
// commits them together; DynamoDB answers them side by side.
const trashWorkers = 16

// purgeAt is when a memo deleted at t is forgotten: whole seconds, as a TTL needs.
func purgeAt(t time.Time) time.Time {
	return t.AddDate(0, 0, models.TrashDays).Truncate(time.Second)
}

// TrashAll puts every live memo of the actor's family made until now into the
// trash and says how many. Interrupted, it can be called again.
func (s *Service) TrashAll(ctx context.Context, actor models.User) (int, error) {
	deleted, started := 0, s.now()
	for cursor := ""; ; {
		list, err := s.List(ctx, actor, Query{Limit: MaxLimit, Cursor: cursor})
		if err != nil {
			return deleted, err
		}
		n, err := s.trashEach(ctx, actor, list.Memos, started)
		deleted += n
		if err != nil || list.Next == "" {
			return deleted, err
		}
		cursor = list.Next
	}
}

// trashEach trashes the memos made until the given time and says how many it did.
func (s *Service) trashEach(ctx context.Context, actor models.User, memos []models.Memo, until time.Time) (int, error) {
	var (
		wg    sync.WaitGroup
		mu    sync.Mutex
		n     int
		first error
		slots = make(chan struct{}, trashWorkers)
	)
	for _, m := range memos {
		if m.Timestamp.After(until) {
			continue
		}
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			c := Change{From: Live, To: Trashed, By: actor.ID, At: until, PurgeAt: purgeAt(until)}
			_, err := s.store.Update(ctx, m.Ref(), c)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				n++
			case !alreadyGone(err) && first == nil:
				first = err
			}
		})
	}
	wg.Wait()
	return n, first
}

// alreadyGone reports that somebody else deleted the memo meanwhile.
func alreadyGone(err error) bool {
	return models.IsCode(err, models.CodePreconditionFailed) || models.IsCode(err, models.CodeNotFound)
}
