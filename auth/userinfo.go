package auth

import (
	"context"

	"golang.org/x/oauth2"

	"voicememo/models"
)

// complete reads from the userinfo endpoint the name and the e-mail address if the ID token
// lacks one. Google's tokens have both, but the standard promises them only here (OpenID
// Connect Core section 5.4).
func (c *claims) complete(ctx context.Context, p *provider, token *oauth2.Token) error {
	if p.about.UserInfoEndpoint() == "" || c.Name != "" && c.Email != "" {
		return nil
	}
	info, err := p.about.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if isAway(err) {
		return models.Unavailable(err)
	}
	var more profileClaims
	switch {
	case err != nil || readClaims(info, &more) != nil:
		return unauthenticated("userinfo: not valid")
	case more.Subject != c.Subject: // section 5.3.2: must be checked
		return unauthenticated("userinfo: about another person")
	}
	if c.Name == "" {
		c.Name, c.Username = more.Name, more.Username
	}
	if c.Email == "" {
		c.Email, c.EmailVerified, c.Hosted = more.Email, more.EmailVerified, more.Hosted
	}
	if c.Picture == "" {
		c.Picture = more.Picture
	}
	return nil
}
