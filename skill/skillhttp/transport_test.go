package skillhttp

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// ownTransport returns the client of a handler without Options.Transport, and its
// transport.
func ownTransport(t *testing.T) (*http.Client, *http.Transport) {
	t.Helper()
	client := New(Options{}).signers.client
	transport, ok := client.Transport.(*http.Transport)
	if !ok {
		t.Fatalf("got %T, want a transport of net/http", client.Transport)
	}
	return client, transport
}

// TestProxy checks that certificates are fetched through the proxy of the environment.
func TestProxy(t *testing.T) {
	const proxy = "http://proxy.example:3128"
	for name, value := range map[string]string{"HTTPS_PROXY": proxy, "NO_PROXY": "", "no_proxy": ""} {
		t.Setenv(name, value) // net/http reads them once, below
	}
	_, transport := ownTransport(t)
	if transport.Proxy == nil {
		t.Fatal("got no proxy, want that of the environment")
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+chainHost+chainPath+"echo-api-cert-12.pem", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := transport.Proxy(r); err != nil || got == nil || got.String() != proxy {
		t.Errorf("got %v, %v, want %s", got, err, proxy)
	}
}

// TestFewConnections checks that concurrent fetches share a few connections and wait
// for them.
func TestFewConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, transport := ownTransport(t)
		var dials, open atomic.Int32
		gate := make(chan struct{})
		transport.Proxy = nil
		transport.DialContext = func(context.Context, string, string) (net.Conn, error) {
			dials.Add(1)
			open.Add(1)
			defer open.Add(-1)
			<-gate
			return nil, errors.New("no network")
		}
		const fetches = 3 * maxFetches
		var all sync.WaitGroup
		for i := range fetches {
			all.Go(func() {
				if _, err := fetch(t.Context(), client, fmt.Sprintf("https://%s%s%d.pem", chainHost, chainPath, i)); err == nil {
					t.Error("got a file, want an error")
				}
			})
		}
		synctest.Wait()
		if got := open.Load(); got != 4 {
			t.Errorf("got %d connections at once, want 4", got)
		}
		close(gate)
		all.Wait()
		if got := dials.Load(); got != fetches {
			t.Errorf("got %d connections in all, want %d", got, fetches)
		}
	})
}
