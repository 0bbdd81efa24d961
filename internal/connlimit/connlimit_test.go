package connlimit_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/internal/connlimit"
	"voicememo/internal/limit"
	"voicememo/tools/testkit/must"
)

// door is a listener in memory, at which connections arrive from any address.
type door struct {
	arrived chan net.Conn
	closed  chan struct{}
}

func (d door) Accept() (net.Conn, error) {
	select {
	case c := <-d.arrived:
		return c, nil
	case <-d.closed:
		return nil, net.ErrClosed
	}
}

func (d door) Close() error { close(d.closed); return nil }

func (d door) Addr() net.Addr { return &net.TCPAddr{} }

// from is a connection from an address.
type from struct {
	net.Conn
	address string
}

func (f from) RemoteAddr() net.Addr { return addr(f.address) }

type addr string

func (addr) Network() string  { return "tcp" }
func (a addr) String() string { return string(a) }

// world is a server within limits, whose handler answers /slow when slow is closed.
type world struct {
	t    *testing.T
	door door
	slow chan struct{}
	*connlimit.Connections
}

func newWorld(t *testing.T, l connlimit.Limits) *world {
	_, proxies, err := net.ParseCIDR("192.0.2.0/24")
	must.OK(t, err)
	w := &world{t, door{make(chan net.Conn), make(chan struct{})}, make(chan struct{}), connlimit.New(l, []*net.IPNet{proxies})}
	server := &http.Server{ConnState: w.State, ConnContext: w.Context, IdleTimeout: 30 * time.Second, ReadHeaderTimeout: 5 * time.Second, Handler: http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		if client := r.URL.Query().Get("for"); client != "" && !w.Named(r.Context(), limit.Network(netip.MustParseAddr(client))) {
			out.WriteHeader(http.StatusTooManyRequests)
			return
		}
		if r.URL.Path == "/slow" {
			<-w.slow
		}
	})}
	go func() { _ = server.Serve(w.Listener(w.door)) }()
	t.Cleanup(func() { _ = server.Close() })
	return w
}

// client is the other end of a connection.
type client struct {
	net.Conn
	answers *bufio.Reader
}

func (w *world) connect(address string) client {
	here, there := net.Pipe()
	w.door.arrived <- from{there, address}
	synctest.Wait()
	return client{here, bufio.NewReader(here)}
}

// ask sends a request and reports whether it is answered.
func (c client) ask(path string) bool {
	answered := c.send(path)
	synctest.Wait()
	return answered
}

func (c client) send(path string) bool {
	if _, err := fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path); err != nil {
		return false
	}
	res, err := http.ReadResponse(c.answers, nil)
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode == http.StatusOK
}

// idle returns n connections of an address, each with a request that was answered, a second
// apart.
func (w *world) idle(n int, address string) (all []client) {
	w.t.Helper()
	for i := range n {
		c := w.connect(fmt.Sprintf("%s:%d", address, i+1))
		if !c.ask("/") {
			w.t.Fatalf("connection %d of %s: got no answer", i+1, address)
		}
		all = append(all, c)
		time.Sleep(time.Second)
	}
	return all
}

// busy returns n connections of an address, whose requests are not answered yet.
func (w *world) busy(n int, address string) {
	for i := range n {
		c := w.connect(fmt.Sprintf("%s:%d", address, i+1))
		go c.send("/slow")
	}
	synctest.Wait()
}

var small = connlimit.Limits{All: 12, Local: 2, Address: 4, Near: 6}

