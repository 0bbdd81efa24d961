package skillhttp

import (
	"context"
	"crypto/rsa"
	"crypto/x509"
	"net/http"
	"sync"
	"time"
)

// maxSigners limits the number of cached signers. Amazon uses one or two at a time.
const maxSigners = 16

// signers caches the signer of each URL until it expires.
type signers struct {
	roots  *x509.CertPool
	now    func() time.Time
	client *http.Client

	mu       sync.Mutex
	kept     map[string]signer
	underway map[string]*reading
}

// reading is the fetch of one URL, shared by all requests that need it.
type reading struct {
	done  chan struct{} // closed when the other fields are set
	found signer
	err   error
}

func newSigners(o Options) *signers {
	return &signers{
		roots: o.Roots, now: o.Now, client: newClient(o.Transport),
		kept: map[string]signer{}, underway: map[string]*reading{},
	}
}

// key returns the public key of the certificates at a checked URL.
func (s *signers) key(ctx context.Context, url string) (*rsa.PublicKey, error) {
	r, first := s.find(url)
	if first {
		s.read(context.WithoutCancel(ctx), url, r) // others may wait for it even if this request is cancelled
	}
	<-r.done // within fetchTime
	return r.found.key, r.err
}

// find returns the reading of a URL. first is true if the caller must do the reading.
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

// read fetches and verifies the certificates.
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

// settle ends a reading. Only good certificates are cached: a failure may be temporary,
// and clients must not be able to fill the memory with URLs.
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
