package auth

import (
	"cmp"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

const (
	// pendingLifetime is how long a sign-in may take.
	pendingLifetime = 10 * time.Minute
	// maxPending is how many pending sign-ins one browser can have. The oldest are
	// dropped, so that their cookies do not exceed the limit of a request's header.
	maxPending = 4
	// pendingCookie is the prefix of the short names of their cookies.
	pendingCookie = "signin-"
)

// pending is a sign-in that has been sent to the issuer. It is stored only in the browser
// that began it, sealed in its own cookie, so that two tabs can sign in at the same time.
type pending struct {
	State    string `json:"s"`
	Nonce    string `json:"n"`
	Verifier string `json:"v"` // PKCE
	ReturnTo string `json:"r"`
	Invite   string `json:"t,omitempty"` // the token of an invitation's link
	Fresh    bool   `json:"f,omitempty"` // the issuer must authenticate the person anew
	Begun    int64  `json:"b"`           // Unix milliseconds
}

// request returns the parameters of the authorization request that are specific to this
// sign-in. A fresh sign-in asks for a new authentication with both prompt and max_age
// (OpenID Connect Core section 3.1.2.1), because issuers support one or the other.
func (p pending) request() []oauth2.AuthCodeOption {
	options := []oauth2.AuthCodeOption{oidc.Nonce(p.Nonce), oauth2.S256ChallengeOption(p.Verifier)}
	if p.Fresh {
		options = append(options, oauth2.SetAuthURLParam("prompt", "login"), oauth2.SetAuthURLParam("max_age", "0"))
	}
	return options
}

// stale reports whether a fresh sign-in was answered with an authentication from before
// it began. It reports false if the issuer does not send the time of the authentication,
// as Google does not.
func (p pending) stale(authenticated time.Time) bool {
	return p.Fresh && !authenticated.IsZero() && authenticated.Before(time.UnixMilli(p.Begun).Add(-leeway))
}

// destination returns where the browser is sent after the sign-in: to the page of the
// invitation, whose token is the fragment, which browsers do not send, or to ReturnTo.
func (p pending) destination() string {
	if p.Invite != "" {
		return "/join#" + p.Invite
	}
	return p.ReturnTo
}

// pendingName returns the name of the cookie for a state.
func (a *Auth) pendingName(state string) string {
	sum := sha256.Sum256([]byte(state))
	return a.cookies.name(pendingCookie + hex.EncodeToString(sum[:8]))
}

// keepPending stores a sign-in in the browser.
func (a *Auth) keepPending(w http.ResponseWriter, r *http.Request, p pending) {
	name := a.pendingName(p.State)
	a.dropOldest(w, r)
	a.cookies.set(w, name, a.keys.Seal(name, p), pendingLifetime)
}

// dropOldest clears the cookies of the oldest sign-ins if the browser has maxPending.
func (a *Auth) dropOldest(w http.ResponseWriter, r *http.Request) {
	begun := map[string]int64{}
	for _, c := range r.Cookies() {
		if !strings.HasPrefix(c.Name, a.cookies.name(pendingCookie)) {
			continue
		}
		var p pending
		a.keys.Open(c.Name, c.Value, &p) // a cookie that cannot be opened counts as the oldest
		begun[c.Name] = p.Begun
	}
	var names []string
	for name := range begun {
		names = append(names, name)
	}
	slices.SortFunc(names, func(x, y string) int { return cmp.Compare(begun[x], begun[y]) })
	for len(names) >= maxPending {
		a.cookies.clear(w, names[0])
		names = names[1:]
	}
}

// takePending returns the sign-in of a state if it began in this browser, and clears its
// cookie, so that it can be taken only once.
func (a *Auth) takePending(w http.ResponseWriter, r *http.Request, state string) (pending, bool) {
	if state == "" {
		return pending{}, false
	}
	name := a.pendingName(state)
	for _, c := range r.CookiesNamed(name) {
		var p pending
		if !a.keys.Open(name, c.Value, &p) {
			continue
		}
		a.cookies.clear(w, name)
		age := a.now().Sub(time.UnixMilli(p.Begun))
		return p, sameSecret(p.State, state) && age < pendingLifetime
	}
	return pending{}, false
}

// sameSecret reports whether two secrets are equal, in constant time. Empty texts are
// never equal.
func sameSecret(a, b string) bool {
	return a != "" && subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1
}
