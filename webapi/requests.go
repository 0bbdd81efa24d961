package webapi

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/models"
)

// requestJSON is a person who asks to join the owner's family.
type requestJSON struct {
	UserID      models.UserID `json:"userId"`
	Name        string        `json:"name"`
	Source      models.Source `json:"source"`
	Email       string        `json:"email,omitempty"` // verified by the issuer; absent if there is none
	Picture     string        `json:"picture,omitempty"`
	FirstSeen   string        `json:"firstSeen"`
	Way         models.Way    `json:"way,omitempty"` // absent on requests of earlier versions
	RequestedAt string        `json:"requestedAt"`
	Check       string        `json:"check,omitempty"`     // absent on requests of earlier versions
	Resembles   string        `json:"resembles,omitempty"` // the name of a member that looks like this one
}

// pendingJSON is the caller's own request to join a family.
type pendingJSON struct {
	Name  string `json:"name"` // of the owner who was asked
	Check string `json:"check,omitempty"`
	Until string `json:"until"`
}

// showRequests returns the family's open requests if the caller is its owner and may decide
// on them, and nil otherwise.
func (s *server) showRequests(ctx context.Context, f models.Family, who auth.Identity) ([]requestJSON, error) {
	if who.User.ID != f.OwnerID || !who.Scope.Allows(models.NeedFamily) {
		return nil, nil
	}
	askers, err := s.Families.Askers(ctx, f)
	var out []requestJSON
	for _, a := range askers {
		if unnamed(a.User) {
			a.Resembles = ""
		}
		out = append(out, requestJSON{
			UserID: a.User.ID, Name: a.User.Name, Source: a.User.Source, Email: a.User.Email, Picture: picturePath(a.User),
			FirstSeen: models.FormatTime(a.User.CreatedAt), Way: a.Request.Way, RequestedAt: models.FormatTime(a.Request.At),
			Check: a.Request.Check, Resembles: a.Resembles,
		})
	}
	return out, err
}

// showPending returns the caller's own request, or nil if there is none.
func (s *server) showPending(ctx context.Context, viewer models.User) (*pendingJSON, error) {
	if !viewer.Membership.Request.Open(s.Now()) {
		return nil, nil
	}
	f, r, err := s.Families.Waiting(ctx, viewer)
	if models.IsCode(err, models.CodeNotFound) {
		return nil, nil
	}
	return &pendingJSON{Name: f.Owner().Name, Check: r.Check, Until: models.FormatTime(r.Until())}, err
}

// unnamed reports whether an account is an Echo without a name of its own. The default name
// imitates no member, so it is not compared with the members' names.
func unnamed(u models.User) bool {
	return u.Source == models.SourceAlexa && (u.Name == "" || slices.ContainsFunc(catalogues(), func(c catalogue) bool {
		return u.Name == c.unnamedEcho
	}))
}

// familyName returns a family's name, which is made from its owner's.
func familyName(f models.Family, words catalogue) string {
	owner := f.Owner()
	return nameAfter(owner.Name, owner.Source, words)
}

// nameAfter returns the name of the family of an owner.
func nameAfter(owner string, source models.Source, words catalogue) string {
	if source == models.SourceAlexa {
		return fmt.Sprintf(words.echosFamily, owner)
	}
	return fmt.Sprintf(words.familyOf, owner)
}

// changeSettings: PUT /api/family/settings.
func (s *server) changeSettings(c echo.Context, who auth.Identity) error {
	const name = "askBeforeJoin"
	body := readObject(c, name)
	on := body.Flag(name)
	if body.Err() != nil {
		return body.Err()
	}
	if err := s.Families.SetAskBeforeJoin(c.Request().Context(), who.User, on); err != nil {
		return err
	}
	return answer(c, http.StatusOK, map[string]bool{name: on})
}

// withdraw: DELETE /api/family/join.
func (s *server) withdraw(ctx context.Context, actor models.User) error {
	return aboutRequest(s.Families.Withdraw(ctx, actor))
}

// allow: POST /api/family/requests/{userId}.
func (s *server) allow(c echo.Context, who auth.Identity) error {
	ctx := c.Request().Context()
	moving, err := s.Families.Allow(ctx, who.User, models.UserID(param(c, "userId")))
	if err != nil {
		return aboutRequest(err)
	}
	s.settle(ctx, who.User)
	return answer(c, http.StatusOK, map[string]int{"movingMemos": moving})
}

// refuse: DELETE /api/family/requests/{userId}.
func (s *server) refuse(ctx context.Context, actor models.User, person models.UserID) error {
	return aboutRequest(s.Families.Refuse(ctx, actor, person))
}

// aboutRequest adds to a refusal the sentence for a decision on a request, whose reasons
// are about the person who asks.
func aboutRequest(err error) error {
	switch {
	case models.IsCode(err, models.CodeNotFound):
		return &wordedError{func(p catalogue) string { return p.requestOver }, err}
	case models.IsReason(err, models.ReasonHandOverFirst):
		return &wordedError{func(p catalogue) string { return p.askerOwns }, err}
	}
	return err
}
