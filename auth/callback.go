package auth

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"voicememo/models"
)

// Callback is where the issuer sends the browser back to (GET /auth/callback).
// It signs the person in and goes on to the path the sign-in began from, to the
// invitation that it began with, or to /?signin=failed, expired, closed or unavailable.
func (a *Auth) Callback(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	p, ok := a.takePending(w, r, query.Get("state"))
	if !ok {
		a.fail(w, r, errExpired)
		return
	}
	u, err := a.finish(r.Context(), p, query)
	if err == nil {
		err = a.begin(w, u)
	}
	if err != nil {
		a.fail(w, r, err)
		return
	}
	redirect(w, p.destination())
}

// finish turns the issuer's answer into an account.
func (a *Auth) finish(ctx context.Context, p pending, query url.Values) (models.User, error) {
	if query.Has("iss") && query.Get("iss") != a.issuer.url { // RFC 9207
		return models.User{}, unauthenticated("answer of another issuer")
	}
	if query.Has("error") || query.Get("code") == "" {
		return models.User{}, unauthenticated("the issuer gave no code")
	}
	c, err := a.exchange(ctx, p, query.Get("code"))
	if err != nil {
		return models.User{}, err
	}
	id, err := userID(a.subjectPrefix, c.Subject)
	if err != nil {
		return models.User{}, unauthenticated(err.Error())
	}
	return a.admit(ctx, c.profile(id), p.Invite)
}

// exchange turns the code into the claims of the ID token made for it.
func (a *Auth) exchange(ctx context.Context, p pending, code string) (claims, error) {
	provider, err := a.issuer.provider(ctx)
	if err != nil {
		return claims{}, err
	}
	ctx = oidc.ClientContext(ctx, a.issuer.client)
	token, err := a.client(provider).Exchange(ctx, code, oauth2.VerifierOption(p.Verifier))
	if err != nil {
		return claims{}, exchangeError(err)
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return claims{}, unauthenticated("the issuer gave no ID token")
	}
	c, err := a.verify(ctx, raw, []string{a.clientID})
	switch {
	case err != nil:
		return claims{}, err
	case !sameSecret(c.token.Nonce, p.Nonce):
		return claims{}, unauthenticated("token: nonce")
	case c.token.AccessTokenHash != "" && c.token.VerifyAccessToken(token.AccessToken) != nil:
		return claims{}, unauthenticated("token: made for another access token")
	}
	return c, c.complete(ctx, provider, token)
}

// exchangeError keeps of a failed exchange what an operator needs, such as
// invalid_client, and nothing else of the answer.
func exchangeError(err error) error {
	if isAway(err) {
		return models.Unavailable(err)
	}
	if refusal, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		return unauthenticated("the issuer refused the code: " + errorCode(refusal.ErrorCode))
	}
	return unauthenticated("the issuer's token answer is not valid")
}

// errorCode passes an error code of RFC 6749 section 5.2 and no other text.
func errorCode(code string) string {
	switch code {
	case "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope":
		return code
	}
	return "unknown error code"
}
