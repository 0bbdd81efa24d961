package main

import (
	"context"
	"crypto/rand"
	"os"
	"testing"
	"time"

	"github.com/coder/websocket"

	"voicememo/family/websockets"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/gateway"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/runtimeapi"
	"voicememo/tools/testkit/services"
	"voicememo/tools/testkit/streams"
)

// built is where the function's zip of this machine is unpacked.
var built string

func TestMain(m *testing.M) {
	os.Exit(functiontest.Main("voicememo/cmd/live-lambda", func(folder string) int {
		built = folder
		return m.Run()
	}))
}

// key is the secret of the tickets.
const key = "the key of tickets in these tests, a long text"

// configured returns the variables of the function.
func configured(aws *functiontest.AWS) []string {
	return append(aws.Environ(), "VOICEMEMO_LIVE_URL=wss://live.example.com/test", "VOICEMEMO_LIVE_KEY="+key, "VOICEMEMO_PUBLIC_URL=https://memo.example.com")
}

// world is a deployment with an instance of the function for each kind of event.
type world struct {
	*services.Services
	t       *testing.T
	aws     *functiontest.AWS
	gateway *gateway.Gateway
	sockets *runtimeapi.Process
	streams *runtimeapi.Process
	tickets *websockets.Tickets
	relayed streams.Progress
}

// newWorld returns a deployment whose streams are delivered.
func newWorld(t *testing.T, o gateway.Options) *world {
	t.Helper()
	w := newQuietWorld(t, o)
	people := functiontest.Start(t, built, configured(w.aws)...)
	w.aws.Relay(t, w.streams.Invoke, people.Invoke, streams.Options{Every: 20 * time.Millisecond, Progress: &w.relayed})
	return w
}

// newQuietWorld returns a deployment whose streams are not delivered.
func newQuietWorld(t *testing.T, o gateway.Options) *world {
	t.Helper()
	aws := functiontest.NewAWS(t)
	all := services.Over(aws.DB)
	w := &world{
		Services: &all, t: t, aws: aws, tickets: websockets.NewTickets([]byte(key)),
		sockets: functiontest.Start(t, built, configured(aws)...), streams: functiontest.Start(t, built, configured(aws)...),
	}
	o.Invoke = w.sockets.Invoke
	w.gateway = gateway.New(t, o)
	aws.Manage(w.gateway)
	return w
}

// person returns a person with a family of their own.
func (w *world) person(name string) models.User {
	w.t.Helper()
	u, err := w.Families.Ensure(w.t.Context(), models.Profile{ID: models.UserID(rand.Text()), Name: name, Source: models.SourceOIDC})
	must.OK(w.t, err)
	return u
}

// couple returns the owner of a family and a member.
func (w *world) couple() (taro, hanako models.User) {
	w.t.Helper()
	taro, hanako = w.person("太郎"), w.person("花子")
	issued, err := w.Invites.Issue(w.t.Context(), taro)
	must.OK(w.t, err)
	must.OK(w.t, must.Err(w.Invites.RedeemCode(w.t.Context(), hanako, issued.Code, invite.Web)))
	hanako, err = w.Families.Person(w.t.Context(), hanako.ID)
	must.OK(w.t, err)
	return taro, hanako
}

func (w *world) add(u models.User, content string) {
	w.t.Helper()
	if _, _, err := w.Memos.Add(w.t.Context(), u, memo.Draft{Content: content, Key: memo.NewKey()}); err != nil {
		w.t.Fatal(err)
	}
}

// settled waits until the streams have delivered what has happened so far.
func (w *world) settled() {
	w.t.Helper()
	if err := w.relayed.Wait(w.t.Context()); err != nil {
		w.t.Fatalf("the streams were not delivered: %v", err)
	}
}

// page is an open WebSocket.
type page struct {
	w      *world
	t      *testing.T
	conn   *websocket.Conn
	events chan string // closed at its end, when it has ""
	status websocket.StatusCode
}

// dial opens a WebSocket with these subprotocols. status is that of a refused handshake.
func (w *world) dial(protocols ...string) (p *page, status int) {
	w.t.Helper()
	conn, res, err := websocket.Dial(w.t.Context(), w.gateway.URL, &websocket.DialOptions{Subprotocols: protocols})
	if err != nil {
		if res == nil {
			w.t.Fatal(err)
		}
		return nil, res.StatusCode
	}
	p = &page{w: w, t: w.t, conn: conn, events: make(chan string, 100)}
	w.t.Cleanup(func() { _ = conn.CloseNow() })
	go func() {
		defer close(p.events)
		for {
			_, text, err := conn.Read(context.WithoutCancel(w.t.Context()))
			if err != nil {
				p.status = websocket.CloseStatus(err)
				return
			}
			p.events <- string(text)
		}
	}()
	return p, 0
}

// open opens a person's page, up to the answer to its hello. Hints may come before the
// answer: the page is in its room by then.
func (w *world) open(u models.User) *page {
	w.t.Helper()
	ticket, _ := w.tickets.Seal(u.ID, time.Now())
	p, status := w.dial(protocol, ticket)
	if p == nil {
		w.t.Fatalf("got status %d, want a connection", status)
	}
	if got := p.conn.Subprotocol(); got != protocol {
		w.t.Errorf("got subprotocol %q, want %q", got, protocol)
	}
	p.send(`{"action":"hello"}`)
	p.hears(`{"event":"hello"}`)
	return p
}

func (p *page) send(frame string) {
	p.t.Helper()
	must.OK(p.t, p.conn.Write(p.t.Context(), websocket.MessageText, []byte(frame)))
}

// until waits until ok returns true. The time limit of the whole run ends a wait in vain.
func until(ok func() bool) {
	for !ok() {
		time.Sleep(20 * time.Millisecond)
	}
}

const (
	changed = `{"event":"changed"}`
	pong    = `{"event":"pong"}`
)

// wants waits for an event.
func (p *page) wants(want string) {
	p.t.Helper()
	if got := <-p.events; got != want {
		p.t.Fatalf("got event %q, want %q", got, want)
	}
}

// hears waits for an event that is not a hint, and returns the number of hints before it.
func (p *page) hears(want string) (hints int) {
	p.t.Helper()
	for {
		switch got := <-p.events; got {
		case want:
			return hints
		case changed:
			hints++
		default:
			p.t.Fatalf("got event %q, want %q", got, want)
		}
	}
}

// hints waits until the hints about what has happened so far have come, and returns their
// number. What was sent to the page before the answer to its ping comes before it.
func (p *page) hints() int {
	p.t.Helper()
	p.w.settled()
	p.send(`{"action":"ping"}`)
	return p.hears(pong)
}

// wantsChange checks that a hint about what has happened so far has come, or more.
func (p *page) wantsChange() {
	p.t.Helper()
	if p.hints() == 0 {
		p.t.Error("got no hint, want one")
	}
}

// wantsNothing checks that no hint has been sent so far.
func (p *page) wantsNothing() {
	p.t.Helper()
	check.Equal(p.t, p.hints(), 0, "hints")
}

// wantsEnd waits until the page is disconnected; hints may come before.
func (p *page) wantsEnd() {
	p.t.Helper()
	for {
		switch event := <-p.events; event {
		case "":
			return
		case changed:
		default:
			p.t.Errorf("got event %q, want the end", event)
		}
	}
}
