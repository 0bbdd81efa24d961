package main

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

var sessionAttacks = []attack{
	{name: "copied-cookie", what: "use a copied cookie after every way of ending the session", at: atSites, shares: true, play: copiedCookie},
	{name: "kept-cache", what: "find data that answers leave in the browser after signing out", at: atSites, shares: true, play: keptCache},
	{name: "forged-cookies", what: "change, cut, extend, swap and invent cookies of a session", at: atSites, shares: true, play: forgedCookies},
	{name: "stale-account", what: "delete an account without having signed in for it", at: atEvery, shares: true, play: staleAccount},
	{name: "stale-sign-in", what: "pass off an earlier authentication as a new one", at: atStrict, play: staleSignIn},
	{name: "sign-in-mixup", what: "replay, swap and inject answers of the issuer", at: atSites, shares: true, play: signInMixup},
	{name: "open-redirects", what: "lead a sign-in to another site", at: atSites, shares: true, play: openRedirects},
}

func copiedCookie(p *play) {
	s := p.site()
	for name, end := range map[string]func(own *person){
		"logout":            func(own *person) { own.post("/auth/logout", "").want(http.StatusNoContent) },
		"logout-everywhere": func(own *person) { own.post("/auth/logout-everywhere", "").want(http.StatusNoContent) },
		"the end of the access": func(own *person) {
			access, _ := own.get("/api/me/access").want(http.StatusOK).value("access").([]any)
			id, _ := access[0].(map[string]any)["id"].(string)
			own.ask(http.MethodDelete, "/api/me/access/"+escaped(id), "").want(http.StatusNoContent)
		},
		"the end of the account": func(own *person) { own.close() },
	} {
		own := s.person("Olga and her " + name)
		own.add("a note before " + name)
		thief := own.copied()
		thief.get("/api/me").want(http.StatusOK)
		if strings.HasPrefix(name, "the end of the account") {
			own.signInAgain("/auth/login?fresh=1&return_to=/in")
		}
		end(own)
		for _, path := range []string{"/api/me", "/api/memos", "/api/export?format=json", "/api/me/access"} {
			thief.get(path).want(http.StatusUnauthorized)
		}
		thief.post("/api/memos", object("content", "by a thief")).want(http.StatusUnauthorized)
		for cookie, value := range own.cookies {
			if cookie != "signed_in" || value != "0" { // it says that the session has ended
				p.breach("after %s the browser keeps the cookie %s", name, cookie)
			}
		}
	}
}

// signInAgain signs the same person in again in the same browser.
func (b *person) signInAgain(path string) {
	to := ""
	if b.issuer != nil {
		to = b.signInFrom(b, path, b.name, b.issuer.sign)
	} else {
		to = b.signInBy(path, b.name)
	}
	if to != "/in" {
		b.p.Fatalf("signing in again led to %q", to)
	}
	b.p.secret(b.cookies[sessionCookie])
}

// close deletes the person's account after a fresh sign-in.
func (b *person) close() reply {
	return b.ask(http.MethodDelete, "/api/user", "").want(http.StatusNoContent)
}

func keptCache(p *play) {
	s := p.site()
	b := s.person("Olga the owner")
	b.add("a note that no cache may keep")
	for _, path := range []string{"/api/me", "/api/memos", "/api/memos?limit=5", "/api/memos?deleted=true", "/api/family/members", "/api/export?format=json",
		"/api/export?format=csv", "/api/export?format=markdown", "/api/me/access", "/auth/login", "/nothing", "/api/nothing"} {
		r := b.get(path).want(http.StatusOK, http.StatusSeeOther, http.StatusNotFound)
		if kept := r.header.Get("Cache-Control"); r.status != http.StatusOK || strings.HasPrefix(path, "/api/") {
			if !strings.Contains(kept, "no-store") {
				p.breach("%s may be kept: %q", path, kept)
			}
		}
	}
	other := b.copied()
	for _, way := range []string{"/auth/logout", "/auth/logout-everywhere"} {
		cleared(b.post(way, "").want(http.StatusNoContent))
		b = s.person("Olga the owner")
	}
	other.get("/api/me").want(http.StatusUnauthorized)
	b.signInAgain("/auth/login?fresh=1&return_to=/in")
	cleared(b.close())
}

