package push

import (
	"net/url"
	"sync"
	"time"

	"voicememo/models"
)

// silences are the push services and devices that have not answered in time in one call of
// Work. They are not tried again before the next call, so that a service that does not
// answer is waited for once and not for each of its devices. It is safe for concurrent use.
type silences struct {
	mu       sync.Mutex
	silent   map[recipient]bool   // a whole service: without a person and a device
	answered map[string]time.Time // when each service last answered
}

func newSilences() *silences {
	return &silences{silent: map[recipient]bool{}, answered: map[string]time.Time{}}
}

// recipient is a device, and the service through which it is told.
type recipient struct {
	service string // the host of a push service, or that of Proactive Events
	person  models.UserID
	device  DeviceID
}

func addressee(person models.UserID, d Device) recipient {
	to := recipient{service: string(d.Kind), person: person, device: d.ID}
	if u, err := url.Parse(d.Subscription.Endpoint); err == nil && d.Kind == Web {
		to.service = u.Host
	}
	return to
}

// of reports whether a device or its whole service is silent.
func (s *silences) of(to recipient) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.silent[to] || s.silent[recipient{service: to.service}]
}

// note notes the outcome of a message to a device that was begun then. A service that has
// answered another message since is not silent: it may be that device's fault.
func (s *silences) note(to recipient, began time.Time, silent bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !silent {
		s.answered[to.service] = time.Now()
		return
	}
	s.silent[to] = true
	if s.answered[to.service].Before(began) {
		s.silent[recipient{service: to.service}] = true
	}
}
