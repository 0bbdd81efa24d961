package webapi

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// TestHostileRequests: requests to the authorization page that are refused. to: the error is
// sent to the client's own address; otherwise only the person is told, and the browser goes
// nowhere.
func TestHostileRequests(t *testing.T) {
	s := newSite(t)
	registered := s.registeredApp("https://evil.example/callback")
	set := func(name, value string) func(url.Values) { return func(q url.Values) { q.Set(name, value) } }
	twice := func(name string) func(url.Values) {
		return func(q url.Values) { q[name] = []string{q.Get(name), q.Get(name)} }
	}
	for name, c := range map[string]struct {
		change func(url.Values)
		to     string // the error at the client's address; "": the person is told
	}{
		"an unknown client":            {set("client_id", "nobody"), ""},
		"a made-up client":             {set("client_id", "vk_00000000.AAAA"), ""},
		"no client":                    {set("client_id", ""), ""},
		"two clients":                  {twice("client_id"), ""},
		"no address":                   {set("redirect_uri", ""), ""},
		"two addresses":                {twice("redirect_uri"), ""},
		"another host":                 {set("redirect_uri", "https://evil.example/callback"), ""},
		"another path":                 {set("redirect_uri", "http://127.0.0.1:39123/callback/x"), ""},
		"another path by dots":         {set("redirect_uri", "http://127.0.0.1:39123/callback/../x"), ""},
		"a query":                      {set("redirect_uri", "http://127.0.0.1:39123/callback?x"), ""},
		"a fragment":                   {set("redirect_uri", "http://127.0.0.1:39123/callback#x"), ""},
		"a user":                       {set("redirect_uri", "http://127.0.0.1:39123@evil.example/callback"), ""},
		"this machine as a user":       {set("redirect_uri", "http://x@127.0.0.1:39123/callback"), ""},
		"this machine as a subdomain":  {set("redirect_uri", "http://127.0.0.1.evil.example:39123/callback"), ""},
		"another name of this machine": {set("redirect_uri", "http://localhost:39123/callback"), ""},
		"another address of it":        {set("redirect_uri", "http://127.0.0.2:39123/callback"), ""},
		"https on this machine":        {set("redirect_uri", "https://127.0.0.1:39123/callback"), ""},
		"another scheme":               {set("redirect_uri", "voicememo://callback"), ""},
		"a script":                     {set("redirect_uri", "javascript:alert(1)"), ""},
		"data":                         {set("redirect_uri", "data:text/html,x"), ""},
		"a backslash":                  {set("redirect_uri", `http://127.0.0.1:39123\@evil.example/callback`), ""},
		"a line break":                 {set("redirect_uri", "http://127.0.0.1:39123/callback\r\nX: y"), ""},
		"an address without host":      {set("redirect_uri", "http:///callback"), ""},
		"a relative address":           {set("redirect_uri", "//127.0.0.1:39123/callback"), ""},
		"upper case":                   {set("redirect_uri", "HTTP://127.0.0.1:39123/callback"), ""},

		"the implicit grant":     {set("response_type", "token"), "unsupported_response_type"},
		"code and token":         {set("response_type", "code token"), "unsupported_response_type"},
		"no response type":       {set("response_type", ""), "unsupported_response_type"},
		"a form as answer":       {set("response_mode", "form_post"), "invalid_request"},
		"a fragment as answer":   {set("response_mode", "fragment"), "invalid_request"},
		"no PKCE":                {func(q url.Values) { q.Del("code_challenge"); q.Del("code_challenge_method") }, "invalid_request"},
		"PKCE plain":             {set("code_challenge_method", "plain"), "invalid_request"},
		"PKCE without a method":  {set("code_challenge_method", ""), "invalid_request"},
		"PKCE of another case":   {set("code_challenge_method", "s256"), "invalid_request"},
		"a short challenge":      {set("code_challenge", "AAAA"), "invalid_request"},
		"a challenge with =":     {set("code_challenge", challengeOf(verifier)+"="), "invalid_request"},
		"an unknown scope":       {set("scope", "memos admin"), "invalid_scope"},
		"another server":         {set("resource", "https://evil.example/api"), "invalid_target"},
		"the server itself":      {set("resource", home), "invalid_target"},
		"an Echo's resource":     {set("resource", home+"/alexa"), "invalid_target"},
		"two resources":          {func(q url.Values) { q["resource"] = []string{home + "/api", home + "/mcp"} }, "invalid_request"},
		"two states":             {twice("state"), "invalid_request"},
		"a long state":           {set("state", strings.Repeat("a", 1025)), "invalid_request"},
		"a request object":       {set("request", "eyJ"), "request_not_supported"},
		"a request by reference": {set("request_uri", "https://evil.example/r"), "request_uri_not_supported"},
		"without a question":     {set("prompt", "none"), "consent_required"},

		"an error of a registered client": {func(q url.Values) {
			q.Set("client_id", registered.id)
			q.Set("redirect_uri", registered.redirect)
			q.Del("response_type")
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			a := s.app(commandLineApp)
			a.change = c.change
			r := s.ask("taro", "GET", "/oauth/authorize?"+a.query(), "")
			if c.to == "" {
				if r.want(400); r.header.Get("Location") != "" || strings.Contains(r.body, "evil") {
					t.Errorf("got %v %s, want a page without the address", r.header, r.body)
				}
				s.ask("taro", "POST", "/oauth/consent", jsonOf(map[string]any{"query": a.query(), "allow": true})).want(400)
				return
			}
			if name == "without a question" {
				return
			}
			place, err := url.Parse(r.want(303).header.Get("Location"))
			if err != nil || place.Host != "127.0.0.1:39123" || place.Query().Get("error") != c.to || place.Query().Get("iss") != home {
				t.Errorf("got %v, %v; want the error %s", place, err, c.to)
			}
			if got := a.answer("taro", true); got.Has("code") {
				t.Errorf("got %v, want no code", got)
			}
		})
	}
	if apps := s.accessOf("taro"); len(apps) != 0 {
		t.Errorf("got %+v, want none", apps)
	}
}

