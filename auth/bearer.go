package auth

import (
	"context"
	"strings"

	"voicememo/auth/sealed"
	"voicememo/models"
)

// bearer returns the token of the headers "Authorization: Bearer <token>" (RFC 6750), of
// which there must be one.
func bearer(headers []string) (string, error) {
	if len(headers) != 1 {
		return "", unauthenticated("not one bearer token")
	}
	scheme, raw, _ := strings.Cut(headers[0], " ")
	if !strings.EqualFold(scheme, "Bearer") || raw == "" {
		return "", unauthenticated("not one bearer token")
	}
	return raw, nil
}

// byBearer identifies a caller by a bearer token, which is a personal token, an access
// token of OAuth for the web API, or an ID token of the issuer. A person's first contact can be by ID
// token, under the same sign-up policy.
func (a *Auth) byBearer(ctx context.Context, headers []string) (Identity, error) {
	raw, err := bearer(headers)
	if err != nil {
		return Identity{}, err
	}
	if strings.HasPrefix(raw, sealed.AppPrefix) {
		return a.byApp(ctx, raw, apiResource)
	}
	if sealed, personal := strings.CutPrefix(raw, tokenPrefix); personal {
		return a.byToken(ctx, sealed)
	}
	c, err := a.verify(ctx, raw, a.bearerAudiences)
	if err != nil {
		return Identity{}, err
	}
	id, err := userID(a.subjectPrefix, c.Subject)
	if err != nil {
		return Identity{}, unauthenticated(err.Error())
	}
	u, err := a.people.Person(ctx, id)
	if models.IsCode(err, models.CodeNotFound) {
		u, err = a.admit(ctx, c.profile(id), "")
	}
	switch {
	case models.IsReason(err, models.ReasonSignUpClosed):
		return Identity{}, unauthenticated("sign-up is closed")
	case err != nil:
		return Identity{}, personError(err)
	}
	if !c.issuedAt.After(u.SessionsValidAfter) {
		return Identity{}, unauthenticated("token revoked")
	}
	return Identity{User: u, Method: MethodBearer, Scope: models.ScopeFull}, nil
}
