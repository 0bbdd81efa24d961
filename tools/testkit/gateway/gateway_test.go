package gateway_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"voicememo/tools/testkit/gateway"
)

// function records the events of a gateway and answers each as it is told.
type function struct {
	mu     sync.Mutex
	events []map[string]any
	answer string
	told   chan string // the type of each event
}

func (f *function) invoke(_ context.Context, raw []byte) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var e map[string]any
	if err := json.Unmarshal(raw, &e); err != nil {
		return nil, err
	}
	f.events = append(f.events, e)
	f.told <- e["requestContext"].(map[string]any)["eventType"].(string)
	return []byte(f.answer), nil
}

func newGateway(t *testing.T, answer string) (*gateway.Gateway, *function) {
	t.Helper()
	f := &function{answer: answer, told: make(chan string, 100)}
	return gateway.New(t, gateway.Options{Invoke: f.invoke}), f
}

const accepts = `{"statusCode":200,"headers":{"Sec-WebSocket-Protocol":"voicememo"}}`

func dial(t *testing.T, g *gateway.Gateway) *websocket.Conn {
	t.Helper()
	c, _, err := websocket.Dial(t.Context(), g.URL, &websocket.DialOptions{Subprotocols: []string{"voicememo", "ticket"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.CloseNow() })
	return c
}

// id returns the id of the newest connection.
func (f *function) id() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.events[len(f.events)-1]["requestContext"].(map[string]any)["connectionId"].(string)
}