// cleared reports a breach unless an answer clears the browser's cookie and cache.
func cleared(r reply) {
	gone := slices.ContainsFunc(r.header.Values("Set-Cookie"), func(c string) bool {
		return strings.HasPrefix(c, sessionCookie+"=;") && strings.Contains(c, "Max-Age=0")
	})
	if !gone || r.header.Get("Clear-Site-Data") != `"cache"` {
		r.p.breach("%s: the browser keeps its cookie or its cache: %v", r.asked, r.header)
	}
}

func forgedCookies(p *play) {
	s := p.site()
	b := s.person("Olga the owner")
	good := b.cookies[sessionCookie]
	other := s.person("Vera the victim").cookies[sessionCookie]
	pending := s.stranger()
	pending.get("/auth/login").want(http.StatusSeeOther)
	var waiting string
	for _, value := range pending.cookies {
		waiting = value
	}
	forged := []string{
		"", "x", ".", "..", "...", good + "x", good[1:], good[:len(good)-1], good + good, good + "." + other, good[:len(good)/2] + other[len(other)/2:],
		strings.ToUpper(good), strings.ToLower(good), strings.Repeat("A", 4000), strings.Repeat(".", 500), waiting, url.QueryEscape("\x00\xff"),
		`"` + good + `x"`, "null", "{}", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.",
	}
	for range p.some(60, 1000) {
		changed := []byte(good)
		changed[p.random.IntN(len(changed))] = "ABCDEFGHabcdefgh01234567-_."[p.random.IntN(27)]
		// The last character of base64 may differ only in unused bits.
		if string(changed) != good && changed[len(changed)-1] == good[len(good)-1] {
			forged = append(forged, string(changed))
		}
	}
	for _, value := range forged {
		thief := s.stranger()
		thief.cookies[sessionCookie] = value
		if r := thief.try(http.MethodGet, "/api/me", ""); r.status != http.StatusUnauthorized {
			p.breach("the cookie %q is answered with %d: %s", value, r.status, r.body)
		}
	}
	for _, name := range []string{"session", "__host-session", "__Host-Session", "__Secure-session", "__Host-session2"} {
		thief := s.stranger()
		thief.cookies[name] = good
		thief.get("/api/me").want(http.StatusUnauthorized)
	}
	b.get("/api/me").want(http.StatusOK)
}

func staleAccount(p *play) {
	s := p.site()
	b := s.person("Olga the owner")
	b.add("a note that stays")
	refused := func() {
		if r := b.ask(http.MethodDelete, "/api/user", "").want(http.StatusForbidden); r.text("reason") != "fresh_sign_in" {
			p.breach("got %s, want fresh_sign_in", r.body)
		}
	}
	refused()
	for _, path := range []string{"/auth/login?return_to=/in", "/auth/login?fresh=0&return_to=/in", "/auth/login?fresh=true&return_to=/in"} {
		b.signInAgain(path)
		refused()
	}
	b.signInAgain("/auth/login?fresh=1&return_to=/in")
	b.close()
}

func staleSignIn(p *play) {
	s := p.site()
	b := s.person("olga")
	for ago, want := range map[time.Duration]string{24 * time.Hour: "/?signin=failed", 2 * time.Minute: "/?signin=failed", 0: "/in"} {
		to := s.signInFrom(b, "/auth/login?fresh=1&return_to=/in", "olga", func(claims map[string]any) string {
			claims["auth_time"] = time.Now().Add(-ago).Unix()
			return s.issuer.sign(claims)
		})
		if to != want {
			p.breach("an authentication of %v ago leads to %q, want %q", ago, to, want)
		}
	}
}

