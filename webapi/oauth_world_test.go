package webapi

import (
	"context"
	"net/http"
	"net/url"
	"testing"

	"voicememo/auth"
	"voicememo/auth/oauth"
	"voicememo/tools/testkit/must"
)

// The Alexa client of a test.
const (
	alexaSecret   = "a-secret_of.Alexa~0001"
	alexaRedirect = "https://layla.amazon.com/api/skill/link/M1AAAA"
)

// mixed identifies people by the header of standIn, and programs by real tokens.
type mixed struct {
	standIn
	tokens *auth.Auth
}

func (m mixed) Identify(w http.ResponseWriter, r *http.Request) (auth.Identity, error) {
	if r.Header.Get("Authorization") != "" {
		return m.tokens.Identify(w, r)
	}
	return m.standIn.Identify(w, r)
}

func (m mixed) IdentifyAt(r *http.Request, resource string) (auth.Identity, error) {
	if r.Header.Get("Authorization") != "" {
		return m.tokens.IdentifyAt(r, resource)
	}
	return m.standIn.IdentifyAt(r, resource)
}

// withOAuth adds an authorization server to a site.
func withOAuth(t testing.TB, s *site, devices auth.Devices) func(*Options) {
	t.Helper()
	return func(o *Options) {
		keys := auth.NewKeyRing(s.now)
		server, err := oauth.New(oauth.Options{
			People: o.Families, Access: o.Access, Devices: devices, Keys: keys, PublicURL: o.PublicURL, Register: true, Now: s.clock, Logger: o.Logger,
			Alexa: oauth.AlexaClient{Secret: alexaSecret, Redirects: []string{alexaRedirect}},
		})
		must.OK(t, err)
		tokens, err := auth.New(auth.Options{
			People: o.Families, Access: o.Access, Keys: keys, PublicURL: o.PublicURL, Issuer: "https://issuer.example", ClientID: "memo", Now: s.clock,
		})
		must.OK(t, err)
		o.OAuth = func(context.Context) (*oauth.Server, error) { return server, nil }
		if plain, ok := o.Auth.(standIn); ok {
			o.Auth = mixed{plain, tokens}
		}
	}
}

// form returns the body of a form of names and values in turn.
func form(fields ...string) string {
	values := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		values.Add(fields[i], fields[i+1])
	}
	return values.Encode()
}

// authorizationServer returns the site's authorization server.
func (s *site) authorizationServer() *oauth.Server {
	s.t.Helper()
	server, err := s.options.OAuth(s.t.Context())
	must.OK(s.t, err)
	return server
}
