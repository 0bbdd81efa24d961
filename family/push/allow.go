package push

import (
	"context"
	"slices"
	"time"

	"voicememo/models"
)

const (
	echos DeviceID = "alexa"     // the device of all Echos of an account
	off   BatchID  = "alexa-off" // records when an account last disallowed notifications
	// offFor is how long that is kept. Amazon repeats skill events for up to an hour.
	offFor = 2 * time.Hour
)

// Allow registers the Echos of an Alexa account, which may not exist yet: since at, its user
// lets the skill notify them. Calls of Allow and Disallow may be repeated and come in any
// order: the one with the latest at decides, and of two with the same at, Disallow.
func (s *Service) Allow(ctx context.Context, account models.UserID, at time.Time) error {
	at = at.UTC().Truncate(time.Millisecond)
	r, err := s.store.Load(ctx, account)
	if err != nil || !at.After(r.disallowed().At) || !at.After(r.allowed()) {
		return err
	}
	if err := s.store.SaveDevice(ctx, account, Device{ID: echos, Kind: Alexa, AddedAt: at}); err != nil {
		return err
	}
	return s.obey(ctx, account, time.Time{})
}

// Disallow deletes the Echos of an Alexa account; see Allow.
func (s *Service) Disallow(ctx context.Context, account models.UserID, at time.Time) error {
	at = at.UTC().Truncate(time.Millisecond)
	return s.retry(func() error {
		r, err := s.store.Load(ctx, account)
		if last := r.disallowed(); err == nil && at.After(last.At) {
			err = s.store.SaveBatch(ctx, Batch{
				Person: account, ID: off, Events: []models.Event{{At: at}}, Until: at.Truncate(time.Second).Add(offFor), Version: last.version,
			})
		}
		if err != nil {
			return err
		}
		return s.obey(ctx, account, at)
	})
}

// obey deletes the Echos of an account if it has not allowed notifications since it disallowed
// them, at that time or as is stored. Allow and Disallow call it after they have stored what
// they are for: of two that run at the same time, the later one finds what the other stored.
func (s *Service) obey(ctx context.Context, account models.UserID, disallowed time.Time) error {
	r, err := s.store.Load(ctx, account)
	if last := r.disallowed().At; last.After(disallowed) {
		disallowed = last
	}
	if allowed := r.allowed(); err != nil || allowed.IsZero() || allowed.After(disallowed) {
		return err
	}
	return s.store.DeleteDevice(ctx, account, echos)
}

// allowed returns when the account of a record allowed notifications; zero: it does not.
func (r Record) allowed() time.Time {
	i := slices.IndexFunc(r.Devices, func(d Device) bool { return d.ID == echos })
	if i < 0 {
		return time.Time{}
	}
	return r.Devices[i].AddedAt
}

// disallowal is when an account last disallowed notifications, as far as that is kept.
type disallowal struct {
	At      time.Time
	version int64
}

func (r Record) disallowed() disallowal {
	i := slices.IndexFunc(r.Batches, func(b Batch) bool { return b.ID == off })
	if i < 0 {
		return disallowal{}
	}
	return disallowal{r.Batches[i].Events[0].At, r.Batches[i].Version}
}

// retry repeats a change of a batch while another one is first.
func (s *Service) retry(change func() error) error {
	for try := 1; ; try++ {
		if err := change(); !models.IsReason(err, models.ReasonChanged) {
			return err
		} else if try == 10 {
			return models.Unavailable(err)
		}
	}
}
