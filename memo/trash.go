package memo

import (
	"context"
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
	started := s.now()
	c := Change{From: Live, To: Trashed, By: actor.ID, At: started, PurgeAt: purgeAt(started)}
	return s.all(ctx, actor, Query{Limit: MaxLimit}, func(m models.Memo) error {
		if m.Timestamp.After(started) {
			return errLater
		}
		_, err := s.store.Update(ctx, m.Ref(), c)
		return err
	})
}

// EmptyTrash removes for good what is in the trash of the actor's family since
// before now, and says how many memos it was. Interrupted, it can be called again.
func (s *Service) EmptyTrash(ctx context.Context, actor models.User) (int, error) {
	started := s.now()
	return s.all(ctx, actor, Query{Limit: MaxLimit, Deleted: true}, func(m models.Memo) error {
		if m.DeletedAt.After(started) {
			return errLater
		}
		return s.store.Remove(ctx, m.Ref())
	})
}

// errLater says that a memo came after the call that works through all of them,
// and is left to the next one.
var errLater = models.NotFound(models.ReasonMemo)

// all does something to every memo of a list, page by page, and says to how many.
func (s *Service) all(ctx context.Context, actor models.User, q Query, do func(models.Memo) error) (int, error) {
	family, err := s.families.FamilyOf(ctx, actor)
	if err != nil {
		return 0, err
	}
	done := 0
	defer func() {
		if done > 0 {
			s.changed(family.ID)
		}
	}()
	for {
		list, err := s.List(ctx, actor, q)
		if err != nil {
			return done, err
		}
		n, err := doEach(list.Memos, do)
		done += n
		if err != nil || list.Next == "" {
			return done, err
		}
		q.Cursor = list.Next
	}
}

// doEach does something to several memos side by side and says to how many; those
// that somebody else was faster with do not count.
func doEach(memos []models.Memo, do func(models.Memo) error) (int, error) {
	errs := make([]error, len(memos))
	sideBySide(len(memos), func(i int) { errs[i] = do(memos[i]) })
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
