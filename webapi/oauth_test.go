package webapi

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/auth/oauth"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// accessOf is the accesses of a person except browsers.
func (s *site) accessOf(who string) (apps []accessJSON) {
	s.t.Helper()
	var list accessList
	s.decode(s.ask(who, "GET", "/api/me/access", "").want(200), &list)
	for _, a := range list.Access {
		if a.Kind != "session" {
			apps = append(apps, a)
		}
	}
	return apps
}

// TestAppIsAllowed: from the page to the tokens, and to the end of the access.
func TestAppIsAllowed(t *testing.T) {
	s := newSite(t)
	a := s.app(commandLineApp)
	page := s.ask("taro", "GET", "/oauth/authorize?"+a.query(), "").want(200)
	for _, want := range []string{"Allow “voicememo” to use your memos?", "signed in as taro", "mark as done", "127.0.0.1:39123", "/oauth/consent.js"} {
		if !strings.Contains(page.body, want) {
			t.Errorf("the page lacks %q: %s", want, page.body)
		}
	}
	japanese := s.ask("taro", "GET", "/oauth/authorize?"+a.query(), "", "Accept-Language: ja").want(200)
	if !strings.Contains(japanese.body, "「voicememo」にメモの利用を許可しますか？") {
		t.Errorf("got %s, want the question in Japanese", japanese.body)
	}
	got := a.connect("taro")
	if got.Scope != "memos" || got.ExpiresIn != 3600 || !strings.HasPrefix(got.AccessToken, "va_") || !strings.HasPrefix(got.RefreshToken, "vr_") {
		t.Errorf("got %+v, want tokens for memos and an hour", got)
	}
	s.list(got.AccessToken).want(200)
	s.ask("", "GET", "/api/me/access", "", "Authorization: Bearer "+got.AccessToken).want(403)
	s.ask("", "POST", "/api/family/leave", "", "Authorization: Bearer "+got.AccessToken).want(403)
	if p := s.ask("", "GET", aboutMe, "", "Authorization: Bearer "+got.AccessToken).want(403).problem(); p.Reason != models.ReasonSessionOnly {
		t.Errorf("everything about the person: got reason %q, want %q", p.Reason, models.ReasonSessionOnly)
	}
	apps := s.accessOf("taro")
	if len(apps) != 1 || apps[0].Kind != "app" || apps[0].Name != "voicememo" || apps[0].Scope != "memos" {
		t.Fatalf("got %+v, want the app", apps)
	}
	s.ask("taro", "DELETE", "/api/me/access/"+string(apps[0].ID), "").want(204)
	s.list(got.AccessToken).want(401)
	a.refresh(got.RefreshToken, "invalid_grant")
	if s.log.String() == "" || strings.Contains(s.log.String(), got.AccessToken) || strings.Contains(s.log.String(), "a state") {
		t.Error("the log has a token or a query")
	}
}

// TestAppIsRefused: the app is told, and gets no access.
func TestAppIsRefused(t *testing.T) {
	s := newSite(t)
	got := s.app(commandLineApp).answer("taro", false)
	if got.Get("error") != "access_denied" || got.Get("state") != "a state" || got.Get("iss") != home || got.Has("code") {
		t.Errorf("got %v, want access_denied", got)
	}
	if apps := s.accessOf("taro"); len(apps) != 0 {
		t.Errorf("got %+v, want none", apps)
	}
}

// TestSignInBeforeConsent: a person who is not signed in comes back to the same request.
func TestSignInBeforeConsent(t *testing.T) {
	s := newSite(t)
	for path, bearer := range map[string]string{
		"/oauth/authorize?" + s.app(commandLineApp).query(): "", "/oauth/device": "Bearer " + s.app(commandLineApp).connect("taro").AccessToken,
	} {
		to := s.ask("", "GET", path, "", "Authorization: "+bearer).want(303).header.Get("Location")
		place, err := url.Parse(to)
		if err != nil || place.Path != "/auth/login" || place.Query().Get("return_to") != path {
			t.Errorf("got %q, want the sign-in, which returns to %s", to, path)
		}
	}
}

// TestRotation: each refresh replaces the token; the one before is accepted for a minute.
func TestRotation(t *testing.T) {
	s := newSite(t)
	a := s.app(commandLineApp)
	first := a.connect("taro").RefreshToken
	second := a.refresh(first, "").RefreshToken
	a.refresh(first, "") // the answer was lost
	third := a.refresh(second, "").RefreshToken
	s.wait(80 * 24 * time.Hour)
	fourth := a.refresh(third, "")
	s.wait(80 * 24 * time.Hour)
	fifth := a.refresh(fourth.RefreshToken, "")
	s.list(fourth.AccessToken).want(401)
	s.list(fifth.AccessToken).want(200)
	s.wait(91 * 24 * time.Hour)
	a.refresh(fifth.RefreshToken, "invalid_grant")
}

