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
	Name     string            `json:"name"` // "" if it is not known
	Scope    models.Scope      `json:"scope"`
	Since    string            `json:"since"`
	LastUsed string            `json:"lastUsed"` // a day, in UTC
	Current  bool              `json:"current"`  // it sent this request
}

func showAccess(a models.Access, current models.AccessID) accessJSON {
	return accessJSON{
		ID: a.ID, Kind: a.Kind, Name: a.Name, Scope: a.Scope, Since: models.FormatTime(a.Since),
		LastUsed: a.LastUsed.Format(time.DateOnly), Current: a.ID == current,
	}
}

// accessList is the answer of GET /api/me/access.
type accessList struct {
	Access []accessJSON `json:"access"`
}

func (s *server) accessRoutes(e *echo.Echo) {
	get(e, "/api/me/access", s.inBrowser(s.listAccess))
	e.DELETE(accessPath, s.inBrowser(s.endAccess))
}

// inBrowser is signedIn for routes that require a browser's session: a token may leak
// more easily, and the person does not see what is done with it.
func (s *server) inBrowser(h personal) echo.HandlerFunc {
	return s.signedIn(func(c echo.Context, who auth.Identity) error {
		if who.Method != auth.MethodCookie {
			return models.Forbidden(models.ReasonSessionOnly)
		}
		return h(c, who)
	})
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
	if err := noFields(c); err != nil {
		return err
	}
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
	if err := s.Auth.SignOut(c.Response(), c.Request()); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
