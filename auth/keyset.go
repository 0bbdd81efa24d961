package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/go-jose/go-jose/v4"

	"voicememo/models"
)

// keysPause is the least time between two requests for the issuer's keys, so that forged
// tokens cannot cause a flood of requests to the issuer.
const keysPause = 10 * time.Second

// keySet verifies signatures with the issuer's keys. It implements oidc.KeySet in place of
// go-oidc's remote key set, which accepts a withdrawn key until it sees an unknown one.
type keySet struct{ keys *published[[]jose.JSONWebKey] }

// keysOutcome reports to verify that the keys could not be read. It is needed because
// go-oidc's verifier keeps only the text of a key set's error.
type keysOutcome struct{ away bool }

type keysOutcomeKey struct{}

// VerifySignature returns the token's payload if one of the issuer's keys signed it. It
// records in the context's keysOutcome whether the keys could not be read.
func (k keySet) VerifySignature(ctx context.Context, token string) ([]byte, error) {
	payload, err := k.verify(ctx, token)
	if o, ok := ctx.Value(keysOutcomeKey{}).(*keysOutcome); ok {
		o.away = models.IsCode(err, models.CodeUnavailable)
	}
	return payload, err
}

// verify tries the known keys, and then the issuer's current ones (OpenID Connect Core
// section 10.1.1).
func (k keySet) verify(ctx context.Context, token string) ([]byte, error) {
	jws, err := jose.ParseSignedCompact(token, signatures)
	if err != nil {
		return nil, err
	}
	keys, err := k.keys.get(ctx)
	if err != nil {
		return nil, err
	}
	if payload, ok := signedBy(jws, keys); ok {
		return payload, nil
	}
	if keys, err = k.keys.newer(ctx, keysPause); err != nil {
		return nil, err
	}
	if payload, ok := signedBy(jws, keys); ok {
		return payload, nil
	}
	return nil, errors.New("signed by none of the issuer's keys")
}

// signedBy returns the payload if one of the keys signed it. If the token does not name its
// key, it tries all of them.
func signedBy(jws *jose.JSONWebSignature, keys []jose.JSONWebKey) ([]byte, bool) {
	id := jws.Signatures[0].Header.KeyID // the compact form has exactly one
	for _, key := range keys {
		if id != "" && id != key.KeyID {
			continue
		}
		if payload, err := jws.Verify(key); err == nil {
			return payload, true
		}
	}
	return nil, false
}

// readKeys reads the issuer's keys.
func (i *issuer) readKeys(ctx context.Context) ([]jose.JSONWebKey, error) {
	p, err := i.provider(ctx)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.keysURL, nil)
	if err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	resp, err := i.client.Do(r)
	if err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	defer func() { _ = resp.Body.Close() }() // issuerTransport has read it
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	return parseKeys(data)
}

// parseKeys returns the public signature keys of a JWK Set. It ignores keys of other kinds
// (RFC 7517 section 5).
func parseKeys(data []byte) ([]jose.JSONWebKey, error) {
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if json.Unmarshal(data, &set) != nil || set.Keys == nil {
		return nil, errors.New("keys: not a JWK Set")
	}
	var keys []jose.JSONWebKey
	for _, raw := range set.Keys {
		var key jose.JSONWebKey
		if key.UnmarshalJSON(raw) == nil && key.IsPublic() && (key.Use == "" || key.Use == "sig") {
			keys = append(keys, key)
		}
	}
	return keys, nil
}
