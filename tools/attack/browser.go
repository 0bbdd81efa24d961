package main

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
)

var browserAttacks = []attack{
	{name: "cross-site", what: "send requests from another site's page with a person's cookies", at: atSites, shares: true, play: crossSite},
	{name: "headers", what: "frame, sniff, inject into or read an answer from another site", at: atEvery, shares: true, play: headers},
	{name: "cookie-flags", what: "read a cookie by script, in plain text or on another site", at: atEvery, shares: true, play: cookieFlags},
	{name: "markup", what: "have people's texts run, or interpreted as markup or formulas", at: atSites, shares: true, play: markup},
}

func crossSite(p *play) {
	s := p.site()
	victim := s.person("Vera the victim")
	id := victim.add("a note of the victim's")
	requests := []struct{ method, path, body string }{
		{http.MethodPost, "/api/memos", object("content", "forged")}, {http.MethodPut, "/api/memos/" + id, object("content", "forged")},
		{http.MethodDelete, "/api/memos/" + id, ""}, {http.MethodDelete, "/api/memos", ""}, {http.MethodPost, "/api/family/invite-codes", ""},
		{http.MethodPost, "/auth/logout", ""}, {http.MethodPost, "/auth/logout-everywhere", ""}, {http.MethodDelete, "/api/user", ""},
		{http.MethodPost, "/alexa", "{}"}, {http.MethodPut, "/api/family/settings", `{"askBeforeJoin":true}`}, {http.MethodPost, "/auth/login", "{}"},
	}
	headers := []string{
		"Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Origin: https://evil.example", "Origin: null", "Origin: " + s.public + ".evil.example",
		"Origin: " + s.public + ":1", "Origin: file://", "Origin: https://evil.example:443",
	}
	for _, r := range requests {
		for _, h := range headers {
			victim.ask(r.method, r.path, r.body, h).want(http.StatusForbidden)
			victim.ask(r.method, r.path, r.body, h, "X-Forwarded-Host: evil.example", "Content-Type: text/plain").want(http.StatusForbidden)
		}
	}
	// What a form can send without a preflight request.
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "application/json; charset=shift_jis",
		"application/jsonp", "text/json", "application/json, text/plain", "APPLICATION/JSONX"} {
		victim.post("/api/memos", object("content", "forged"), "Content-Type: "+kind).want(http.StatusBadRequest)
	}
	for _, path := range []string{"/auth/logout", "/auth/logout-everywhere", "/api/family/leave", "/api/family/join", "/api/family/invite-codes", "/api/memos/" + id + "/restore"} {
		victim.get(path).want(http.StatusNotFound, http.StatusMethodNotAllowed) // nothing changes by GET
	}
	victim.post("/api/memos", object("content", "by the page itself"), "Sec-Fetch-Site: same-origin", "Origin: "+s.public).want(http.StatusCreated)
	if got := victim.list(""); len(got) != 2 {
		p.breach("the victim has %q", got)
	}
}

func headers(p *play) {
	s := p.site()
	b := s.person("Olga the owner")
	want := map[string]string{
		"X-Content-Type-Options": "nosniff", "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "same-origin",
	}
	if strings.HasPrefix(s.public, "https://") {
		want["Strict-Transport-Security"] = "max-age=31536000; includeSubDomains"
	}
	for _, path := range []string{"/", "/join", "/privacy", "/api/me", "/api/memos", "/api/memos?limit=x", "/api/docs", "/api/openapi.yaml", "/nothing", "/api/nothing",
		"/auth/login", "/auth/callback", "/healthz", "/readyz", "/%zz", "/alexa"} {
		r := b.get(path, "Origin: https://evil.example", "Access-Control-Request-Method: POST")
		for name, value := range want {
			if got := r.header.Get(name); got != value {
				p.breach("%s: %s is %q, want %q", path, name, got, value)
			}
		}
		policy := r.header.Get("Content-Security-Policy")
		for _, lax := range []string{"unsafe", "http:", "https:", "*", "blob:"} {
			if strings.Contains(policy, lax) {
				p.breach("%s: the policy has %s: %s", path, lax, policy)
			}
		}
		if !strings.Contains(policy, "frame-ancestors 'none'") || !strings.Contains(policy, "require-trusted-types-for 'script'") {
			p.breach("%s: the policy is %q", path, policy)
		}
		for name := range r.header {
			if strings.HasPrefix(name, "Access-Control-") || name == "Server" || name == "X-Powered-By" {
				p.breach("%s: the answer has %s", path, name)
			}
		}
	}
	for _, method := range []string{http.MethodOptions, http.MethodTrace, http.MethodPatch, "FOO", "get", "CONNECT2"} {
		r := b.try(method, "/api/memos", "", "Origin: https://evil.example", "Access-Control-Request-Method: DELETE", "X-HTTP-Method-Override: DELETE")
		if r.status < 300 && r.status != http.StatusNoContent || r.status >= 500 && r.status != http.StatusNotImplemented || r.header.Get("Access-Control-Allow-Origin") != "" {
			p.breach("%s is answered with %d %v", method, r.status, r.header)
		}
	}
}

