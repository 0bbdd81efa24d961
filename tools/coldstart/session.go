package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"time"

	"voicememo/auth"
	"voicememo/auth/devissuer"
	"voicememo/family"
	"voicememo/models"
)

// publicURL is where nobody reaches the page.
const publicURL = "https://memo.example.com"

// Ids of the secrets.
const (
	clientSecret = "client-secret"
	sessionKeys  = "session-keys"
)

// session is somebody who has signed in.
type session struct {
	issuer, clientID string
	user             models.UserID
	cookie           string
}

// signIn signs somebody in, as the page does, with keys that the functions will
// find among the secrets. The issuer is needed no more then.
func signIn(ctx context.Context, people *family.Service, secrets map[string]string) (s session, err error) {
	var provider *devissuer.Provider
	issuer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { provider.ServeHTTP(w, r) }))
	defer issuer.Close()
	s.issuer = issuer.URL + "/dev"
	if provider, err = devissuer.New(devissuer.Options{Issuer: s.issuer, RedirectURIs: []string{publicURL + "/auth/callback"}}); err != nil {
		return s, err
	}
	keys, err := auth.NewKeyRing(nil, time.Now())
	if err != nil {
		return s, err
	}
	ring, err := keys.JSON()
	if err != nil {
		return s, err
	}
	s.clientID, secrets[clientSecret], secrets[sessionKeys] = provider.ClientID(), provider.ClientSecret(), string(ring)
	a, err := auth.New(auth.Options{
		People: people, Issuer: s.issuer, ClientID: s.clientID, ClientSecret: provider.ClientSecret(), PublicURL: publicURL, Keys: keys,
	})
	if err != nil {
		return s, err
	}
	return s, s.walk(ctx, a)
}

// walk goes to the issuer and back.
func (s *session) walk(ctx context.Context, a *auth.Auth) error {
	login := httptest.NewRecorder()
	a.Login(login, httptest.NewRequestWithContext(ctx, http.MethodGet, publicURL+"/auth/login", nil))
	form := strings.NewReader(url.Values{"name": {"太郎"}}.Encode())
	choose, err := http.NewRequestWithContext(ctx, http.MethodPost, login.Header().Get("Location"), form)
	if err != nil {
		return err
	}
	choose.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := http.DefaultTransport.RoundTrip(choose)
	if err != nil {
		return err
	}
	_ = res.Body.Close() // there is nothing in it
	back := httptest.NewRequestWithContext(ctx, http.MethodGet, res.Header.Get("Location"), nil)
	for _, c := range login.Result().Cookies() {
		back.AddCookie(c)
	}
	done := httptest.NewRecorder()
	a.Callback(done, back)
	signed := httptest.NewRequestWithContext(ctx, http.MethodGet, publicURL, nil)
	for _, c := range done.Result().Cookies() {
		if c.MaxAge > 0 {
			s.cookie = c.Name + "=" + c.Value
			signed.AddCookie(c)
		}
	}
	who, err := a.Identify(httptest.NewRecorder(), signed)
	s.user = who.User.ID
	return err
}

// environ configures the web's function for this session.
func (s session) environ() []string {
	return []string{
		"VOICEMEMO_PUBLIC_URL=" + publicURL, "VOICEMEMO_OIDC_ISSUER=" + s.issuer, "VOICEMEMO_OIDC_CLIENT_ID=" + s.clientID,
		"VOICEMEMO_OIDC_CLIENT_SECRET_ID=" + clientSecret, "VOICEMEMO_SESSION_KEYS_ID=" + sessionKeys,
	}
}
