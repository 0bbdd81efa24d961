package push

import (
	"context"
	"time"
	_ "time/tzdata" // AWS Lambda has no time zone database

	"voicememo/models"
)

// DefaultSettings returns the settings of a person who has chosen none.
func DefaultSettings() Settings {
	return Settings{What: All, QuietFrom: 22, QuietTo: 7, TimeZone: "Asia/Tokyo"}
}

func (s Settings) orDefault() Settings {
	if s == (Settings{}) {
		return DefaultSettings()
	}
	return s
}

// Settings returns a person's settings.
func (s *Service) Settings(ctx context.Context, person models.User) (Settings, error) {
	r, err := s.store.Load(ctx, person.ID)
	if err != nil {
		return Settings{}, err
	}
	return r.Settings.orDefault(), nil
}

// SetSettings replaces a person's settings. It returns CodeInvalid for the first of the
// fields what, quietFrom, quietTo and timeZone that does not have its form.
func (s *Service) SetSettings(ctx context.Context, person models.User, settings Settings) error {
	if err := settings.check(); err != nil {
		return err
	}
	return s.store.SaveSettings(ctx, person.ID, settings)
}

func (s Settings) check() error {
	hour := func(h int) bool { return 0 <= h && h < 24 }
	_, err := time.LoadLocation(s.TimeZone)
	for _, field := range []struct {
		name  string
		valid bool
	}{
		{"what", s.What == All || s.What == Family || s.What == None},
		{"quietFrom", hour(s.QuietFrom)},
		{"quietTo", hour(s.QuietTo)},
		{"timeZone", err == nil && s.TimeZone != "" && s.TimeZone != "Local" && len(s.TimeZone) <= 64},
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

// wake returns the end of the quiet hours that t is in, and otherwise t. Time zones differ
// from UTC by whole quarters of an hour.
func (s Settings) wake(t time.Time) time.Time {
	const quarter = 15 * time.Minute
	zone, err := time.LoadLocation(s.TimeZone)
	if err != nil { // stored by a version that knew more time zones
		zone = time.UTC
	}
	for s.quiet(t.In(zone).Hour()) {
		t = t.Truncate(quarter).Add(quarter)
	}
	return t
}

// quiet reports whether an hour is one of the quiet hours, which may include midnight.
func (s Settings) quiet(hour int) bool {
	if s.QuietFrom <= s.QuietTo {
		return s.QuietFrom <= hour && hour < s.QuietTo
	}
	return hour >= s.QuietFrom || hour < s.QuietTo
}
