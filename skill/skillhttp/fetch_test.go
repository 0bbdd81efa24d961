package skillhttp_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/skill/skillhttp"
)

// TestFetchFailures checks that a failed fetch and a bad file are not cached, so that
// the next request fetches again.
func TestFetchFailures(t *testing.T) {
	chain := theAmazon(t).Chain(theAmazon(t).key.Public())
	for name, c := range map[string]struct {
		status int
		file   []byte
		reason string
	}{
		"not there":         {404, chain, "fetch"},
		"redirect":          {302, chain, "fetch"},
		"moved permanently": {308, chain, "fetch"},
		"another success":   {203, chain, "fetch"},
		"no content":        {204, nil, "fetch"},
		"out of order":      {500, chain, "fetch"},
		"over 64 KB":        {200, append(slices.Clone(chain), bytes.Repeat([]byte("\n"), 64<<10+1-len(chain))...), "fetch"},
		"no certificate":    {200, []byte("please pay"), "chain"},
		"empty":             {200, nil, "chain"},
		"exactly 64 KB":     {200, append(slices.Clone(chain), bytes.Repeat([]byte("\n"), 64<<10-len(chain))...), ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.files.serve(c.status, c.file)
			status, fetches := http.StatusBadRequest, 2
			if c.reason == "" {
				status, fetches = http.StatusOK, 1
			}
			w.want(w.post(good()), status, c.reason)
			w.files.serve(http.StatusOK, chain)
			w.want(w.post(good()), http.StatusOK, "")
			if len(w.files.fetched) != fetches || w.files.fetched[0] != certificate {
				t.Errorf("fetched %q", w.files.fetched)
			}
		})
	}
}

// TestRefusedConnection checks that it is a failure like the others.
func TestRefusedConnection(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := l.Addr().String()
	_ = l.Close()
	w := newWorld(t, func(o *skillhttp.Options) { o.Transport = leadingTo(nobody, nil) })
	w.want(w.post(good()), http.StatusBadRequest, "fetch")
}

// leadingTo returns a transport that finds every host at one address.
func leadingTo(address string, roots *x509.CertPool) *http.Transport {
	return &http.Transport{
		DisableKeepAlives: true,
		TLSClientConfig:   &tls.Config{RootCAs: roots, Time: func() time.Time { return now }},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, address)
		},
	}
}

// TestHang checks that a fetch from a host that never answers ends before Alexa stops
// waiting.
func TestHang(t *testing.T) {
	theAmazon(t) // created outside of the bubble
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.files.answer = func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		}
		began := time.Now() // by the bubble's clock
		w.want(w.post(good()), http.StatusBadRequest, "fetch")
		if waited := time.Since(began); waited != 3*time.Second {
			t.Errorf("waited %v", waited)
		}
	})
}

// TestFetchOverTLS fetches from a server: the name is checked, the request is for the
// cleaned URL, and a redirect is not followed.
func TestFetchOverTLS(t *testing.T) {
	w := newWorld(t)
	var asked []string
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		asked = append(asked, fmt.Sprintf("%s https://%s%s", r.Method, r.Host, r.RequestURI))
		if r.URL.Path != "/echo.api/echo-api-cert-12.pem" {
			http.Redirect(rw, r, certificate, http.StatusFound)
			return
		}
		_, _ = rw.Write(w.Chain(w.key.Public()))
	}))
	server.TLS = &tls.Config{Certificates: []tls.Certificate{w.Server("s3.amazonaws.com")}}
	server.StartTLS()
	defer server.Close()
	w = newWorld(t, func(o *skillhttp.Options) { o.Transport = leadingTo(server.Listener.Addr().String(), w.Roots()) })
	moved := w.post(good())
	moved.Header.Set("SignatureCertChainUrl", "https://s3.amazonaws.com/echo.api/moved.pem")
	w.want(moved, http.StatusBadRequest, "fetch")
	r := w.post(good())
	r.Header.Set("SignatureCertChainUrl", "HTTPS://S3.amazonaws.com:443//x/../echo.api/echo-api-cert-12.pem?a=b#c")
	w.want(r, http.StatusOK, "")
	if want := []string{"GET https://s3.amazonaws.com/echo.api/moved.pem", "GET " + certificate}; !slices.Equal(asked, want) {
		t.Errorf("asked for %q, want %q", asked, want)
	}
}

