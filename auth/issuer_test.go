package auth_test

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"voicememo/auth"
	"voicememo/models"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/rsakey"
)

// fakeIssuer is an issuer whose answers, valid or not, are set by a test.
type fakeIssuer struct {
	t      *testing.T
	url    string // its name
	at     string // where it listens
	client string
	clock  *clock

	discoveryDown, keysDown, tokenDown, infoDown atomic.Bool
	keysAsked, discoveryAsked                    atomic.Int64

	mu      sync.Mutex
	keys    []jose.JSONWebKey
	idToken string         // what the token endpoint returns
	info    map[string]any // what the userinfo endpoint returns; nil: there is none
	about   map[string]any // further members of the discovery document
}

// signKey is a private key with its id.
type signKey struct {
	id  string
	alg jose.SignatureAlgorithm
	key crypto.Signer
}

// newRSA returns the key of an id, which all tests share.
func newRSA(t *testing.T, id string) signKey {
	t.Helper()
	return signKey{id, jose.RS256, rsakey.Named(t, id)}
}

func newEC(t *testing.T, id string) signKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must.OK(t, err)
	return signKey{id, jose.ES256, key}
}

func newFakeIssuer(t *testing.T, keys ...signKey) *fakeIssuer {
	t.Helper()
	i := &fakeIssuer{t: t, client: "memo-web"}
	i.publish(keys...)
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", i.serve(&i.discoveryDown, &i.discoveryAsked, func() any {
		about := map[string]any{
			"issuer": i.url, "authorization_endpoint": i.url + "/authorize", "token_endpoint": i.url + "/token",
			"jwks_uri": i.url + "/keys", "id_token_signing_alg_values_supported": []string{"none", "HS256", "RS256", "ES256"},
		}
		i.mu.Lock()
		defer i.mu.Unlock()
		if i.info != nil {
			about["userinfo_endpoint"] = i.url + "/info"
		}
		maps.Copy(about, i.about)
		return about
	}))
	mux.HandleFunc("/info", i.serve(&i.infoDown, nil, func() any {
		i.mu.Lock()
		defer i.mu.Unlock()
		return i.info
	}))
	mux.HandleFunc("/keys", i.serve(&i.keysDown, &i.keysAsked, func() any {
		i.mu.Lock()
		defer i.mu.Unlock()
		return jose.JSONWebKeySet{Keys: i.keys}
	}))
	mux.HandleFunc("/token", i.serve(&i.tokenDown, nil, func() any {
		i.mu.Lock()
		defer i.mu.Unlock()
		return map[string]any{"access_token": "access", "token_type": "Bearer", "id_token": i.idToken}
	}))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	i.url, i.at = server.URL, server.URL
	return i
}

func (i *fakeIssuer) serve(down *atomic.Bool, asked *atomic.Int64, answer func() any) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if asked != nil {
			asked.Add(1)
		}
		if down.Load() {
			http.Error(w, "<html>maintenance</html>", http.StatusBadGateway)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(answer())
	}
}

// publish sets the keys that the issuer publishes.
func (i *fakeIssuer) publish(keys ...signKey) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.keys = nil
	for _, k := range keys {
		i.keys = append(i.keys, jose.JSONWebKey{Key: k.key.Public(), KeyID: k.id, Algorithm: string(k.alg), Use: "sig"})
	}
}

// give sets what the token endpoint returns.
func (i *fakeIssuer) give(idToken string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.idToken = idToken
}

// tell sets what the userinfo endpoint returns.
func (i *fakeIssuer) tell(info map[string]any) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.info = info
}

// describe changes the discovery document.
func (i *fakeIssuer) describe(name string, value any) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.about == nil {
		i.about = map[string]any{}
	}
	i.about[name] = value
}