// TestIdleMakesRoom: a newcomer is served while its address, or all together, have the
// maximum number of connections: the one without a request for the longest time is closed,
// and no other.
func TestIdleMakesRoom(t *testing.T) {
	for name, c := range map[string]struct {
		fill     func(w *world) []client
		newcomer string
	}{
		"one address":   {func(w *world) []client { return w.idle(4, "198.51.100.1") }, "198.51.100.1:99"},
		"one IPv6 /64":  {func(w *world) []client { return w.idle(4, "[2001:db8::1]") }, "[2001:db8::2]:99"},
		"this machine":  {func(w *world) []client { return w.idle(6, "127.0.0.1") }, "127.0.0.2:99"},
		"IPv6 loopback": {func(w *world) []client { return w.idle(6, "[::1]") }, "127.0.0.1:99"},
		"a proxy":       {func(w *world) []client { return w.idle(6, "192.0.2.1") }, "192.0.2.1:99"},
		"no request at all": {func(w *world) (all []client) {
			for i := range 4 {
				all = append(all, w.connect(fmt.Sprint("198.51.100.1:", i+1)))
			}
			return all
		}, "198.51.100.1:99"},
		"all": {func(w *world) []client {
			return append(append(w.idle(3, "198.51.100.1"), w.idle(4, "198.51.100.2")...), w.idle(3, "198.51.100.3")...)
		}, "198.51.100.4:99"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, small)
				before := c.fill(w)
				if !w.connect(c.newcomer).ask("/") {
					t.Error("got no answer for the newcomer")
				}
				for i, old := range before {
					if got := old.ask("/"); got != (i > 0) {
						t.Errorf("connection %d: got an answer %v, want %v", i+1, got, i > 0)
					}
				}
				if closed, refused := w.Turnover(); closed != 1 || refused != 0 {
					t.Errorf("got %d closed and %d refused, want 1 and 0", closed, refused)
				}
			})
		})
	}
}

// TestRequestsAreNotCutOff: a connection with a request is not closed for another one, which
// is refused; this machine is served whatever others hold. Connections that end make room.
func TestRequestsAreNotCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, small)
		w.busy(4, "198.51.100.1")
		if w.connect("198.51.100.1:99").ask("/") {
			t.Error("got an answer for one more of the address, want it refused")
		}
		w.busy(4, "198.51.100.2")
		w.busy(2, "198.51.100.3")
		if w.connect("198.51.100.4:99").ask("/") {
			t.Error("got an answer for one more in all, want it refused")
		}
		for range 2 {
			if !w.connect("127.0.0.1:99").ask("/") {
				t.Error("got no answer for this machine")
			}
		}
		if closed, refused := w.Turnover(); closed != 0 || refused != 2 {
			t.Errorf("got %d closed and %d refused, want 0 and 2", closed, refused)
		}
		close(w.slow)
		time.Sleep(time.Minute) // longer than they are kept
		w.idle(4, "198.51.100.1")
		if closed, refused := w.Turnover(); closed != 0 || refused != 0 {
			t.Errorf("after the others have ended: got %d closed and %d refused, want none", closed, refused)
		}
	})
}

// TestNamedByAProxy: while it has a request, a connection of a proxy counts for the client
// that the proxy names, so that one client does not take those of the others.
func TestNamedByAProxy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, connlimit.Limits{All: 20, Local: 2, Address: 4, Near: 6})
		for i := range 8 {
			c := w.connect(fmt.Sprint("127.0.0.1:", i+1))
			go c.send("/slow?for=203.0.113.7")
			synctest.Wait()
		}
		idle := w.idle(6, "127.0.0.1") // as many as if the others were not there
		if idle[1].ask("/?for=203.0.113.7") {
			t.Error("got an answer for a client with the maximum, want it refused")
		}
		if !idle[2].ask("/?for=203.0.113.8") || !idle[3].ask("/") {
			t.Error("got no answer for another client, and for the machine itself")
		}
		if !w.connect("127.0.0.1:99").ask("/") || idle[0].ask("/") {
			t.Error("got a proxy with more connections than it may have")
		}
		close(w.slow)
		synctest.Wait()
		if !idle[4].ask("/?for=203.0.113.7") {
			t.Error("got no answer for a client whose requests have ended")
		}
	})
}

// TestForFiles: the limits leave at least half of the open files, or 256, for others.
func TestForFiles(t *testing.T) {
	for files, want := range map[uint64]connlimit.Limits{
		1 << 40: {All: 4000, Local: 100, Address: 200, Near: 1000},
		4256:    {All: 4000, Local: 100, Address: 200, Near: 1000},
		1024:    {All: 768, Local: 19, Address: 192, Near: 768},
		256:     {All: 128, Local: 3, Address: 32, Near: 128},
		64:      {All: 32, Local: 1, Address: 8, Near: 32},
		2:       {All: 1, Local: 1, Address: 1, Near: 1},
	} {
		if got, lower := connlimit.ForFiles(files); got != want || lower != (want.All < 4000) {
			t.Errorf("%d files: got %+v, %v, want %+v", files, got, lower, want)
		}
	}
}
