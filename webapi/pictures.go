package webapi

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/url"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/models"
)

// picturePath returns the path of a member's picture, with a parameter that changes with
// the picture; "" if the member has no picture. Clients never see the issuer's address.
func picturePath(u models.User) string {
	if u.Picture == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(u.Picture))
	return "/api/family/members/" + url.PathEscape(string(u.ID)) + "/picture?v=" + base64.RawURLEncoding.EncodeToString(sum[:6])
}

// picture: GET /api/family/members/{userId}/picture. The answer is the same for a person
// of another family, a person without a picture, and a picture that cannot be fetched.
func (s *server) picture(c echo.Context, who auth.Identity) error {
	f, err := s.Families.FamilyOf(c.Request().Context(), who.User)
	if err != nil {
		return err
	}
	person, err := s.inSight(c.Request().Context(), f, who.User.ID, models.UserID(param(c, "userId")))
	if err != nil {
		return err
	}
	if person.Picture == "" {
		return models.NotFound(models.ReasonPerson)
	}
	p, err := s.Pictures.Get(c.Request().Context(), person.Picture)
	if models.IsCode(err, models.CodeNotFound) {
		return models.NotFound(models.ReasonPerson)
	}
	if err != nil {
		return err
	}
	return answerUnlessKnown(c, p.ETag, "image/jpeg", p.JPEG)
}

// inSight returns a person whom the viewer may see: a member of the viewer's family or, for
// its owner, a person who asks to join it. NotFound: there is no such person.
func (s *server) inSight(ctx context.Context, f models.Family, viewer, id models.UserID) (models.User, error) {
	if member, ok := f.Member(id); ok {
		return member, nil
	}
	if _, asks := f.RequestOf(id); asks && f.OwnerID == viewer {
		askers, err := s.Families.Askers(ctx, f)
		if err != nil {
			return models.User{}, err
		}
		for _, a := range askers {
			if a.User.ID == id {
				return a.User, nil
			}
		}
	}
	return models.User{}, models.NotFound(models.ReasonPerson)
}
