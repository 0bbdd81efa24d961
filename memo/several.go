package memo

import (
	"context"
	"slices"
	"sync"
	"time"

	"voicememo/models"
)

const (
	// MaxSeveral is how many memos one call of Get, TrashEach or RestoreEach takes:
	// of more, the first.
	MaxSeveral = 100
	// repeatWindow is how soon after a memo the same text again is likely a mistake.
	repeatWindow = 10 * time.Second
	// repeatLimit is how many of the newest memos are looked at for a repeat.
	repeatLimit = 10
)

// Repeats reports whether the same speaker has just added the same text, within
// 10 s, by another request than d's.
func (s *Service) Repeats(ctx context.Context, actor models.User, d Draft) (bool, error) {
	content, err := cleanContent(d.Content)
	if err != nil {
		return false, err
	}
	since := s.now().Add(-repeatWindow)
	// A store that keeps an account's last adds saves us the reading.
	if len(actor.Latest) > 0 && actor.Latest[0].At.Before(since) {
		return false, nil
	}
	list, err := s.List(ctx, actor, Query{Limit: repeatLimit})
	if err != nil {
		return false, err
	}
	if slices.ContainsFunc(list.Memos, func(m models.Memo) bool { return m.UserID == actor.ID && m.ID == d.Key.id() }) {
		return false, nil // this very request was done before
	}
	return slices.ContainsFunc(list.Memos, func(m models.Memo) bool {
		return m.UserID == actor.ID && m.SpokenBy == d.Voice.Mark(actor.ID) && !m.Timestamp.Before(since) &&
			fold(m.Content) == fold(content)
	}), nil
}

// Get reads memos of the actor's family by their keys, live or in the trash, in
// the order of refs. Those of other families, purged and unknown ones are left
// out. At most MaxSeveral.
func (s *Service) Get(ctx context.Context, actor models.User, refs []models.MemoRef) ([]models.Memo, error) {
	family, err := s.families.FamilyOf(ctx, actor)
	if err != nil {
		return nil, err
	}
	refs = within(family, refs)
	if len(refs) == 0 {
		return nil, nil
	}
	memos, err := s.store.Get(ctx, refs)
	if err != nil {
		return nil, err
	}
	now, byRef := s.now(), make(map[models.MemoRef]models.Memo, len(memos))
	for _, m := range memos {
		byRef[m.Ref()] = m
	}
	out := make([]models.Memo, 0, len(memos))
	for _, ref := range refs {
		if m, ok := byRef[ref]; ok && !m.Purged(now) {
			out = append(out, named(m, family))
		}
	}
	return out, nil
}

// within gives those of refs that a family may see, each once, at most MaxSeveral.
func within(family models.Family, refs []models.MemoRef) []models.MemoRef {
	out := make([]models.MemoRef, 0, min(len(refs), MaxSeveral))
	for _, ref := range refs {
		if family.Lists(ref.UserID) && !slices.Contains(out, ref) && len(out) < MaxSeveral {
			out = append(out, ref)
		}
	}
	return out
}

// TrashEach puts exactly these memos into the trash and returns how many of them
// are there now, those that were there before included, so that a repeat returns the
// same. At most MaxSeveral. An error's Done is how many are there all the same; a
// repeat does the rest.
func (s *Service) TrashEach(ctx context.Context, actor models.User, refs []models.MemoRef) (int, error) {
	now := s.now()
	c := Change{From: Live, To: Trashed, By: actor.ID, At: now, PurgeAt: purgeAt(now)}
	changed, before, err := s.each(ctx, actor, refs, c)
	return len(changed) + len(before), err
}

// RestoreEach brings memos back from the trash and returns them, and those that
// were in the list already, each in the order of refs. At most MaxSeveral. An
// error's Done is how many are in the list all the same; a repeat does the rest.
func (s *Service) RestoreEach(ctx context.Context, actor models.User, refs []models.MemoRef) (restored, already []models.Memo, err error) {
	return s.each(ctx, actor, refs, Change{From: Trashed, To: Live, By: actor.ID, At: s.now()})
}

// each applies c to several memos of the actor's family concurrently. It returns
// those that it changed and those that already were as c wants them.
func (s *Service) each(ctx context.Context, actor models.User, refs []models.MemoRef, c Change) (changed, already []models.Memo, err error) {
	family, err := s.families.FamilyOf(ctx, actor)
	if err != nil {
		return nil, nil, err
	}
	refs = within(family, refs)
	memos, errs := make([]models.Memo, len(refs)), make([]error, len(refs))
	sideBySide(len(refs), func(i int) { memos[i], errs[i] = s.store.Update(ctx, refs[i], c) })
	for i, m := range memos {
		switch {
		case errs[i] == nil:
			changed = append(changed, named(m, family))
		case current(errs[i]) != nil && !current(errs[i]).Purged(c.At):
			already = append(already, named(*current(errs[i]), family))
		case !alreadyGone(errs[i]) && err == nil:
			err = errs[i]
		}
	}
	if len(changed)+len(already) > 0 {
		s.changed(family.ID) // also after a repeat: the first time may have told nobody
	}
	if err != nil {
		return nil, nil, failedAfter(len(changed)+len(already), err)
	}
	return changed, already, nil
}

// failedAfter is a failure that came after some of several things were done.
func failedAfter(done int, err error) error {
	if err == nil {
		return nil
	}
	e := *models.AsError(err)
	e.Done = done
	return &e
}

// sideBySide calls do for 0 to n-1, a few at a time, and waits for all.
func sideBySide(n int, do func(i int)) {
	var wg sync.WaitGroup
	slots := make(chan struct{}, trashWorkers)
	for i := range n {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			do(i)
		})
	}
	wg.Wait()
}
