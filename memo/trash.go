package memo

import (
	"cmp"
	"context"
	"slices"
	"time"

	"voicememo/models"
)

// trashWorkers is how many memos are changed concurrently. SQLite commits them
// together; DynamoDB processes the requests in parallel.
const trashWorkers = 16

// purgeAt returns when a memo deleted at t is purged, in whole seconds as a TTL requires.
func purgeAt(t time.Time) time.Time {
	return t.AddDate(0, 0, models.TrashDays).Truncate(time.Second)
}

// TrashAll puts every memo in the list of the actor's family into the trash and returns
// how many there were. Memos added in the meantime stay in the list, whatever their
// time. If it fails, the error's Done is how many memos were put into the trash, and a
// repeat does the rest.
func (s *Service) TrashAll(ctx context.Context, actor models.User) (int, error) {
	family, err := s.families.FamilyOf(ctx, actor)
	if err != nil {
		return 0, err
	}
	memos, err := s.snapshot(ctx, actor, false)
	if err != nil {
		return 0, err
	}
	now := s.now()
	c := Change{From: Live, To: Trashed, By: actor.ID, At: now, PurgeAt: purgeAt(now)}
	n, err := doEach(memos, func(m models.Memo) error {
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

// Emptying is the result of EmptyTrash.
type Emptying struct {
	Deleted int // how many memos were permanently removed
	Kept    int // how many the actor may not remove now
}

// EmptyTrash permanently removes every memo in the trash of the actor's family that the
// actor may remove (see Delete), and records the actor on the family. Memos put into the
// trash in the meantime stay. If it fails, the error's Done is how many memos were
// removed, and a repeat does the rest.
func (s *Service) EmptyTrash(ctx context.Context, actor models.User) (Emptying, error) {
	started := s.now()
	family, err := s.families.FamilyOf(ctx, actor)
	if err != nil {
		return Emptying{}, err
	}
	memos, err := s.snapshot(ctx, actor, true)
	if err != nil {
		return Emptying{}, err
	}
	all := len(memos)
	memos = slices.DeleteFunc(memos, func(m models.Memo) bool { return !mayRemove(actor.ID, family, m, started) })
	n, err := doEach(memos, func(m models.Memo) error { return s.store.Remove(ctx, m.Ref(), m.Version) })
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
	return Emptying{Deleted: n, Kept: all - len(memos)}, nil
}

// Count returns how many live memos an author has.
func (s *Service) Count(ctx context.Context, author models.UserID) (int, error) {
	return s.store.Count(ctx, author)
}

// snapshot returns all memos of the list or, if deleted is true, of the trash, without
// their texts.
func (s *Service) snapshot(ctx context.Context, actor models.User, deleted bool) (memos []models.Memo, err error) {
	for q := (Query{Limit: MaxLimit, Deleted: deleted}); ; {
		list, err := s.List(ctx, actor, q)
		if err != nil {
			return nil, err
		}
		for _, m := range list.Memos {
			m.Content = ""
			memos = append(memos, m)
		}
		if q.Cursor = list.Next; q.Cursor == "" {
			return memos, nil
		}
	}
}

// doEach calls do for several memos concurrently and returns how many calls succeeded
// and the first error. A memo that another request changed first is neither.
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

// alreadyGone reports whether err means that another request changed the memo first.
func alreadyGone(err error) bool {
	return models.IsCode(err, models.CodePreconditionFailed) || models.IsCode(err, models.CodeNotFound)
}
