package siege

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"voicememo/tools/testkit/person"
)

var sessionAttacks = []attack{
	{name: "copied-cookie", what: "use a copied cookie after every way of ending the session", at: atBoth, play: copiedCookie},
	{name: "forged-cookies", what: "change, cut, extend, swap and invent cookies of a session", at: atBoth, play: forgedCookies},
	{name: "cross-site", what: "send requests from another site's page with a person's cookies", at: atBoth, play: crossSite},
	{name: "file-modes", what: "read the data directory, backups and keys as another user of the machine", at: atServer, alone: true, play: fileModes},
}

func copiedCookie(p *play) {
	for name, end := range map[string]func(own *visitor) reply{
		"logout":            func(own *visitor) reply { return own.post("/auth/logout", "") },
		"logout-everywhere": func(own *visitor) reply { return own.post("/auth/logout-everywhere", "") },
		"the end of the access": func(own *visitor) reply {
			access, _ := own.get("/api/me/access").want(http.StatusOK).Value("access").([]any)
			id, _ := access[0].(map[string]any)["id"].(string)
			return own.ask(http.MethodDelete, "/api/me/access/"+url.PathEscape(id), "")
		},
		"the end of the account": func(own *visitor) reply {
			own.ask(http.MethodDelete, "/api/user", "").because(http.StatusForbidden, "fresh_sign_in")
			if to, err := own.SignInBy(p.Context(), "/auth/login?fresh=1&return_to=/in", own.name); err != nil || to != "/in" {
				p.Fatalf("signing in again led to %q, %v", to, err)
			}
			p.secret(own.Cookies[person.SessionCookie])
			return own.ask(http.MethodDelete, "/api/user", "")
		},
	} {
		own := p.person("Olga and her " + name)
		own.add("a note before " + name)
		thief := own.copied()
		thief.get("/api/me").want(http.StatusOK)
		r := end(own).want(http.StatusNoContent)
		for _, path := range []string{"/api/me", "/api/memos", "/api/export?format=json", "/api/me/access"} {
			thief.get(path).want(http.StatusUnauthorized)
		}
		thief.post("/api/memos", memoBody).want(http.StatusUnauthorized)
		if own.get("/api/me").want(http.StatusUnauthorized); own.Cookies[person.SessionCookie] != "" || r.Header.Get("Clear-Site-Data") != `"cache"` {
			p.Fatalf("after %s the browser keeps %v or its cache: %v", name, own.Cookies, r.Header)
		}
	}
}

func forgedCookies(p *play) {
	owner, victim, pending := p.person("Olga the owner"), p.person("Vera the victim"), p.stranger()
	good, other, waiting := owner.Cookies[person.SessionCookie], victim.Cookies[person.SessionCookie], ""
	pending.get("/auth/login").want(http.StatusSeeOther)
	for _, value := range pending.Cookies {
		waiting = value
	}
	forged := []string{
		"", "x", ".", "..", "...", good + "x", good[1:], good[:len(good)-1], good + good, good + "." + other, good[:len(good)/2] + other[len(other)/2:],
		strings.ToUpper(good), strings.ToLower(good), strings.Repeat("A", 4000), strings.Repeat(".", 500), waiting, url.QueryEscape("\x00\xff"),
		`"` + good + `x"`, "null", "{}", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.",
	}
	for range some(60, 1000) {
		changed := []byte(good)
		changed[p.random.IntN(len(changed))] = "ABCDEFGHabcdefgh01234567-_."[p.random.IntN(27)]
		// The last character of base64 may differ only in unused bits.
		if string(changed) != good && changed[len(changed)-1] == good[len(good)-1] {
			forged = append(forged, string(changed))
		}
	}
	for _, value := range forged {
		if r := p.stranger().ask(http.MethodGet, "/api/me", "", "Cookie: "+person.SessionCookie+"="+value); r.Status != http.StatusUnauthorized {
			p.Fatalf("the cookie %q is answered with %d: %s", value, r.Status, r.Body)
		}
	}
	for _, name := range []string{"session", "__host-session", "__Host-Session", "__Secure-session", "__Host-session2"} {
		p.stranger().get("/api/me", "Cookie: "+name+"="+good).want(http.StatusUnauthorized)
	}
	owner.get("/api/me").want(http.StatusOK)
}

func crossSite(p *play) {
	victim := p.person("Vera the victim")
	id := victim.add("a note of the victim's")
	requests := []contracted{{http.MethodPost, "/auth/logout", ""}, {http.MethodPost, "/auth/login", ""}, {http.MethodPost, "/alexa", ""}}
	for _, op := range p.contract() {
		if op.method != http.MethodGet && op.path != "/mcp" { // which reads no cookies
			requests = append(requests, op)
		}
	}
	headers := []string{
		"Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Origin: https://evil.example", "Origin: null", "Origin: " + p.home + ".evil.example",
		"Origin: " + p.home + ":1", "Origin: file://", "Origin: https://evil.example:443",
	}
	for _, op := range requests {
		path := strings.NewReplacer("{id}", id, "{userId}", url.PathEscape(victim.ID)).Replace(op.path)
		for _, h := range headers {
			victim.ask(op.method, path, op.body(), h).want(http.StatusForbidden)
			victim.ask(op.method, path, op.body(), h, "X-Forwarded-Host: evil.example", "Content-Type: text/plain").want(http.StatusForbidden)
		}
	}
	// What a form can send without a preflight request.
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "application/json; charset=shift_jis",
		"application/jsonp", "text/json", "application/json, text/plain", "APPLICATION/JSONX"} {
		victim.post("/api/memos", memoBody, "Content-Type: "+kind).want(http.StatusBadRequest, http.StatusUnsupportedMediaType)
	}
	for _, path := range []string{"/auth/logout", "/auth/logout-everywhere", "/api/family/leave", "/api/family/join", "/api/family/invite-codes", "/api/memos/" + id + "/restore"} {
		victim.get(path).want(http.StatusNotFound, http.StatusMethodNotAllowed) // nothing changes by GET
	}
	for _, method := range []string{http.MethodOptions, http.MethodTrace, http.MethodPatch, "FOO", "get"} {
		victim.ask(method, "/api/memos", "", "Origin: https://evil.example", "Access-Control-Request-Method: DELETE", "X-HTTP-Method-Override: DELETE")
	}
	victim.post("/api/memos", person.JSON("content", "by the page itself"), "Sec-Fetch-Site: same-origin", "Origin: "+p.home).want(http.StatusCreated)
	if got := victim.list(); len(got) != 2 || !slices.Contains(got, "a note of the victim's") {
		p.Fatalf("the victim has %q", got)
	}
}
