//go:build linux

package guide

import (
	"crypto"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"voicememo/tools/testkit/rsakey"
)

// The client that the reader of the guide has created.
const (
	googleName   = "accounts.google.com"
	clientID     = "1234.apps.googleusercontent.com"
	clientSecret = "GOCSPX-of-your-client" //nolint:gosec // the example of the guide
)

// google signs people in as Google does: by the name that they choose.
type google struct {
	t      testing.TB
	signer jose.Signer
	key    crypto.Signer
	mux    *http.ServeMux

	mu    sync.Mutex
	codes map[string]url.Values // what was asked for, with the name
}

func newGoogle(t testing.TB) *google {
	t.Helper()
	g := &google{t: t, key: rsakey.Named(t, "google"), mux: http.NewServeMux(), codes: map[string]url.Values{}}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: jose.JSONWebKey{Key: g.key, KeyID: "k"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	g.signer = signer
	const at = "https://" + googleName
	g.mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, map[string]any{
			"issuer": at, "authorization_endpoint": at + "/auth", "token_endpoint": at + "/token", "jwks_uri": at + "/certs",
			"id_token_signing_alg_values_supported": []string{"RS256"}, "response_types_supported": []string{"code"}, "subject_types_supported": []string{"public"},
		})
	})
	g.mux.HandleFunc("GET /certs", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: g.key.Public(), KeyID: "k", Algorithm: "RS256", Use: "sig"}}})
	})
	g.mux.HandleFunc("POST /auth", g.choose)
	g.mux.HandleFunc("POST /token", g.token)
	return g
}

func answer(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body) // the client has gone
}

// choose is the page on which a person chooses an account.
func (g *google) choose(w http.ResponseWriter, r *http.Request) {
	asked := r.URL.Query()
	asked.Set("name", r.FormValue("name"))
	back, err := url.Parse(asked.Get("redirect_uri"))
	if err != nil || asked.Get("client_id") != clientID || back.String() != "https://"+domain+"/auth/callback" {
		http.Error(w, "redirect_uri_mismatch", http.StatusBadRequest)
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	code := "code-" + asked.Get("state")
	g.codes[code] = asked
	back.RawQuery = url.Values{"code": {code}, "state": {asked.Get("state")}}.Encode()
	http.Redirect(w, r, back.String(), http.StatusSeeOther)
}

func (g *google) token(w http.ResponseWriter, r *http.Request) {
	id, secret, _ := r.BasicAuth()
	if id == "" {
		id, secret = r.FormValue("client_id"), r.FormValue("client_secret")
	}
	g.mu.Lock()
	asked := g.codes[r.FormValue("code")]
	delete(g.codes, r.FormValue("code"))
	g.mu.Unlock()
	if id != clientID || secret != clientSecret || asked == nil {
		w.WriteHeader(http.StatusUnauthorized)
		answer(w, map[string]string{"error": "invalid_client"})
		return
	}
	name, now := asked.Get("name"), time.Now().Unix()
	claims, err := json.Marshal(map[string]any{
		"iss": "https://" + googleName, "aud": clientID, "sub": "sub-" + name, "iat": now, "exp": now + 3600, "nonce": asked.Get("nonce"),
		"name": name, "email": strings.ToLower(name) + "@example.com", "email_verified": true,
	})
	if err != nil {
		g.t.Error(err)
		return
	}
	signed, err := g.signer.Sign(claims)
	if err != nil {
		g.t.Error(err)
		return
	}
	token, err := signed.CompactSerialize()
	if err != nil {
		g.t.Error(err)
	}
	answer(w, map[string]any{"access_token": "a", "token_type": "Bearer", "expires_in": 3600, "id_token": token})
}
