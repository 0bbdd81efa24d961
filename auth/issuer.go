package auth

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"voicememo/models"
)

// discoveryPause is how long a failed discovery is believed before the next try.
const discoveryPause = time.Second

// issuer finds out about the OpenID provider when it is first needed, and tries
// again as long as it fails.
type issuer struct {
	url    string
	client *http.Client
	now    func() time.Time

	turn     chan struct{} // holds one token: whoever has it may use the fields below
	found    *provider
	failure  error
	failedAt time.Time
}

// provider is what discovery found.
type provider struct {
	about    *oidc.Provider
	endpoint oauth2.Endpoint
	verifier *oidc.IDTokenVerifier
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
	own.Transport = issuerTransport{base}
	i := &issuer{url: address, client: &own, now: now, turn: make(chan struct{}, 1)}
	i.turn <- struct{}{}
	return i
}

// provider gives what is known of the issuer, asking it if need be. Those who
// come while it is being asked wait for that answer. Unavailable: it is away.
func (i *issuer) provider(ctx context.Context) (*provider, error) {
	select {
	case <-ctx.Done():
		return nil, models.Unavailable(ctx.Err())
	case <-i.turn:
	}
	defer func() { i.turn <- struct{}{} }()
	if i.found != nil {
		return i.found, nil
	}
	if i.failure != nil && i.now().Sub(i.failedAt) < discoveryPause {
		return nil, models.Unavailable(i.failure)
	}
	// The answer is everybody's, so it does not end with this request.
	i.found, i.failure = i.discover(context.WithoutCancel(ctx))
	if i.failure != nil {
		i.failedAt = i.now()
		return nil, models.Unavailable(i.failure)
	}
	return i.found, nil
}

// metadata is what go-oidc does not tell of the discovery document.
type metadata struct {
	KeysURL     string   `json:"jwks_uri"`
	Algorithms  []string `json:"id_token_signing_alg_values_supported"`
	AuthMethods []string `json:"token_endpoint_auth_methods_supported"`
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
	return &provider{about: found, endpoint: endpoint, verifier: i.verifier(ctx, meta)}, nil
}

// verifier checks signature, issuer and expiry; verify checks the rest.
func (i *issuer) verifier(ctx context.Context, meta metadata) *oidc.IDTokenVerifier {
	client := *i.client
	client.Transport = &keysTransport{base: i.client.Transport, now: i.now}
	keys := keySet{oidc.NewRemoteKeySet(oidc.ClientContext(ctx, &client), meta.KeysURL)}
	return oidc.NewVerifier(i.url, keys, &oidc.Config{
		SkipClientIDCheck:    true, // there are several audiences
		SupportedSigningAlgs: asymmetric(meta.Algorithms),
		Now:                  func() time.Time { return i.now().Add(-leeway) },
	})
}

// asymmetric keeps the algorithms that need the issuer's private key. Without
// any, RS256 is what every issuer must offer.
func asymmetric(algorithms []string) []string {
	known := []string{
		oidc.RS256, oidc.RS384, oidc.RS512, oidc.ES256, oidc.ES384, oidc.ES512,
		oidc.PS256, oidc.PS384, oidc.PS512, oidc.EdDSA,
	}
	var kept []string
	for _, a := range algorithms {
		if slices.Contains(known, a) {
			kept = append(kept, a)
		}
	}
	if len(kept) == 0 {
		return []string{oidc.RS256}
	}
	return kept
}

// keySet notes in the context's keysOutcome that the keys could not be read,
// because go-oidc's verifier keeps only the text of a key set's error.
type keySet struct{ oidc.KeySet }

type keysOutcome struct{ away bool }

type keysOutcomeKey struct{}

// VerifySignature gives the token's payload if one of the issuer's keys signed it.
func (k keySet) VerifySignature(ctx context.Context, token string) ([]byte, error) {
	payload, err := k.KeySet.VerifySignature(ctx, token)
	if o, ok := ctx.Value(keysOutcomeKey{}).(*keysOutcome); ok {
		o.away = isAway(err) || err != nil && ctx.Err() != nil
	}
	return payload, err
}
