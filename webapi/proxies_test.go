package webapi

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
	"voicememo/webapi/live"
)

// addressCase is a request through proxies, and its expected address.
type addressCase struct {
	name, trusted, remote string
	forwarded             []string // headers of that name
	want                  string   // "": unknown
}

func addressCases() []addressCase {
	const proxy, client, spoofed = "127.0.0.1:4711", "203.0.113.7", "198.51.100.1"
	return []addressCase{
		{"no proxy", "loopback", client + ":4711", nil, client},
		{"a client's own header", "loopback", client + ":4711", []string{spoofed}, client},
		{"the proxy's header", "loopback", proxy, []string{client}, client},
		{"a spoofed one before it", "loopback", proxy, []string{spoofed + ", " + client}, client},
		{"a spoofed line before it", "loopback", proxy, []string{spoofed, client}, client},
		{"spoofed as a proxy", "loopback", proxy, []string{"127.0.0.1, " + client}, client},
		{"two hops", "loopback,10.0.0.0/8", proxy, []string{client + ", 10.1.2.3"}, client},
		{"the second is not trusted", "loopback", proxy, []string{client + ", 10.1.2.3"}, "10.1.2.3"},
		{"private, but not named", "loopback", "10.1.2.3:4711", []string{spoofed}, "10.1.2.3"},
		{"only another is trusted", "192.0.2.8", proxy, []string{spoofed}, "127.0.0.1"},
		{"an address alone", "192.0.2.8", "192.0.2.8:4711", []string{client}, client},
		{"its neighbour", "192.0.2.8", "192.0.2.9:4711", []string{spoofed}, "192.0.2.9"},
		{"no proxy is trusted", "none", proxy, []string{spoofed}, "127.0.0.1"},
		{"nothing but proxies", "loopback", proxy, []string{"127.0.0.2, 127.0.0.3"}, "127.0.0.2"},
		{"junk", "loopback", proxy, []string{"<script>"}, "127.0.0.1"},
		{"junk after an address", "loopback", proxy, []string{client + ", unknown"}, "127.0.0.1"},
		{"junk before an address", "loopback", proxy, []string{"unknown, " + client}, client},
		{"empty", "loopback", proxy, []string{""}, "127.0.0.1"},
		{"with a port", "loopback", proxy, []string{client + ":80"}, client},
		{"ports, and a spoofed address before it", "loopback", proxy, []string{spoofed + ":80, " + client + ":4711"}, client},
		{"a proxy with a port", "loopback,10.0.0.0/8", proxy, []string{client + ", 10.1.2.3:443"}, client},
		{"no port after the colon", "loopback", proxy, []string{client + ":"}, "127.0.0.1"},
		{"too large a port", "loopback", proxy, []string{client + ":65536"}, "127.0.0.1"},
		{"a long list", "loopback", proxy, []string{strings.Repeat(spoofed+", ", 3000) + client}, client},
		{"IPv6", "loopback", "[::1]:4711", []string{"2001:db8::7"}, "2001:db8::7"},
		{"IPv6 in brackets", "loopback", "[::1]:4711", []string{"[2001:db8::7]"}, "2001:db8::7"},
		{"IPv6 with a port", "loopback", "[::1]:4711", []string{"[2001:db8::7]:4711"}, "2001:db8::7"},
		{"a network of IPv6", "2001:db8:1::/48", "[2001:db8:1::2]:4711", []string{"2001:db8::7"}, "2001:db8::7"},
		{"another of IPv6", "2001:db8:1::/48", "[2001:db8:2::2]:4711", []string{spoofed}, "2001:db8:2::2"},
		{"IPv4 in IPv6", "loopback", "[::ffff:127.0.0.1]:4711", []string{"::ffff:" + client}, client},
		{"IPv4 in IPv6 without a proxy", "none", "[::ffff:" + client + "]:4711", nil, client},
		{"a zone", "loopback", "[fe80::1%eth0]:4711", []string{spoofed}, "fe80::1%eth0"},
		{"no address", "loopback", "@", []string{client}, ""},
		{"nothing", "none", "", nil, ""},
	}
}

