// Package connlimit bounds how many connections a server has, in all and of each address,
// before anything is known about who is connected. When there are too many, those that have
// waited for a request for the longest time are closed.
package connlimit

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"

	"voicememo/internal/limit"
)

// Limits are how many connections there may be.
type Limits struct {
	All     int // in all
	Local   int // of All, those that only this machine may have, for its health checks
	Address int // of one address; all of an IPv6 /64 is one address
	Near    int // of this machine, and of each trusted proxy
}

// defaults are the limits of a process that may open enough files.
var defaults = Limits{All: 4000, Local: 100, Address: 200, Near: 1000}

// otherFiles is how many files a server opens besides its connections at most: those of the
// database, and its own connections to others.
const otherFiles = 256

// ForFiles returns the limits of a process that may have this many open files, with room for
// its other files: at least half of them. lower reports whether the limits are lower than
// with more files.
func ForFiles(files uint64) (l Limits, lower bool) {
	if files >= uint64(defaults.All+otherFiles) { //nolint:gosec // a positive constant
		return defaults, false
	}
	all := int(max(files/2, files-min(files, otherFiles))) //nolint:gosec // less than 5,000
	return Limits{All: all, Local: max(1, all/40), Address: max(1, min(defaults.Address, all/4)), Near: min(defaults.Near, all)}, true
}

// Connections are the present connections of a server, to all its listeners. It is safe for
// concurrent use.
type Connections struct {
	limits  Limits
	proxies []*net.IPNet

	mu              sync.Mutex
	all, far        int // far are those of other machines
	of              map[netip.Prefix]int
	waiting         *list.List // of *conn: without a request, the longest first
	closed, refused int        // since Turnover
}

// New returns Connections within the limits. The connections of proxies are as many as those
// of this machine: they have the requests of many people.
func New(l Limits, proxies []*net.IPNet) *Connections {
	return &Connections{limits: l, proxies: proxies, of: map[netip.Prefix]int{}, waiting: list.New()}
}

// Turnover returns how many connections have been closed because others came, and how many
// have been refused because none was without a request, since the last call.
func (s *Connections) Turnover() (closed, refused int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	closed, refused = s.closed, s.refused
	s.closed, s.refused = 0, 0
	return closed, refused
}

// Listener returns a listener whose connections count.
func (s *Connections) Listener(l net.Listener) net.Listener { return &listener{l, s} }

type listener struct {
	net.Listener
	connections *Connections
}

// Accept implements net.Listener. It closes connections that are refused.
func (l *listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if admitted := l.connections.admit(c); admitted != nil {
			return admitted, nil
		}
		_ = c.Close()
	}
}

// conn is a connection that counts until it is closed.
type conn struct {
	net.Conn
	connections *Connections
	peer        netip.Prefix  // what counts as its address
	network     netip.Prefix  // for what it counts now
	far         bool          // it is from another machine
	place       *list.Element // in Connections.waiting; nil: it has a request, or is gone
	gone        bool
}

// loopback stands for every address of this machine.
var loopback = netip.MustParsePrefix("127.0.0.0/8")

// admit counts a new connection and closes others to make room for it. It returns nil if that
// is not possible.
func (s *Connections) admit(c net.Conn) *conn {
	peer, _ := netip.ParseAddrPort(c.RemoteAddr().String()) // the zero address if there is none
	own := &conn{Conn: c, connections: s, peer: limit.Network(peer.Addr()), far: !peer.Addr().Unmap().IsLoopback()}
	most := s.limits.Address
	if !own.far {
		own.peer, most = loopback, s.limits.Near
	} else if slices.ContainsFunc(s.proxies, func(n *net.IPNet) bool { return n.Contains(peer.Addr().Unmap().AsSlice()) }) {
		most = s.limits.Near
	}
	own.network = own.peer
	s.mu.Lock()
	defer s.mu.Unlock()
	room := s.makeRoom(func() bool { return s.of[own.network] < most }, func(o *conn) bool { return o.network == own.network }) &&
		s.makeRoom(func() bool { return !own.far || s.far < s.limits.All-s.limits.Local }, func(o *conn) bool { return o.far }) &&
		s.makeRoom(func() bool { return s.all < s.limits.All }, func(*conn) bool { return true })
	if !room {
		s.refused++
		return nil
	}
	s.all++
	if own.far {
		s.far++
	}
	s.of[own.network]++
	own.place = s.waiting.PushBack(own)
	return own
}

// makeRoom closes connections that wait among some, the longest first, until there is room,
// and reports whether there is. The caller holds s.mu.
func (s *Connections) makeRoom(room func() bool, among func(*conn) bool) bool {
	for e := s.waiting.Front(); e != nil && !room(); {
		c := e.Value.(*conn)
		if e = e.Next(); among(c) {
			s.forget(c)
			_ = c.Conn.Close()
			s.closed++
		}
	}
	return room()
}

// forget ends the counting of a connection. The caller holds s.mu.
func (s *Connections) forget(c *conn) {
	if c.gone {
		return
	}
	c.gone = true
	s.busy(c)
	s.move(c, netip.Prefix{})
	s.all--
	if c.far {
		s.far--
	}
}

// move makes a connection count for another address. The caller holds s.mu.
func (s *Connections) move(c *conn, to netip.Prefix) {
	if s.of[c.network]--; s.of[c.network] <= 0 {
		delete(s.of, c.network)
	}
	if c.network = to; to.IsValid() {
		s.of[to]++
	}
}

// connection is the key of the *conn in the context of its requests.
type connection struct{}

// Context is the ConnContext of the servers of the listeners, for Named.
func (s *Connections) Context(ctx context.Context, of net.Conn) context.Context {
	return context.WithValue(ctx, connection{}, plain(of))
}

// Named makes the connection of a request count, until it is without one, for the client
// that a trusted proxy has named, and not for the proxy. It reports false if the client has
// twice the maximum of an address: beside its requests it may have as many streams, while the
// connections of a browser to the proxy have many requests.
func (s *Connections) Named(ctx context.Context, client netip.Prefix) bool {
	c, ok := ctx.Value(connection{}).(*conn)
	if !ok {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.gone || c.network == client {
		return true
	}
	if !s.makeRoom(func() bool { return s.of[client] < 2*s.limits.Address }, func(o *conn) bool { return o.network == client }) {
		s.refused++
		return false
	}
	s.move(c, client)
	return true
}

// plain returns the connection below TLS.
func plain(c net.Conn) net.Conn {
	if encrypted, ok := c.(interface{ NetConn() net.Conn }); ok {
		return encrypted.NetConn()
	}
	return c
}

// busy takes a connection from those that wait. The caller holds s.mu.
func (s *Connections) busy(c *conn) {
	if c.place != nil {
		s.waiting.Remove(c.place)
		c.place = nil
	}
}

// State is the ConnState of the servers of the listeners: it learns which connections have a
// request.
func (s *Connections) State(of net.Conn, state http.ConnState) {
	c, ok := plain(of).(*conn)
	if !ok {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch s.busy(c); {
	case c.gone:
	case state == http.StateNew || state == http.StateIdle:
		s.move(c, c.peer)
		c.place = s.waiting.PushBack(c)
	case state == http.StateClosed:
		s.forget(c)
	}
}

// Close implements net.Conn.
func (c *conn) Close() error {
	c.connections.mu.Lock()
	c.connections.forget(c)
	c.connections.mu.Unlock()
	return c.Conn.Close()
}

// CloseWrite is net.TCPConn's, with which net/http ends a connection so that the peer still
// receives the last answer.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
