package outbound_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"voicememo/internal/outbound"
)

// TestTransport: a request reaches a server only if its address is allowed, also by name.
func TestTransport(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	defer server.Close()
	home := server.Listener.Addr().String()
	for name, c := range map[string]struct {
		url   string
		allow func(netip.AddrPort) bool
		want  int
	}{
		"allowed":       {server.URL, func(at netip.AddrPort) bool { return at.String() == home }, 1},
		"not public":    {server.URL, outbound.Public, 0},
		"a name's host": {strings.Replace(server.URL, "127.0.0.1", "localhost", 1), outbound.Public, 0},
	} {
		t.Run(name, func(t *testing.T) {
			asked = 0
			client := http.Client{Transport: outbound.Transport(nil, c.allow)}
			defer client.CloseIdleConnections()
			res, err := client.Get(c.url)
			if err == nil {
				res.Body.Close()
			}
			if asked != c.want || (err == nil) != (c.want > 0) {
				t.Errorf("got %d requests and %v, want %d", asked, err, c.want)
			}
		})
	}
}
