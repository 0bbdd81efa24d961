package webapi

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/models"
)

// settleTime is how long a join or a leave moves memos before it answers. The family's
// next reads move the rest.
const settleTime = time.Second

// joinPlace is the path of the app's page for an invitation's link.
const joinPlace = "/join"

// invitationJSON is what the owner shares. Code is absent if there is only a link.
type invitationJSON struct {
	Code        string `json:"code,omitempty"`
	ExpiresAt   string `json:"expiresAt"`
	Link        string `json:"link"`
	AsksFirst   bool   `json:"asksFirst"`
	CodeAgainAt string `json:"codeAgainAt,omitempty"` // without Code: when the family can have one again
}

// issueInvite: POST /api/family/invite-codes.
func (s *server) issueInvite(c echo.Context, who auth.Identity) error {
	inv, err := s.Invites.Issue(c.Request().Context(), who.User)
	if err != nil {
		return err
	}
	// The token is the fragment, which browsers do not send to a server.
	link := s.public.JoinPath(joinPlace)
	link.Fragment = inv.Token
	return answer(c, http.StatusCreated, invitationJSON{
		Code: inv.Code, ExpiresAt: models.FormatTime(inv.ExpiresAt), Link: link.String(),
		AsksFirst: inv.AsksFirst, CodeAgainAt: models.FormatTime(inv.CodeAgainAt),
	})
}

// settle moves the actor's memos for up to settleTime. Its error is ignored, because lists
// are complete whether or not the memos have moved.
func (s *server) settle(ctx context.Context, actor models.User) {
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	_ = s.Memos.Settle(ctx, actor)
}

// leave: POST /api/family/leave.
func (s *server) leave(c echo.Context, who auth.Identity) error {
	id, err := s.Families.Leave(c.Request().Context(), who.User)
	if err != nil {
		return err
	}
	s.settle(c.Request().Context(), who.User)
	return answer(c, http.StatusOK, map[string]models.FamilyID{"newFamilyId": id})
}

// transferOwner: POST /api/family/transfer-owner.
func (s *server) transferOwner(c echo.Context, who auth.Identity) error {
	const name = "newOwnerUserId"
	to, err := field(c, name)
	if err == nil && to == "" {
		err = models.Invalid(name, models.ReasonEmpty)
	}
	if err != nil {
		return err
	}
	return noContent(c, s.Families.Transfer(c.Request().Context(), who.User, models.UserID(to)))
}

// changeFamily: PATCH /api/family.
func (s *server) changeFamily(c echo.Context, who auth.Identity) error {
	const zone, ifNone = "timeZone", "ifNone"
	body := readObject(c, zone, ifNone)
	name := body.Text(zone)
	only := body.Has(ifNone) && body.Flag(ifNone)
	if body.Err() != nil {
		return body.Err()
	}
	now, err := s.Families.SetTimeZone(c.Request().Context(), who.User, name, only)
	if err != nil {
		return err
	}
	return answer(c, http.StatusOK, map[string]string{zone: now})
}

// members: GET /api/family/members.
func (s *server) members(c echo.Context, who auth.Identity) error {
	f, err := s.Families.FamilyOf(c.Request().Context(), who.User)
	if err != nil {
		return err
	}
	members := showMembers(f, who.User)
	hideAddresses(members, who)
	return answer(c, http.StatusOK, map[string][]personJSON{"members": members})
}
