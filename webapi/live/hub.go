// Package live tells open pages that something of their family changed. It
// carries hints and no content: whoever gets one asks the API again.
package live

import (
	"slices"
	"sync"
	"time"

	"voicememo/models"
)

// Limits of a hub.
const (
	// MaxPerPerson is how many streams one person has; the oldest ends for an eleventh.
	MaxPerPerson = 10
	// MaxStreams is how many streams there are in all.
	MaxStreams = 2000
	// Heartbeat is how often a stream shows that it lives.
	Heartbeat = 20 * time.Second
)

// Hub hands hints to streams. It is safe for concurrent use.
type Hub struct {
	// Heartbeat is how often a stream looks again at who is asking and shows that
	// it lives. Set it before the first stream.
	Heartbeat time.Duration

	mu       sync.Mutex
	families map[models.FamilyID]map[*Stream]struct{}
	people   map[models.UserID][]*Stream // oldest first
	streams  int
	last     uint64 // the newest hint's id
	closed   bool
}

// NewHub makes a hub without streams.
func NewHub() *Hub {
	return &Hub{
		Heartbeat: Heartbeat,
		families:  map[models.FamilyID]map[*Stream]struct{}{}, people: map[models.UserID][]*Stream{},
	}
}

// Changed gives every stream of a family a hint. It waits for nobody: a stream
// that has not taken its last hint yet gets the new one in its place.
func (h *Hub) Changed(family models.FamilyID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last++
	for s := range h.families[family] {
		select {
		case <-s.hints:
		default:
		}
		s.hints <- h.last // only this place sends, so there is room
	}
}

// Open begins a person's stream of a family's hints. Unavailable: there are
// MaxStreams, or the hub is closed.
func (h *Hub) Open(person models.UserID, family models.FamilyID) (*Stream, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	own := h.people[person]
	if h.closed || h.streams >= MaxStreams && len(own) < MaxPerPerson {
		return nil, &models.Error{Code: models.CodeUnavailable, RetryAfter: time.Minute}
	}
	if len(own) >= MaxPerPerson {
		h.end(own[0])
	}
	s := &Stream{hub: h, person: person, family: family, hints: make(chan uint64, 1), ended: make(chan struct{})}
	h.people[person] = append(h.people[person], s)
	h.streams++
	h.place(s)
	return s, nil
}

// Close ends every stream; new ones are refused.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for _, own := range h.people {
		for _, s := range slices.Clone(own) {
			h.end(s)
		}
	}
}

// Len is how many streams there are.
func (h *Hub) Len() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.streams
}

// place puts a stream among its family's.
func (h *Hub) place(s *Stream) {
	if h.families[s.family] == nil {
		h.families[s.family] = map[*Stream]struct{}{}
	}
	h.families[s.family][s] = struct{}{}
}

// displace takes a stream from its family's.
func (h *Hub) displace(s *Stream) {
	delete(h.families[s.family], s)
	if len(h.families[s.family]) == 0 {
		delete(h.families, s.family)
	}
}

// end takes a stream out, once.
func (h *Hub) end(s *Stream) {
	own := h.people[s.person]
	i := slices.Index(own, s)
	if i < 0 {
		return
	}
	if h.people[s.person] = slices.Delete(own, i, i+1); len(own) == 1 {
		delete(h.people, s.person)
	}
	h.streams--
	h.displace(s)
	close(s.ended)
}