// TestKeptUntilExpiry checks that one fetch serves all requests, with any spelling of
// the URL, until the certificate expires.
func TestKeptUntilExpiry(t *testing.T) {
	w := newWorld(t)
	spelled := w.post(good())
	spelled.Header.Set("SignatureCertChainUrl", "HTTPS://s3.amazonaws.com:443/echo.api/./echo-api-cert-12.pem?x")
	w.want(w.post(good()), http.StatusOK, "")
	w.want(spelled, http.StatusOK, "")
	if len(w.files.fetched) != 1 {
		t.Errorf("fetched %q", w.files.fetched)
	}
	w.now = now.Add(25 * time.Hour)
	later := envelope("SessionEndedRequest", application, w.now)
	w.want(w.post(later), http.StatusBadRequest, "chain") // the same file has expired
	w.files.serve(http.StatusOK, w.Chain(w.otherKey.Public(), func(c *x509.Certificate) { c.NotAfter = w.now.Add(time.Hour) }))
	w.want(w.post(later), http.StatusBadRequest, "signature") // a new file for a new key
	w.key = w.otherKey
	w.want(w.post(later), http.StatusOK, "")
	if len(w.files.fetched) != 3 {
		t.Errorf("fetched %q", w.files.fetched)
	}
}

// TestOtherAddressIsAnotherFile checks that a cached file is used for its own URL only.
func TestOtherAddressIsAnotherFile(t *testing.T) {
	w := newWorld(t)
	w.want(w.post(good()), http.StatusOK, "")
	w.files.serve(http.StatusOK, w.Chain(w.otherKey.Public()))
	r := w.post(good())
	r.Header.Set("SignatureCertChainUrl", "https://s3.amazonaws.com/echo.api/echo-api-cert-13.pem")
	w.want(r, http.StatusBadRequest, "signature")
	w.want(w.post(good()), http.StatusOK, "")
}

// TestManyAddresses checks that the cache is limited, and that requests succeed when it
// is full.
func TestManyAddresses(t *testing.T) {
	w := newWorld(t)
	for i := range 100 {
		r := w.post(good())
		r.Header.Set("SignatureCertChainUrl", fmt.Sprintf("https://s3.amazonaws.com/echo.api/%d.pem", i))
		w.want(r, http.StatusOK, "")
	}
	w.files.serve(http.StatusNotFound, nil)
	r := w.post(good())
	r.Header.Set("SignatureCertChainUrl", "https://s3.amazonaws.com/echo.api/0.pem")
	w.want(r, http.StatusBadRequest, "fetch") // no longer cached
	for i := range 100 {                      // failures evict nothing
		r := w.post(good())
		r.Header.Set("SignatureCertChainUrl", fmt.Sprintf("https://s3.amazonaws.com/echo.api/none-%d.pem", i))
		w.want(r, http.StatusBadRequest, "fetch")
	}
	r = w.post(good())
	r.Header.Set("SignatureCertChainUrl", "https://s3.amazonaws.com/echo.api/99.pem")
	w.want(r, http.StatusOK, "")
}

// TestOneFetchForAllWhoWait checks that concurrent requests wait for one fetch, even if
// the request that started it is cancelled.
func TestOneFetchForAllWhoWait(t *testing.T) {
	for name, fails := range map[string]bool{"good": false, "failure": true} {
		t.Run(name, func(t *testing.T) {
			theAmazon(t)
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				answer, gate := w.files.answer, make(chan struct{})
				w.files.answer = func(r *http.Request) (*http.Response, error) {
					<-gate
					if fails || r.Context().Err() != nil {
						return nil, errors.New("away")
					}
					return answer(r)
				}
				var all sync.WaitGroup
				statuses := make([]int, 10)
				first, leave := context.WithCancel(t.Context())
				for i := range statuses {
					r := w.post(good())
					if i == 0 {
						r = r.WithContext(first)
					}
					all.Go(func() { statuses[i] = w.send(r).Code })
					synctest.Wait() // until the request waits
				}
				leave()
				close(gate)
				all.Wait()
				want := http.StatusOK
				if fails {
					want = http.StatusBadRequest
				}
				if slices.ContainsFunc(statuses, func(s int) bool { return s != want }) || len(w.files.fetched) != 1 {
					t.Errorf("statuses %v after %d fetches", statuses, len(w.files.fetched))
				}
			})
		})
	}
}

// TestRefusalsAreSampled checks that requests that Alexa did not send, which any client
// can make, do not fill the log.
func TestRefusalsAreSampled(t *testing.T) {
	w := newWorld(t)
	unsigned := w.post("rubbish").Header // signing is slow
	unsigned.Del("Signature-256")
	for range 1000 {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/alexa", strings.NewReader("rubbish"))
		r.Header = unsigned
		if got := w.send(r).Code; got != http.StatusBadRequest {
			t.Fatalf("got %d, want 400", got)
		}
	}
	if n := strings.Count(w.log.String(), "skill request refused"); n < 1 || n > 300 {
		t.Errorf("got %d lines, want some", n)
	}
}
