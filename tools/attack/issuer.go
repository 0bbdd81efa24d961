package main

import (
	"bytes"
	"crypto"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-jose/go-jose/v4"

	"voicememo/skill/skillhttp/skillhttptest"
	"voicememo/tools/testkit/rsakey"
)

// The program's registration at a hostile issuer. The secret is long enough for an HMAC
// key.
const (
	client       = "memo-web"
	clientsWords = "a secret of the client, which is longer than a hash"
)

// issuer is an OpenID provider that signs whatever an attack wants.
type issuer struct {
	p   *play
	url string
	key crypto.Signer

	keysAsked atomic.Int64

	mu      sync.Mutex
	idToken string // what the token endpoint returns
}

// keyID is the id of the issuer's key.
const keyID = "k1"

// issuer starts a hostile issuer.
func (p *play) issuer() *issuer {
	key := rsakey.Named(p, "issuer")
	i := &issuer{p: p, key: key}
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", i.serve(func() any {
		return map[string]any{
			"issuer": i.url, "authorization_endpoint": i.url + "/authorize", "token_endpoint": i.url + "/token", "jwks_uri": i.url + "/keys",
			"id_token_signing_alg_values_supported": []string{"none", "HS256", "RS256", "ES256"},
		}
	}))
	mux.HandleFunc("/keys", i.serve(func() any {
		i.keysAsked.Add(1)
		return jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: key.Public(), KeyID: keyID, Algorithm: string(jose.RS256), Use: "sig"}}}
	}))
	mux.HandleFunc("/token", i.serve(func() any {
		i.mu.Lock()
		defer i.mu.Unlock()
		return map[string]any{"access_token": "access", "token_type": "Bearer", "id_token": i.idToken}
	}))
	served := httptest.NewServer(mux)
	p.Cleanup(served.Close)
	i.url = served.URL
	return i
}

func (i *issuer) serve(answer func() any) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(answer()) // the caller has gone
	}
}

// give sets the ID token for the next sign-ins.
func (i *issuer) give(token string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.idToken = token
}

// sign returns a token of claims with the issuer's signature.
func (i *issuer) sign(claims map[string]any) string {
	payload, err := json.Marshal(claims)
	i.p.must(err)
	return i.signRaw(payload)
}

// signRaw is sign for a given payload.
func (i *issuer) signRaw(payload []byte) string {
	return i.p.serialize(jose.SigningKey{Algorithm: jose.RS256, Key: jose.JSONWebKey{Key: i.key, KeyID: keyID}}, payload, nil)
}

// signMore is sign with one more member at the end of the payload.
func (i *issuer) signMore(claims map[string]any, member string) string {
	payload, err := json.Marshal(claims)
	i.p.must(err)
	return i.signRaw(append(bytes.TrimSuffix(payload, []byte("}")), []byte(","+member+"}")...))
}

// serialize returns a token signed with a key, with further members in its header.
func (p *play) serialize(key jose.SigningKey, payload []byte, header map[jose.HeaderKey]any) string {
	signer, err := jose.NewSigner(key, &jose.SignerOptions{ExtraHeaders: header})
	p.must(err)
	signed, err := signer.Sign(payload)
	p.must(err)
	token, err := signed.CompactSerialize()
	p.must(err)
	return token
}

// unsigned returns a token with the given header and an empty signature.
func unsigned(header string, payload []byte) string {
	encode := base64.RawURLEncoding.EncodeToString
	return encode([]byte(header)) + "." + encode(payload) + "."
}

// strictHome is the public address of a strict server, which listens on loopback.
const strictHome = "https://memo.example.com"

// strictSite starts a server as it runs on the internet: with an issuer, and a skill
// endpoint that accepts only requests signed by Amazon.
func (p *play) strictSite(flags ...string) *site { return p.strictAt(p.TempDir(), flags...) }

// strictAt is strictSite on a data directory.
func (p *play) strictAt(data string, flags ...string) *site {
	i, a := p.issuer(), p.amazon()
	given := []string{
		"--public-url", strictHome, "--oidc-issuer", i.url, "--oidc-client-id", client, "--oidc-client-secret", clientsWords,
		"--alexa-skill-id", application,
	}
	s := p.served(data, append(given, flags...), a.env...)
	p.secret(clientsWords)
	s.address = s.listens()
	s.through = elsewhere{s.address, s.through}
	s.issuer, s.amazon = i, a
	return s
}

// elsewhere is a transport that connects to another address than the public one.
type elsewhere struct {
	address string
	through http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (e elsewhere) RoundTrip(r *http.Request) (*http.Response, error) {
	there := r.Clone(r.Context())
	if there.Host == "" {
		there.Host = r.URL.Host
	}
	there.URL.Scheme, there.URL.Host = "http", e.address
	return e.through.RoundTrip(there)
}

// claims returns the claims of a valid token of a person, with changes: pairs of a name
// and a value, where nil removes the claim.
func (s *site) claims(name string, changes ...any) map[string]any {
	now := time.Now().Unix()
	c := map[string]any{
		"iss": s.issuer.url, "sub": name + "-4242424242", "aud": client, "iat": now, "exp": now + 3600,
		"name": name, "email": name + "@example.test", "email_verified": true,
	}
	s.p.secret(name+"-4242424242", name+"@example.test")
	for i := 0; i+1 < len(changes); i += 2 {
		c[changes[i].(string)] = changes[i+1] //nolint:forcetypeassert // names are texts
	}
	maps.DeleteFunc(c, func(_ string, v any) bool { return v == nil })
	return c
}

// begin begins a sign-in and returns the issuer's address with its parameters.
func (b *person) begin(path string) url.Values {
	to, err := url.Parse(b.get(path).want(http.StatusSeeOther).header.Get("Location"))
	b.p.must(err)
	return to.Query()
}

// signIn signs in with a token made from valid claims, and returns the final location.
func (s *site) signIn(b *person, name string, token func(claims map[string]any) string) string {
	return s.signInFrom(b, "/auth/login?return_to=/in", name, token)
}

// signInFrom is signIn from an address of the site.
func (s *site) signInFrom(b *person, path, name string, token func(claims map[string]any) string) string {
	asked := b.begin(path)
	s.issuer.give(token(s.claims(name, "nonce", asked.Get("nonce"))))
	back := url.Values{"code": {"a code"}, "state": {asked.Get("state")}}
	to := b.get("/auth/callback?" + back.Encode()).want(http.StatusSeeOther).header.Get("Location")
	s.p.secret(b.cookies[sessionCookie])
	return to
}

// amazon stands in for Amazon: its authority, the signing key, and the environment
// variables of a process that is to trust both.
type amazon struct {
	*skillhttptest.Authority
	key *rsa.PrivateKey
	env []string
}

// listens returns the host and port at which a server with another public address
// listens.
func (s *site) listens() string {
	address, err := os.ReadFile(filepath.Join(s.data, "voicememo.url"))
	s.p.must(err)
	return strings.TrimPrefix(strings.TrimSpace(string(address)), "http://")
}
