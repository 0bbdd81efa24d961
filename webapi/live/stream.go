package live

import (
	"net/netip"

	"voicememo/models"
)

// Stream is one open page's place in a Hub.
type Stream struct {
	hub     *Hub
	person  models.UserID
	network netip.Prefix
	family  models.FamilyID // guarded by hub.mu
	hints   chan uint64
	ended   chan struct{}
}

// hint leaves a hint for the reader, in place of one that was not taken yet. The
// caller holds hub.mu.
func (s *Stream) hint(id uint64) {
	s.drop()
	s.hints <- id // only who holds hub.mu sends, so there is room
}

// drop takes back a hint that was not taken yet.
func (s *Stream) drop() {
	select {
	case <-s.hints:
	default:
	}
}

// Hints gives the id of the newest hint that was not taken yet. Ids increase.
func (s *Stream) Hints() <-chan uint64 { return s.hints }

// Ended is closed when the stream is over: by Close, by the hub's, or because
// the same person has opened too many more.
func (s *Stream) Ended() <-chan struct{} { return s.ended }

// Follow makes the stream one of this family. If it was another's, moved is true
// and id is that of a hint of its own, in place of one that was waiting.
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

// Close ends the stream; again it does nothing.
func (s *Stream) Close() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	s.hub.end(s)
}
