// Package live tells open pages that something of their family changed. It
// carries hints and no content: whoever gets one asks the API again.
package live

import (
	"net/netip"
	"slices"
	"sync"
	"time"

	"voicememo/models"
)

// Limits of a hub.
const (
	// MaxPerPerson is how many streams one person has; the oldest ends for an eleventh.
	MaxPerPerson = 10
	// MaxPerAddress is how many streams one address has. All of an IPv6 /64, the
	// prefix of one network (RFC 7421), counts as one address.
	MaxPerAddress = 200
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
	// Free returns memory to the operating system. It is called some seconds after the
	// number of streams, once it was at least 100, has halved from its recent peak, and
	// at most once a minute. NewHub sets one that does it for this process. Set it before
	// the first stream.
	Free func()

	mu       sync.Mutex
	families map[models.FamilyID]map[*Stream]struct{}
	people   map[models.UserID][]*Stream // oldest first
	networks map[netip.Prefix]int        // how many streams each has
	streams  int
	last     uint64 // the newest hint's id
	closed   bool
	release  release
}

// NewHub makes a hub without streams.
func NewHub() *Hub {
	return &Hub{
		Heartbeat: Heartbeat, Free: returnMemory,
		families: map[models.FamilyID]map[*Stream]struct{}{}, people: map[models.UserID][]*Stream{},
		networks: map[netip.Prefix]int{},
	}
}

// Changed gives every stream of a family a hint. It waits for nobody: a stream
// that has not taken its last hint yet gets the new one in its place.
func (h *Hub) Changed(family models.FamilyID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last++
	for s := range h.families[family] {
		s.hint(h.last)
	}
}

// Recheck gives every stream of a person a hint, so that it looks at once whether its
// session still holds. It waits for nobody.
func (h *Hub) Recheck(person models.UserID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last++
	for _, s := range h.people[person] {
		s.hint(h.last)
	}
}

// fullPause is how long whoever is refused for others' streams should wait.
const fullPause = time.Minute

// Open begins a person's stream of a family's hints. from is the address of the
// person's device; those whose address is unknown, the zero Addr, count as one.
// Unavailable: there are MaxStreams, or the hub is closed. TooMany/ReasonManyStreams:
// the address has MaxPerAddress.
func (h *Hub) Open(person models.UserID, family models.FamilyID, from netip.Addr) (*Stream, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := &Stream{
		hub: h, person: person, family: family, network: network(from),
		hints: make(chan uint64, 1), ended: make(chan struct{}),
	}
	var instead *Stream // of the person's oldest
	if own := h.people[person]; len(own) >= MaxPerPerson {
		instead = own[0]
	}
	switch {
	case h.closed || h.streams >= MaxStreams && instead == nil:
		return nil, &models.Error{Code: models.CodeUnavailable, RetryAfter: fullPause}
	case h.networks[s.network] >= MaxPerAddress && (instead == nil || instead.network != s.network):
		return nil, models.TooMany(models.ReasonManyStreams, fullPause)
	case instead != nil:
		h.end(instead)
	}
	h.people[person] = append(h.people[person], s)
	h.networks[s.network]++
	h.streams++
	h.recount()
	h.place(s)
	return s, nil
}

// network is what counts as one address.
func network(from netip.Addr) netip.Prefix {
	from = from.Unmap().WithZone("")
	bits := from.BitLen()
	if from.Is6() {
		bits = 64
	}
	prefix, _ := from.Prefix(bits) // of the zero Addr the zero Prefix
	return prefix
}

// Close ends every stream; new ones are refused.
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
	if h.networks[s.network]--; h.networks[s.network] == 0 {
		delete(h.networks, s.network)
	}
	h.streams--
	h.recount()
	h.displace(s)
	close(s.ended)
}
