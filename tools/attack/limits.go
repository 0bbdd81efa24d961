package main

import (
	"bufio"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

var limitAttacks = []attack{
	{name: "flooding-person", what: "write and search endlessly as one person, and slow another down", at: atSites, play: floodingPerson},
	{name: "flooding-log", what: "fill the log with refusals", at: atServer, play: floodingLog},
	{name: "full-list", what: "store more memos than a family may have", at: atServer, play: fullList},
	{name: "many-invitations", what: "issue codes and links endlessly", at: atServer, play: manyInvitations},
	{name: "many-requests", what: "fill a family's requests, and its members", at: atServer, play: manyRequests},
	{name: "many-streams", what: "open event streams endlessly, as one person and from one address", at: atServer, play: manyStreams},
	{name: "many-sessions", what: "sign one person in endlessly", at: atSites, play: manySessions},
	{name: "forwarded-for", what: "escape the limit of an address with forged headers", at: atServer, long: true, play: forwardedFor},
}

// unhurried starts the place without limits on a person's rates, which would be reached
// before the limits that an attack is about.
func (p *play) unhurried() *site {
	if p.at == webFunction {
		return p.webSite("VOICEMEMO_RATE_WRITES=0")
	}
	return p.site("--rate-writes", "0")
}

// hurried starts the place with low rates: 5 changes a minute, with a burst of 10.
func (p *play) hurried() *site {
	if p.at == webFunction {
		return p.webSite("VOICEMEMO_RATE_WRITES=5", "VOICEMEMO_RATE_SEARCHES=5")
	}
	return p.site("--rate-writes", "5", "--rate-searches", "5")
}

func floodingPerson(p *play) {
	s := p.hurried()
	thief, other := s.person("Theo the thief"), s.person("Olga the owner")
	access := thief.get("/api/me/access").want(http.StatusOK).text("access", "id")
	for range 10 {
		thief.ask(http.MethodPut, "/api/user/name", object("name", "Theo the fast")).want(http.StatusOK)
	}
	ways := []struct{ method, path string }{
		{http.MethodPost, "/api/memos"}, {http.MethodDelete, "/api/memos"}, {http.MethodPost, "/api/family/invite-codes"}, {http.MethodPost, "/api/family/join"},
		{http.MethodPut, "/api/memos/x/restore"},
	}
	p.mostRefused("many_writes", p.some(40, 1000), func(i int) reply {
		if i%10 == 0 {
			other.get("/api/memos").want(http.StatusOK)
		}
		return thief.ask(ways[i%len(ways)].method, ways[i%len(ways)].path, "")
	})
	thief.get("/api/export?format=json").want(http.StatusOK) // counts as five searches
	p.mostRefused("many_searches", p.some(20, 500), func(i int) reply {
		return thief.get([]string{"/api/memos?q=a", "/api/memos?author=x", "/api/export?format=csv"}[i%3])
	})
	other.post("/api/memos", object("content", "another person writes")).want(http.StatusCreated)
	other.get("/api/memos?q=writes").want(http.StatusOK)
	// Ending a stolen session is not delayed by the thief's use of it.
	thief.ask(http.MethodDelete, "/api/me/access/"+escaped(access), "").want(http.StatusNoContent, http.StatusNotFound)
}

// mostRefused sends n requests and reports a breach if more than a quarter, allowed for
// the time that passes, is not refused for reason.
func (p *play) mostRefused(reason string, n int, ask func(i int) reply) {
	taken := 0
	for i := range n {
		if r := ask(i); r.status == http.StatusTooManyRequests {
			r.refusedFor(reason)
		} else if taken++; taken > n/4 {
			p.breach("%s: %d of %d are not refused for %s", r.asked, taken, i+1, reason)
		}
	}
}

func floodingLog(p *play) {
	s := p.site()
	b := s.stranger()
	const refusals = 400
	for range refusals {
		b.get("/api/me").want(http.StatusUnauthorized)
	}
	if got := strings.Count(s.log(), "status=401"); got > refusals/4 {
		p.breach("%d refusals have %d lines", refusals, got)
	}
}

func fullList(p *play) {
	s := p.site("--max-memos", "3")
	b := s.person("Olga the owner")
	var ids []string
	for i := range 3 {
		ids = append(ids, b.add(fmt.Sprint("a note of a full list ", i)))
	}
	full := func() {
		if r := b.post("/api/memos", object("content", "one too many")).want(http.StatusConflict); r.text("reason") != "list_full" {
			p.breach("got %s, want list_full", r.body)
		}
	}
	full()
	b.ask(http.MethodDelete, "/api/memos/"+ids[0], "").want(http.StatusOK) // the trash counts
	full()
}

func manyInvitations(p *play) {
	s := p.unhurried()
	b := s.person("Olga the owner")
	digits, links := 0, 0
	revoke := func() { b.ask(http.MethodDelete, "/api/family/invite-codes/current", "").want(http.StatusNoContent) }
	for range 8 {
		sheet := b.post("/api/family/invite-codes", "").want(http.StatusCreated)
		if links++; sheet.text("code") != "" {
			digits++
		} else if sheet.text("codeAgainAt") == "" {
			p.breach("the answer lacks the time when there may be new digits: %s", sheet.body)
		}
		revoke()
	}
	if digits != 5 {
		p.breach("got %d codes in an hour, want 5", digits)
	}
	for links < 60 {
		b.post("/api/family/invite-codes", "").want(http.StatusCreated)
		links++
	}
	b.post("/api/family/invite-codes", "").refusedFor("many_links")
}

func manyRequests(p *play) {
	s := p.site("--max-members", "3")
	owner := s.person("Olga the owner")
	owner.ask(http.MethodPut, "/api/family/settings", `{"askBeforeJoin":true}`).want(http.StatusOK)
	code, _ := owner.invite()
	askers := s.people(8, "Alma the asker")
	asked := 0
	for _, a := range askers {
		r := a.joinByCode(code).want(http.StatusAccepted, http.StatusConflict)
		if r.status == http.StatusAccepted {
			asked++
		} else if r.text("reason") != "many_requests" {
			p.breach("got %s, want many_requests", r.body)
		}
	}
	if asked != 5 {
		p.breach("%d requests are open, want 5", asked)
	}
	admitted := 0
	for _, a := range askers[:5] {
		r := owner.post("/api/family/requests/"+escaped(a.id), "").want(http.StatusOK, http.StatusConflict)
		if r.status == http.StatusOK {
			admitted++
		}
	}
	if admitted != 2 {
		p.breach("%d were admitted to a family of three, want 2", admitted)
	}
}

// stream opens a stream and returns its status, and a channel that is closed when the
// server ends it.
func (b *person) stream(headers ...string) (status int, ended <-chan struct{}) {
	b.p.count()
	req, err := http.NewRequestWithContext(b.p.ctx, http.MethodGet, b.public+"/api/events", nil)
	b.p.must(err)
	req.Header.Set("Cookie", sessionCookie+"="+b.cookies[sessionCookie])
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
	}
	res, err := b.through.RoundTrip(req)
	b.p.must(err)
	b.p.Cleanup(func() { _ = res.Body.Close() })
	over := make(chan struct{})
	go func() {
		defer close(over)
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		}
	}()
	return res.StatusCode, over
}