// TestSilentRequests: prompt=none never asks anything. A client that has registered itself
// receives no error, since no person has answered.
func TestSilentRequests(t *testing.T) {
	s := newSite(t)
	a := s.app(commandLineApp)
	a.change = func(q url.Values) { q.Set("prompt", "none") }
	for who, want := range map[string]string{"taro": "consent_required", "": "login_required"} {
		place, err := url.Parse(s.ask(who, "GET", "/oauth/authorize?"+a.query(), "").want(303).header.Get("Location"))
		if err != nil || place.Query().Get("error") != want {
			t.Errorf("got %v, %v; want %s", place, err, want)
		}
	}
	registered := s.registeredApp("https://evil.example/callback")
	registered.change = a.change
	for _, who := range []string{"taro", ""} {
		if r := s.ask(who, "GET", "/oauth/authorize?"+registered.query(), "").want(400); r.header.Get("Location") != "" {
			t.Errorf("a registered client: got Location %q, want none", r.header.Get("Location"))
		}
	}
}

// TestHostileRedemptions: a code that is redeemed wrongly, after which it still works for
// its own client.
func TestHostileRedemptions(t *testing.T) {
	s := newSite(t)
	a, other := s.app(commandLineApp), s.registeredApp("http://127.0.0.1/callback")
	code := a.code("taro")
	for name, c := range map[string]struct {
		app    app
		fields []string
		want   string
	}{
		"another client":      {other, []string{"code", code, "code_verifier", verifier}, "invalid_grant"},
		"another verifier":    {a, []string{"code", code, "code_verifier", verifier + "x"}, "invalid_grant"},
		"no verifier":         {a, []string{"code", code}, "invalid_grant"},
		"the challenge":       {a, []string{"code", code, "code_verifier", challengeOf(verifier)}, "invalid_grant"},
		"another address":     {a, []string{"code", code, "code_verifier", verifier, "redirect_uri", "http://127.0.0.1:39124/callback"}, "invalid_grant"},
		"another resource":    {a, []string{"code", code, "code_verifier", verifier, "resource", home + "/mcp"}, "invalid_target"},
		"a changed code":      {a, []string{"code", code[:len(code)-2] + "AA", "code_verifier", verifier}, "invalid_grant"},
		"no code":             {a, []string{"code_verifier", verifier}, "invalid_grant"},
		"a code twice":        {a, []string{"code", code, "code", code, "code_verifier", verifier}, "invalid_request"},
		"a token of the seal": {a, []string{"code", strings.Replace(code, "vc_", "vr_", 1), "code_verifier", verifier}, "invalid_grant"},
	} {
		t.Run(name, func(t *testing.T) {
			c.app.token(c.want, append([]string{"grant_type", "authorization_code"}, c.fields...)...)
		})
	}
	a.token("unsupported_grant_type", "grant_type", "password", "username", "taro")
	a.token("unsupported_grant_type", "grant_type", "client_credentials")
	a.token("invalid_request", "code", code)
	got := a.redeem(code, "")
	for _, misused := range []string{got.AccessToken, code, strings.Replace(got.AccessToken, "va_", "vr_", 1)} {
		a.refresh(misused, "invalid_grant")
	}
	other.refresh(got.RefreshToken, "invalid_grant")
	for _, misused := range []string{got.RefreshToken, code, strings.Replace(got.RefreshToken, "vr_", "va_", 1)} {
		if r := s.list(misused); r.status == 200 {
			t.Errorf("%.8s...: got %d %s, want it refused", misused, r.status, r.body)
		}
	}
	s.list(got.AccessToken).want(200)
}

