package webapi

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/family"
	"voicememo/models"
)

// tokenJSON is a new personal token with its access. It is in no other answer.
type tokenJSON struct {
	accessJSON
	Token string `json:"token"`
}

// issueToken: POST /api/me/tokens.
func (s *server) issueToken(c echo.Context, who auth.Identity) error {
	wanted, err := wantedToken(c)
	if err != nil {
		return err
	}
	wanted.By = who.Access
	token, access, err := s.Auth.IssueToken(c.Request().Context(), who.User, wanted)
	if err != nil {
		return err
	}
	return answer(c, http.StatusCreated, tokenJSON{showAccess(access, who.Access), token})
}

// wantedToken reads the body of a request for a token.
func wantedToken(c echo.Context) (n auth.NewToken, err error) {
	body, err := bodyObject(c, "name", "scope", "days")
	if err != nil {
		return n, err
	}
	name, err := body.Text("name")
	if err != nil {
		return n, err
	}
	if n.Name, err = family.ValidName(name); err != nil {
		return n, err
	}
	scope, err := body.Text("scope")
	if err != nil {
		return n, err
	}
	n.Scope = models.Scope(scope)
	n.Days, err = body.Integer("days")
	return n, err
}
