package invite

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"voicememo/models"
)

const (
	hour = time.Hour
	day  = 24 * time.Hour
	// patience is how long a change of a ledger is retried while other requests change
	// the same ledger.
	patience = time.Second
)

// since returns the sum of the amounts of the entries in the last d before now.
func (l Ledger) since(now time.Time, d time.Duration) (sum int64) {
	for _, e := range l.Entries {
		if e.At.After(now.Add(-d)) {
			sum += e.Amount
		}
	}
	return sum
}

// waitFor returns the time from now until the sum over the last d is at most limit. For
// the time when one more entry of amount 1 fits under a limit n, limit is n-1.
func (l Ledger) waitFor(now time.Time, d time.Duration, limit int64) time.Duration {
	sum := l.since(now, d)
	for _, e := range l.Entries { // oldest first
		if sum <= limit {
			return 0
		}
		if e.At.After(now.Add(-d)) {
			sum -= e.Amount
			if sum <= limit {
				return e.At.Add(d).Sub(now)
			}
		}
	}
	return 0
}

// drop removes the entries with the id.
func (l *Ledger) drop(id string) {
	l.Entries = slices.DeleteFunc(l.Entries, func(e Entry) bool { return e.ID == id })
}

// dropAll removes the entries whose ids begin with prefix.
func (l *Ledger) dropAll(prefix string) {
	l.Entries = slices.DeleteFunc(l.Entries, func(e Entry) bool { return strings.HasPrefix(e.ID, prefix) })
}

// has reports whether there is an entry with the id.
func (l *Ledger) has(id string) bool {
	return slices.ContainsFunc(l.Entries, func(e Entry) bool { return e.ID == id })
}

// amend reads and changes a ledger; see amendRead.
func (s *Service) amend(ctx context.Context, name string, keep time.Duration, change func(l *Ledger, now time.Time) error) error {
	l, err := s.store.Ledger(ctx, name)
	if err != nil {
		return err
	}
	return s.amendRead(ctx, &l, keep, change)
}

// amendRead changes a ledger with optimistic locking: if another request has saved it since
// it was read, amendRead reads it and calls change again. change gets the ledger without the
// entries older than keep, and either alters it or returns an error, which amendRead
// returns. Afterwards read is the ledger as saved. If saving failed, read is the ledger as it
// may have been saved, and a further change finds out by the version. amendRead returns
// TooMany/ReasonBusy if other requests keep saving first for longer than patience.
func (s *Service) amendRead(ctx context.Context, read *Ledger, keep time.Duration, change func(l *Ledger, now time.Time) error) error {
	for try, began := 1, time.Now(); ; try++ {
		l, now := *read, s.now()
		l.Entries = slices.DeleteFunc(slices.Clone(l.Entries), func(e Entry) bool { return !e.At.After(now.Add(-keep)) })
		if err := change(&l, now); err != nil {
			return err
		}
		l.ExpiresAt = now.Add(keep).Truncate(time.Second).Add(time.Second)
		err := s.store.SaveLedger(ctx, l)
		if !models.IsReason(err, models.ReasonChanged) {
			if err == nil {
				l.Version++
			}
			*read = l
			return err
		}
		if time.Since(began) > patience {
			return models.TooMany(models.ReasonBusy, patience)
		}
		if err := pause(ctx, time.Duration(rand.IntN(4*min(try, 10))+1)*time.Millisecond); err != nil { //nolint:gosec // jitter, not a secret
			return err
		}
		if *read, err = s.store.Ledger(ctx, l.Name); err != nil {
			return err
		}
	}
}

// removeEntry removes an entry from a ledger, so that it no longer counts.
func (s *Service) removeEntry(ctx context.Context, name, id string) error {
	return s.amend(ctx, name, day, dropping(id))
}

// removeRead is removeEntry for a ledger that was read or saved before.
func (s *Service) removeRead(ctx context.Context, read *Ledger, id string) error {
	return s.amendRead(ctx, read, day, dropping(id))
}

// dropping returns a change that removes the entries with an id.
func dropping(id string) func(*Ledger, time.Time) error {
	return func(l *Ledger, _ time.Time) error {
		l.drop(id)
		return nil
	}
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return models.Unavailable(ctx.Err())
	case <-time.After(d):
		return nil
	}
}
