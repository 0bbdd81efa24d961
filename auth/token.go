package auth

import (
	"context"
	"slices"
	"time"

	"voicememo/models"
)

const (
	// tokenPrefix begins a personal token, so that it is told from an ID token, and so that
	// scanners for secrets can find one.
	tokenPrefix = "vm_"
	// tokenSeal is the name under which personal tokens are sealed.
	tokenSeal = "personal token"
	// maxToken is the length of the longest accepted personal token, in bytes.
	maxToken = 4 << 10
)

// TokenDays returns for how many days a personal token can be valid. A key of the ring is
// kept for longer than the longest.
func TokenDays() []int { return []int{30, 90, 365} }

// token is the content of a personal token.
type token struct {
	User   models.UserID   `json:"u"`
	Access models.AccessID `json:"x"`
	Scope  models.Scope    `json:"s"`
	Ends   int64           `json:"e"` // Unix milliseconds
}

// NewToken describes a personal token to create. Name must be a valid name.
type NewToken struct {
	Name  string
	Scope models.Scope // one of models.TokenScopes
	Days  int          // one of TokenDays

	By models.AccessID // the browser's session that creates it; "": none
}

// IssueToken creates a personal token of a person, who must have just been read, and
// returns it with its access. The token is stored nowhere. Invalid: n.Scope or n.Days is
// not one of those allowed. Unauthenticated: n.By has ended. Other errors as Accesses.Begin.
func (a *Auth) IssueToken(ctx context.Context, u models.User, n NewToken) (string, models.Access, error) {
	if !slices.Contains(models.TokenScopes(), n.Scope) {
		return "", models.Access{}, models.Invalid("scope", models.ReasonFormat)
	}
	if !slices.Contains(TokenDays(), n.Days) {
		return "", models.Access{}, models.Invalid("days", models.ReasonFormat)
	}
	access, err := a.access.Begin(ctx, u, Grant{
		Kind: models.AccessToken, Name: n.Name, Scope: n.Scope, Lifetime: time.Duration(n.Days) * 24 * time.Hour,
		By: n.By,
	})
	if models.IsReason(err, models.ReasonAccess) {
		err = ended()
	}
	if err != nil {
		return "", models.Access{}, err
	}
	return tokenPrefix + a.keys.Seal(tokenSeal, token{u.ID, access.ID, access.Scope, access.Until.UnixMilli()}), access, nil
}

// byToken identifies a caller by a personal token without its prefix.
func (a *Auth) byToken(ctx context.Context, sealed string) (Identity, error) {
	var t token
	if len(sealed) > maxToken || !a.keys.Open(tokenSeal, sealed, &t) {
		return Identity{}, unauthenticated("personal token: not sealed by this server")
	}
	if !a.now().Before(time.UnixMilli(t.Ends)) {
		return Identity{}, unauthenticated("personal token: expired")
	}
	u, err := a.people.Person(ctx, t.User)
	if err != nil {
		return Identity{}, personError(err)
	}
	if err := a.valid(ctx, u, t.Access); err != nil {
		return Identity{}, err
	}
	return Identity{User: u, Method: MethodToken, Access: t.Access, Scope: t.Scope}, nil
}
