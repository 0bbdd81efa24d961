package push

import (
	"net/http"
	"time"
)

// SetSendTime replaces the time that a request may take, and returns the former one.
func (s *Service) SetSendTime(d time.Duration) (former time.Duration) {
	former, s.sendTime = s.sendTime, d
	return former
}

// SetTransport replaces the way to push services.
func (s *Service) SetTransport(t http.RoundTripper) { s.web.client.Transport = t }