// hint matches the one cookie that scripts may read: whether there is a session, and
// nothing else.
var hint = regexp.MustCompile(`^signed_in=[01]; Path=/(; Max-Age=\d+)?; Secure; SameSite=Lax$`)

func cookieFlags(p *play) {
	s := p.site()
	b := s.stranger()
	seen := 0
	check := func(r reply) {
		for _, c := range r.header.Values("Set-Cookie") {
			if hint.MatchString(c) {
				continue
			}
			seen++
			for _, flag := range []string{"; Path=/", "; HttpOnly", "; Secure", "; SameSite=Lax"} {
				if !strings.HasPrefix(c, "__Host-") || !strings.Contains(c, flag) || strings.Contains(c, "Domain") {
					p.breach("%s: the cookie %q lacks %s or its prefix", r.asked, c, flag)
				}
			}
		}
	}
	check(b.get("/auth/login"))
	own := s.person("Olga the owner")
	check(own.post("/auth/logout", ""))
	if seen < 2 {
		p.Fatalf("%d cookies were seen", seen)
	}
}

// payloads are texts that a careless program runs or interprets.
var payloads = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `'-alert(1)-'`, `javascript:alert(1)`, `{{7*7}}`, `${7*7}`, `=HYPERLINK("http://evil.example","x")`,
	`+1+cmd|' /C calc'!A0`, `-2+3`, `@SUM(1)`, `＝1+1`, `[x](javascript:alert(1))`, "![x](http://evil.example/x)", `</speak><audio src="https://evil.example/a.mp3"/>`,
	`'; DROP TABLE memos; --`, `%00%0d%0aSet-Cookie: a=b`, `\u003cscript\u003e`, "`<b>`", `<!--`, `]]>`,
}

// escapes matches characters that Markdown takes literally.
var escapes = regexp.MustCompile(`\\.`)

func markup(p *play) {
	s := p.site()
	b := s.person("Olga the owner")
	for _, text := range payloads {
		b.add(text)
	}
	b.ask(http.MethodPut, "/api/user/name", object("name", `<img src=x onerror=a()>`)).want(http.StatusOK)
	if got := len(b.list("?limit=100")); got != len(payloads) {
		p.breach("%d of %d texts are there", got, len(payloads))
	}
	list := b.get("/api/memos?limit=100").want(http.StatusOK)
	if kind := list.header.Get("Content-Type"); !strings.HasPrefix(kind, "application/json") || strings.Contains(list.body, "<script") {
		p.breach("the list is %s with markup in it: %s", kind, list.body)
	}
	csv := b.get("/api/export?format=csv").want(http.StatusOK)
	for line := range strings.Lines(csv.body) {
		for _, cell := range strings.Split(line, `","`) {
			if cell = strings.Trim(cell, "\"\r\n\ufeff"); cell != "" && strings.ContainsRune("=+-@＝", []rune(cell)[0]) {
				p.breach("a cell of the table begins a formula: %q", cell)
			}
		}
	}
	markdown := b.get("/api/export?format=markdown").want(http.StatusOK)
	for _, live := range []string{"<", "](", "`", "*"} {
		if plain := escapes.ReplaceAllString(markdown.body, ""); strings.Contains(plain, live) {
			p.breach("the Markdown has %q unescaped: %s", live, markdown.body)
		}
	}
	for _, r := range []reply{csv, markdown} {
		if kind := r.header.Get("Content-Disposition"); !strings.HasPrefix(kind, "attachment") || strings.Contains(fmt.Sprint(r.header), "onerror") {
			p.breach("%s: the file is not an attachment with the name set by the program: %v", r.asked, r.header)
		}
	}
	for _, path := range []string{"/join?token=%3Cscript%3Ealert(1)%3C/script%3E", "/?signin=%3Cscript%3Ealert(1)%3C/script%3E", "/%3Cscript%3Ealert(1)%3C/script%3E"} {
		if r := s.stranger().get(path); strings.Contains(r.body, "alert(1)") {
			p.breach("%s is in the page: %s", path, r.body)
		}
	}
}