func TestAddress(t *testing.T) {
	for _, c := range addressCases() {
		t.Run(c.name, func(t *testing.T) {
			proxies, err := TrustedProxies(strings.Split(c.trusted, ","))
			must.OK(t, err)
			e := echo.New()
			e.IPExtractor = extractor(proxies)
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.RemoteAddr, r.Header = c.remote, http.Header{
				"X-Real-Ip": {"198.51.100.2"}, "Forwarded": {"for=198.51.100.3"}, "True-Client-Ip": {"198.51.100.4"},
			}
			if c.forwarded != nil {
				r.Header["X-Forwarded-For"] = c.forwarded
			}
			got, want := addressOf(e.NewContext(r, nil)), netip.Addr{}
			if c.want != "" {
				want = netip.MustParseAddr(c.want)
			}
			check.Equal(t, got, want)
		})
	}
}

func TestTrustedProxiesAreChecked(t *testing.T) {
	for _, wrong := range []string{"", "proxy.example", "none,loopback", "loopback,none", "10.0.0.0/33", "10.0.0", "::1%lo", "127.0.0.1:80", "Loopback", " 10.0.0.1"} {
		if got, err := TrustedProxies(strings.Split(wrong, ",")); err == nil {
			t.Errorf("%q: got %v, want an error", wrong, got)
		}
	}
	for _, right := range []string{"none", "loopback", "10.0.0.1", "10.1.2.3/8", "::1", "2001:db8::/32", "loopback,10.0.0.0/8,2001:db8::1"} {
		if _, err := TrustedProxies(strings.Split(right, ",")); err != nil {
			t.Errorf("%q: %v", right, err)
		}
	}
}

// crowded is a door whose hub has the maximum number of streams of an address.
func crowded(t *testing.T, address, trusted string) door {
	proxies, err := TrustedProxies([]string{trusted})
	must.OK(t, err)
	d := newDoor(t, func(o *Options) { o.Proxies = proxies })
	for i := range live.MaxPerAddress {
		must.OK(t, must.Err(d.options.Live.Open(models.UserID(strconv.Itoa(i)), "a", netip.MustParseAddr(address))))
	}
	return d
}

// streamFrom opens a stream with a header that a proxy or any client can set.
func (d door) streamFrom(who, forwarded string) *http.Response {
	d.t.Helper()
	req, err := http.NewRequestWithContext(d.t.Context(), http.MethodGet, d.base+"/api/events", nil)
	must.OK(d.t, err)
	req.Header.Set(person, who)
	req.Header.Set("X-Forwarded-For", forwarded)
	res, err := http.DefaultClient.Do(req)
	must.OK(d.t, err)
	d.t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

// TestStreamsOfOneAddress: the streams of one address are limited, and other addresses are
// not affected. If no proxy is trusted, the header does not change a caller's address.
func TestStreamsOfOneAddress(t *testing.T) {
	const full, elsewhere = "203.0.113.7", "203.0.113.8"
	for name, c := range map[string]struct {
		address, trusted string
		want             map[string]int // by header
	}{
		"behind a proxy":          {full, "loopback", map[string]int{full: 429, "192.0.2.1, " + full: 429, elsewhere: 200, full + ", " + elsewhere: 200}},
		"a network of IPv6":       {"2001:db8::1", "loopback", map[string]int{"2001:db8::2": 429, "2001:db8:0:1::1": 200}},
		"a header of a stranger":  {"127.0.0.1", "none", map[string]int{full: 429, elsewhere: 429}},
		"another proxy's network": {"127.0.0.1", "10.0.0.0/8", map[string]int{full: 429, elsewhere: 429}},
	} {
		t.Run(name, func(t *testing.T) {
			d := crowded(t, c.address, c.trusted)
			for header, want := range c.want {
				res := d.streamFrom("taro", header)
				check.Equal(t, res.StatusCode, want, "%q", header)
				if want == 429 && (res.Header.Get("Retry-After") == "" || !res.Close) {
					t.Errorf("%q: got %v, want Retry-After and the end of the connection", header, res.Header)
				}
			}
		})
	}
}
