package webapi

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/models"
)

// accessJSON is something that acts for the caller, such as a browser.
type accessJSON struct {
	ID       models.AccessID   `json:"id"`
	Kind     models.AccessKind `json:"kind"`
	Name     string            `json:"name"`           // "" if it is not known
	Host     string            `json:"host,omitempty"` // of an app that registered itself
	Scope    models.Scope      `json:"scope"`
	Since    string            `json:"since"`
	LastUsed string            `json:"lastUsed"` // a day, in UTC
	Current  bool              `json:"current"`  // it sent this request

	ExpiresAt string `json:"expiresAt,omitempty"` // of a token
}

func showAccess(a models.Access, current models.AccessID) accessJSON {
	shown := accessJSON{
		ID: a.ID, Kind: a.Kind, Name: a.Name, Host: a.Host, Scope: a.Scope, Since: models.FormatTime(a.Since),
		LastUsed: a.LastUsed.Format(time.DateOnly), Current: a.ID == current,
	}
	if a.Kind == models.AccessToken {
		shown.ExpiresAt = models.FormatTime(a.Until)
	}
	return shown
}

// accessList is the answer of GET /api/me/access.
type accessList struct {
	Access []accessJSON `json:"access"`
}

// listAccess: GET /api/me/access.
func (s *server) listAccess(c echo.Context, who auth.Identity) error {
	list, err := s.Access.List(c.Request().Context(), who.User.ID)
	if err != nil {
		return err
	}
	shown := make([]accessJSON, 0, len(list))
	for _, a := range list {
		shown = append(shown, showAccess(a, who.Access))
	}
	return answer(c, http.StatusOK, accessList{shown})
}

// endAccess: DELETE /api/me/access/{id}. Ending the access that sends the request is a
// sign-out.
func (s *server) endAccess(c echo.Context, who auth.Identity) error {
	id := models.AccessID(param(c, "id"))
	if err := s.Access.End(c.Request().Context(), who.User.ID, who.User.ID, id); err != nil {
		return err
	}
	if id == who.Access {
		s.Auth.Forget(c.Response(), c.Request())
	}
	return c.NoContent(http.StatusNoContent)
}

// signOut: POST /auth/logout.
func (s *server) signOut(c echo.Context) error {
	return noContent(c, s.Auth.SignOut(c.Response(), c.Request()))
}
