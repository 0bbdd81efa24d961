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

// picturePath is where a member's picture is served, with a mark that changes
// with the picture; "" if there is none. Pages never see the issuer's address.
func picturePath(u models.User) string {
	if u.Picture == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(u.Picture))
	return "/api/family/members/" + url.PathEscape(string(u.ID)) + "/picture?v=" + base64.RawURLEncoding.EncodeToString(sum[:6])
}

// picture: GET /api/family/members/{userId}/picture. Strangers, people without
// a picture and pictures that cannot be had are answered alike.
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

// inSight gives somebody whom the viewer may see: a member of the viewer's family
// or, to its owner, somebody who asks to come into it. NotFound: nobody.
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
