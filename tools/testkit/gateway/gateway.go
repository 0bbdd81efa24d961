// Package gateway implements a WebSocket API of Amazon API Gateway, as far as one function
// on this machine needs it: browsers and tests connect to it, it invokes the function with
// the events of AWS, and it serves the @connections API with which the function sends texts
// and ends connections.
//
// Source: "WebSocket APIs" and "Quotas for configuring and running a WebSocket API" of the
// Amazon API Gateway Developer Guide, RFC 6455.
package gateway

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Limits of API Gateway.
const (
	MaxFrame   = 32 << 10 // bytes
	MaxMessage = 128 << 10
	MaxTime    = 2 * time.Hour // of a connection
	MaxIdle    = 10 * time.Minute
)

// Status codes with which a connection ends (RFC 6455 section 7.4.1).
const (
	closeGoingAway = 1001
	closeProtocol  = 1002
	closeTooBig    = 1009
)

// Stage is the stage of the API, and its path.
const Stage = "test"

// Options are the function and what goes wrong.
type Options struct {
	// Invoke calls the function with an event, as (*runtimeapi.Process).Invoke does.
	Invoke func(ctx context.Context, event []byte) ([]byte, error)
	// DropDisconnect reports, for the end of each connection, that the function does not
	// learn of it; AWS promises no more than its best effort. Nil: it learns of each.
	DropDisconnect func() bool
}

// Gateway is a WebSocket API. It is safe for concurrent use.
type Gateway struct {
	URL string // where pages connect, such as ws://127.0.0.1:80/test

	options Options
	server  *httptest.Server
	calls   sync.WaitGroup // of the function

	mu          sync.Mutex
	closed      bool
	ahead       time.Duration // by which the clock is ahead
	connections map[string]*connection
}

// New returns an API that ends with the test.
func New(t testing.TB, o Options) *Gateway {
	t.Helper()
	g := &Gateway{options: o, connections: map[string]*connection{}}
	g.server = httptest.NewUnstartedServer(g)
	g.server.Config.ErrorLog = log.New(io.Discard, "", 0) // pages leave connections behind
	g.server.Start()
	g.URL = "ws" + strings.TrimPrefix(g.server.URL, "http") + "/" + Stage
	t.Cleanup(func() {
		g.End()
		g.mu.Lock()
		g.closed = true
		g.mu.Unlock()
		g.calls.Wait()
		g.server.Close()
	})
	return g
}

// call calls the function in the background, unless the test has ended.
func (g *Gateway) call(call func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed {
		g.calls.Go(call)
	}
}

// ServeHTTP serves pages at /test, and the function at every path with @connections.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, id, ok := strings.Cut(r.URL.Path, "/@connections/"); ok {
		g.manage(w, r, id)
		return
	}
	if r.URL.Path != "/"+Stage {
		w.WriteHeader(http.StatusForbidden) // as API Gateway answers for a stage that does not exist
		return
	}
	g.connect(w, r)
}

// Advance moves the clock, and ends the connections whose time is over.
func (g *Gateway) Advance(d time.Duration) {
	g.mu.Lock()
	g.ahead += d
	now := time.Now().Add(g.ahead)
	var over []*connection
	for _, c := range g.connections {
		if now.Sub(c.since) >= MaxTime || now.Sub(c.active) >= MaxIdle {
			over = append(over, c)
		}
	}
	g.mu.Unlock()
	for _, c := range over {
		c.close(closeGoingAway)
	}
}

// End ends all connections.
func (g *Gateway) End() {
	for _, c := range g.open() {
		c.close(closeGoingAway)
	}
}

// Len returns the number of connections, including those whose handshake is in progress.
func (g *Gateway) Len() int { return len(g.open()) }

func (g *Gateway) open() []*connection {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Collect(maps.Values(g.connections))
}

func (g *Gateway) now() time.Time { return time.Now().Add(g.ahead) }

// connect answers a handshake as the function answers it.
func (g *Gateway) connect(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Sec-WebSocket-Key")
	if !strings.EqualFold(r.Header.Get("Upgrade"), "websocket") || key == "" {
		w.WriteHeader(http.StatusUpgradeRequired)
		return
	}
	c := g.add()
	answer, err := g.invoke(event{
		Headers: headers(r), MultiValueHeaders: r.Header, RequestContext: c.context("CONNECT", "$connect"),
	})
	if err != nil {
		answer.StatusCode = http.StatusInternalServerError
	}
	if answer.StatusCode >= http.StatusMultipleChoices || answer.StatusCode < http.StatusOK {
		g.remove(c)
		w.WriteHeader(answer.StatusCode)
		return
	}
	conn, rw, err := w.(http.Hijacker).Hijack()
	if err != nil {
		g.remove(c)
		return
	}
	if c.begin(conn, rw, key, answer.Headers) {
		c.read()
	}
}

