package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

var requestAttacks = []attack{
	{name: "smuggling", what: "hide a request in the body of another", at: atServer, shares: true, play: smuggling},
	{name: "malformed-requests", what: "send requests that HTTP does not allow", at: atServer, shares: true, play: malformedRequests},
	{name: "huge-requests", what: "send endless heads, addresses and bodies", at: atServer, play: hugeRequests},
	{name: "slow-senders", what: "hold connections open with heads and bodies that never end", at: atServer, long: true, play: slowSenders},
	{name: "paths", what: "leave the page's folder, and reach routes by other spellings", at: atSites, shares: true, play: paths},
	{name: "hosts", what: "answer under another name (DNS rebinding), and plant it in links", at: atEvery, shares: true, play: hosts},
	{name: "bodies", what: "send bodies that are not memos: bombs, duplicates, other encodings", at: atSites, play: bodies},
	{name: "random-input", what: "change valid requests at random", at: atSites, play: randomInput},
	{name: "events", what: "send the web function events that are not requests", at: atWeb, play: noRequests},
}

func smuggling(p *play) {
	s := p.site()
	b := s.person("Olga the owner")
	hidden := lines("GET /healthz?hidden HTTP/1.1", "Host: "+s.address, "")
	head := []string{"POST /api/memos HTTP/1.1", "Host: " + s.address, "Content-Type: application/json", "Cookie: " + sessionCookie + "=" + b.cookies[sessionCookie]}
	for name, more := range map[string]string{
		"two lengths":                  lines("Content-Length: 2", "Content-Length: 60", "", "{}") + hidden,
		"two lengths in one":           lines("Content-Length: 2, 60", "", "{}") + hidden,
		"a length with a sign":         lines("Content-Length: +2", "", "{}") + hidden,
		"a negative length":            lines("Content-Length: -1", "", "{}") + hidden,
		"a length in hex":              lines("Content-Length: 0x2", "", "{}") + hidden,
		"a length with a blank before": lines("Content-Length : 2", "", "{}") + hidden,
		"an unknown encoding":          lines("Transfer-Encoding: xchunked", "", "0", "") + "\r\n" + hidden,
		"two encodings":                lines("Transfer-Encoding: chunked", "Transfer-Encoding: identity", "", "0", "") + "\r\n" + hidden,
		"chunked and another":          lines("Transfer-Encoding: chunked, identity", "", "0", "") + "\r\n" + hidden,
		"an encoding before a blank":   lines("Transfer-Encoding : chunked", "", "0", "") + "\r\n" + hidden,
		"an encoding after a tab":      lines("Transfer-Encoding:\tchunked\x0b", "", "0", "") + "\r\n" + hidden,
		"a folded encoding":            lines("X: y", " Transfer-Encoding: chunked", "Content-Length: 2", "", "{}extra") + hidden,
		"a chunk of a negative size":   lines("Transfer-Encoding: chunked", "", "-1", "x", "0", "") + "\r\n" + hidden,
		"a chunk of a huge size":       lines("Transfer-Encoding: chunked", "", "ffffffffffffffff1", "x", "0", "") + "\r\n" + hidden,
	} {
		c := s.raw(lines(head...) + more)
		if len(c.statuses) > 1 && slices.Contains(c.statuses[1:], http.StatusOK) || len(c.statuses) > 0 && c.statuses[0] < 400 {
			p.breach("%s: answered %v", name, c.statuses)
		}
	}
	// Both framings together: RFC 9112 section 6.3 lets a server take the chunks, and
	// then it has to close the connection.
	both := lines(append(head, "Content-Length: "+fmt.Sprint(len(hidden)+5), "Transfer-Encoding: chunked", "", "0", "")...) + "\r\n" + hidden
	if c := s.raw(both); len(c.statuses) > 1 || !c.closed {
		p.breach("after a length beside chunks the connection goes on: answered %v", c.statuses)
	}
	if got := b.list(""); len(got) > 0 {
		p.breach("a hidden request stored %q", got)
	}
}

