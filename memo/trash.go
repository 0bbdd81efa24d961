package memo

import (
	"cmp"
	"context"
	"sync/atomic"
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
// trash and returns how many. Interrupted, it can be called again; the error's Done
// is how many it was.
func (s *Service) TrashAll(ctx context.Context, actor models.User) (int, error) {
	started := s.now()
	c := Change{From: Live, To: Trashed, By: actor.ID, At: started, PurgeAt: purgeAt(started)}
	family, err := s.families.FamilyOf(ctx, actor)
	if err != nil {
		return 0, err
	}
	n, err := s.all(ctx, actor, Query{Limit: MaxLimit}, func(m models.Memo) error {
		if m.Timestamp.After(started) {
			return errSkip
		}
		_, err := s.store.Update(ctx, m.Ref(), c)
		return err
	})
	if n > 0 {
		s.changed(family.ID)
	}
	if err != nil {
		return 0, failedAfter(n, err)
	}
	return n, nil
}

// Emptying says what EmptyTrash did.
type Emptying struct {
	Deleted int // permanently removed
	Kept    int // the actor may not remove these, or not yet
}

// EmptyTrash permanently removes what is in the trash of the actor's family since
// before now and what the actor may remove (see Delete). It keeps on the family who
// did it. Interrupted, it can be called again; the error's Done is how many memos
// were removed.
func (s *Service) EmptyTrash(ctx context.Context, actor models.User) (Emptying, error) {
	started := s.now()
	family, err := s.families.FamilyOf(ctx, actor)
	if err != nil {
		return Emptying{}, err
	}
	var kept atomic.Int64
	n, err := s.all(ctx, actor, Query{Limit: MaxLimit, Deleted: true}, func(m models.Memo) error {
		switch {
		case m.DeletedAt.After(started):
			return errSkip
		case !mayRemove(actor.ID, family, m, started):
			kept.Add(1)
			return errSkip
		}
		return s.store.Remove(ctx, m.Ref(), m.Version)
	})
	if n > 0 {
		noted := s.store.NoteEmptied(ctx, family.ID, models.Emptied{By: actor.ID, At: started, Count: n})
		err = cmp.Or(err, noted)
		if s.Happened != nil {
			s.Happened(models.Event{Kind: models.EventTrashEmptied, Family: family.ID, Actor: actor.ID})
		}
		s.changed(family.ID)
	}
	if err != nil {
		return Emptying{}, failedAfter(n, err)
	}
	return Emptying{Deleted: n, Kept: int(kept.Load())}, nil
}

// Count returns how many live memos an author has.
func (s *Service) Count(ctx context.Context, author models.UserID) (int, error) {
	return s.store.Count(ctx, author)
}

// errSkip says that a call that works through all memos leaves this one.
var errSkip = models.NotFound(models.ReasonMemo)

// all does something to every memo of a list, page by page, and returns to how many,
// also with an error.
func (s *Service) all(ctx context.Context, actor models.User, q Query, do func(models.Memo) error) (done int, err error) {
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

// doEach does something to several memos concurrently and returns to how many; those
// that another request dealt with first do not count.
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

// alreadyGone reports that another request deleted the memo meanwhile.
func alreadyGone(err error) bool {
	return models.IsCode(err, models.CodePreconditionFailed) || models.IsCode(err, models.CodeNotFound)
}
