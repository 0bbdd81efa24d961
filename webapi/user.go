package webapi

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/models"
)

// meJSON is what a client needs to begin with.
type meJSON struct {
	User     personJSON   `json:"user"`
	Family   familyJSON   `json:"family"`
	Settings settingsJSON `json:"settings"`
}

// me: GET /api/me.
func (s *server) me(c echo.Context, who auth.Identity) error {
	f, err := s.Families.FamilyOf(c.Request().Context(), who.User)
	if err != nil {
		return err
	}
	return answer(c, http.StatusOK, meJSON{
		User: showPerson(who.User, f, who.User.ID), Family: showFamily(f, who.User, wordsFor(c.Request())),
		Settings: showSettings(),
	})
}

// rename: PUT /api/user/name.
func (s *server) rename(c echo.Context, who auth.Identity) error {
	body, err := fields(c, "name")
	if err != nil {
		return err
	}
	u, err := s.Families.Rename(c.Request().Context(), who.User, body["name"])
	if err != nil {
		return err
	}
	return answer(c, http.StatusOK, map[string]string{"name": u.Name})
}

// deleteAccount: DELETE /api/user, shortly after a sign-in only.
func (s *server) deleteAccount(c echo.Context, who auth.Identity) error {
	if err := noFields(c); err != nil {
		return err
	}
	if !who.Fresh(s.Now()) {
		return models.Forbidden(models.ReasonFreshSignIn)
	}
	if err := s.Families.Close(c.Request().Context(), who.User); err != nil {
		return err
	}
	s.Auth.SignOut(c.Response(), c.Request())
	return c.NoContent(http.StatusNoContent)
}

// signOutEverywhere: POST /auth/logout-everywhere.
func (s *server) signOutEverywhere(c echo.Context) error {
	if err := s.Auth.SignOutEverywhere(c.Response(), c.Request()); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
