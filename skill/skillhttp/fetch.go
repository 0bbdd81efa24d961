package skillhttp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	fetchTime = 3 * time.Second // Alexa waits 8 s for the answer
	maxFile   = 64 << 10        // bytes of a certificate file; Amazon's has 6 KB
	// maxFetches limits the connections to Amazon, because requests that Alexa did not
	// send also cause fetches.
	maxFetches = 4
)

// defaultTransport returns a transport that uses the proxy of the environment.
func defaultTransport() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.Proxy, t.MaxConnsPerHost = http.ProxyFromEnvironment, maxFetches
	return t
}

// newClient returns a client that follows no redirects: they could lead to any host.
func newClient(transport http.RoundTripper) *http.Client {
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// fetch returns the file at a URL.
func fetch(ctx context.Context, client *http.Client, url string) (file []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, fetchTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil) //nolint:gosec // cleanChainURL made it
	if err != nil {
		return nil, err
	}
	res, err := client.Do(req) //nolint:gosec // see above
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, res.Body.Close()) }()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("answered %s", res.Status)
	}
	if file, err = io.ReadAll(io.LimitReader(res.Body, maxFile+1)); err != nil {
		return nil, err
	}
	if len(file) > maxFile {
		return nil, errors.New("the file is too long")
	}
	return file, nil
}
