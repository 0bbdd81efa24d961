package memo

import (
	"context"
	"slices"
	"time"

	"voicememo/models"
)

// trashWorkers is how many memos TrashAll puts into the trash at once. SQLite
// commits them together; DynamoDB answers them side by side.
const trashWorkers = 32

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
	memos = slices.DeleteFunc(memos, func(m models.Memo) bool { return m.Timestamp.After(until) })
	c := Change{From: Live, To: Trashed, By: actor.ID, At: until, PurgeAt: purgeAt(until)}
	errs := make([]error, len(memos))
	sideBySide(len(memos), func(i int) { _, errs[i] = s.store.Update(ctx, memos[i].Ref(), c) })
	n, first := 0, error(nil)
	for _, err := range errs {
		switch {
		case err == nil:
			n++
		case !alreadyGone(err) && first == nil:
			first = err
		}
	}
	return n, first
}

// alreadyGone reports that somebody else deleted the memo meanwhile.
func alreadyGone(err error) bool {
	return models.IsCode(err, models.CodePreconditionFailed) || models.IsCode(err, models.CodeNotFound)
}
