package webapi

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/invite"
	"voicememo/models"
)

// settleTime is how long a join or a leave carries the move of the memos on
// before it answers. Whatever is left goes on with the family's next reads.
const settleTime = time.Second

// invitationJSON is what the owner shares; Code is absent when there is a link only.
type invitationJSON struct {
	Code      string `json:"code,omitempty"`
	ExpiresAt string `json:"expiresAt"`
	Link      string `json:"link"`
}

// issueInvite: POST /api/family/invite-codes.
func (s *server) issueInvite(c echo.Context, who auth.Identity) error {
	if err := noFields(c); err != nil {
		return err
	}
	inv, err := s.Invites.Issue(c.Request().Context(), who.User)
	if err != nil {
		return err
	}
	link := s.public.JoinPath("join")
	link.RawQuery = url.Values{"token": {inv.Token}}.Encode()
	return answer(c, http.StatusCreated, invitationJSON{
		Code: inv.Code, ExpiresAt: models.FormatTime(inv.ExpiresAt), Link: link.String(),
	})
}

// revokeInvite: DELETE /api/family/invite-codes/current.
func (s *server) revokeInvite(c echo.Context, who auth.Identity) error {
	if err := noFields(c); err != nil {
		return err
	}
	if err := s.Invites.Revoke(c.Request().Context(), who.User); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// joinedJSON says where a person came to and how many memos come along.
type joinedJSON struct {
	FamilyID    models.FamilyID `json:"familyId"`
	MovingMemos int             `json:"movingMemos"`
}

// join: POST /api/family/join.
func (s *server) join(c echo.Context, who auth.Identity) error {
	body, err := fields(c, "inviteCode", "inviteToken")
	if err != nil {
		return err
	}
	f, n, err := s.redeem(c.Request().Context(), who.User, body)
	if err != nil {
		return err
	}
	if _, asked := f.RequestOf(who.User.ID); asked {
		return filed(c, f)
	}
	s.settle(c.Request().Context(), who.User)
	return answer(c, http.StatusOK, joinedJSON{FamilyID: f.ID, MovingMemos: n})
}

// redeem joins by the one way that the caller gave.
func (s *server) redeem(ctx context.Context, actor models.User, body map[string]string) (models.Family, int, error) {
	code, byCode := body["inviteCode"]
	token, byToken := body["inviteToken"]
	switch {
	case byCode && byToken:
		return models.Family{}, 0, models.Invalid("inviteToken", models.ReasonFormat)
	case byToken:
		return s.Invites.RedeemLink(ctx, actor, token)
	case byCode:
		return s.Invites.RedeemCode(ctx, actor, code, invite.Web)
	}
	return models.Family{}, 0, models.Invalid("inviteCode", models.ReasonEmpty)
}

// settle carries the actor's move on for a moment. Its outcome changes nothing
// of what the actor is told: lists are right either way.
func (s *server) settle(ctx context.Context, actor models.User) {
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	_ = s.Memos.Settle(ctx, actor)
}

// leave: POST /api/family/leave.
func (s *server) leave(c echo.Context, who auth.Identity) error {
	if err := noFields(c); err != nil {
		return err
	}
	id, err := s.Families.Leave(c.Request().Context(), who.User)
	if err != nil {
		return err
	}
	s.settle(c.Request().Context(), who.User)
	return answer(c, http.StatusOK, map[string]models.FamilyID{"newFamilyId": id})
}

// transferOwner: POST /api/family/transfer-owner.
func (s *server) transferOwner(c echo.Context, who auth.Identity) error {
	body, err := fields(c, "newOwnerUserId")
	if err != nil {
		return err
	}
	if body["newOwnerUserId"] == "" {
		return models.Invalid("newOwnerUserId", models.ReasonEmpty)
	}
	if err := s.Families.Transfer(c.Request().Context(), who.User, models.UserID(body["newOwnerUserId"])); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// members: GET /api/family/members.
func (s *server) members(c echo.Context, who auth.Identity) error {
	f, err := s.Families.FamilyOf(c.Request().Context(), who.User)
	if err != nil {
		return err
	}
	return answer(c, http.StatusOK, map[string][]personJSON{"members": showMembers(f, who.User)})
}

// removeMember: DELETE /api/family/members/{userId}.
func (s *server) removeMember(c echo.Context, who auth.Identity) error {
	if err := noFields(c); err != nil {
		return err
	}
	if err := s.Families.Remove(c.Request().Context(), who.User, models.UserID(param(c, "userId"))); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