// manage sends a request about a connection.
func manage(t *testing.T, g *gateway.Gateway, method, id, text, authorization string) int {
	t.Helper()
	at := "http" + strings.TrimPrefix(g.URL, "ws") + "/@connections/" + url.QueryEscape(id)
	r, err := http.NewRequestWithContext(t.Context(), method, at, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", authorization)
	r.Header.Set("X-Amz-Date", "20260401T000000Z")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	return res.StatusCode
}

const signed = "AWS4-HMAC-SHA256 Credential=id/20260401/us-east-1/execute-api/aws4_request, SignedHeaders=host, Signature=0"

// TestConversation: a handshake, a frame each way, and the end from either side.
func TestConversation(t *testing.T) {
	g, f := newGateway(t, accepts)
	c := dial(t, g)
	if got := c.Subprotocol(); got != "voicememo" {
		t.Errorf("got subprotocol %q, want voicememo", got)
	}
	<-f.told
	if got := f.events[0]["headers"].(map[string]any)["Sec-Websocket-Protocol"]; got != "voicememo,ticket" {
		t.Errorf("got subprotocols %q, want both", got)
	}
	if err := c.Write(t.Context(), websocket.MessageText, []byte(`{"action":"hello"}`)); err != nil {
		t.Fatal(err)
	}
	if got := <-f.told; got != "MESSAGE" || f.events[1]["body"] != `{"action":"hello"}` {
		t.Errorf("got %s %v, want the frame", got, f.events)
	}
	if got := manage(t, g, "POST", f.id(), "hint", signed); got != http.StatusOK {
		t.Errorf("POST: got %d, want 200", got)
	}
	if _, text, err := c.Read(t.Context()); string(text) != "hint" {
		t.Errorf("got %q, %v, want hint", text, err)
	}
	if got := manage(t, g, "POST", f.id(), "hint", "none"); got != http.StatusForbidden {
		t.Errorf("POST without a signature: got %d, want 403", got)
	}
	if got := manage(t, g, "POST", f.id(), strings.Repeat("x", gateway.MaxMessage+1), signed); got != http.StatusRequestEntityTooLarge {
		t.Errorf("POST of a long text: got %d, want 413", got)
	}
	id := f.id()
	if got := manage(t, g, "DELETE", id, "", signed); got != http.StatusNoContent {
		t.Errorf("DELETE: got %d, want 204", got)
	}
	if got := <-f.told; got != "DISCONNECT" {
		t.Errorf("got event %s, want DISCONNECT", got)
	}
	for _, method := range []string{"POST", "DELETE", "GET"} {
		if got := manage(t, g, method, id, "", signed); got != http.StatusGone {
			t.Errorf("%s after the end: got %d, want 410", method, got)
		}
	}
	if g.Len() != 0 {
		t.Errorf("got %d connections, want none", g.Len())
	}
}

// TestRefused: the handshake has the status of the function's answer.
func TestRefused(t *testing.T) {
	g, _ := newGateway(t, `{"statusCode":401}`)
	_, res, err := websocket.Dial(t.Context(), g.URL, nil)
	if err == nil || res == nil || res.StatusCode != http.StatusUnauthorized || g.Len() != 0 {
		t.Errorf("got %v, %v and %d connections, want 401", res, err, g.Len())
	}
}

// TestHandshakeInProgress: a connection cannot be reached before its handshake has ended.
func TestHandshakeInProgress(t *testing.T) {
	var g *gateway.Gateway
	status := 0
	g = gateway.New(t, gateway.Options{Invoke: func(_ context.Context, raw []byte) ([]byte, error) {
		var e struct {
			RequestContext struct{ EventType, ConnectionID string }
		}
		if err := json.Unmarshal(raw, &e); err != nil {
			return nil, err
		}
		if e.RequestContext.EventType == "CONNECT" {
			status = manage(t, g, "POST", e.RequestContext.ConnectionID, "hint", signed)
		}
		return []byte(accepts), nil
	}})
	dial(t, g)
	if status != http.StatusGone {
		t.Errorf("got %d, want 410", status)
	}
}

// TestEnds: the limits of time and size end a connection with their codes.
func TestEnds(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(g *gateway.Gateway, c *websocket.Conn)
		want websocket.StatusCode
	}{
		"ten idle minutes": {func(g *gateway.Gateway, _ *websocket.Conn) { g.Advance(10 * time.Minute) }, websocket.StatusGoingAway},
		"two hours": {func(g *gateway.Gateway, c *websocket.Conn) {
			for range 24 {
				g.Advance(5 * time.Minute)
				_ = c.Ping(context.Background())
			}
		}, websocket.StatusGoingAway},
		"a long frame": {func(_ *gateway.Gateway, c *websocket.Conn) {
			_ = c.Write(context.Background(), websocket.MessageText, make([]byte, gateway.MaxFrame+1))
		}, websocket.StatusMessageTooBig},
		"a long message": {func(_ *gateway.Gateway, c *websocket.Conn) {
			w, err := c.Writer(context.Background(), websocket.MessageText)
			for range 2 * gateway.MaxMessage / gateway.MaxFrame {
				if err == nil {
					_, err = w.Write(make([]byte, gateway.MaxFrame))
				}
			}
		}, websocket.StatusMessageTooBig},
	} {
		t.Run(name, func(t *testing.T) {
			g, f := newGateway(t, accepts)
			conn := dial(t, g)
			read := make(chan error, 1)
			go func() {
				_, _, err := conn.Read(context.Background())
				read <- err
			}()
			c.do(g, conn)
			if got := websocket.CloseStatus(<-read); got != c.want {
				t.Errorf("got status %d, want %d", got, c.want)
			}
			<-f.told
			if got := <-f.told; got != "DISCONNECT" {
				t.Errorf("got event %s, want DISCONNECT", got)
			}
		})
	}
}

// TestDroppedDisconnect: the function does not learn of an end that is dropped.
func TestDroppedDisconnect(t *testing.T) {
	f := &function{answer: accepts, told: make(chan string, 100)}
	t.Run("ends", func(t *testing.T) {
		g := gateway.New(t, gateway.Options{Invoke: f.invoke, DropDisconnect: func() bool { return true }})
		dial(t, g)
		g.End()
	})
	if len(f.events) != 1 {
		t.Errorf("got events %v, want no end", f.events)
	}
}
