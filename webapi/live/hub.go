// Package live notifies open pages that their family's data changed. A notification has
// no content: the page then requests the data from the API again.
package live

import (
	"hash/maphash"
	"net/netip"
	"slices"
	"sync"
	"time"

	"voicememo/internal/limit"
	"voicememo/models"
)

// Limits of a hub.
const (
	// MaxPerPerson is how many streams one person can have. Opening another ends the oldest.
	MaxPerPerson = 10
	// MaxPerAddress is how many streams one address can have. An IPv6 /64, the prefix of
	// one network (RFC 7421), counts as one address.
	MaxPerAddress = 200
	// MaxStreams is how many streams a hub can have.
	MaxStreams = 2000
	// Heartbeat is the default of Hub.Heartbeat.
	Heartbeat = 20 * time.Second
)

// Hub sends change notifications to streams. It is safe for concurrent use.
type Hub struct {
	// Heartbeat is how often a stream sends a heartbeat and checks its session. Set it
	// before the first stream.
	Heartbeat time.Duration
	// Free returns memory to the operating system. It is called five seconds after the
	// number of streams has halved from a recent peak of at least 100, and at most once a
	// minute. The default of NewHub frees the memory of this process. Set it before the
	// first stream.
	Free func()

	mu       sync.Mutex
	families map[models.FamilyID]map[*Stream]struct{}
	people   map[models.UserID][]*Stream // oldest first
	networks map[netip.Prefix]int        // how many streams each has
	streams  int
	last     uint64 // the id of the newest notification
	seed     maphash.Seed
	changes  [1024]uint64 // see Revision
	closed   bool
	release  release
}

// NewHub returns a hub without streams.
func NewHub() *Hub {
	return &Hub{
		Heartbeat: Heartbeat, Free: returnMemory,
		families: map[models.FamilyID]map[*Stream]struct{}{}, people: map[models.UserID][]*Stream{},
		networks: map[netip.Prefix]int{}, seed: maphash.MakeSeed(),
	}
}

// Changed notifies every stream of a family. It does not block: in a stream whose last
// notification has not been received, the new one replaces it.
func (h *Hub) Changed(family models.FamilyID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last++
	*h.revision(family)++
	for s := range h.families[family] {
		s.hint(h.last)
	}
}

// Revision returns a number that each call of Changed for the family raises; a call for another
// family may also raise it.
func (h *Hub) Revision(family models.FamilyID) uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return *h.revision(family)
}

func (h *Hub) revision(family models.FamilyID) *uint64 {
	return &h.changes[maphash.String(h.seed, string(family))%uint64(len(h.changes))]
}

// Recheck notifies every stream of a person, so that it immediately checks whether its
// session is still valid. It does not block.
func (h *Hub) Recheck(person models.UserID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last++
	for _, s := range h.people[person] {
		s.hint(h.last)
	}
}

// fullPause is how long a person should wait if there are too many streams of others.
const fullPause = time.Minute

// Open opens a person's stream of a family's notifications. from is the address of the
// person's device; unknown addresses, the zero Addr, count as one address. Unavailable:
// the hub has MaxStreams, or is closed. TooMany/ReasonManyStreams: the address has
// MaxPerAddress.
func (h *Hub) Open(person models.UserID, family models.FamilyID, from netip.Addr) (*Stream, error) {
	return h.open(&Stream{person: person, family: family, network: limit.Network(from)})
}

// OpenProgram is Open for a program with a personal token of the person. A person's programs
// have streams of their own number, so that a stolen token ends no stream of a page.
func (h *Hub) OpenProgram(person models.UserID, family models.FamilyID, from netip.Addr) (*Stream, error) {
	return h.open(&Stream{person: person, family: family, network: limit.Network(from), program: true})
}

func (h *Hub) open(s *Stream) (*Stream, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s.hub, s.notifications, s.ended = h, make(chan uint64, 1), make(chan struct{})
	instead := h.surplus(s)
	switch {
	case h.closed || h.streams >= MaxStreams && instead == nil:
		return nil, &models.Error{Code: models.CodeUnavailable, RetryAfter: fullPause}
	case h.networks[s.network] >= MaxPerAddress && (instead == nil || instead.network != s.network):
		return nil, models.TooMany(models.ReasonManyStreams, fullPause)
	case instead != nil:
		h.end(instead)
	}
	h.people[s.person] = append(h.people[s.person], s)
	h.networks[s.network]++
	h.streams++
	h.recount()
	h.place(s)
	return s, nil
}

// surplus returns the oldest stream of the person, among those of pages or of programs as s
// is, which s replaces; nil: there is room for s.
func (h *Hub) surplus(s *Stream) (oldest *Stream) {
	n := 0
	for _, other := range h.people[s.person] {
		if other.program != s.program {
			continue
		}
		if n++; oldest == nil {
			oldest = other
		}
	}
	if n < MaxPerPerson {
		return nil
	}
	return oldest
}

// Close ends every stream and refuses new ones.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	h.stopFree()
	for _, own := range h.people {
		for _, s := range slices.Clone(own) {
			h.end(s)
		}
	}
}

// Len returns the number of streams.
func (h *Hub) Len() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.streams
}

// place adds a stream to its family's.
func (h *Hub) place(s *Stream) {
	if h.families[s.family] == nil {
		h.families[s.family] = map[*Stream]struct{}{}
	}
	h.families[s.family][s] = struct{}{}
}

// displace removes a stream from its family's.
func (h *Hub) displace(s *Stream) {
	delete(h.families[s.family], s)
	if len(h.families[s.family]) == 0 {
		delete(h.families, s.family)
	}
}

// end removes a stream and closes its channel, once.
func (h *Hub) end(s *Stream) {
	own := h.people[s.person]
	i := slices.Index(own, s)
	if i < 0 {
		return
	}
	if h.people[s.person] = slices.Delete(own, i, i+1); len(own) == 1 {
		delete(h.people, s.person)
	}
	if h.networks[s.network]--; h.networks[s.network] == 0 {
		delete(h.networks, s.network)
	}
	h.streams--
	h.recount()
	h.displace(s)
	close(s.ended)
}
