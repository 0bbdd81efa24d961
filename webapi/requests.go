package webapi

import (
	"context"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/models"
)

// requestJSON is somebody who waits to be let into the owner's family.
type requestJSON struct {
	UserID      models.UserID `json:"userId"`
	Name        string        `json:"name"`
	Picture     string        `json:"picture,omitempty"`
	Source      models.Source `json:"source"`
	RequestedAt string        `json:"requestedAt"`
}

// pendingJSON is the family that the caller waits to be let into.
type pendingJSON struct {
	FamilyName  string `json:"familyName"`
	RequestedAt string `json:"requestedAt"`
}

// filedJSON says that the owner was asked.
type filedJSON struct {
	Pending    bool   `json:"pending"`
	FamilyName string `json:"familyName"`
}

// requestRoutes registers the routes of families that ask first.
func (s *server) requestRoutes(e *echo.Echo) {
	e.PUT("/api/family/settings", s.signedIn(s.changeSettings))
	e.DELETE("/api/family/join", s.signedIn(s.withdraw))
	e.POST("/api/family/requests/:userId", s.signedIn(s.allow))
	e.DELETE("/api/family/requests/:userId", s.signedIn(s.refuse))
}

// showRequests gives the owner those who wait; nobody else is told.
func (s *server) showRequests(ctx context.Context, f models.Family, viewer models.UserID) ([]requestJSON, error) {
	if viewer != f.OwnerID {
		return nil, nil
	}
	askers, err := s.Families.Askers(ctx, f)
	var out []requestJSON
	for _, a := range askers {
		out = append(out, requestJSON{
			UserID: a.User.ID, Name: a.User.Name, Picture: picturePath(a.User), Source: a.User.Source, RequestedAt: models.FormatTime(a.At),
		})
	}
	return out, err
}

// showPending gives what the caller waits for; nil: nothing.
func (s *server) showPending(ctx context.Context, viewer models.User, words catalogue) (*pendingJSON, error) {
	if !viewer.Request.Open(s.Now()) {
		return nil, nil
	}
	f, r, err := s.Families.Waiting(ctx, viewer)
	if models.IsCode(err, models.CodeNotFound) {
		return nil, nil
	}
	return &pendingJSON{FamilyName: familyName(f, words), RequestedAt: models.FormatTime(r.At)}, err
}

// familyName calls a family after its owner.
func familyName(f models.Family, words catalogue) string {
	owner, _ := f.Member(f.OwnerID)
	return fmt.Sprintf(words.phrases.familyOf, owner.Name)
}

// filed answers a redemption that became a request.
func filed(c echo.Context, f models.Family) error {
	return answer(c, http.StatusAccepted, filedJSON{Pending: true, FamilyName: familyName(f, wordsFor(c.Request()))})
}

// changeSettings: PUT /api/family/settings.
func (s *server) changeSettings(c echo.Context, who auth.Identity) error {
	const name = "askBeforeJoin"
	on, err := flagField(c, name)
	if err != nil {
		return err
	}
	if err := s.Families.SetAskBeforeJoin(c.Request().Context(), who.User, on); err != nil {
		return err
	}
	return answer(c, http.StatusOK, map[string]bool{name: on})
}

// withdraw: DELETE /api/family/join.
func (s *server) withdraw(c echo.Context, who auth.Identity) error {
	if err := noFields(c); err != nil {
		return err
	}
	if err := s.Families.Withdraw(c.Request().Context(), who.User); err != nil {
		return aboutRequest(err)
	}
	return c.NoContent(http.StatusNoContent)
}

// allow: POST /api/family/requests/{userId}.
func (s *server) allow(c echo.Context, who auth.Identity) error {
	if err := noFields(c); err != nil {
		return err
	}
	ctx := c.Request().Context()
	moving, err := s.Families.Allow(ctx, who.User, models.UserID(param(c, "userId")))
	if err != nil {
		return aboutRequest(err)
	}
	s.settle(ctx, who.User)
	return answer(c, http.StatusOK, map[string]int{"movingMemos": moving})
}

// refuse: DELETE /api/family/requests/{userId}.
func (s *server) refuse(c echo.Context, who auth.Identity) error {
	if err := noFields(c); err != nil {
		return err
	}
	if err := s.Families.Refuse(c.Request().Context(), who.User, models.UserID(param(c, "userId"))); err != nil {
		return aboutRequest(err)
	}
	return c.NoContent(http.StatusNoContent)
}

// aboutRequest words a refusal for one who decides on a request: its reasons are
// about the person who asks.
func aboutRequest(err error) error {
	switch {
	case models.IsCode(err, models.CodeNotFound):
		return &wordedError{func(p phrases) string { return p.requestOver }, err}
	case models.IsReason(err, models.ReasonHandOverFirst):
		return &wordedError{func(p phrases) string { return p.askerOwns }, err}
	}
	return err
}