func signInMixup(p *play) {
	s := p.site()
	b := s.stranger()
	at := b.get("/auth/login").want(http.StatusSeeOther).header.Get("Location")
	back, _ := strings.CutPrefix(s.signInAt(at, url.Values{"name": {"Olga the owner"}}.Encode()), s.public)
	asked, err := url.Parse(back)
	p.must(err)
	refused := func(name string, who *person, change func(q url.Values)) {
		q := asked.Query()
		change(q)
		to := who.get("/auth/callback?" + q.Encode()).want(http.StatusSeeOther).header.Get("Location")
		if !strings.HasPrefix(to, "/?signin=") || who.cookies[sessionCookie] != "" {
			p.breach("%s leads to %q", name, to)
		}
	}
	refused("no state", b.copied(), func(q url.Values) { q.Del("state") })
	refused("an empty state", b.copied(), func(q url.Values) { q.Set("state", "") })
	refused("a wrong state", b.copied(), func(q url.Values) { q.Set("state", q.Get("state")+"x") })
	refused("another state before", b.copied(), func(q url.Values) { q["state"] = []string{"x", q.Get("state")} })
	refused("no code", b.copied(), func(q url.Values) { q.Del("code") })
	refused("a wrong issuer", b.copied(), func(q url.Values) { q.Set("iss", "https://evil.example") })
	refused("no issuer, which this one always names", b.copied(), func(q url.Values) { q.Del("iss") })
	refused("an error beside the code", b.copied(), func(q url.Values) { q.Set("error", "access_denied") })
	refused("a browser that has not begun", s.stranger(), func(url.Values) {})
	other := s.stranger()
	other.get("/auth/login").want(http.StatusSeeOther)
	refused("a browser that has begun another sign-in", other, func(url.Values) {})
	injected := s.stranger() // the code belongs to another verifier (PKCE)
	injected.get("/auth/login").want(http.StatusSeeOther)
	own := s.stranger()
	state := own.begin("/auth/login").Get("state")
	refused("the code of another browser", own, func(q url.Values) { q.Set("state", state) })
	own = s.stranger()
	at = own.get("/auth/login").want(http.StatusSeeOther).header.Get("Location")
	back, _ = strings.CutPrefix(s.signInAt(at, url.Values{"name": {"Olga the owner"}}.Encode()), s.public)
	kept := own.copied()
	own.get(back).want(http.StatusSeeOther)
	p.secret(own.cookies[sessionCookie])
	if own.cookies[sessionCookie] == "" {
		p.Fatal("an ordinary sign-in fails")
	}
	if asked, err = url.Parse(back); err != nil {
		p.Fatal(err)
	}
	refused("the same answer again", kept, func(url.Values) {})
}

func openRedirects(p *play) {
	s := p.site()
	const evil = "evil.example"
	for i, to := range []string{
		"https://" + evil, "http://" + evil, "//" + evil, "///" + evil, "////" + evil, `/\` + evil, `\/` + evil, `\\` + evil, "/\t/" + evil, "\t//" + evil,
		" //" + evil, "/\x00/" + evil, "/\r\n/" + evil, "/\r\nSet-Cookie: a=b", "javascript:alert(1)", "data:text/html,x", "/%2f%2f" + evil,
		"/%5c" + evil, "/.//" + evil, "/..//" + evil, "https:" + evil, "https:/" + evil, "@" + evil, "/auth/logout", "/auth/login?return_to=//" + evil,
		"／／" + evil, "/" + strings.Repeat("a", 2000), "\u2028//" + evil, "/\ufeff/" + evil,
	} {
		b := s.stranger()
		location := b.signInBy("/auth/login?return_to="+url.QueryEscape(to), fmt.Sprint("Person no ", i))
		resolved, err := mustParse(s.public).Parse(strings.ReplaceAll(location, `\`, "/")) // as browsers do
		if err != nil || resolved.Host != mustParse(s.public).Host || strings.HasPrefix(resolved.Path, "/auth/") || strings.ContainsAny(location, "\r\n\t") {
			p.breach("%q leads to %q", to, location)
		}
		if r := b.post("/auth/login", object("returnTo", to)); r.status == http.StatusOK && strings.Contains(r.text("location"), evil) {
			p.breach("%q is in the issuer's address %q", to, r.text("location"))
		}
	}
}

// mustParse parses an address that is known to be valid.
func mustParse(address string) *url.URL {
	u, err := url.Parse(address)
	if err != nil {
		panic(err)
	}
	return u
}
