package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestSocket: where the server offers a WebSocket, hints arrive over it, also after it was lost, each time with a new
// ticket. The event stream is not opened, and a sign-out closes the WebSocket.
func TestSocket(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	h, address := newHome(t), freeAddress(t)
	l := newSockets(t, address)
	s := h.serve("--addr", address, "--public-url", l.URL)
	taro, hanako := s.phone(), s.signIn("花子")
	taro.do(household.SignsIn("太郎"), household.Listed, lives)
	code, _ := taro.invite()
	hanako.Call(http.MethodPost, "/api/family/join", fmt.Sprintf(`{"inviteCode":%q}`, code), http.StatusOK)
	l.tell(`{"event":"changed"}`)
	taro.do(chromium.Misses("invite", ""), chromium.Sees("member", "花子"), household.Goes("memos"))

	hanako.Call(http.MethodPost, "/api/memos", `{"content":"牛乳を買う"}`, http.StatusCreated)
	for _, strange := range []string{"", "{", "null", `{"event":"other"}`} {
		l.tell(strange)
	}
	l.tell(`{"event":"changed"}`)
	taro.do(chromium.Sees("memo", "牛乳を買う"))

	l.apart(func() { // as API Gateway ends it after two hours
		hanako.Call(http.MethodPost, "/api/memos", `{"content":"卵を買う"}`, http.StatusCreated)
	})
	taro.do(chromium.Sees("memo", "卵を買う"))
	l.wait("the page is connected again", func() bool { return len(l.open) == 1 })
	taro.do(lives)
	hanako.Call(http.MethodPost, "/api/memos", `{"content":"米を買う"}`, http.StatusCreated)
	l.tell(`{"event":"changed"}`)
	taro.do(chromium.Sees("memo", "米を買う"), household.Goes("you"), leaves(chromium.Clicks("sign-out", "")))
	l.wait("the WebSocket is closed", func() bool { return len(l.open) == 0 })

	l.mu.Lock()
	defer l.mu.Unlock()
	if tickets := slices.Compact(slices.Sorted(slices.Values(l.tickets))); len(l.tickets) < 2 || len(tickets) != len(l.tickets) {
		t.Errorf("got tickets %q, want two or more, each once", l.tickets)
	}
	if l.streams != 0 {
		t.Errorf("the event stream was opened %d times, want 0", l.streams)
	}
}

// lives waits until hints arrive live.
var lives = chromium.Until("hints come as they happen", "document.querySelector('[data-live=events]') !== null")

// sockets is a proxy in front of a server that adds WebSockets, as on AWS.
type sockets struct {
	*httptest.Server
	t *testing.T

	gate    sync.RWMutex // held while no page may connect
	mu      sync.Mutex
	sealed  int      // the tickets that were issued
	tickets []string // the tickets with which a WebSocket was opened
	open    []*websocket.Conn
	streams int // requests for the event stream
}

func newSockets(t *testing.T, address string) *sockets {
	l := &sockets{t: t}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: address})
			r.Out.Host = r.In.Host
			r.Out.Header.Del("Accept-Encoding")
		},
		ModifyResponse: l.name,
		ErrorLog:       log.New(io.Discard, "", 0), // errors without a server
	}
	mux := http.NewServeMux()
	mux.Handle("/", proxy)
	mux.HandleFunc("/live", l.serve)
	mux.HandleFunc("POST /api/live/ticket", func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(l.ticket()) })
	mux.HandleFunc("/api/events", func(w http.ResponseWriter, r *http.Request) {
		l.mu.Lock()
		l.streams++
		l.mu.Unlock()
		http.NotFound(w, r)
	})
	l.Server = httptest.NewServer(mux)
	l.URL = strings.Replace(l.URL, "127.0.0.1", "localhost", 1)
	t.Cleanup(func() {
		l.end()
		l.Close()
	})
	return l
}

// ticket issues a ticket.
func (l *sockets) ticket() map[string]string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sealed++
	return map[string]string{
		"url": strings.Replace(l.URL, "http:", "ws:", 1) + "/live", "ticket": fmt.Sprintf("ticket-%d", l.sealed),
		"expiresAt": time.Now().Add(30 * time.Second).UTC().Format(time.RFC3339),
	}
}

// name adds the first ticket to the server's answer about the person.
func (l *sockets) name(r *http.Response) error {
	if r.Request.URL.Path != "/api/me" || r.StatusCode != http.StatusOK {
		return nil
	}
	var me map[string]any
	err := json.NewDecoder(r.Body).Decode(&me)
	_ = r.Body.Close()
	if err != nil {
		return err
	}
	me["live"] = l.ticket()
	body, err := json.Marshal(me)
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	r.Header.Set("Content-Length", fmt.Sprint(len(body)))
	return err
}

// serve answers hello and ping until the page closes.
func (l *sockets) serve(w http.ResponseWriter, r *http.Request) {
	offered := strings.Split(r.Header.Get("Sec-WebSocket-Protocol"), ", ")
	if len(offered) != 2 || offered[0] != "voicememo" || !strings.HasPrefix(offered[1], "ticket-") {
		l.t.Errorf("the page offers %q, want voicememo and a ticket", offered)
	}
	l.gate.RLock()
	c, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{"voicememo"}})
	l.gate.RUnlock()
	if err != nil {
		return
	}
	l.mu.Lock()
	l.open, l.tickets = append(l.open, c), append(l.tickets, offered[1])
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		l.open = slices.DeleteFunc(l.open, func(o *websocket.Conn) bool { return o == c })
		l.mu.Unlock()
		_ = c.CloseNow()
	}()
	answers := map[string]string{`{"action":"hello"}`: `{"event":"hello"}`, `{"action":"ping"}`: `{"event":"pong"}`}
	for {
		_, text, err := c.Read(context.Background())
		if err != nil {
			return
		}
		if answers[string(text)] == "" {
			l.t.Errorf("the page says %q", text)
		}
		_ = c.Write(context.Background(), websocket.MessageText, []byte(answers[string(text)]))
	}
}

// tell sends a message to every page.
func (l *sockets) tell(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.open {
		_ = c.Write(context.Background(), websocket.MessageText, []byte(text))
	}
}

// end ends every connection.
func (l *sockets) end() {
	l.mu.Lock()
	open := slices.Clone(l.open)
	l.mu.Unlock()
	for _, c := range open {
		_ = c.Close(websocket.StatusGoingAway, "")
	}
}

// apart ends every connection, and lets pages connect again after f.
func (l *sockets) apart(do func()) {
	l.gate.Lock()
	defer l.gate.Unlock()
	l.end()
	do()
}

// wait waits until a condition holds.
func (l *sockets) wait(what string, holds func() bool) {
	l.t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		l.mu.Lock()
		met := holds()
		l.mu.Unlock()
		if met {
			return
		}
	}
	l.t.Fatalf("waited in vain until %s", what)
}
