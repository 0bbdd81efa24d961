package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// sessionCookie is the cookie of a session.
const sessionCookie = "__Host-session"

// person is a browser without the page.
type person struct {
	*site
	name    string
	id      string // of the account; "": not signed in
	cookies map[string]string
}

// stranger returns a browser that is not signed in.
func (s *site) stranger() *person { return &person{site: s, cookies: map[string]string{}} }

// copied returns a second browser with the same cookies, such as a thief's.
func (b *person) copied() *person {
	return &person{b.site, b.name, b.id, maps.Clone(b.cookies)}
}

// person signs a person in, in a browser of their own. Names should be unlikely to occur
// in a log by chance.
func (s *site) person(name string) *person {
	b := s.stranger()
	if s.p.keeper != nil {
		name += " " + s.p.name // the same name is the same account
	}
	b.name = name
	to := ""
	if s.issuer != nil {
		to = s.signIn(b, name, s.issuer.sign)
	} else {
		to = b.signInBy("/auth/login?return_to=/in", name)
	}
	if to != "/in" || b.cookies[sessionCookie] == "" {
		s.p.Fatalf("signing in led to %q", to)
	}
	me := b.get("/api/me").want(http.StatusOK)
	b.id = me.text("user", "userId")
	s.p.secret(b.id, name, me.text("user", "email"), b.cookies[sessionCookie])
	return b
}

// people signs n people in.
func (s *site) people(n int, name string) []*person {
	all := make([]*person, n)
	for i := range all {
		all[i] = s.person(fmt.Sprint(name, " ", i, "."))
	}
	return all
}

// signInBy signs in from an address of the site and returns the final location.
func (b *person) signInBy(address, name string) string {
	at := b.get(address).want(http.StatusSeeOther).header.Get("Location")
	return b.comeBack(at, name)
}

// comeBack picks a name at the issuer, follows the redirect back, and returns the final
// location.
func (b *person) comeBack(at, name string) string {
	back, ok := strings.CutPrefix(b.signInAt(at, url.Values{"name": {name}}.Encode()), b.public)
	if !ok {
		b.p.Fatalf("the issuer sends the browser to %q", back)
	}
	return b.get(back).want(http.StatusSeeOther).header.Get("Location")
}

// reply is an answer, read to its end.
type reply struct {
	p      *play
	asked  string
	status int
	header http.Header
	body   string
}

func (b *person) get(path string, headers ...string) reply {
	return b.ask(http.MethodGet, path, "", headers...)
}

func (b *person) post(path, body string, headers ...string) reply {
	return b.ask(http.MethodPost, path, body, headers...)
}

// ask sends a request. Headers are "Name: value"; a body is JSON unless they say
// otherwise. The path is sent unchanged.
func (b *person) ask(method, path, body string, headers ...string) reply {
	r := b.try(method, path, body, headers...)
	if r.status >= http.StatusInternalServerError {
		b.p.breach("%s: status %d: %s", r.asked, r.status, r.body)
	}
	return r
}

// try is ask for a request that may be answered with any status.
func (b *person) try(method, path, body string, headers ...string) reply {
	b.p.count()
	req, err := http.NewRequestWithContext(b.p.ctx, method, b.public, strings.NewReader(body))
	b.p.must(err)
	b.aim(req, path)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	var cookies []string
	for _, name := range slices.Sorted(maps.Keys(b.cookies)) {
		cookies = append(cookies, name+"="+b.cookies[name])
	}
	if len(cookies) > 0 {
		req.Header.Set("Cookie", strings.Join(cookies, "; "))
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if name == "Host" {
			req.Host = value
			continue
		}
		req.Header[http.CanonicalHeaderKey(name)] = append(slices.Clone(replaced(req.Header, name)), value)
	}
	res, err := b.through.RoundTrip(req)
	if err != nil {
		b.p.breach("%s %s is not answered: %v", method, path, err)
	}
	return b.read(method+" "+path, res)
}

// replaced returns the values of a header that a request may have several of.
func replaced(h http.Header, name string) []string {
	switch http.CanonicalHeaderKey(name) {
	case "Content-Type", "Cookie":
		return nil
	}
	return h.Values(name)
}

// aim sets the path and the query of a request.
func (b *person) aim(req *http.Request, path string) {
	raw, query, _ := strings.Cut(path, "?")
	plain, err := url.PathUnescape(raw)
	if err != nil {
		plain = raw
	}
	req.URL.Path, req.URL.RawPath, req.URL.RawQuery = plain, raw, query
}

