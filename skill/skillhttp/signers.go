package skillhttp

import (
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"context"
	"crypto/rsa"
	"crypto/x509"
	"net/http"
	"time"
)

// maxSigners limits the number of cached signers. Amazon uses one or two at a time.
const maxSigners = 16

// signers caches the signer of each URL until it expires.
type signers struct {
	roots  *x509.CertPool
	now    func() time.Time
	client *http.Client
	kept   *lru.Cache[string, signer]
	reads  singleflight.Group // one for each URL, shared by all requests that need it
}

func newSigners(o Options) *signers {
	kept, err := lru.New[string, signer](maxSigners)
	if err != nil {
		panic(err) // maxSigners is not positive
	}
	return &signers{roots: o.Roots, now: o.Now, client: newClient(o.Transport), kept: kept}
}

// key returns the public key of the certificates at a checked URL.
func (s *signers) key(ctx context.Context, url string) (*rsa.PublicKey, error) {
	found, err, _ := s.reads.Do(url, func() (any, error) { // within fetchTime
		if known, ok := s.kept.Get(url); ok && !s.now().After(known.until) {
			return known, nil
		}
		return s.read(context.WithoutCancel(ctx), url) // others may wait for it even if this request is cancelled
	})
	if err != nil {
		return nil, err
	}
	return found.(signer).key, nil
}

// read fetches and verifies certificates. Only good ones are cached: a failure may be
// temporary, and clients must not be able to fill the memory with URLs.
func (s *signers) read(ctx context.Context, url string) (signer, error) {
	file, err := fetch(ctx, s.client, url)
	if err != nil {
		return signer{}, refused("fetch", err)
	}
	found, err := readChain(file, s.roots, s.now())
	if err != nil {
		return signer{}, refused("chain", err)
	}
	s.kept.Add(url, found)
	return found, nil
}
