package push

import "time"

// SetSendTime replaces the time that a request may take.
func (s *Service) SetSendTime(d time.Duration) { s.sendTime = d }