// TestClientAuthentication: the secret is required, by HTTP Basic only, and a public client
// has none.
func TestClientAuthentication(t *testing.T) {
	s := newSite(t)
	alexa := s.app(alexaApp)
	code := alexa.code("taro")
	body := func(more ...string) string {
		return form(append([]string{"grant_type", "authorization_code", "code", code, "code_verifier", verifier}, more...)...)
	}
	const formType = "Content-Type: application/x-www-form-urlencoded"
	for name, c := range map[string]struct {
		body    string
		headers []string
		status  int
	}{
		"no secret":               {body("client_id", "alexa"), nil, 401},
		"the secret in the form":  {body("client_id", "alexa", "client_secret", alexaSecret), nil, 401},
		"a wrong secret":          {body(), []string{"Authorization: Basic YWxleGE6eA=="}, 401},
		"an empty secret":         {body(), []string{"Authorization: Basic YWxleGE6"}, 401},
		"a bearer token":          {body("client_id", "alexa"), []string{"Authorization: Bearer x"}, 401},
		"a public one, as Basic":  {body(), []string{"Authorization: Basic dm9pY2VtZW1vOng="}, 401},
		"the id of another":       {body("client_id", "voicememo"), []string{"Authorization: Basic YWxleGE6eA=="}, 400},
		"an id that is not known": {body("client_id", "nobody"), nil, 401},
		"no client":               {body(), nil, 401},
		"an address with a query": {body("client_id", "voicememo"), []string{"Query: x=y"}, 400},
		"not a form":              {`{"grant_type":"authorization_code"}`, []string{"Content-Type: application/json"}, 400},
		"too long":                {body("client_id", strings.Repeat("a", 20_000)), nil, 400},
		"no encoding":             {"client_id=%zz", nil, 400},
	} {
		t.Run(name, func(t *testing.T) {
			path, headers := "/oauth/token", []string{formType}
			for _, header := range c.headers {
				if query, ok := strings.CutPrefix(header, "Query: "); ok {
					path += "?" + query
					continue
				}
				headers = append(headers, header)
			}
			r := s.ask("", "POST", path, c.body, headers...)
			if r.status != c.status || (r.status == 401) != (r.header.Get("WWW-Authenticate") != "") {
				t.Errorf("got %d %s %v, want %d", r.status, r.body, r.header, c.status)
			}
		})
	}
	alexa.redeem(code, "")
}

// TestOtherSites: pages of other sites cannot answer for a person, and gain nothing from the
// endpoints, which ignore cookies.
func TestOtherSites(t *testing.T) {
	s := newSite(t)
	a := s.app(commandLineApp)
	answer := jsonOf(map[string]any{"query": a.query(), "allow": true})
	for _, headers := range [][]string{
		{"Origin: https://evil.example"}, {"Sec-Fetch-Site: cross-site"}, {"Sec-Fetch-Site: same-site", "Origin: https://a.localhost"},
	} {
		s.ask("taro", "POST", "/oauth/consent", answer, headers...).want(403)
		s.ask("taro", "POST", "/oauth/device/consent", `{"code":"BCDFGHJK","allow":true}`, headers...).want(403)
		s.ask("taro", "POST", "/oauth/token", "grant_type=x&client_id=voicememo", append(headers, "Content-Type: application/x-www-form-urlencoded")...).want(400)
	}
	s.ask("taro", "POST", "/oauth/consent", a.query(), "Content-Type: application/x-www-form-urlencoded").want(415)
	s.ask("taro!memos=x", "POST", "/oauth/consent", answer).want(403)
	got := a.connect("taro")
	s.ask("", "POST", "/oauth/consent", answer, "Authorization: Bearer "+got.AccessToken).want(403)
	page := s.ask("taro", "GET", "/oauth/authorize?"+a.query(), "").want(200)
	if !strings.Contains(page.header.Get("Content-Security-Policy"), "frame-ancestors 'none'") || page.header.Get("Cache-Control") != "no-store" {
		t.Errorf("got %v, want a page that cannot be framed or kept", page.header)
	}
}

