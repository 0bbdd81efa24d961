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

// Callback serves GET /auth/callback, to which the issuer sends the browser back. It signs
// the person in and redirects to the path from which the sign-in began or to its
// invitation; otherwise to /?signin=failed, expired, closed or unavailable.
func (a *Auth) Callback(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	p, ok := a.takePending(w, r, query.Get("state"))
	if !ok {
		a.fail(w, r, errExpired)
		return
	}
	u, err := a.finish(r.Context(), p, query)
	if err == nil {
		err = a.begin(r.Context(), w, r, u, p.Fresh)
	}
	if err != nil {
		a.fail(w, r, err)
		return
	}
	redirect(w, p.destination())
}

// finish returns the account of the person in the issuer's answer.
func (a *Auth) finish(ctx context.Context, p pending, query url.Values) (models.User, error) {
	provider, err := a.issuer.provider(ctx)
	switch {
	case err != nil:
		return models.User{}, err
	case !a.issuer.sent(provider, query):
		return models.User{}, unauthenticated("not an answer of the issuer")
	case query.Has("error") || query.Get("code") == "":
		return models.User{}, unauthenticated("the issuer sent no code")
	}
	c, err := a.exchange(ctx, provider, p, query.Get("code"))
	if err != nil {
		return models.User{}, err
	}
	id, err := userID(a.subjectPrefix, c.Subject)
	if err != nil {
		return models.User{}, unauthenticated(err.Error())
	}
	return a.admit(ctx, c.profile(id), p.Invite)
}

// exchange exchanges the code for an ID token and returns the token's claims.
func (a *Auth) exchange(ctx context.Context, provider *provider, p pending, code string) (claims, error) {
	ctx = oidc.ClientContext(ctx, a.issuer.client)
	token, err := a.client(provider).Exchange(ctx, code, oauth2.VerifierOption(p.Verifier))
	if err != nil {
		return claims{}, exchangeError(err)
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return claims{}, unauthenticated("the issuer sent no ID token")
	}
	c, err := a.verify(ctx, raw, []string{a.clientID})
	switch {
	case err != nil:
		return claims{}, err
	case !sameSecret(c.Nonce, p.Nonce):
		return claims{}, unauthenticated("token: nonce")
	case c.AccessTokenHash != "" && c.token.VerifyAccessToken(token.AccessToken) != nil:
		return claims{}, unauthenticated("token: made for another access token")
	case p.stale(c.AuthTime.Time):
		return claims{}, unauthenticated("token: not the new authentication that was asked for")
	}
	if err := c.complete(ctx, provider, token); err != nil {
		return claims{}, err
	}
	return c, nil
}

// exchangeError returns the error of a failed exchange. Of the issuer's answer it has only
// the error code, such as invalid_client, which an operator needs.
func exchangeError(err error) error {
	if isAway(err) {
		return models.Unavailable(err)
	}
	if refusal, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		return unauthenticated("the issuer refused the code: " + errorCode(refusal.ErrorCode))
	}
	return unauthenticated("the issuer's token answer is not valid")
}

// errorCode returns an error code of RFC 6749 section 5.2 as it is, and replaces any other
// text.
func errorCode(code string) string {
	switch code {
	case "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope":
		return code
	}
	return "unknown error code"
}
