// Package picture fetches people's pictures from the addresses that their issuer names,
// shrinks them, and caches them, so that a page sends requests only to its own server.
package picture

import (
	"context"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"net"
	"net/netip"
	"sync"
	"time"

	"voicememo/internal/outbound"
	"voicememo/models"
)

const (
	// keepFor is how long a picture is kept before it is fetched again.
	keepFor = 24 * time.Hour
	// failFor is how long a failure is kept before the picture is fetched again.
	failFor = time.Minute
	// maxKept bounds the memory: a picture has about 5 KB, rarely 20.
	maxKept = 300
	// maxPending is how many fetches may run or wait; maxFetching is how many of them may
	// run concurrently.
	maxPending  = 32
	maxFetching = 6
)

// Options configure a Cache. Only tests need other than the zero value.
type Options struct {
	Allow    func(netip.AddrPort) bool // nil: outbound.Public
	Resolver *net.Resolver             // nil: the system's
	RootCAs  *x509.CertPool            // nil: the system's
	Now      func() time.Time          // nil: time.Now
	Timeout  time.Duration             // of one fetch; 0: fetchTime
}

// Picture is a JPEG of at most Size by Size pixels.
type Picture struct {
	JPEG []byte
	ETag string // changes with JPEG
}

// Cache fetches and keeps pictures. It is safe for concurrent use.
type Cache struct {
	fetcher  fetcher
	now      func() time.Time
	fetching chan struct{}
	decoding sync.Mutex // one at a time, to bound the memory

	mu      sync.Mutex
	kept    map[string]*entry
	order   []string // addresses in kept, oldest first
	pending int
}

// entry is the picture of one address, or the error of fetching it.
type entry struct {
	ready   chan struct{} // closed when the rest is set
	picture Picture
	err     error
	until   time.Time
}

// New returns an empty cache.
func New(o Options) *Cache {
	if o.Allow == nil {
		o.Allow = outbound.Public
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Timeout == 0 {
		o.Timeout = fetchTime
	}
	return &Cache{fetcher: newFetcher(o), now: o.Now, fetching: make(chan struct{}, maxFetching), kept: map[string]*entry{}}
}

// Get returns the picture at an https address. NotFound: it could not be fetched.
// Unavailable: too many fetches are in progress, or ctx ended first.
func (c *Cache) Get(ctx context.Context, address string) (Picture, error) {
	e := c.entry(address)
	if e == nil {
		return Picture{}, &models.Error{Code: models.CodeUnavailable}
	}
	select {
	case <-e.ready:
		return e.picture, e.err
	case <-ctx.Done():
		return Picture{}, models.Unavailable(ctx.Err())
	}
}

// entry returns the entry of an address, and starts a fetch if it is missing or over. It
// returns nil if too many fetches are in progress.
func (c *Cache) entry(address string) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, known := c.kept[address]
	if known && !c.over(e) {
		return e
	}
	if c.pending >= maxPending {
		return nil
	}
	if !known {
		if c.order = append(c.order, address); len(c.order) > maxKept {
			delete(c.kept, c.order[0])
			c.order = c.order[1:]
		}
	}
	e = &entry{ready: make(chan struct{})}
	c.kept[address] = e
	c.pending++
	go c.fill(e, address)
	return e
}

// over reports whether an entry has expired.
func (c *Cache) over(e *entry) bool {
	select {
	case <-e.ready:
		return !c.now().Before(e.until)
	default:
		return false
	}
}

// fill fetches an entry's picture. No request that waits for it can cancel it.
func (c *Cache) fill(e *entry, address string) {
	c.fetching <- struct{}{}
	p, err := c.load(address)
	<-c.fetching
	e.picture, e.until = p, c.now().Add(keepFor)
	if err != nil {
		e.err, e.until = &models.Error{Code: models.CodeNotFound, Err: err}, c.now().Add(failFor)
	}
	c.mu.Lock()
	c.pending--
	c.mu.Unlock()
	close(e.ready)
}

// load fetches and shrinks a picture. It returns a decoder's panic as an error, because the
// picture is not trusted.
func (c *Cache) load(address string) (p Picture, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("decoder: %v", v)
		}
	}()
	raw, err := c.fetcher.fetch(address)
	if err != nil {
		return Picture{}, err
	}
	c.decoding.Lock()
	defer c.decoding.Unlock()
	small, err := shrink(raw)
	if err != nil {
		return Picture{}, err
	}
	sum := sha256.Sum256(small)
	return Picture{JPEG: small, ETag: `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}, nil
}
