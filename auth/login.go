package auth

import (
	"net/http"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"voicememo/internal/loopback"
	"voicememo/models"
)

// SignIn is the data that a sign-in keeps until the browser returns from the issuer.
type SignIn struct {
	ReturnTo    string // a path on this server; anything else means "/"
	InviteToken string // the token of an invitation's link; "": none
}

// Login serves GET /auth/login, which sends the browser to the issuer. It takes return_to,
// a path on this server, and fresh=1, which asks the issuer to authenticate the person
// anew. A sign-in with an invitation begins with BeginSignIn, so that the token is in no
// address that a server or a browser stores.
func (a *Auth) Login(w http.ResponseWriter, r *http.Request) {
	if a.wrongName(r) {
		http.Redirect(w, r, a.public.String()+r.URL.RequestURI(), http.StatusFound) //nolint:gosec // to our own host, whatever the path
		return
	}
	query := r.URL.Query()
	to, err := a.toIssuer(w, r, pending{ReturnTo: localPath(query.Get("return_to")), Fresh: query.Get("fresh") == "1"})
	if err != nil {
		a.fail(w, r, err)
		return
	}
	redirect(w, to)
}

// BeginSignIn begins a sign-in for POST /auth/login: it sets the sealed cookie on w
// and returns the issuer's address, to which the page sends the browser. If the browser
// uses another name of this machine, it returns the address of the same page under the
// public name. Invalid: the token is malformed. Unavailable: the issuer cannot be reached.
func (a *Auth) BeginSignIn(w http.ResponseWriter, r *http.Request, s SignIn) (location string, err error) {
	if s.InviteToken != "" && !isToken(s.InviteToken) {
		return "", models.Invalid("inviteToken", models.ReasonFormat)
	}
	p := pending{ReturnTo: localPath(s.ReturnTo), Invite: s.InviteToken}
	if a.wrongName(r) {
		return a.public.String() + p.destination(), nil
	}
	return a.toIssuer(w, r, p)
}

// toIssuer stores a sign-in in the browser and returns the issuer's address for it.
func (a *Auth) toIssuer(w http.ResponseWriter, r *http.Request, p pending) (string, error) {
	provider, err := a.issuer.provider(r.Context())
	if err != nil {
		return "", err
	}
	p.State, p.Nonce, p.Verifier = oauth2.GenerateVerifier(), oauth2.GenerateVerifier(), oauth2.GenerateVerifier() // 256 random bits each
	p.Begun = a.millis().UnixMilli()
	a.keepPending(w, r, p)
	return a.client(provider).AuthCodeURL(p.State, p.request()...), nil
}

// wrongName reports whether the browser uses another name of this machine than the one to
// which the issuer sends it back. The browser would not send the cookie there.
func (a *Auth) wrongName(r *http.Request) bool {
	return r.Host != a.public.Host && loopback.Is(r.Host) && loopback.Is(a.public.Host)
}

// client returns this server's registration with the issuer.
func (a *Auth) client(p *provider) *oauth2.Config {
	endpoint := p.endpoint
	if a.clientSecret == "" {
		endpoint.AuthStyle = oauth2.AuthStyleInParams // a public client sends only its id
	}
	return &oauth2.Config{
		ClientID: a.clientID, ClientSecret: a.clientSecret, Endpoint: endpoint, RedirectURL: a.RedirectURL(),
		Scopes: []string{oidc.ScopeOpenID, oidc.ScopeProfile, oidc.ScopeEmail},
	}
}

// redirect answers with a redirect that browsers follow with GET and that caches must not
// store.
func redirect(w http.ResponseWriter, to string) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusSeeOther)
}

// The outcomes of a sign-in that the page shows, as /?signin=<outcome>.
const (
	outcomeFailed      = "failed"      // try again
	outcomeExpired     = "expired"     // took too long, was used already, or began in another browser
	outcomeClosed      = "closed"      // this server does not accept new people
	outcomeUnavailable = "unavailable" // the issuer or the store is unavailable
)

// errExpired reports that the browser has no such pending sign-in.
var errExpired = &models.Error{Code: models.CodeUnauthenticated, Reason: "sign_in_expired"}

// fail ends a sign-in. The browser receives only the outcome; the log receives the cause,
// which has no personal data.
func (a *Auth) fail(w http.ResponseWriter, r *http.Request, err error) {
	e, outcome := models.AsError(err), outcomeFailed
	switch {
	case e.Reason == errExpired.Reason:
		outcome = outcomeExpired
	case e.Reason == models.ReasonSignUpClosed:
		outcome = outcomeClosed
	case e.Code == models.CodeUnavailable:
		outcome = outcomeUnavailable
	}
	a.failures.Do(func() {
		a.logger.WarnContext(r.Context(), "sign-in did not succeed", "outcome", outcome, "cause", e.Error())
	})
	redirect(w, "/?signin="+outcome)
}
