package invite

import (
	"context"
	"time"

	"voicememo/internal/parallel"
	"voicememo/models"
)

// count counts a new invitation: its link and, if it may have digits, its code, and chooses
// those. Whatever it has counted before an error, it removes again. If the invitation may
// have no digits now, again is when the family may get some; unless last is true, count
// then returns Conflict/ReasonMoved.
//
// The ledgers were read together and are changed at the same time: no limit depends on
// another one, and codes do nothing before they are the family's.
func (s *Service) count(ctx context.Context, family models.Family, in *issuing, code *models.InviteCode, last bool) (again time.Time, err error) {
	now := s.now()
	if wait := linkWait(in.links, now); wait > 0 {
		return time.Time{}, models.TooMany(models.ReasonManyLinks, wait)
	}
	wait := issueWait(in.issues, now)
	if wait > 0 && !last {
		return time.Time{}, models.Conflict(models.ReasonMoved)
	}
	if wait > 0 {
		if err := s.bookLink(ctx, &in.links, code.InviteID); err != nil {
			return time.Time{}, err
		}
		return now.Add(wait), nil
	}
	wait, err = s.countDigits(ctx, family, in, code)
	if err == nil && code.Code == "" && !last {
		err = models.Conflict(models.ReasonMoved)
	}
	switch {
	case err != nil:
		s.unbook(ctx, code.InviteID, &in.live, &in.issues, &in.links)
		return time.Time{}, err
	case code.Code == "":
		s.unbook(ctx, code.InviteID, &in.live, &in.issues)
		code.Admits = false
		return now.Add(wait), nil
	}
	return time.Time{}, nil
}

// countDigits counts an invitation with digits and chooses these. It leaves Code empty if
// the family may have no digits now, and returns how long to wait. After an error, some of
// it may be counted.
func (s *Service) countDigits(ctx context.Context, family models.Family, in *issuing, code *models.InviteCode) (wait time.Duration, err error) {
	var (
		digits string
		errs   [4]error
	)
	ctx, cancel := leavingTime(ctx)
	defer cancel()
	parallel.All(
		func() { wait, errs[0] = s.bookIssue(ctx, &in.issues, code.InviteID) },
		func() { errs[1] = s.bookLink(ctx, &in.links, code.InviteID) },
		func() { code.Admits, errs[2] = s.bookAdmitting(ctx, family, in, code.InviteID) },
		func() { digits, errs[3] = s.freeDigits(ctx) },
	)
	for _, err := range errs {
		if err != nil {
			return 0, err
		}
	}
	switch {
	case wait > 0:
		return wait, nil
	case digits == "":
		return models.InviteLifetime, nil
	}
	code.Code = digits
	return 0, nil
}

// unbookTime is how long unbook may take.
const unbookTime = 500 * time.Millisecond

// leavingTime returns a context that ends unbookTime before the deadline of ctx, so that
// what is counted with it can still be removed within that deadline.
func leavingTime(ctx context.Context) (context.Context, context.CancelFunc) {
	if end, ok := ctx.Deadline(); ok {
		return context.WithDeadline(ctx, end.Add(-unbookTime))
	}
	return context.WithCancel(ctx)
}

// unbook removes what was not made from the ledgers in which it was counted, in their order,
// even if the client has disconnected. It ends at the first failure, so that a code which
// stays in the ledger of admitting codes also stays counted for its family. After a failure
// the limits are stricter, not looser.
func (s *Service) unbook(ctx context.Context, id models.InviteID, ledgers ...*Ledger) {
	end := time.Now().Add(unbookTime)
	if deadline, ok := ctx.Deadline(); ok && deadline.Before(end) {
		end = deadline
	}
	ctx, cancel := context.WithDeadline(context.WithoutCancel(ctx), end)
	defer cancel()
	for _, l := range ledgers {
		if l.has(string(id)) && s.removeRead(ctx, l, string(id)) != nil {
			return
		}
	}
}

// sampleSize is how many random keys are checked before four digits are chosen. If fewer
// than half of them are free, the invitation has only a link. If the first few are all
// free, the others are not checked: with half of all digits live, that happens once in 256
// times.
const (
	sampleSize = 100
	firstFew   = 8
)

// freeDigits returns random digits that no live code seems to have, or "" if fewer than
// half of sampleSize keys are free.
func (s *Service) freeDigits(ctx context.Context) (string, error) {
	keys := s.randomKeys(sampleSize)
	free, err := s.store.Free(ctx, keys[:firstFew], s.now())
	if err == nil && len(free) < firstFew {
		free, err = s.store.Free(ctx, keys, s.now())
		if len(free) < sampleSize/2 {
			return "", err
		}
	}
	if err != nil {
		return "", err
	}
	return free[0], nil
}
