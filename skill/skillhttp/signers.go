package skillhttp

import (
	"context"
	"crypto/rsa"
	"crypto/x509"
	"net/http"
	"sync"
	"time"
)

// maxSigners bounds the signers kept. Amazon has one or two at a time.
const maxSigners = 16

// signers gives the key behind an address, read once until it expires.
type signers struct {
	roots  *x509.CertPool
	now    func() time.Time
	client *http.Client

	mu       sync.Mutex
	kept     map[string]signer
	underway map[string]*reading
}

// reading is the reading of one address, for all who ask meanwhile.
type reading struct {
	done  chan struct{} // closed when the rest is there
	found signer
	err   error
}

func newSigners(o Options) *signers {
	return &signers{
		roots: o.Roots, now: o.Now, client: newClient(o.Transport),
		kept: map[string]signer{}, underway: map[string]*reading{},
	}
}

// key gives the key that the certificates at a checked address are for.
func (s *signers) key(ctx context.Context, url string) (*rsa.PublicKey, error) {
	r, first := s.find(url)
	if first {
		s.read(context.WithoutCancel(ctx), url, r) // the others wait even if the first has gone
	}
	<-r.done // within fetchTime
	return r.found.key, r.err
}

// find gives what is known of an address; to the first who asks, a reading to do.
func (s *signers) find(url string) (r *reading, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.underway[url]; r != nil {
		return r, false
	}
	r = &reading{done: make(chan struct{})}
	if known, ok := s.kept[url]; ok && !s.now().After(known.until) {
		r.found = known
		close(r.done)
		return r, false
	}
	s.underway[url] = r
	return r, true
}

// read fetches and checks the certificates.
func (s *signers) read(ctx context.Context, url string, r *reading) {
	defer s.settle(url, r)
	file, err := fetch(ctx, s.client, url)
	if err != nil {
		r.err = refused("fetch", err)
		return
	}
	if r.found, err = readChain(file, s.roots, s.now()); err != nil {
		r.err = refused("chain", err)
	}
}

// settle ends a reading. Only good certificates are kept: a failure may be over
// the next moment, and nobody may fill the memory with addresses.
func (s *signers) settle(url string, r *reading) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer close(r.done)
	delete(s.underway, url)
	if r.err != nil {
		return
	}
	if len(s.kept) >= maxSigners {
		clear(s.kept)
	}
	s.kept[url] = r.found
}
