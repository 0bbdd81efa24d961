package webapi

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/internal/limit"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// bearing is a program that sends a token and nothing else.
type bearing struct {
	browser
	token string
}

// RoundTrip implements http.RoundTripper.
func (p bearing) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+p.token)
	return http.DefaultTransport.RoundTrip(r)
}

// issue creates a token of the person of a browser and returns a program that has it.
func (b browser) issue(scope string) (bearing, tokenJSON) {
	b.t.Helper()
	status, body := b.ask("POST", "/api/me/tokens", `{"name":" Kitchen ","scope":"`+scope+`","days":30}`, "application/json")
	var made tokenJSON
	if err := json.Unmarshal([]byte(body), &made); err != nil || status != http.StatusCreated {
		b.t.Fatalf("got %d %s", status, body)
	}
	p := bearing{token: made.Token}
	p.browser = browser{b.t, b.base, &http.Client{Transport: bearing{token: made.Token}}}
	return p, made
}

// TestRealToken: a person creates a token, a program uses it within its scope, and the
// person ends it.
func TestRealToken(t *testing.T) {
	b := signInServer(t)
	b.signIn("Taro")
	program, made := b.issue("read")
	if made.Kind != models.AccessToken || made.Name != "Kitchen" || made.Scope != models.ScopeRead || made.ExpiresAt == "" || !strings.HasPrefix(made.Token, "vm_") {
		t.Errorf("got %+v, want the token named Kitchen", made)
	}
	if status, body := program.ask("GET", "/api/memos", "", ""); status != http.StatusOK {
		t.Errorf("the list: got %d %s", status, body)
	}
	for _, c := range []struct{ method, path, body string }{
		{"POST", "/api/memos", object("content", "牛乳")}, {"POST", "/api/me/tokens", `{"name":"x","scope":"read","days":30}`},
		{"GET", "/api/me/access", ""}, {"DELETE", "/api/me/access/" + string(made.ID), ""}, {"POST", "/auth/logout-everywhere", ""},
		{"DELETE", "/api/user", ""}, {"POST", "/api/family/invite-codes", ""}, {"GET", "/api/export?format=json&scope=me", ""},
	} {
		if status, body := program.ask(c.method, c.path, c.body, "application/json"); status != http.StatusForbidden {
			t.Errorf("%s %s: got %d %s, want 403", c.method, c.path, status, body)
		}
	}
	listed := b.sessions()
	i := slices.IndexFunc(listed, func(a accessJSON) bool { return a.ID == made.ID })
	if i < 0 || len(listed) != 2 || listed[i] != made.accessJSON {
		t.Errorf("got %+v, want the session and %+v", listed, made.accessJSON)
	}
	if status, body := b.ask("DELETE", "/api/me/access/"+string(made.ID), "", ""); status != http.StatusNoContent {
		t.Fatalf("the end: got %d %s", status, body)
	}
	if status, body := program.ask("GET", "/api/memos", "", ""); status != http.StatusUnauthorized {
		t.Errorf("after its end: got %d %s, want 401", status, body)
	}
}

// endsEarly is a sign-in whose session ends after the caller of a request was identified,
// as while the server waits for the rest of its body.
type endsEarly struct {
	Auth
	access *auth.Accesses
}

func (a endsEarly) Identify(w http.ResponseWriter, r *http.Request) (auth.Identity, error) {
	who, err := a.Auth.Identify(w, r)
	if err == nil && r.URL.Path == "/api/me/tokens" {
		err = a.access.EndAll(r.Context(), who.User.ID, who.User.ID)
	}
	return who, err
}

// TestNoTokenOfAnEndedSession: a session that ends before the body of a request for a
// token has arrived creates none.
func TestNoTokenOfAnEndedSession(t *testing.T) {
	s := newSite(t)
	s.use(func(o *Options) { o.Auth = endsEarly{o.Auth, o.Access} })
	s.ask("taro", "POST", "/api/me/tokens", `{"name":"台所","scope":"read","days":30}`).want(401)
	list, err := s.options.Access.List(t.Context(), "taro")
	if err != nil || len(list) > 0 {
		t.Errorf("got %v, %v, want no access", list, err)
	}
}

