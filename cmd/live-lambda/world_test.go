package main

import (
	"context"
	"crypto/rand"
	"os"
	"testing"
	"time"

	"github.com/coder/websocket"

	"voicememo/family/connections"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/gateway"
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
	tickets *connections.Tickets
}

// newWorld returns a deployment whose streams are delivered.
func newWorld(t *testing.T, o gateway.Options) *world {
	t.Helper()
	w := newQuietWorld(t, o)
	people := functiontest.Start(t, built, configured(w.aws)...)
	w.aws.Relay(t, w.streams.Invoke, people.Invoke, streams.Options{Every: 20 * time.Millisecond})
	return w
}

// newQuietWorld returns a deployment whose streams are not delivered.
func newQuietWorld(t *testing.T, o gateway.Options) *world {
	t.Helper()
	aws := functiontest.NewAWS(t)
	all := services.Over(aws.DB)
	w := &world{
		Services: &all, t: t, aws: aws, tickets: connections.NewTickets([]byte(key)),
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
	if err != nil {
		w.t.Fatal(err)
	}
	return u
}

// couple returns the owner of a family and a member.
func (w *world) couple() (taro, hanako models.User) {
	w.t.Helper()
	taro, hanako = w.person("太郎"), w.person("花子")
	issued, err := w.Invites.Issue(w.t.Context(), taro)
	if err != nil {
		w.t.Fatal(err)
	}
	if _, err := w.Invites.RedeemCode(w.t.Context(), hanako, issued.Code, invite.Web); err != nil {
		w.t.Fatal(err)
	}
	hanako, err = w.Families.Person(w.t.Context(), hanako.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return taro, hanako
}

func (w *world) add(u models.User, content string) {
	w.t.Helper()
	if _, _, err := w.Memos.Add(w.t.Context(), u, memo.Draft{Content: content, Key: memo.NewKey()}); err != nil {
		w.t.Fatal(err)
	}
}

// page is an open WebSocket.
type page struct {
	t      *testing.T
	conn   *websocket.Conn
	events chan string // closed at its end
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
	p = &page{t: w.t, conn: conn, events: make(chan string, 100)}
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

// open opens a person's page, up to the answer to its hello.
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
	p.wants(`{"event":"hello"}`)
	return p
}

func (p *page) send(frame string) {
	p.t.Helper()
	if err := p.conn.Write(p.t.Context(), websocket.MessageText, []byte(frame)); err != nil {
		p.t.Fatal(err)
	}
}

// patience is how long an event may take on a slow machine.
const patience = 20 * time.Second

// wants waits for an event.
func (p *page) wants(want string) {
	p.t.Helper()
	select {
	case got, ok := <-p.events:
		if got != want {
			p.t.Fatalf("got event %q (open: %v), want %q", got, ok, want)
		}
	case <-time.After(patience):
		p.t.Fatalf("got no event, want %q", want)
	}
}

// wantsChange waits for one hint and takes those that have followed it.
func (p *page) wantsChange() {
	p.t.Helper()
	p.wants(changed)
	for {
		select {
		case got := <-p.events:
			if got != changed {
				p.t.Fatalf("got event %q, want a hint", got)
			}
			continue
		case <-time.After(500 * time.Millisecond):
		}
		return
	}
}

const changed = `{"event":"changed"}`

// wantsEnd waits until the page is disconnected; hints may come before.
func (p *page) wantsEnd() {
	p.t.Helper()
	for end := time.After(patience); ; {
		select {
		case event, ok := <-p.events:
			if !ok {
				return
			}
			if event != changed {
				p.t.Errorf("got event %q, want the end", event)
			}
		case <-end:
			p.t.Fatal("the page was not disconnected")
		}
	}
}

// wantsNothing checks that a page has received nothing.
func (p *page) wantsNothing() {
	p.t.Helper()
	select {
	case got, open := <-p.events:
		p.t.Errorf("got event %q (open: %v), want none", got, open)
	default:
	}
}
