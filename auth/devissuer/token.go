package devissuer

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// tokenLifetime is how long an ID token is valid.
const tokenLifetime = time.Hour

// signer signs ID tokens with the key of this run.
type signer struct {
	jose.Signer
	public jose.JSONWebKeySet
}

// newSigner returns a signer with a key; nil: with a new one.
func newSigner(key *rsa.PrivateKey) (*signer, error) {
	if key == nil {
		var err error
		if key, err = rsa.GenerateKey(rand.Reader, 2048); err != nil {
			return nil, err
		}
	}
	public := jose.JSONWebKey{Key: key.Public(), Algorithm: string(jose.RS256), Use: "sig"}
	sum := sha256.Sum256(key.N.Bytes())
	public.KeyID = base64.RawURLEncoding.EncodeToString(sum[:8])
	private := jose.JSONWebKey{Key: key, KeyID: public.KeyID}
	s, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: private}, (&jose.SignerOptions{}).WithType("JWT"))
	return &signer{s, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{public}}}, err
}

// idClaims are the claims beside the registered ones.
type idClaims struct {
	AuthTime      int64  `json:"auth_time"`
	Nonce         string `json:"nonce,omitempty"`
	Name          string `json:"name"`
	Email         string `json:"email"`
	EmailVerified bool   `json:"email_verified"`
}

func (p *Provider) idToken(g grant) (string, error) {
	s, err := p.signer()
	if err != nil {
		return "", err
	}
	now := p.now()
	registered := jwt.Claims{
		Issuer: p.issuer, Subject: subject(g.name), Audience: jwt.Audience{p.ClientID()},
		IssuedAt: jwt.NewNumericDate(now), Expiry: jwt.NewNumericDate(now.Add(tokenLifetime)),
	}
	own := idClaims{AuthTime: g.at.Unix(), Nonce: g.nonce, Name: g.name, Email: email(g.name), EmailVerified: true}
	return jwt.Signed(s).Claims(registered).Claims(own).Serialize()
}

// token exchanges a code (RFC 6749 section 4.1.3, RFC 7636 section 4.6).
func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	if !p.isClient(r) {
		w.Header().Set("WWW-Authenticate", `Basic realm="token"`)
		answerJSON(w, http.StatusUnauthorized, map[string]string{"error": "invalid_client"})
		return
	}
	if r.PostFormValue("grant_type") != "authorization_code" {
		answerJSON(w, http.StatusBadRequest, map[string]string{"error": "unsupported_grant_type"})
		return
	}
	g, ok := p.takeCode(r.PostFormValue("code"))
	sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	if !ok || g.redirect != r.PostFormValue("redirect_uri") || !same(g.challenge, base64.RawURLEncoding.EncodeToString(sum[:])) {
		answerJSON(w, http.StatusBadRequest, map[string]string{"error": "invalid_grant"})
		return
	}
	id, err := p.idToken(g)
	if err != nil {
		answerJSON(w, http.StatusInternalServerError, map[string]string{"error": "server_error"})
		return
	}
	answerJSON(w, http.StatusOK, map[string]any{
		"access_token": rand.Text(), "token_type": "Bearer", "expires_in": int(tokenLifetime / time.Second), "id_token": id,
	})
}

// isClient checks the client's id and secret, in the header (where both are
// form-encoded, RFC 6749 section 2.3.1) or in the form.
func (p *Provider) isClient(r *http.Request) bool {
	id, secret := r.PostFormValue("client_id"), r.PostFormValue("client_secret")
	if user, password, ok := r.BasicAuth(); ok {
		var err, secretErr error
		id, err = url.QueryUnescape(user)
		secret, secretErr = url.QueryUnescape(password)
		if err != nil || secretErr != nil {
			return false
		}
	}
	return id == p.ClientID() && same(secret, p.secret)
}

func (p *Provider) jwks(w http.ResponseWriter, _ *http.Request) {
	s, err := p.signer()
	if err != nil {
		answerJSON(w, http.StatusInternalServerError, map[string]string{"error": "server_error"})
		return
	}
	answerJSON(w, http.StatusOK, s.public)
}

// discovery answers with the provider's metadata (OpenID Connect Discovery section 3).
func (p *Provider) discovery(w http.ResponseWriter, _ *http.Request) {
	answerJSON(w, http.StatusOK, map[string]any{
		"issuer":                                         p.issuer,
		"authorization_endpoint":                         p.issuer + "/authorize",
		"token_endpoint":                                 p.issuer + "/token",
		"jwks_uri":                                       p.issuer + "/jwks",
		"response_types_supported":                       []string{"code"},
		"grant_types_supported":                          []string{"authorization_code"},
		"subject_types_supported":                        []string{"public"},
		"id_token_signing_alg_values_supported":          []string{"RS256"},
		"scopes_supported":                               []string{"openid", "profile", "email"},
		"claims_supported":                               []string{"sub", "name", "email", "email_verified", "auth_time"},
		"code_challenge_methods_supported":               []string{"S256"},
		"token_endpoint_auth_methods_supported":          []string{"client_secret_basic", "client_secret_post"},
		"authorization_response_iss_parameter_supported": true,
	})
}

func answerJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // an error means that the client disconnected
}
