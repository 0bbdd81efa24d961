package auth

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"
	"golang.org/x/oauth2"
)

// issuer is the OpenID provider. Its metadata and keys are read when they are first
// needed, and again after a day.
type issuer struct {
	url    string
	client *http.Client
	now    func() time.Time

	discovered *published[*provider]
	keys       *published[[]jose.JSONWebKey]
}

// provider is the result of discovery.
type provider struct {
	about    *oidc.Provider
	endpoint oauth2.Endpoint
	keysURL  string
	verifier *oidc.IDTokenVerifier
	// namesItself is whether every authorization response has the parameter iss.
	namesItself bool
}

func newIssuer(address string, client *http.Client, now func() time.Time) *issuer {
	own := *client
	if own.Timeout == 0 {
		own.Timeout = issuerTimeout
	}
	base := own.Transport
	if base == nil {
		base = http.DefaultTransport
	}
	own.Transport, own.CheckRedirect = issuerTransport{base}, followIssuer
	i := &issuer{url: address, client: &own, now: now}
	i.discovered = newPublished(i.discover, now)
	i.keys = newPublished(i.readKeys, now)
	return i
}

// provider returns the issuer's metadata, which it reads if necessary. Unavailable: they
// could not be read so far.
func (i *issuer) provider(ctx context.Context) (*provider, error) { return i.discovered.get(ctx) }

// sent reports whether an authorization response can be from this issuer: it has the
// parameter iss with the issuer's name once, or does not have it and the issuer does not
// promise to send it (RFC 9207 section 2.4).
func (i *issuer) sent(p *provider, response url.Values) bool {
	named := response["iss"]
	if len(named) == 0 {
		return !p.namesItself
	}
	return slices.Equal(named, []string{i.url})
}

// metadata is the members of the discovery document that go-oidc does not expose.
type metadata struct {
	KeysURL     string   `json:"jwks_uri"`
	Algorithms  []string `json:"id_token_signing_alg_values_supported"`
	AuthMethods []string `json:"token_endpoint_auth_methods_supported"`
	NamesItself bool     `json:"authorization_response_iss_parameter_supported"` // RFC 9207 section 3
}

func (i *issuer) discover(ctx context.Context) (*provider, error) {
	found, err := oidc.NewProvider(oidc.ClientContext(ctx, i.client), i.url)
	if err != nil {
		return nil, err
	}
	var meta metadata
	if err := found.Claims(&meta); err != nil {
		return nil, err
	}
	endpoint := found.Endpoint()
	addresses := []string{endpoint.AuthURL, endpoint.TokenURL, meta.KeysURL}
	if info := found.UserInfoEndpoint(); info != "" {
		addresses = append(addresses, info)
	}
	for _, address := range addresses {
		if u, err := url.Parse(address); err != nil || !safeTransport(u) {
			return nil, errors.New("discovery: an endpoint is neither https nor on this machine")
		}
	}
	endpoint.AuthStyle = oauth2.AuthStyleInHeader // the default of OpenID Connect Discovery section 3
	if len(meta.AuthMethods) > 0 && !slices.Contains(meta.AuthMethods, "client_secret_basic") {
		endpoint.AuthStyle = oauth2.AuthStyleInParams
	}
	return &provider{
		about: found, endpoint: endpoint, keysURL: meta.KeysURL, verifier: i.verifier(meta), namesItself: meta.NamesItself,
	}, nil
}

// verifier returns a verifier of signature, issuer and expiry; verify checks the rest.
func (i *issuer) verifier(meta metadata) *oidc.IDTokenVerifier {
	return oidc.NewVerifier(i.url, keySet{i.keys}, &oidc.Config{
		SkipClientIDCheck:    true, // there are several audiences
		SupportedSigningAlgs: asymmetric(meta.Algorithms),
		Now:                  func() time.Time { return i.now().Add(-leeway) },
	})
}

// signatures are the asymmetric signature algorithms.
var signatures = []jose.SignatureAlgorithm{
	jose.RS256, jose.RS384, jose.RS512, jose.ES256, jose.ES384, jose.ES512, jose.PS256, jose.PS384, jose.PS512, jose.EdDSA,
}

// asymmetric returns the given algorithms that are among signatures. If none is, it
// returns RS256, which every issuer must offer.
func asymmetric(algorithms []string) []string {
	var kept []string
	for _, a := range algorithms {
		if slices.Contains(signatures, jose.SignatureAlgorithm(a)) {
			kept = append(kept, a)
		}
	}
	if len(kept) == 0 {
		return []string{oidc.RS256}
	}
	return kept
}
