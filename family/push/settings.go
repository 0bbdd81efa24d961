package push

import (
	"cmp"
	"context"
	"time"

	"voicememo/models"
)

// DefaultSettings returns the settings of a person who has chosen none, without the time zone,
// which is that of the person's family.
func DefaultSettings() Settings { return Settings{What: All, QuietFrom: 22, QuietTo: 7} }

func (s Settings) orDefault() Settings {
	if s == (Settings{}) {
		return DefaultSettings()
	}
	return s
}

// Settings returns the settings that hold for a person: those of the person or, if they have
// chosen none, the default ones in the time zone of their family.
func (s *Service) Settings(ctx context.Context, person models.User) (Settings, error) {
	r, err := s.store.Load(ctx, person.ID)
	if err != nil || r.Settings.TimeZone != "" {
		return r.Settings, err
	}
	f, err := s.core.Families.Roster(ctx, person)
	if err != nil {
		return Settings{}, err
	}
	return r.Settings.in(f), nil
}

// in returns the settings or, of a person who has chosen none, the default ones. If they have no
// time zone, it is that of the family f.
func (s Settings) in(f models.Family) Settings {
	s = s.orDefault()
	s.TimeZone = cmp.Or(s.TimeZone, f.TimeZone)
	return s
}

// SetSettings replaces a person's settings. It returns CodeInvalid for the first of the
// fields what, quietFrom, quietTo and timeZone that does not have its form. What waits for
// the end of quiet hours, also on the person's Echos, waits no longer than the new ones.
func (s *Service) SetSettings(ctx context.Context, person models.User, settings Settings) error {
	if err := settings.check(); err != nil {
		return err
	}
	if err := s.store.SaveSettings(ctx, person.ID, settings); err != nil {
		return err
	}
	f, err := s.core.Families.FamilyOf(ctx, person)
	if err != nil {
		return err
	}
	waiting := []models.UserID{person.ID}
	for _, m := range f.Members {
		if m.Source == models.SourceAlexa && keeper(m, f) == person.ID {
			waiting = append(waiting, m.ID)
		}
	}
	for _, id := range waiting {
		if err := s.retry(func() error { return s.wakeEarlier(ctx, id, settings) }); err != nil {
			return err
		}
	}
	return nil
}

// wakeEarlier makes a person's batches that wait for the end of quiet hours due by the
// settings, if that is earlier.
func (s *Service) wakeEarlier(ctx context.Context, person models.UserID, settings Settings) error {
	r, err := s.store.Load(ctx, person)
	if err != nil {
		return err
	}
	for _, b := range r.Batches {
		due := s.now()
		if b.Open && len(b.Events) > 0 && b.Events[0].At.Add(gather).After(due) {
			due = b.Events[0].At.Add(gather)
		}
		if due = settings.wake(due); !b.deferred() || !due.Before(b.Due) {
			continue
		}
		if err := s.put(ctx, &b, due); err != nil {
			return err
		}
	}
	return nil
}

// deferred reports whether a batch waits for the end of quiet hours, which is a whole
// quarter of an hour. Any other time at which a batch is due is one by chance only.
func (b Batch) deferred() bool { return !b.Due.IsZero() && b.Due.Equal(b.Due.Truncate(quarter)) }

func (s Settings) check() error {
	hour := func(h int) bool { return 0 <= h && h < 24 }
	for _, field := range []struct {
		name  string
		valid bool
	}{
		{"what", s.What == All || s.What == Family || s.What == None},
		{"quietFrom", hour(s.QuietFrom)},
		{"quietTo", hour(s.QuietTo)},
		{"timeZone", models.Zone(s.TimeZone) != nil},
	} {
		if !field.valid {
			return models.Invalid(field.name, models.ReasonFormat)
		}
	}
	return nil
}

// wants reports whether the person is told of events of a kind.
func (s Settings) wants(kind models.EventKind) bool {
	return s.What == All || s.What == Family && kind != models.EventAdded
}

// quarter of an hour: time zones differ from UTC by whole ones, so quiet hours begin and
// end with one.
const quarter = 15 * time.Minute

// wake returns the end of the quiet hours that t is in, and otherwise t. Without a time zone
// there are no quiet hours.
func (s Settings) wake(t time.Time) time.Time {
	zone := models.Zone(s.TimeZone)
	if zone == nil {
		return t
	}
	for s.quiet(t.In(zone).Hour()) {
		t = t.Truncate(quarter).Add(quarter)
	}
	return t
}

// next returns the first quiet hours that begin after t, which is not in any, until a limit.
// Zero times: none begin before the limit.
func (s Settings) next(t, limit time.Time) (from, to time.Time) {
	for at := t.Truncate(quarter).Add(quarter); at.Before(limit); at = at.Add(quarter) {
		if end := s.wake(at); end.After(at) {
			return at, end
		}
	}
	return time.Time{}, time.Time{}
}

// quiet reports whether an hour is one of the quiet hours, which may include midnight.
func (s Settings) quiet(hour int) bool {
	if s.QuietFrom <= s.QuietTo {
		return s.QuietFrom <= hour && hour < s.QuietTo
	}
	return hour >= s.QuietFrom || hour < s.QuietTo
}