// TestStolenRefreshToken: an old token ends the access, for the thief and the app.
func TestStolenRefreshToken(t *testing.T) {
	for name, steal := range map[string]func(s *site, a app, first, second string){
		"two before":       func(_ *site, a app, first, second string) { a.refresh(second, ""); a.refresh(first, "invalid_grant") },
		"one, a day later": func(s *site, a app, first, _ string) { s.wait(24 * time.Hour); a.refresh(first, "invalid_grant") },
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			a := s.app(commandLineApp)
			first := a.connect("taro").RefreshToken
			second := a.refresh(first, "")
			steal(s, a, first, second.RefreshToken)
			s.list(second.AccessToken).want(401)
			a.refresh(second.RefreshToken, "invalid_grant")
			if apps := s.accessOf("taro"); len(apps) != 0 {
				t.Errorf("got %+v, want the access ended", apps)
			}
		})
	}
}

// TestReplayedCode: a code works once. Using it again ends the access, and no further use
// begins it anew.
func TestReplayedCode(t *testing.T) {
	for name, later := range map[string]time.Duration{"at once": 0, "after it has expired": 2 * time.Minute} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			a := s.app(commandLineApp)
			code := a.code("taro")
			got := a.redeem(code, "")
			s.list(got.AccessToken).want(200)
			s.wait(later)
			for range 3 {
				a.redeem(code, "invalid_grant")
				s.list(got.AccessToken).want(401)
				a.refresh(got.RefreshToken, "invalid_grant")
			}
		})
	}
}

// TestEndedBeforeRedeemed: a code whose access has ended begins nothing.
func TestEndedBeforeRedeemed(t *testing.T) {
	s := newSite(t)
	a := s.app(commandLineApp)
	code := a.code("taro")
	s.ask("taro", "DELETE", "/api/me/access/"+string(s.accessOf("taro")[0].ID), "").want(204)
	a.redeem(code, "invalid_grant")
	code = a.code("taro")
	s.ask("taro", "POST", "/auth/logout-everywhere", "").want(204)
	a.redeem(code, "invalid_grant")
	code = a.code("taro")
	s.wait(61 * time.Second)
	a.redeem(code, "invalid_grant")
	if apps := s.accessOf("taro"); len(apps) != 0 {
		t.Errorf("got %+v, want none", apps)
	}
}

// TestLinkedEcho: earlier refresh tokens stay valid, each answer's lasts longer, and the
// tokens are of no use at the web API.
func TestLinkedEcho(t *testing.T) {
	s := newSite(t)
	a := s.app(alexaApp)
	first := a.connect("taro")
	if first.Scope != "memos family" {
		t.Errorf("got scope %q, want memos family", first.Scope)
	}
	s.list(first.AccessToken).want(401)
	var all []string
	for range 5 {
		s.wait(300 * 24 * time.Hour)
		next := a.refresh(first.RefreshToken, "")
		all = append(all, first.RefreshToken)
		first = next
	}
	a.refresh(all[len(all)-1], "")
	a.refresh(all[0], "invalid_grant") // its own 400 days are over
	a.refresh(first.RefreshToken, "")
	apps := s.accessOf("taro")
	if len(apps) != 1 || apps[0].Kind != "echo" || apps[0].Name != "Alexa" {
		t.Errorf("got %+v, want the Echo", apps)
	}
}

// TestNarrowToken: a refresh may ask for less than was granted, and never for more.
func TestNarrowToken(t *testing.T) {
	s := newSite(t)
	a := s.app(commandLineApp)
	a.scope = "add read"
	got := a.connect("taro")
	if got.Scope != "read add" {
		t.Errorf("got scope %q, want read add", got.Scope)
	}
	narrow := a.token("", "grant_type", "refresh_token", "refresh_token", got.RefreshToken, "scope", "add")
	s.list(narrow.AccessToken).want(403)
	again := a.refresh(narrow.RefreshToken, "")
	s.list(again.AccessToken).want(200)
	for _, scope := range []string{"memos", "family", "read add family", "admin", "read\tmemos"} {
		a.token("invalid_scope", "grant_type", "refresh_token", "refresh_token", again.RefreshToken, "scope", scope)
	}
}

// TestRevoke: either token ends the access; an unknown one does nothing.
func TestRevoke(t *testing.T) {
	s := newSite(t)
	a, other := s.app(commandLineApp), s.app(alexaApp)
	for _, which := range []func(oauthAnswer) string{
		func(o oauthAnswer) string { return o.AccessToken }, func(o oauthAnswer) string { return o.RefreshToken },
	} {
		got := a.connect("taro")
		other.post("/oauth/revoke", "token", which(got)).want(200) // it belongs to another client
		for _, nothing := range []string{"nonsense", "va_", "vr_x.y", got.AccessToken + "A"} {
			a.post("/oauth/revoke", "token", nothing).want(200)
		}
		s.list(got.AccessToken).want(200)
		for range 2 {
			a.post("/oauth/revoke", "token", which(got), "token_type_hint", "wrong").want(200)
		}
		s.list(got.AccessToken).want(401)
		a.refresh(got.RefreshToken, "invalid_grant")
	}
	a.post("/oauth/revoke").want(400)
}