// internals matches details of the program that no answer may contain.
var internals = regexp.MustCompile(`(?i)goroutine |panic|runtime error|sqlite|dynamodb|\.go:\d|/tmp/|stack`)

// read reads an answer and keeps its cookies.
func (b *person) read(asked string, res *http.Response) reply {
	body, err := io.ReadAll(res.Body)
	if err != nil {
		b.p.breach("%s: the answer breaks off: %v", asked, err)
	}
	b.p.must(res.Body.Close())
	for _, c := range res.Cookies() {
		if b.cookies[c.Name] = c.Value; c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		}
	}
	if res.StatusCode >= http.StatusBadRequest && internals.Match(body) {
		b.p.breach("%s: the answer reveals internals of the program: %s", asked, body)
	}
	return reply{b.p, asked, res.StatusCode, res.Header, string(body)}
}

// want reports a breach unless the answer has one of these statuses.
func (r reply) want(statuses ...int) reply {
	if !slices.Contains(statuses, r.status) {
		r.p.breach("%s: got status %d, want %d: %s", r.asked, r.status, statuses, r.body)
	}
	return r
}

// value returns the value at a path of the JSON answer; nil: there is none.
func (r reply) value(path ...string) any {
	var v any
	if err := json.Unmarshal([]byte(r.body), &v); err != nil {
		r.p.breach("%s: %v: %s", r.asked, err, r.body)
	}
	for _, name := range path {
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return v
}

// text is value for a text; "": there is none.
func (r reply) text(path ...string) string {
	text, _ := r.value(path...).(string)
	return text
}

// number is value for a number; 0: there is none.
func (r reply) number(path ...string) float64 {
	number, _ := r.value(path...).(float64)
	return number
}

// refusedFor reports a breach unless the answer is a 429 for a reason, with a retry time.
func (r reply) refusedFor(reason string) {
	r.want(http.StatusTooManyRequests)
	seconds, err := strconv.Atoi(r.header.Get("Retry-After"))
	if err != nil || seconds < 1 || r.text("reason") != reason || r.text("retryAt") == "" {
		r.p.breach("%s: got Retry-After %q and %s, want a time to wait for %s", r.asked, r.header.Get("Retry-After"), r.body, reason)
	}
}

// same reports a breach unless two answers are identical except for time and request id.
func (r reply) same(other reply) {
	a, b := r.header.Clone(), other.header.Clone()
	for _, h := range []http.Header{a, b} {
		h.Del("Date")
		h.Del("X-Request-Id")
	}
	if r.status != other.status || r.body != other.body || !maps.EqualFunc(a, b, slices.Equal) {
		r.p.breach("%s and %s are told apart:\n%d %v %s\n%d %v %s", r.asked, other.asked, r.status, a, r.body, other.status, b, other.body)
	}
}

// object returns a JSON object of texts, given as pairs of a name and a text.
func object(pairs ...string) string {
	texts := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		texts[pairs[i]] = pairs[i+1]
	}
	raw, err := json.Marshal(texts)
	if err != nil {
		panic(err) // only texts are in it
	}
	return string(raw)
}

// add adds a memo and returns its id.
func (b *person) add(content string) string {
	r := b.post("/api/memos", object("content", content)).want(http.StatusCreated)
	b.p.secret(content, r.text("id"))
	return r.text("id")
}

// list returns the contents of the memos that a person sees.
func (b *person) list(query string) []string {
	memos, _ := b.get("/api/memos" + query).want(http.StatusOK).value("memos").([]any)
	var all []string
	for _, m := range memos {
		content, _ := m.(map[string]any)["content"].(string)
		all = append(all, content)
	}
	return all
}

// family returns the id of a person's family.
func (b *person) family() string { return b.get("/api/me").want(http.StatusOK).text("family", "id") }

// invite makes an invitation and returns its digits, "" if there are none, and its link's
// token.
func (b *person) invite() (code, token string) {
	sheet := b.post("/api/family/invite-codes", "").want(http.StatusCreated)
	link := sheet.text("link")
	_, token, ok := strings.Cut(link, "#")
	if !ok || strings.Contains(link, "?") || !strings.HasPrefix(link, b.public+"/join#") {
		b.p.breach("the link %q is not the page with the token in the fragment", link)
	}
	b.p.secret(token)
	return sheet.text("code"), token
}

// joinByCode asks to join by digits.
func (b *person) joinByCode(code string) reply {
	return b.post("/api/family/join", object("inviteCode", code))
}

// joinByLink asks to join by a link's token.
func (b *person) joinByLink(token string) reply {
	return b.post("/api/family/join", object("inviteToken", token))
}