func malformedRequests(p *play) {
	s := p.site()
	host := "Host: " + s.address
	for name, bytes := range map[string]string{
		"no host":                      lines("GET /api/me HTTP/1.1", ""),
		"two hosts":                    lines("GET /api/me HTTP/1.1", host, "Host: evil.example", ""),
		"a host with a blank":          lines("GET /api/me HTTP/1.1", "Host: a b", ""),
		"an unknown version":           lines("GET /api/me HTTP/3.7", host, ""),
		"no version":                   lines("GET /api/me", host, ""),
		"a line break in the path":     lines("GET /api/me\rX: y HTTP/1.1", host, ""),
		"a NUL in a header":            lines("GET /api/me HTTP/1.1", host, "X: a\x00b", ""),
		"a line feed in a header":      lines("GET /api/me HTTP/1.1", host, "X: a\x0bb\x00", ""),
		"a header without a name":      lines("GET /api/me HTTP/1.1", host, ": b", ""),
		"a header without a colon":     lines("GET /api/me HTTP/1.1", host, "abc", ""),
		"a name with a blank":          lines("GET /api/me HTTP/1.1", host, "a b: c", ""),
		"a method with a bracket":      lines("G[T /api/me HTTP/1.1", host, ""),
		"bytes of TLS":                 "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + strings.Repeat("\x00", 200) + "\r\n\r\n",
		"bytes that are not text":      strings.Repeat("\xff\xfe", 100) + "\r\n\r\n",
		"a proxy's request for others": lines("CONNECT evil.example:443 HTTP/1.1", "Host: evil.example:443", ""),
	} {
		s.refused(name, bytes)
	}
	if c := s.raw(lines("GET http://evil.example/api/me HTTP/1.1", host, "Connection: close", "")); slices.Contains(c.statuses, http.StatusOK) {
		p.breach("the address of another host in the request's line is answered %v", c.statuses)
	}
	s.stranger().get("/healthz").want(http.StatusOK)
}

func hugeRequests(p *play) {
	s := p.site()
	b := s.person("Olga the owner")
	host := "Host: " + s.address
	many := make([]string, 5000)
	for i := range many {
		many[i] = fmt.Sprintf("X-%d: %d", i, i)
	}
	for name, bytes := range map[string]string{
		"a long header":    lines("GET /api/me HTTP/1.1", host, "X: "+strings.Repeat("a", 64<<10), ""),
		"a long cookie":    lines("GET /api/me HTTP/1.1", host, "Cookie: "+sessionCookie+"="+strings.Repeat("a", 64<<10), ""),
		"a long address":   lines("GET /"+strings.Repeat("a", 64<<10)+" HTTP/1.1", host, ""),
		"many headers":     lines("GET /api/me HTTP/1.1", host) + lines(many...) + "\r\n",
		"a long method":    strings.Repeat("G", 64<<10) + lines(" /api/me HTTP/1.1", host, ""),
		"a long extension": lines("POST /api/memos HTTP/1.1", host, "Transfer-Encoding: chunked", "", "2;"+strings.Repeat("a", 64<<10), "{}", "0", ""),
	} {
		s.refused(name, bytes)
	}
	session := "Cookie: " + sessionCookie + "=" + b.cookies[sessionCookie]
	bomb := lines("POST /api/memos HTTP/1.1", host, session, "Content-Type: application/json", "Transfer-Encoding: chunked", "") + strings.Repeat("1;"+strings.Repeat("e", 500)+"\r\n \r\n", 3000)
	s.refused("many chunks with extensions", bomb)
	for _, size := range []int{64<<10 + 1, 1 << 20, 8 << 20} {
		b.post("/api/memos", object("content", strings.Repeat("a", size))).want(http.StatusBadRequest)
	}
	if r := s.stranger().try(http.MethodPost, "/alexa", strings.Repeat(" ", 1<<20)); r.status < 400 || r.status >= 500 {
		p.breach("a megabyte for the skill is answered with %d", r.status)
	}
	// A body that is announced and refused is not read to its end.
	c := s.raw(lines("POST /api/memos HTTP/1.1", host, "Content-Type: application/json", "Content-Length: 1000000000", "", "{"))
	if !slices.Contains(c.statuses, http.StatusUnauthorized) {
		p.breach("a gigabyte by a stranger is answered %v", c.statuses)
	}
	b.get("/api/me").want(http.StatusOK)
}

func slowSenders(p *play) {
	s := p.site()
	b := s.person("Olga the owner")
	const headTime, bodyTime = 15 * time.Second, 45 * time.Second // the program's own limits are 5 s and 30 s
	head := lines("POST /api/memos HTTP/1.1", "Host: "+s.address, "Content-Type: application/json", "Content-Length: 60000",
		"Cookie: "+sessionCookie+"="+b.cookies[sessionCookie], "")
	const slow = 40
	p.together(slow+1, func(i int) {
		switch {
		case i == slow: // honest requests are answered meanwhile
			for range 100 {
				s.stranger().get("/healthz").want(http.StatusOK)
				time.Sleep(100 * time.Millisecond)
			}
		case i%2 == 0:
			s.drip(head[:40], headTime)
		default:
			s.drip(head+`{"content":"`, bodyTime)
		}
	})
	b.get("/api/me").want(http.StatusOK)
}