// TestResources: a token is valid only at the resource that it was requested for.
func TestResources(t *testing.T) {
	s := newSite(t)
	for resource, status := range map[string]int{"": 200, home + "/api": 200, home + "/mcp": 401} {
		a := s.app(commandLineApp)
		a.resource = resource
		s.list(a.connect("taro").AccessToken).want(status)
	}
	a := s.app(commandLineApp)
	code := a.code("taro")
	fields := []string{"grant_type", "authorization_code", "code", code, "code_verifier", verifier}
	a.token("invalid_target", append(fields, "resource", home+"/mcp")...)
	got := a.token("", append(fields, "resource", home+"/api")...)
	a.token("invalid_target", "grant_type", "refresh_token", "refresh_token", got.RefreshToken, "resource", home+"/mcp")
}

// TestOAuthIsOff: without an authorization server its routes are not found.
func TestOAuthIsOff(t *testing.T) {
	s := newSite(t)
	s.use(func(o *Options) { o.OAuth = nil })
	for _, route := range []string{
		"GET /.well-known/oauth-authorization-server", "GET /.well-known/oauth-protected-resource/mcp", "GET /oauth/authorize", "GET /oauth/device",
		"POST /oauth/token", "POST /oauth/revoke", "POST /oauth/device", "POST /oauth/register", "POST /oauth/consent", "POST /oauth/device/code",
		"POST /oauth/device/consent",
	} {
		method, path, _ := strings.Cut(route, " ")
		s.ask("taro", method, path, "{}", "Accept: application/json").want(http.StatusNotFound)
	}
}

// TestMetadata: the documents name this server's routes.
func TestMetadata(t *testing.T) {
	s := newSite(t)
	var m map[string]any
	s.decode(s.ask("", "GET", "/.well-known/oauth-authorization-server", "").want(200), &m)
	for name, want := range map[string]any{
		"issuer": home, "token_endpoint": home + "/oauth/token", "registration_endpoint": home + "/oauth/register",
		"authorization_response_iss_parameter_supported": true,
	} {
		check.Equal(t, m[name], want, name)
	}
	for path, want := range map[string]string{"": "/api", "/api": "/api", "/mcp": "/mcp"} {
		s.decode(s.ask("", "GET", resourcePath+path, "").want(200), &m)
		if m["resource"] != home+want {
			t.Errorf("%s: got resource %v, want %s", path, m["resource"], home+want)
		}
	}
}

// TestManyApps: the next app of a person who has twenty accesses ends neither the browser in
// which they answer nor an app that was allowed later than another.
func TestManyApps(t *testing.T) {
	s := newSite(t)
	s.freeze()
	a := s.app(commandLineApp)
	var all []oauthAnswer
	for range 21 {
		s.wait(time.Second)
		all = append(all, a.connect("taro"))
	}
	s.ask("taro", "GET", "/api/me/access", "").want(200)
	s.list(all[0].AccessToken).want(401)
	s.list(all[1].AccessToken).want(401)
	for _, later := range all[2:] {
		s.list(later.AccessToken).want(200)
	}
}

// TestOtherResource: at another resource, only its own tokens and personal tokens are valid.
func TestOtherResource(t *testing.T) {
	s := newSite(t)
	tokens := s.options.Auth.(mixed).tokens
	of := func(resource string) string {
		a := s.app(commandLineApp)
		a.resource = home + resource
		return a.connect("taro").AccessToken
	}
	u, err := s.options.Families.Person(t.Context(), "taro")
	if models.IsCode(err, models.CodeNotFound) {
		of("/api") // makes the person
		u, err = s.options.Families.Person(t.Context(), "taro")
	}
	must.OK(t, err)
	personal, _, err := tokens.IssueToken(t.Context(), u, auth.NewToken{Name: "Kitchen", Scope: models.ScopeRead, Days: 30})
	must.OK(t, err)
	for name, c := range map[string]struct {
		headers []string
		method  auth.Method // "": refused
	}{
		"its own token":       {[]string{"Bearer " + of("/mcp")}, auth.MethodApp},
		"a personal token":    {[]string{"Bearer " + personal}, auth.MethodToken},
		"a token for the API": {[]string{"Bearer " + of("/api")}, ""},
		"an ID token":         {[]string{"Bearer eyJhbGciOiJub25lIn0.e30."}, ""},
		"none":                {nil, ""},
		"two":                 {[]string{"Bearer " + of("/mcp"), "Bearer " + personal}, ""},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, home+"/mcp", nil)
		r.Header["Authorization"] = c.headers
		r.Header.Set(person, "taro") // as a cookie would
		who, err := tokens.IdentifyAt(r, oauth.ResourceMCP)
		if who.Method != c.method || (err == nil) != (c.method != "") || err != nil && !models.IsCode(err, models.CodeUnauthenticated) {
			t.Errorf("%s: got %q, %v; want %q", name, who.Method, err, c.method)
		}
	}
}
