package family

import (
	"context"

	"voicememo/models"
)

// SetTimeZone sets where the actor's family lives, and returns the zone that it has then. If
// ifNone is true, a zone that the family has already stays. It returns Invalid/ReasonTimeZone
// if zone is not a name of the IANA time zone database, and Forbidden/ReasonNotYet if the actor
// would replace another zone, does not own the family and joined it less than
// models.NewcomerFor ago.
func (s *Service) SetTimeZone(ctx context.Context, actor models.User, zone string, ifNone bool) (now string, err error) {
	if models.Zone(zone) == nil {
		return "", models.Invalid("timeZone", models.ReasonTimeZone)
	}
	err = s.retryMoved(ctx, func() error {
		person, f, err := s.reread(ctx, actor)
		if now = f.TimeZone; err != nil || now == zone || now != "" && ifNone {
			return err
		}
		if now != "" && f.OwnerID != person.ID && person.JoinedAt.After(s.now().Add(-models.NewcomerFor)) {
			return models.Forbidden(models.ReasonNotYet)
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