// streamPatience is longer than the program takes to end a stream.
const streamPatience = 10 * time.Second

func manyStreams(p *play) {
	s := p.site()
	b := s.person("Olga the owner")
	_, oldest := b.stream()
	for range 10 {
		if status, _ := b.stream(); status != http.StatusOK {
			p.breach("a stream of a person is answered with %d", status)
		}
	}
	select {
	case <-oldest:
	case <-time.After(streamPatience):
		p.breach("a person has eleven streams")
	}
	if status, _ := s.stranger().stream(); status != http.StatusUnauthorized {
		p.breach("a stranger's stream is answered with %d", status)
	}
	// A stream ends with its session.
	status, own := b.stream()
	if status != http.StatusOK {
		p.Fatalf("a stream is answered with %d", status)
	}
	b.post("/auth/logout-everywhere", "").want(http.StatusNoContent)
	select {
	case <-own:
	case <-time.After(streamPatience):
		p.breach("a stream outlives its session")
	}
}

func manySessions(p *play) {
	s := p.site()
	var last *person
	for range 21 {
		last = s.person("Olga the owner")
	}
	access, _ := last.get("/api/me/access").want(http.StatusOK).value("access").([]any)
	if len(access) > 20 {
		p.breach("a person has %d sessions, want 20 at most", len(access))
	}
}

func forwardedFor(p *play) {
	s := p.site("--trusted-proxies", "none")
	people := s.people(21, "Theo the thief")
	var open, refused atomic.Int64
	for i, b := range people {
		for j := range 10 {
			switch status, _ := b.stream(fmt.Sprintf("X-Forwarded-For: 203.0.113.%d, 198.51.100.%d", i, j), "Forwarded: for=192.0.2.7", "X-Real-IP: 192.0.2.8"); status {
			case http.StatusOK:
				open.Add(1)
			case http.StatusTooManyRequests:
				refused.Add(1)
			default:
				p.breach("a stream is answered with %d", status)
			}
		}
	}
	if open.Load() != 200 || refused.Load() != 10 {
		p.breach("one address has %d streams, and %d were refused; want 200 and 10", open.Load(), refused.Load())
	}
}
