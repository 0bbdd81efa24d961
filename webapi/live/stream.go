package live

import (
	"net/netip"

	"voicememo/models"
)

// Stream receives the notifications of one open page.
type Stream struct {
	hub           *Hub
	person        models.UserID
	network       netip.Prefix
	program       bool            // it is not a page's
	family        models.FamilyID // guarded by hub.mu
	notifications chan uint64
	ended         chan struct{}
}

// hint stores a notification for the reader, in place of one that was not received yet.
// The caller holds hub.mu.
func (s *Stream) hint(id uint64) {
	s.drop()
	s.notifications <- id // does not block: only the holder of hub.mu sends
}

// drop removes a notification that was not received yet.
func (s *Stream) drop() {
	select {
	case <-s.notifications:
	default:
	}
}

// Notifications returns the channel of notifications. It has at most the newest one that was not
// received yet, by its id; ids increase.
func (s *Stream) Notifications() <-chan uint64 { return s.notifications }

// Ended returns a channel that is closed when the stream ends: by Close, by Hub.Close, or
// because the same person opened more than MaxPerPerson.
func (s *Stream) Ended() <-chan struct{} { return s.ended }

// Follow assigns the stream to a family. If that is another family than before, moved is
// true and id is the id of a new notification, which replaces one not received yet.
func (s *Stream) Follow(family models.FamilyID) (id uint64, moved bool) {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	select {
	case <-s.ended:
		return 0, false
	default:
	}
	if s.family == family {
		return 0, false
	}
	s.hub.displace(s)
	s.family = family
	s.hub.place(s)
	s.drop()
	s.hub.last++
	return s.hub.last, true
}

// Close ends the stream. Further calls do nothing.
func (s *Stream) Close() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	s.hub.end(s)
}
