package devissuer

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"voicememo/models"
)

const (
	// codeLifetime is how long a code can be exchanged.
	codeLifetime = time.Minute
	// maxCodes bounds how many codes wait to be exchanged.
	maxCodes = 1000
)

// grant is the authorization of a code.
type grant struct {
	name      string
	redirect  string
	nonce     string
	challenge string
	at        time.Time
}

// authorization is a checked authorization request.
type authorization struct {
	issuer, redirect, state, nonce, challenge string
}

// check reads an authorization request. It shows the person an error if the client or the
// redirect URI is not registered, and sends other errors to the client. The page always
// asks the person, so prompt=login and max_age need no code, and prompt=none is refused.
func (p *Provider) check(w http.ResponseWriter, r *http.Request) (authorization, bool) {
	if err := r.ParseForm(); err != nil {
		http.Error(w, "the form cannot be read", http.StatusBadRequest)
		return authorization{}, false
	}
	get := r.Form.Get
	if get("client_id") != p.ClientID() || !slices.Contains(p.redirects, get("redirect_uri")) {
		http.Error(w, "this client or redirect URI is not registered", http.StatusBadRequest)
		return authorization{}, false
	}
	a := authorization{p.issuer, get("redirect_uri"), get("state"), get("nonce"), get("code_challenge")}
	problem := ""
	switch {
	case get("response_type") != "code":
		problem = "unsupported_response_type"
	case !slices.Contains(strings.Fields(get("scope")), "openid"):
		problem = "invalid_scope"
	case len(a.challenge) != 43 || get("code_challenge_method") != "S256":
		problem = "invalid_request"
	case slices.Contains(strings.Fields(get("prompt")), "none"):
		problem = "login_required" // OpenID Connect Core section 3.1.2.6
	}
	if problem != "" {
		a.answer(w, "error", problem)
	}
	return a, problem == ""
}

// answer sends the browser back to the client, with the issuer's name (RFC 9207).
func (a authorization) answer(w http.ResponseWriter, key, value string) {
	query := url.Values{key: {value}, "iss": {a.issuer}}
	if a.state != "" {
		query.Set("state", a.state)
	}
	separator := "?"
	if strings.Contains(a.redirect, "?") {
		separator = "&"
	}
	w.Header().Set("Location", a.redirect+separator+query.Encode())
	w.WriteHeader(http.StatusFound)
}

// choose answers with a code for the person whose name was picked or typed.
func (p *Provider) choose(w http.ResponseWriter, r *http.Request) {
	a, ok := p.check(w, r)
	if !ok {
		return
	}
	name, err := p.people.remember(r.Form.Get("name"))
	if models.IsCode(err, models.CodeInvalid) {
		p.page(w, r, a, http.StatusBadRequest)
		return
	}
	if err != nil {
		a.answer(w, "error", "server_error")
		return
	}
	a.answer(w, "code", p.newCode(a, name))
}

func (p *Provider) newCode(a authorization, name string) string {
	code := rand.Text()
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	for old, g := range p.codes {
		if now.Sub(g.at) >= codeLifetime || len(p.codes) >= maxCodes {
			delete(p.codes, old)
		}
	}
	p.codes[code] = grant{name, a.redirect, a.nonce, a.challenge, now}
	return code
}

// takeCode returns the grant of a code, once.
func (p *Provider) takeCode(code string) (grant, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	g, ok := p.codes[code]
	delete(p.codes, code)
	return g, ok && p.now().Sub(g.at) < codeLifetime
}