// TestTokenBodies: what a request for a token may not have.
func TestTokenBodies(t *testing.T) {
	b := signInServer(t)
	b.signIn("Taro")
	for body, field := range map[string]string{
		`{}`:                                    "name",
		`{"name":"x","days":30}`:                "scope",
		`{"name":"x","scope":"read"}`:           "days",
		`{"name":" ","scope":"read","days":30}`: "name",
		`{"name":"` + strings.Repeat("x", 51) + `","scope":"read","days":30}`: "name",
		`{"name":"\u202e\u3164","scope":"read","days":30}`:                    "name",
		`{"name":"x","scope":"family","days":30}`:                             "scope",
		`{"name":"x","scope":"memos family","days":30}`:                       "scope",
		`{"name":"x","scope":"read","days":31}`:                               "days",
		`{"name":"x","scope":"read","days":"30"}`:                             "days",
		`{"name":"x","scope":"read","days":30,"kind":"session"}`:              "kind",
	} {
		status, answer := b.ask("POST", "/api/me/tokens", body, "application/json")
		var p problem
		if err := json.Unmarshal([]byte(answer), &p); err != nil || status != http.StatusBadRequest || p.Field != field {
			t.Errorf("%s: got %d %s, want 400 for %s", body, status, answer, field)
		}
	}
	check.Equal(t, len(b.sessions()), 1, "accesses")
}

// TestTokensSeeNoAddresses: an owner's token sees no e-mail addresses of members, and without
// the scope family no requests to join.
func TestTokensSeeNoAddresses(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako")
	s.asking("taro")
	s.request("jiro", "taro")
	for who, want := range map[string]bool{"taro": true, "taro!": true, "taro!read=x": false, "taro!memos=x": false} {
		for _, path := range []string{"/api/me", "/api/family/members"} {
			r := s.ask(who, "GET", path, "").want(200)
			if got := strings.Contains(r.body, "hanako@example.com"); got != want || !strings.Contains(r.body, "taro@example.com") {
				t.Errorf("%s as %s: got %s, want addresses of others: %v", path, who, r.body, want)
			}
			if got := strings.Contains(r.body, "jiro"); path == "/api/me" && got != want {
				t.Errorf("%s as %s: got %s, want requests: %v", path, who, r.body, want)
			}
		}
	}
}

// TestThiefDelaysNothing: a person whose token was stolen finds and ends it however many
// requests the thief sends, and the list has every access.
func TestThiefDelaysNothing(t *testing.T) {
	s := newSite(t, func(o *Options) { o.RateWrites, o.RateSearches, o.AtOnce = 1, 1, 1 })
	s.freeze()
	var made tokenJSON
	s.ask("taro", "POST", "/api/me/tokens", `{"name":"台所","scope":"read","days":30}`).want(201).into(&made)
	thief := "taro!read=" + string(made.ID)
	for s.ask(thief, "GET", "/api/memos?q=a", "").status == http.StatusOK {
		continue
	}
	for s.ask(thief, "POST", "/api/live/ticket", "").status != http.StatusTooManyRequests {
		continue
	}
	server, err := newServer(s.options)
	must.OK(t, err)
	if s.echo, err = server.handler(); err != nil {
		t.Fatal(err)
	}
	for _, lanes := range []*limit.Lanes[models.UserID]{server.allowance.reads, server.allowance.changes} { // requests of the thief that do not end
		leave, err := lanes.Enter(t.Context(), "taro")
		must.OK(t, err)
		defer leave()
	}
	var list accessList
	s.ask("taro", "GET", "/api/me/access", "").want(200).into(&list)
	if len(list.Access) != 2 || list.Access[1].ID != made.ID && list.Access[0].ID != made.ID {
		t.Errorf("got %+v, want the session and the token", list.Access)
	}
	s.ask("taro", "DELETE", "/api/me/access/"+string(made.ID), "").want(204)
	s.ask("taro", "POST", "/auth/logout-everywhere", "").want(204)
	s.wait(time.Hour)
}

