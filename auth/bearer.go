package auth

import (
	"context"
	"strings"

	"voicememo/models"
)

// byBearer identifies a caller by "Authorization: Bearer <token>" (RFC 6750), which is a
// personal token or an ID token of the issuer. A person's first contact can be by ID
// token, under the same sign-up policy.
func (a *Auth) byBearer(ctx context.Context, headers []string) (Identity, error) {
	scheme, raw, _ := strings.Cut(headers[0], " ")
	if len(headers) != 1 || !strings.EqualFold(scheme, "Bearer") || raw == "" {
		return Identity{}, unauthenticated("not one bearer token")
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
