package functiontest

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/auth/devissuer"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/must"
)

// IDs of the secrets of a web function that Web configures.
const (
	ClientSecretID = "client-secret"
	SessionKeysID  = "session-keys"
)

// Web returns the variables with which the web function serves a public address with a as
// its AWS. The issuer is the test's own; secrets are the values that a keeps for it.
func (a *AWS) Web(t testing.TB, public string) (env, secrets []string) {
	t.Helper()
	var provider *devissuer.Provider
	issuer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { provider.ServeHTTP(w, r) }))
	t.Cleanup(issuer.Close)
	provider = devsignin.Provider(t, issuer.URL, public, nil)
	ring := auth.NewKeyRing(time.Now())
	keys, err := ring.JSON()
	must.OK(t, err)
	a.Keep(ClientSecretID, provider.ClientSecret())
	a.Keep(SessionKeysID, string(keys))
	env = append(a.Environ(), "VOICEMEMO_PUBLIC_URL="+public, "VOICEMEMO_OIDC_ISSUER="+issuer.URL+"/dev",
		"VOICEMEMO_OIDC_CLIENT_ID="+provider.ClientID(), "VOICEMEMO_OIDC_CLIENT_SECRET_ID="+ClientSecretID, "VOICEMEMO_SESSION_KEYS_ID="+SessionKeysID)
	return env, []string{provider.ClientSecret(), string(keys)}
}

// ServeHTTP answers as the services do, for a server in front of them.
func (a *AWS) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.serve(w, r) }
