package localengine

import (
	"io"
	"net"
	"strings"
	"sync"
	"testing"

	"voicememo/tools/testkit/must"
)

// Relay forwards connections to a server and lets a test silence them, like a network
// that drops connections without closing them.
type Relay struct {
	URL string // http://, of the server through the relay

	server string

	mu    sync.Mutex
	conns []*relayed
}

// relayed is a pair of connections, to the client and to the server.
type relayed struct {
	client, server net.Conn

	mu      sync.Mutex
	silent  bool
	unheard bool // the client sent something after it went silent
	closed  bool
}

// NewRelay starts a relay to the server at url, http://host:port. It ends with the test.
func NewRelay(t testing.TB, url string) *Relay {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must.OK(t, err)
	r := &Relay{URL: "http://" + l.Addr().String(), server: strings.TrimPrefix(url, "http://")}
	t.Cleanup(func() {
		_ = l.Close()
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, c := range r.conns {
			c.close()
		}
	})
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			r.connect(client)
		}
	}()
	return r
}

func (r *Relay) connect(client net.Conn) {
	server, err := net.Dial("tcp", r.server)
	if err != nil {
		_ = client.Close()
		return
	}
	c := &relayed{client: client, server: server}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.conns = append(r.conns, c)
	go c.carry(server, client)
	go c.carry(client, server)
}

// Silence silences the open connections: what either side sends is dropped, and neither
// side learns that the other has closed. New connections work.
func (r *Relay) Silence() { r.count((*relayed).silence) }

// Open returns how many connections are open and not silent.
func (r *Relay) Open() int { return r.count((*relayed).isOpen) }

// Unheard returns the number of silent connections on which clients have sent something.
func (r *Relay) Unheard() int { return r.count((*relayed).isUnheard) }

func (r *Relay) count(is func(*relayed) bool) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for _, c := range r.conns {
		if is(c) {
			n++
		}
	}
	return n
}

func (c *relayed) silence() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.silent = true
	return true
}

func (c *relayed) isOpen() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.silent && !c.closed
}

func (c *relayed) isUnheard() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.unheard
}

// drops reports whether bytes to one side are dropped.
func (c *relayed) drops(to net.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unheard = c.unheard || c.silent && to == c.server
	return c.silent
}

// carry copies until one side ends. Both are closed then, unless the pair is silent.
func (c *relayed) carry(to, from net.Conn) {
	_, _ = io.Copy(writer(func(b []byte) (int, error) {
		if c.drops(to) {
			return len(b), nil
		}
		return to.Write(b)
	}), from)
	c.mu.Lock()
	c.closed = true
	silent := c.silent
	c.mu.Unlock()
	if !silent {
		c.close()
	}
}

func (c *relayed) close() {
	_ = c.client.Close()
	_ = c.server.Close()
}

type writer func([]byte) (int, error)

// Write implements io.Writer.
func (w writer) Write(b []byte) (int, error) { return w(b) }