// drip sends a byte each second after a beginning, and reports a breach if the connection
// is still open after atMost.
func (s *site) drip(beginning string, atMost time.Duration) {
	s.p.count()
	conn, err := net.Dial("tcp", s.address)
	s.p.must(err)
	defer func() { _ = conn.Close() }()
	_, err = io.WriteString(conn, beginning)
	s.p.must(err)
	answer := make(chan struct{})
	go func() {
		defer close(answer)
		_, _ = io.Copy(io.Discard, conn) // until the server closes
	}()
	for end := time.After(atMost); ; {
		select {
		case <-answer:
			return
		case <-end:
			s.p.breach("%d bytes of a request hold a connection for more than %v", len(beginning), atMost)
		case <-time.After(time.Second):
			_, _ = io.WriteString(conn, "a") // the connection may be closed
		}
	}
}

func paths(p *play) {
	s := p.site()
	b := s.person("Olga the owner")
	for _, path := range []string{
		"/../voicememo.db", "/%2e%2e/voicememo.db", "/..%2fvoicememo.db", "/..%5cvoicememo.db", "/....//voicememo.db", "/.%00./voicememo.db", "/app.js%00.html",
		"/./../../etc/passwd", "/%252e%252e/etc/passwd", "/static/../../../etc/passwd", "/session-keys.json", "/voicememo.db", "/voicememo.db-wal", "/.git/config",
		"/.env", "/dist/", "/index.html/..", "/api/../session-keys.json", "/api/memos/..%2f..%2f..%2fetc%2fpasswd", "/api/%2e%2e/api/me/", "//api/me", "/API/ME",
		"/api//me", "/api/me/", "/api/me;x=y", "/api/me%20", "/api/me%00", "/metrics", "/debug/pprof/", "/debug/vars", "/dev/../api/me", "/server-status", "/actuator",
		"/api/family/members/%2e%2e%2fx/picture", "/%c0%ae%c0%ae/etc/passwd", "/api/memos/" + strings.Repeat("a", 5000),
	} {
		for _, who := range []*person{b, s.stranger()} {
			r := who.ask(http.MethodGet, path, "")
			leaks := strings.Contains(r.body, "root:") || strings.Contains(r.body, "SQLite format") || strings.Contains(r.body, `"keys"`) || strings.Contains(r.body, "go_goroutines")
			if r.status < 400 && !strings.Contains(r.header.Get("Content-Type"), "text/html") && r.status != http.StatusMovedPermanently || leaks {
				p.breach("%s is answered with %d %s", path, r.status, r.body)
			}
			if to := r.header.Get("Location"); strings.HasPrefix(to, "//") || strings.Contains(to, "://") {
				p.breach("%s leads to %s", path, to)
			}
		}
	}
}

func hosts(p *play) {
	s := p.site()
	b := s.person("Olga the owner")
	own := mustParse(s.public)
	for _, host := range []string{"evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "169.254.169.254", "0.0.0.0", own.Hostname() + ".evil.example", "evil.example:443"} {
		r := b.ask(http.MethodGet, "/api/me", "", "Host: "+host)
		if p.at == server && r.status != http.StatusMisdirectedRequest {
			p.breach("under the name %s a server of this machine answers %d: %s", host, r.status, r.body)
		}
		if to := b.ask(http.MethodGet, "/auth/login", "", "Host: "+host).header.Get("Location"); strings.Contains(strings.Split(to, "?")[0], "evil") || strings.Contains(to, "evil.example") {
			p.breach("under the name %s a sign-in leads to %s", host, to)
		}
	}
	for _, h := range []string{"X-Forwarded-Host: evil.example", "Forwarded: host=evil.example", "X-Host: evil.example", "X-Original-URL: /api/memos", "X-Rewrite-URL: /api/memos",
		"X-Forwarded-Server: evil.example", "X-Forwarded-Proto: http", "X-Forwarded-Prefix: /evil.example"} {
		sheet := b.post("/api/family/invite-codes", "", h).want(http.StatusCreated)
		if link := sheet.text("link"); !strings.HasPrefix(link, s.public+"/join#") {
			p.breach("with %s the link is %s", h, link)
		}
		if r := b.get("/api/me", h).want(http.StatusOK); !strings.Contains(r.body, `"settings"`) {
			p.breach("with %s another route answers: %s", h, r.body)
		}
		if to := b.get("/auth/login", h).want(http.StatusSeeOther).header.Get("Location"); strings.Contains(to, "evil") {
			p.breach("with %s a sign-in leads to %s", h, to)
		}
	}
}