// TestAddTokensReadTheirOwn: a token with the scope add reads the memos that it added,
// repeats of their requests as well, and no others, not even of its person.
func TestAddTokensReadTheirOwn(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako")
	typed := s.add("taro", "牛乳", "Idempotency-Key: typed")
	program, another := "taro!add=1", "taro!add=2"
	own := s.add(program, "パン", "Idempotency-Key: own")
	foreign := s.add("hanako!add=1", "卵") // the id of another person's access
	for id, status := range map[string]int{own.ID: 200, typed.ID: 404, foreign.ID: 404, "AAAA": 404} {
		r := s.ask(program, "GET", "/api/memos/"+id, "").want(status)
		if status == 200 && r.header.Get("ETag") != `"1"` {
			t.Errorf("got ETag %q, want the version", r.header.Get("ETag"))
		}
		s.ask(another, "GET", "/api/memos/"+id, "").want(404)
	}
	if r := s.ask(program, "POST", "/api/memos", object("content", "パン"), "Idempotency-Key: own").want(200); !strings.Contains(r.body, own.ID) {
		t.Errorf("the repeat: got %s, want the memo", r.body)
	}
	s.ask("taro", "PUT", "/api/memos/"+typed.ID, object("content", "ひみつ")).want(200)
	for _, caller := range []string{program, another} {
		for _, text := range []string{"牛乳", "ひみつ"} {
			r := s.ask(caller, "POST", "/api/memos", object("content", text), "Idempotency-Key: typed").want(409)
			if p := r.problem(); p.Reason != models.ReasonKeyReused || strings.Contains(r.body, "ひみつ") {
				t.Errorf("%s: got %s, want it refused", caller, r.body)
			}
		}
	}
	for _, reader := range []string{"taro!read=1", "taro!memos=2", "taro!", "taro"} {
		for _, id := range []string{own.ID, typed.ID, foreign.ID} {
			s.ask(reader, "GET", "/api/memos/"+id, "").want(200)
		}
	}
}

// TestAddTokensReadNoLaterText: a token with the scope add reads no text that another member,
// or its person on the page, later wrote into a memo that it added, not even by a repeat.
func TestAddTokensReadNoLaterText(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako")
	for _, who := range []string{"hanako", "taro"} {
		key := "Idempotency-Key: " + who
		m := s.add("taro!add=1", "パン", key)
		s.ask(who, "PUT", "/api/memos/"+m.ID, object("content", "ひみつ")).want(200)
		s.ask("taro!add=1", "GET", "/api/memos/"+m.ID, "").want(404)
		again := s.ask("taro!add=1", "POST", "/api/memos", object("content", "パン"), key).want(200)
		s.ask(who, "PUT", "/api/memos/"+m.ID+"/before", "").want(200) // the text before is now the secret
		for _, r := range []reply{again, s.ask("taro!add=1", "GET", "/api/memos/"+m.ID, "").want(200)} {
			if !strings.Contains(r.body, `"content":"パン"`) || strings.Contains(r.body, "ひみつ") || strings.Contains(r.body, "before") {
				t.Errorf("%s: got %s, want the text that the token added and no other", who, r.body)
			}
		}
		if r := s.ask("taro", "GET", "/api/memos/"+m.ID, "").want(200); !strings.Contains(r.body, "ひみつ") {
			t.Errorf("%s: got %s for the person, want the text before", who, r.body)
		}
	}
}

// TestTokenExportsNotItsPerson: a token never gets everything about its person, and the
// refusal says why.
func TestTokenExportsNotItsPerson(t *testing.T) {
	s := newSite(t)
	for _, scope := range []string{"read", "memos"} {
		if p := s.ask("taro!"+scope+"=1", "GET", aboutMe, "").want(403).problem(); p.Reason != models.ReasonSessionOnly {
			t.Errorf("%s: got reason %q, want %q", scope, p.Reason, models.ReasonSessionOnly)
		}
	}
}

// TestExportNamesTheToken: a person's own export says which token added a memo; the other
// answers do not.
func TestExportNamesTheToken(t *testing.T) {
	s := newSite(t)
	s.add("taro!add=0123456789abcdef", "牛乳")
	s.add("taro", "卵")
	for path, want := range map[string]int{aboutMe: 1, "/api/export?format=json": 0, "/api/memos": 0} {
		r := s.ask("taro", "GET", path, "").want(200)
		if got := strings.Count(r.body, `"via":"0123456789abcdef"`); got != want || strings.Count(r.body, `"via":`) != want {
			t.Errorf("%s: got %s, want %d memos with a token", path, r.body, want)
		}
	}
}