// startAsGoogle runs a server for which the fake issuer is Google.
func startAsGoogle(t *testing.T, i *fakeIssuer, setup func(*auth.Options)) *world {
	t.Helper()
	i.url = auth.Google
	return startWith(t, i, func(o *auth.Options) {
		base := o.HTTPClient.Transport
		o.HTTPClient.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
			there := r.Clone(r.Context())
			there.URL.Scheme, there.URL.Host = "http", strings.TrimPrefix(i.at, "http://")
			return base.RoundTrip(there)
		})
		if setup != nil {
			setup(o)
		}
	})
}

// startWith runs a server with the fake issuer.
func startWith(t *testing.T, i *fakeIssuer, setup func(*auth.Options)) *world {
	t.Helper()
	w := start(t, func(o *auth.Options) {
		o.Issuer, o.ClientID, o.ClientSecret = i.url, i.client, "secret"
		if setup != nil {
			setup(o)
		}
	})
	i.clock = w.clock
	return w
}

// known makes the account of the person in the issuer's tokens, created an hour ago, and
// returns w.
func (w *world) known(i *fakeIssuer) *world {
	w.t.Helper()
	w.clock.add(-time.Hour)
	id := models.UserID(auth.SubjectPrefix(i.url) + "42")
	must.OK(w.t, must.Err(w.people.Ensure(w.t.Context(), models.Profile{ID: id, Name: "太郎", Email: "taro@example.com", Source: models.SourceOIDC})))
	w.clock.add(time.Hour)
	return w
}

// claims returns the claims of a valid token, with changes; nil removes a claim.
func (i *fakeIssuer) claims(changes map[string]any) map[string]any {
	now := i.clock.now().Unix()
	c := map[string]any{
		"iss": i.url, "sub": "42", "aud": i.client, "iat": now, "exp": now + 3600,
		"name": "太郎", "email": "taro@example.com", "email_verified": true,
	}
	maps.Copy(c, changes)
	maps.DeleteFunc(c, func(_ string, v any) bool { return v == nil })
	return c
}

// sign returns a token with the given claims.
func (k signKey) sign(t *testing.T, claims map[string]any) string {
	t.Helper()
	payload, err := json.Marshal(claims)
	must.OK(t, err)
	return k.signRaw(t, payload)
}

// signRaw returns a token with the given payload.
func (k signKey) signRaw(t *testing.T, payload []byte) string {
	t.Helper()
	return serialize(t, jose.SigningKey{Algorithm: k.alg, Key: jose.JSONWebKey{Key: k.key, KeyID: k.id}}, payload)
}

// withMember returns claims as JSON with one more member at the end.
func withMember(t *testing.T, claims map[string]any, member string) []byte {
	t.Helper()
	payload, err := json.Marshal(claims)
	must.OK(t, err)
	return append(bytes.TrimSuffix(payload, []byte("}")), []byte(","+member+"}")...)
}

func serialize(t *testing.T, key jose.SigningKey, payload []byte) string {
	t.Helper()
	signer, err := jose.NewSigner(key, nil)
	must.OK(t, err)
	signed, err := signer.Sign(payload)
	must.OK(t, err)
	token, err := signed.CompactSerialize()
	must.OK(t, err)
	return token
}

// unsigned returns a token with alg none.
func unsigned(t *testing.T, claims map[string]any) string {
	t.Helper()
	payload, err := json.Marshal(claims)
	must.OK(t, err)
	encode := base64.RawURLEncoding.EncodeToString
	return encode([]byte(`{"alg":"none"}`)) + "." + encode(payload) + "."
}

// macWithPublicKey returns a token whose HMAC key is the issuer's public key.
func macWithPublicKey(t *testing.T, k signKey, claims map[string]any) string {
	t.Helper()
	public, err := json.Marshal(jose.JSONWebKey{Key: k.key.Public(), KeyID: k.id})
	must.OK(t, err)
	payload, err := json.Marshal(claims)
	must.OK(t, err)
	return serialize(t, jose.SigningKey{Algorithm: jose.HS256, Key: jose.JSONWebKey{Key: bytes.TrimSpace(public), KeyID: k.id}}, payload)
}