// add adds a connection whose handshake is in progress.
func (g *Gateway) add() *connection {
	raw := make([]byte, 8)
	_, _ = rand.Read(raw)
	g.mu.Lock()
	defer g.mu.Unlock()
	// Such as L0SM9cOFvHcCIhw=: the character at its end must be escaped in a path.
	c := &connection{gateway: g, id: base64.URLEncoding.EncodeToString(raw)[:11] + "CIhw=", since: g.now(), active: g.now()}
	g.connections[c.id] = c
	return c
}

// remove removes a connection. It reports false if there is nothing to close: the
// connection was removed before, or its handshake is in progress.
func (g *Gateway) remove(c *connection) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	_, known := g.connections[c.id]
	delete(g.connections, c.id)
	return known && c.conn != nil
}

// event is an event of the function.
type event struct {
	Headers           map[string]string   `json:"headers,omitempty"`
	MultiValueHeaders map[string][]string `json:"multiValueHeaders,omitempty"`
	RequestContext    requestContext      `json:"requestContext"`
	Body              string              `json:"body,omitempty"`
	IsBase64Encoded   bool                `json:"isBase64Encoded"`
}

type requestContext struct {
	RouteKey     string `json:"routeKey"`
	EventType    string `json:"eventType"`
	ConnectionID string `json:"connectionId"`
	ConnectedAt  int64  `json:"connectedAt"`
	RequestTime  int64  `json:"requestTimeEpoch"`
	Stage        string `json:"stage"`
	DomainName   string `json:"domainName"`
	APIID        string `json:"apiId"`
	MessageID    string `json:"messageId,omitempty"`
	Direction    string `json:"messageDirection"`
	StatusCode   int    `json:"disconnectStatusCode,omitempty"`
}

// answer is the function's answer.
type answer struct {
	StatusCode int               `json:"statusCode"`
	Headers    map[string]string `json:"headers"`
}

// invokeTime is how long the function may take: the default integration timeout.
const invokeTime = 29 * time.Second

func (g *Gateway) invoke(e event) (a answer, err error) {
	raw, err := json.Marshal(e)
	if err != nil {
		return answer{}, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), invokeTime)
	defer cancel()
	out, err := g.options.Invoke(ctx, raw)
	if err != nil {
		return answer{}, err
	}
	return a, json.Unmarshal(out, &a)
}

// headers returns the headers as API Gateway passes them on: the last of several with one
// name, and without those of the handshake itself.
func headers(r *http.Request) map[string]string {
	all := map[string]string{"Host": r.Host}
	for name, values := range r.Header {
		if name != "Connection" && name != "Upgrade" {
			all[name] = values[len(values)-1]
		}
	}
	return all
}

// manage answers a request of the function about a connection.
func (g *Gateway) manage(w http.ResponseWriter, r *http.Request, id string) {
	text, err := io.ReadAll(io.LimitReader(r.Body, MaxMessage+1))
	if err != nil {
		return // the function has gone
	}
	g.mu.Lock()
	c := g.connections[id]
	shaking := c == nil || c.conn == nil
	g.mu.Unlock()
	signed := r.Header.Get("Authorization")
	switch {
	case !strings.HasPrefix(signed, "AWS4-HMAC-SHA256 Credential=") || !strings.Contains(signed, "/execute-api/aws4_request") || r.Header.Get("X-Amz-Date") == "":
		w.WriteHeader(http.StatusForbidden)
	case shaking:
		w.WriteHeader(http.StatusGone)
	case r.Method == http.MethodDelete:
		c.close(closeGoingAway)
		w.WriteHeader(http.StatusNoContent)
	case r.Method == http.MethodGet:
		_ = json.NewEncoder(w).Encode(map[string]string{"connectedAt": c.since.UTC().Format(time.RFC3339)}) // the function has gone
	case len(text) > MaxMessage:
		w.WriteHeader(http.StatusRequestEntityTooLarge)
	case r.Method != http.MethodPost:
		w.WriteHeader(http.StatusForbidden)
	case !c.write(opText, text):
		w.WriteHeader(http.StatusGone)
	}
}
