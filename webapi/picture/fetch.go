package picture

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"voicememo/internal/outbound"
)

const (
	// fetchTime bounds one fetch, including redirects.
	fetchTime = 3 * time.Second
	// maxBytes is the maximum size of a fetched picture.
	maxBytes = 1 << 20
	// maxRedirects is how many redirects a fetch follows.
	maxRedirects = 3
)

// fetcher fetches from an untrusted address. The address comes from an issuer's token and
// may be malicious: the fetcher connects only to public hosts, whatever a name or a
// redirect resolves to, and uses no proxy.
type fetcher struct{ client *http.Client }

func newFetcher(o Options) fetcher {
	transport := outbound.Transport(o.Resolver, o.Allow)
	transport.DisableKeepAlives, transport.TLSClientConfig.RootCAs = true, o.RootCAs
	return fetcher{&http.Client{Timeout: o.Timeout, CheckRedirect: mayFollow, Transport: transport}}
}

// mayFollow allows up to maxRedirects redirects, to https only.
func mayFollow(next *http.Request, before []*http.Request) error {
	if next.URL.Scheme != "https" || len(before) > maxRedirects {
		return errors.New("a redirect that is not followed")
	}
	next.Header.Del("Referer") // the next server must not learn the picture's address
	return nil
}

// fetch returns the body at an address, of at most maxBytes.
func (f fetcher) fetch(address string) (_ []byte, err error) {
	// The client's timeout bounds it; the request that caused it may have ended.
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, address, nil)
	if err != nil || req.URL.Scheme != "https" || req.URL.User != nil {
		return nil, errors.New("not a plain https address")
	}
	req.Header.Set("Accept", "image/jpeg, image/png")
	res, err := f.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK || res.ContentLength > maxBytes {
		return nil, fmt.Errorf("status %d, %d bytes", res.StatusCode, res.ContentLength)
	}
	raw, err := io.ReadAll(io.LimitReader(res.Body, maxBytes+1))
	if len(raw) > maxBytes {
		return nil, errors.New("too large")
	}
	return raw, err
}