// TestMarkupInARequest: nothing of a request becomes markup.
func TestMarkupInARequest(t *testing.T) {
	s := newSite(t)
	a := s.app(commandLineApp)
	a.change = func(q url.Values) { q.Set("state", `"><script>alert(1)</script>`) }
	if body := s.ask("taro", "GET", "/oauth/authorize?"+a.query()+"&x=\"><img>", "").body; strings.Contains(body, "<img>") || strings.Contains(body, "alert(1)<") {
		t.Errorf("got %s, want it escaped", body)
	}
	r := s.ask("", "POST", "/oauth/register", `{"client_name":"Bank &lt;b> &amp; Co","redirect_uris":["https://app.example/cb"]}`).want(201)
	var made struct {
		ID string `json:"client_id"`
	}
	s.decode(r, &made)
	registered := app{site: s, id: made.ID, redirect: "https://app.example/cb"}
	body := s.ask("taro", "GET", "/oauth/authorize?"+registered.query(), "").want(200).body
	if !strings.Contains(body, "Bank &amp;lt;b” ") || !strings.Contains(body, "not verified") || !strings.Contains(body, "app.example") {
		t.Errorf("got %s, want the name escaped, a warning and the host", body)
	}
}

// TestRegistration: what a client may register, and that registering is off by default.
func TestRegistration(t *testing.T) {
	s := newSite(t)
	a := s.registeredApp("https://app.example/cb?own=1")
	got := a.connect("taro")
	if got.Scope != "read" {
		t.Errorf("got scope %q, want read", got.Scope)
	}
	s.list(got.AccessToken).want(200)
	for name, c := range map[string][2]string{
		"no address":         {`{"client_name":"Lists"}`, "invalid_redirect_uri"},
		"http":               {`{"client_name":"Lists","redirect_uris":["http://app.example/cb"]}`, "invalid_redirect_uri"},
		"another scheme":     {`{"client_name":"Lists","redirect_uris":["app://cb"]}`, "invalid_redirect_uri"},
		"one of two":         {`{"client_name":"Lists","redirect_uris":["https://app.example/cb","javascript:x"]}`, "invalid_redirect_uri"},
		"five addresses":     {`{"client_name":"Lists","redirect_uris":["https://a.b/1","https://a.b/2","https://a.b/3","https://a.b/4","https://a.b/5"]}`, "invalid_redirect_uri"},
		"a long address":     {`{"client_name":"Lists","redirect_uris":["https://a.b/` + strings.Repeat("a", 400) + `"]}`, "invalid_redirect_uri"},
		"a fragment":         {`{"client_name":"Lists","redirect_uris":["https://a.b/#x"]}`, "invalid_redirect_uri"},
		"a code of its own":  {`{"client_name":"Lists","redirect_uris":["https://a.b/?code=x"]}`, "invalid_redirect_uri"},
		"this server":        {`{"client_name":"Lists","redirect_uris":["` + home + `/share"]}`, "invalid_redirect_uri"},
		"no name":            {`{"redirect_uris":["https://a.b/"]}`, "invalid_client_metadata"},
		"a turned name":      {`{"client_name":"a\u202eb","redirect_uris":["https://a.b/"]}`, "invalid_client_metadata"},
		"a secret":           {`{"client_name":"Lists","redirect_uris":["https://a.b/"],"token_endpoint_auth_method":"client_secret_basic"}`, "invalid_client_metadata"},
		"the implicit grant": {`{"client_name":"Lists","redirect_uris":["https://a.b/"],"grant_types":["implicit"]}`, "invalid_client_metadata"},
		"not JSON":           {`x`, "invalid_client_metadata"},
	} {
		s.wait(time.Minute)
		r := s.ask("", "POST", "/oauth/register", c[0]).want(400)
		var refused oauthError
		if s.decode(r, &refused); refused.Error != c[1] {
			t.Errorf("%s: got %s, want %s", name, r.body, c[1])
		}
	}
	device := a.post("/oauth/device")
	if device.want(400); !strings.Contains(device.body, "unauthorized_client") {
		t.Errorf("got %s, want unauthorized_client", device.body)
	}
	s.authorizationServer().Register = false
	s.ask("", "POST", "/oauth/register", `{"client_name":"Lists","redirect_uris":["https://a.b/"]}`).want(404)
	s.ask("taro", "GET", "/oauth/authorize?"+a.query(), "").want(400)
	a.post("/oauth/token", "grant_type", "refresh_token", "refresh_token", got.RefreshToken).want(401)
}

// TestProgramLimits: each address has a limit, with the form of errors that clients read.
func TestProgramLimits(t *testing.T) {
	s := newSite(t)
	s.freeze()
	a := s.app(commandLineApp)
	ask := func() reply {
		return s.ask("", "POST", "/oauth/device", "client_id=voicememo", "Content-Type: application/x-www-form-urlencoded")
	}
	last := reply{}
	for range 2*asksPerMinute + 1 {
		last = ask()
	}
	if last.want(http.StatusTooManyRequests); last.header.Get("Retry-After") == "" || !strings.Contains(last.body, "temporarily_unavailable") {
		t.Errorf("got %s, want temporarily_unavailable", last.body)
	}
	a.connect("taro") // the other endpoints have their own limit
	s.wait(time.Minute)
	ask().want(200)
}
