package webapi

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"voicememo/family/websockets"
	"voicememo/models"
)

// ticketKey is the secret of the tickets.
const ticketKey = "the key of tickets in these tests"

// sockets makes a site use WebSockets.
func sockets(o *Options) {
	o.Tickets, o.LiveURL = websockets.NewTickets([]byte(ticketKey)), "wss://live.example.com:444/prod"
}

// wantsTicket checks the ticket of an answer.
func (s *site) wantsTicket(live liveJSON, who models.UserID) {
	s.t.Helper()
	now := s.clock()
	user, err := websockets.NewTickets([]byte(ticketKey)).Open(live.Ticket, now)
	expires, _ := models.ParseTime(live.ExpiresAt)
	if user != who || err != nil || live.URL != "wss://live.example.com:444/prod" || expires.Before(now) || expires.After(now.Add(websockets.TicketLifetime)) {
		s.t.Errorf("got %+v for %q, %v at %v, want a ticket of %s", live, user, err, now, who)
	}
}

// TestLiveTicket: /api/me and the route for tickets have a new ticket of the caller each
// time, and the policy allows exactly the origin of the WebSockets.
func TestLiveTicket(t *testing.T) {
	s := newSite(t, sockets)
	var me struct{ Live liveJSON }
	r := s.ask("taro", "GET", "/api/me", "").want(http.StatusOK)
	r.into(&me)
	s.wantsTicket(me.Live, "taro")
	if got := r.header.Get("Content-Security-Policy"); !strings.Contains(got, "; connect-src 'self' wss://live.example.com:444; ") {
		t.Errorf("got policy %q, want the origin of the WebSockets", got)
	}
	var first, second liveJSON
	s.ask("taro", "POST", "/api/live/ticket", "").want(http.StatusOK).into(&first)
	s.ask("taro", "POST", "/api/live/ticket", "{}").want(http.StatusOK).into(&second)
	s.wantsTicket(first, "taro")
	s.wantsTicket(second, "taro")
	if first.Ticket == second.Ticket || first.Ticket == me.Live.Ticket {
		t.Errorf("got the ticket %s again, want another one", first.Ticket)
	}
	s.ask("taro", "POST", "/api/live/ticket", `{"until":"now"}`).want(http.StatusBadRequest)
	s.ask("", "POST", "/api/live/ticket", "").want(http.StatusUnauthorized)
	s.ask("taro", "GET", "/api/live/ticket", "").want(http.StatusMethodNotAllowed)
	s.ask("taro", "POST", "/api/live/ticket", "", "Sec-Fetch-Site: cross-site").want(http.StatusForbidden)
}

// TestTagWithoutTicket: the ETag of /api/me stays while only the ticket differs, and changes
// when WebSockets come, go or move.
func TestTagWithoutTicket(t *testing.T) {
	s := newSite(t, sockets)
	s.freeze()
	tag := func() string {
		return s.ask("taro", "GET", "/api/me", "").want(http.StatusOK).header.Get("ETag")
	}
	first := tag()
	s.wait(time.Hour)
	if again := tag(); again != first {
		t.Errorf("got tag %s, want %s", again, first)
	}
	s.ask("taro", "GET", "/api/me", "", "If-None-Match: "+first).want(http.StatusNotModified)
	s.use(func(o *Options) { o.LiveURL = "wss://live.example.com/dev" })
	moved := tag()
	s.use(func(o *Options) { o.Tickets, o.LiveURL = nil, "" })
	if none := tag(); none == first || none == moved || moved == first {
		t.Errorf("got tags %s, %s and %s, want three", first, moved, none)
	}
}

// TestTicketsAreLimited: tickets do not count as changes, and share a limit with what else a
// page sends by itself.
func TestTicketsAreLimited(t *testing.T) {
	s := rated(t)
	s.use(sockets)
	for range 2 {
		s.ask("taro", "POST", "/api/live/ticket", "").want(http.StatusOK)
	}
	p := s.ask("taro", "POST", "/api/live/ticket", "").want(http.StatusTooManyRequests).problem()
	if p.Reason != models.ReasonManyWrites {
		t.Errorf("got %+v, want the reason %s", p, models.ReasonManyWrites)
	}
	s.ask("taro", "PUT", "/api/me/seen", object("until", "2026-04-01T09:00:00Z")).want(http.StatusTooManyRequests)
	s.ask("hanako", "POST", "/api/live/ticket", "").want(http.StatusOK)
	s.ask("taro", "PUT", "/api/user/name", object("name", "太郎")).want(http.StatusOK)
	s.wait(time.Minute)
	s.ask("taro", "POST", "/api/live/ticket", "").want(http.StatusOK)
}

// TestWithoutSockets: without WebSockets there are no tickets, and the policy names no
// other origin.
func TestWithoutSockets(t *testing.T) {
	s := newSite(t)
	s.ask("taro", "POST", "/api/live/ticket", "").want(http.StatusNotFound)
	r := s.ask("taro", "GET", "/api/me", "").want(http.StatusOK)
	var me map[string]json.RawMessage
	r.into(&me)
	if _, has := me["live"]; has || !strings.Contains(r.header.Get("Content-Security-Policy"), "; connect-src 'self'; ") {
		t.Errorf("got %s with policy %q, want nothing of WebSockets", r.body, r.header.Get("Content-Security-Policy"))
	}
}

// TestLiveOptions: New refuses an address without tickets, tickets without an address, and
// an address that is not that of a WebSocket.
func TestLiveOptions(t *testing.T) {
	s := newSite(t)
	tickets := websockets.NewTickets([]byte(ticketKey))
	for _, c := range []struct {
		tickets *websockets.Tickets
		url     string
		good    bool
	}{
		{nil, "", true}, {tickets, "wss://live.example.com/prod", true}, {tickets, "ws://127.0.0.1:80/test", true},
		{nil, "wss://live.example.com", false}, {tickets, "", false}, {tickets, "https://live.example.com", false}, {tickets, "wss://", false},
		{tickets, "wss://user@live.example.com", false}, {tickets, "wss://live.example.com?key=1", false}, {tickets, "wss://live.example.com/; script-src *\x7f", false},
	} {
		o := s.options
		o.Tickets, o.LiveURL = c.tickets, c.url
		if _, err := New(o); (err == nil) != c.good {
			t.Errorf("%q with tickets %v: got %v, want it accepted: %v", c.url, c.tickets != nil, err, c.good)
		}
	}
}
