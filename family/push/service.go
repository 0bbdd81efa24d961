package push

import (
	"context"
	"time"

	"voicememo/family/module"
	"voicememo/models"
)

// Service keeps people's devices and settings, and tells the devices of events. Every
// method may return CodeUnavailable of the Store. It implements module.Module.
type Service struct {
	core  module.Core
	store Store
	web   *webPush
	echos *proactive // nil: Amazon's credentials are not set

	sendTime time.Duration // the constant, except in tests
}

// New returns a Service that keeps its data in store. The error names a wrong setting, or
// that the module's secret cannot be read.
func New(core module.Core, store Store) (*Service, error) {
	web, err := newWebPush(core)
	if err != nil {
		return nil, err
	}
	echos, err := newProactive(core)
	if err != nil {
		return nil, err
	}
	return &Service{core: core, store: store, web: web, echos: echos, sendTime: sendTime}, nil
}

// Key returns the public key that a browser needs to subscribe (RFC 8292 section 3.2): 65
// bytes, an uncompressed point of P-256.
func (s *Service) Key() []byte { return s.web.public }

// Checks implements module.Module.
func (s *Service) Checks(ctx context.Context) map[string]string {
	checks := map[string]string{"push": "ok"}
	if _, err := s.store.CountDevices(ctx); err != nil {
		checks["push"] = "the devices cannot be read"
	}
	if s.echos != nil {
		checks["push_alexa"] = "ok"
		if _, err := s.echos.token(ctx, s.now(), ""); err != nil {
			checks["push_alexa"] = "Amazon issues no token: " + err.Error()
		}
	}
	return checks
}

func (s *Service) now() time.Time { return s.core.Now().UTC().Truncate(time.Millisecond) }

// count adds to a metric.
func (s *Service) count(metric string, n int) {
	if s.core.Count != nil && n > 0 {
		s.core.Count(metric, n)
	}
}

// settings returns the settings that hold for a person whose record is r; see Settings. An
// Echo has none: it is told of memos, except in the quiet hours of its keeper.
func (s *Service) settings(ctx context.Context, id models.UserID, r Record) (Settings, error) {
	if r.Settings.TimeZone != "" {
		return r.Settings, nil
	}
	person, err := s.core.Families.Person(ctx, id)
	if err != nil {
		return Settings{}, err
	}
	if len(r.Devices) == 0 || r.Devices[0].Kind != Alexa {
		f, err := s.core.Families.Roster(ctx, person)
		return r.Settings.in(f), err
	}
	f, err := s.core.Families.FamilyOf(ctx, person)
	if err != nil {
		return Settings{}, err
	}
	of, err := s.store.Load(ctx, keeper(person, f))
	settings := of.Settings.in(f)
	settings.What = All
	return settings, err
}

// keeper returns the member of a family in whose quiet hours an Echo is quiet: the one who
// added it to the family, and otherwise the owner or, if that is an Echo, the person who has
// been a member for the longest time.
func keeper(echo models.User, f models.Family) models.UserID {
	for _, id := range []models.UserID{echo.Membership.AddedBy, f.OwnerID} {
		if m, ok := f.Member(id); ok && m.Source != models.SourceAlexa {
			return id
		}
	}
	for _, m := range f.Members {
		if m.Source != models.SourceAlexa {
			return m.ID
		}
	}
	return f.OwnerID
}
