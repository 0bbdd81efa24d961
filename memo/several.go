package memo

import (
	"context"
	"slices"

	"voicememo/internal/parallel"
	"voicememo/models"
)

const (
	// MaxSeveral is how many memos one call of Get, DoneEach, TrashEach or RestoreEach
	// handles. Further ones are ignored.
	MaxSeveral = 100
	// severalWorkers is how many of them are changed concurrently. SQLite commits them
	// together; DynamoDB processes the requests in parallel.
	severalWorkers = 16
)

// Get returns memos of the actor's family by their keys, live or in the trash, in the
// order of refs, at most MaxSeveral. Memos of other families, purged memos and unknown
// ones are left out.
func (s *Service) Get(ctx context.Context, actor models.User, refs []models.MemoRef) ([]models.Memo, error) {
	memos, _, err := s.get(ctx, actor, refs)
	return memos, err
}

// get returns what Get returns, and the family.
func (s *Service) get(ctx context.Context, actor models.User, refs []models.MemoRef) ([]models.Memo, models.Family, error) {
	family, err := s.families.Roster(ctx, actor)
	if err != nil {
		return nil, models.Family{}, err
	}
	refs = within(family, refs)
	if len(refs) == 0 {
		return nil, family, nil
	}
	var memos []models.Memo
	family, err = s.readWithMembers(ctx, actor, family, func(ctx context.Context) (err error) {
		memos, err = s.store.Get(ctx, refs)
		return err
	})
	if err != nil {
		return nil, models.Family{}, err
	}
	now, byRef := s.now(), make(map[models.MemoRef]models.Memo, len(memos))
	for _, m := range memos {
		byRef[m.Ref()] = m
	}
	out := make([]models.Memo, 0, len(memos))
	for _, ref := range refs {
		if m, ok := byRef[ref]; ok && !m.Purged(now) {
			out = append(out, named(m.At(now), family))
		}
	}
	return out, family, nil
}

// within returns those of refs that a family may see, each once, at most MaxSeveral.
func within(family models.Family, refs []models.MemoRef) []models.MemoRef {
	out := make([]models.MemoRef, 0, min(len(refs), MaxSeveral))
	for _, ref := range refs {
		if family.Lists(ref.UserID) && !slices.Contains(out, ref) && len(out) < MaxSeveral {
			out = append(out, ref)
		}
	}
	return out
}

// TrashEach puts memos into the trash, at most MaxSeveral. It returns those that it put
// there and those that were there before, both in the order of refs. If it fails, the
// error's Done is how many are in the trash; a repeat does the rest.
func (s *Service) TrashEach(ctx context.Context, actor models.User, refs []models.MemoRef) (trashed, already []models.Memo, err error) {
	return s.each(ctx, actor, refs, Change{From: Live, To: Trashed})
}

// RestoreEach moves memos from the trash back into the list, not done, at most
// MaxSeveral. It returns the restored ones and those that were already in the list, both
// in the order of refs. If it fails, the error's Done is how many are in the list; a
// repeat does the rest.
func (s *Service) RestoreEach(ctx context.Context, actor models.User, refs []models.MemoRef) (restored, already []models.Memo, err error) {
	return s.each(ctx, actor, refs, Change{From: Trashed, To: Open})
}

// each applies c to several memos of the actor's family concurrently. It returns the
// memos that it changed and those that were already as c would make them. A memo that is
// in the trash, or not in it, against c.To is neither.
func (s *Service) each(ctx context.Context, actor models.User, refs []models.MemoRef, c Change) (changed, already []models.Memo, err error) {
	family, err := s.families.Roster(ctx, actor)
	if err != nil {
		return nil, nil, err
	}
	refs, c = within(family, refs), c.by(actor, family, s.now())
	memos, errs := make([]models.Memo, len(refs)), make([]error, len(refs))
	family = s.changeWithMembers(ctx, actor, family, func() {
		parallel.Each(len(refs), severalWorkers, func(i int) { memos[i], errs[i] = s.store.Update(ctx, refs[i], c) })
	})
	for i, m := range memos {
		was := current(errs[i])
		switch {
		case errs[i] == nil:
			changed = append(changed, named(m.At(c.At), family))
		case was != nil && !was.Purged(c.At) && was.At(c.At).Deleted == (c.To == Trashed):
			already = append(already, named(was.At(c.At), family))
		case !alreadyGone(errs[i]) && err == nil:
			err = errs[i]
		}
	}
	for _, m := range changed {
		s.did(c, family.ID, m.Ref())
	}
	if len(already) > 0 {
		s.changed(family.ID) // the first change notification may be lost
	}
	if err != nil {
		return nil, nil, failedAfter(len(changed)+len(already), err)
	}
	return changed, already, nil
}

// failedAfter returns err with Done, the number of changes that are done.
func failedAfter(done int, err error) error {
	if err == nil {
		return nil
	}
	e := *models.AsError(err)
	e.Done = done
	return &e
}
