package push

import "time"

// SetSendTime replaces the time that a request may take, and returns the former one.
func (s *Service) SetSendTime(d time.Duration) (former time.Duration) {
	former, s.sendTime = s.sendTime, d
	return former
}
