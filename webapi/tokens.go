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
	body := readObject(c, "name", "scope", "days")
	name := body.Text("name")
	n.Scope, n.Days = models.Scope(body.Text("scope")), body.Integer("days")
	if body.Err() != nil {
		return auth.NewToken{}, body.Err()
	}
	n.Name, err = family.ValidName(name)
	return n, err
}
