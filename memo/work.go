package memo

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"voicememo/models"
)

const (
	workTime   = 5 * time.Second // see Service.WorkTime
	firstBatch = 100             // see Service.FirstBatch
	// A batch that took less than quickBatch is followed by one of twice as many memos.
	quickBatch = 500 * time.Millisecond
)

// task is which work of which account.
type task struct {
	person models.UserID
	kind   models.WorkKind
}

// start changes memos in batches until WorkTime is over, and returns how many were changed
// and how many are left. If they are more than one batch, it records w before the first, so
// that ResumeWork does what is left, even if the process dies; then it succeeds with the
// rest left if the store cannot be reached in the middle, or other calls have taken over w.
func (s *Service) start(ctx context.Context, t task, w models.Work, memos []models.Memo) (models.Work, error) {
	w.Left = len(memos)
	recorded := len(memos) > s.FirstBatch
	if recorded {
		w.After = models.Position{Timestamp: memos[0].Timestamp.Add(time.Millisecond)} // directly before the first
		if err := s.store.BeginWork(ctx, t.person, t.kind, w); err != nil {
			return models.Work{}, err
		}
	}
	until := w.Began.Add(s.WorkTime)
	w, err := s.batches(ctx, t, w, memos, recorded, func(now time.Time) bool { return !now.Before(until) })
	if err == nil {
		return w, nil
	}
	w, err = failedAt[models.Work](err)
	if recorded && (models.IsCode(err, models.CodeUnavailable) || overtaken(err)) {
		return w, nil
	}
	return models.Work{}, failedAfter(w.Done, err)
}

// overtaken reports whether err means that the recorded work is another one by now, or done.
func overtaken(err error) bool { return models.IsReason(err, models.ReasonChanged) }

// batches changes memos in batches, the first of FirstBatch, until none is left or stop
// reports true, and records the progress if the work is recorded. It returns how far the
// work is; if it fails, in the error (see failedAt).
func (s *Service) batches(ctx context.Context, t task, w models.Work, memos []models.Memo, recorded bool, stop func(now time.Time) bool) (models.Work, error) {
	for size := s.FirstBatch; len(memos) > 0; {
		began := s.now()
		batch := memos[:min(size, len(memos))]
		n, err := s.batch(ctx, t, w, batch, began)
		if err != nil {
			n = models.AsError(err).Done
			w.Done, w.Left = w.Done+n, len(memos)-n
			return models.Work{}, failed[models.Work]{err, w}
		}
		w.Done += n
		memos = memos[len(batch):]
		w.After, w.Left = batch[len(batch)-1].Position(), len(memos)
		if recorded {
			if err := s.store.SaveWork(ctx, t.person, t.kind, w); err != nil {
				return models.Work{}, failed[models.Work]{err, w}
			}
		}
		now := s.now()
		if stop(now) {
			break
		}
		if now.Sub(began) < quickBatch {
			size = min(2*size, MaxWhole)
		}
	}
	return w, nil
}

// batch changes memos and returns how many; if it fails, as Done of the error. A memo that
// was changed since the work began and, for one dated after that, since it was read, is left
// alone.
func (s *Service) batch(ctx context.Context, t task, w models.Work, memos []models.Memo, now time.Time) (n int, err error) {
	c, refs := Change{From: Live, To: Trashed, Since: w.Began}, make([]models.MemoRef, len(memos))
	for i, m := range memos {
		if refs[i] = m.Ref(); m.UpdatedAt.After(c.Since) {
			c.Since = m.UpdatedAt
		}
	}
	if t.kind == models.WorkEmpty {
		c.From, c.To = Trashed, 0
		n, err = s.store.RemoveMany(ctx, refs, c.made(t.person, w.Family, now), forgetAt(now))
	} else {
		n, err = s.store.UpdateMany(ctx, refs, c.made(t.person, w.Family, now))
	}
	if err != nil {
		n = models.AsError(err).Done
	}
	switch {
	case n == 0:
	case t.kind == models.WorkEmpty:
		err = cmp.Or(err, s.emptied(ctx, t.person, w, n))
	default:
		s.changed(w.Family)
	}
	if err != nil {
		return 0, failedAfter(n, err)
	}
	return n, nil
}

// emptied records on the family that w has removed n further memos, and reports it.
func (s *Service) emptied(ctx context.Context, person models.UserID, w models.Work, n int) error {
	err := s.store.NoteEmptied(ctx, w.Family, models.Emptied{By: person, At: w.Began, Count: w.Done + n})
	if w.Done > 0 {
		s.changed(w.Family)
		return err
	}
	s.happened(models.Event{Kind: models.EventTrashEmptied, Family: w.Family, Actor: person, At: w.Began})
	return err
}

// ResumeWork does what is left of the changes of many memos, of all accounts, until it is
// done or ctx ends, and returns how many changes are still pending. One that fails does not
// delay the others; the error joins all failures. Any number of calls may overlap.
func (s *Service) ResumeWork(ctx context.Context) (pending int, err error) {
	people, err := s.store.Working(ctx, s.now())
	if err != nil {
		return 0, err
	}
	var errs []error
	for _, u := range people {
		for _, kind := range slices.Sorted(maps.Keys(u.Author.Work)) {
			done, err := false, ctx.Err()
			if err == nil {
				done, err = s.resume(ctx, u, kind)
			}
			if err != nil && ctx.Err() == nil {
				errs = append(errs, err)
			}
			if !done {
				pending++
			}
		}
	}
	return pending, errors.Join(errs...)
}

// resume does what is left of a person's work of a kind.
func (s *Service) resume(ctx context.Context, u models.User, kind models.WorkKind) (done bool, err error) {
	t, w := task{u.ID, kind}, u.Author.Work[kind]
	memos, err := s.rest(ctx, u, kind)
	if err != nil {
		return false, err
	}
	if w.Left = len(memos); w.Left == 0 {
		err = s.store.SaveWork(ctx, t.person, t.kind, w)
	} else {
		w, err = s.batches(ctx, t, w, memos, true, func(time.Time) bool { return ctx.Err() != nil })
	}
	if overtaken(err) {
		return true, nil
	}
	return err == nil && w.Left == 0, err
}

// rest returns the memos that a person's work of a kind has not reached: those that were in
// the list, or in the trash, when it began, unchanged since, of people who were in the
// family then. There are none if the person has left the family. A former member may have
// come with a person who has joined since.
func (s *Service) rest(ctx context.Context, u models.User, kind models.WorkKind) ([]models.Memo, error) {
	w := u.Author.Work[kind]
	q := Query{Deleted: kind == models.WorkEmpty, Cursor: cursorAfter(w.After)}
	if u.FamilyID != w.Family || u.Membership.Gone {
		return nil, nil
	}
	memos, family, err := s.snapshot(ctx, u, q, w.Began)
	if err != nil || family.ID != w.Family {
		return nil, err
	}
	if family, err = s.families.WithMembers(ctx, u, family); err != nil {
		return nil, err
	}
	since := func(m models.User) bool { return m.Membership.JoinedAt.After(w.Began) }
	joined := slices.ContainsFunc(family.Members, since)
	memos = slices.DeleteFunc(memos, func(m models.Memo) bool {
		author, member := family.Member(m.UserID)
		return m.UpdatedAt.After(w.Began) || member && since(author) || !member && joined
	})
	if kind == models.WorkEmpty {
		return s.removable(ctx, u, family, memos, w.Began)
	}
	return memos, nil
}
