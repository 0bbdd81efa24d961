package family

import (
	"context"

	"voicememo/models"
)

// SetTimeZone sets where the actor's family lives, and returns the zone that it has then. If
// ifNone is true, a zone that the family has already stays. It returns Invalid/ReasonTimeZone
// if zone is not a name of the IANA time zone database.
func (s *Service) SetTimeZone(ctx context.Context, actor models.User, zone string, ifNone bool) (now string, err error) {
	if models.Zone(zone) == nil {
		return "", models.Invalid("timeZone", models.ReasonTimeZone)
	}
	err = s.retryMoved(ctx, func() error {
		person, f, err := s.reread(ctx, actor)
		if now = f.TimeZone; err != nil || now == zone || now != "" && ifNone {
			return err
		}
		z := Zone{Family: f.ID, By: person.ID, From: now, To: zone, At: s.now()}
		if err = s.store.SetZone(ctx, z); err == nil {
			now = zone
			s.changed(f.ID)
		}
		return err
	})
	if err != nil {
		return "", err
	}
	return now, nil
}
