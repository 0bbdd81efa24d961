package webapi

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/invite"
	"voicememo/models"
)

// nameJSON is the name of a person or a family.
type nameJSON struct {
	Name string `json:"name"`
}

// joinedJSON is the family that a person joined, and how many memos move with them.
type joinedJSON struct {
	FamilyID    models.FamilyID `json:"familyId"`
	FamilyName  string          `json:"familyName"`
	MovingMemos int             `json:"movingMemos"`
}

// askedJSON is a request to join that a family's owner has to answer.
type askedJSON struct {
	Asked nameJSON `json:"asked"`
	Check string   `json:"check,omitempty"` // two digits; absent on requests of earlier versions
	Until string   `json:"until"`
}

// previewJSON is the invitation of a link.
type previewJSON struct {
	Family      nameJSON `json:"family"`
	Inviter     nameJSON `json:"inviter"`
	ExpiresAt   string   `json:"expiresAt"`
	AsksFirst   bool     `json:"asksFirst"`
	MovingMemos int      `json:"movingMemos"`

	AlreadyMember bool `json:"alreadyMember,omitempty"` // the caller is in this family
}

// previewInvitation: POST /api/family/invitations/preview.
func (s *server) previewInvitation(c echo.Context, who auth.Identity) error {
	token, err := field(c, "inviteToken")
	if err != nil {
		return err
	}
	p, err := s.Invites.PreviewLink(c.Request().Context(), who.User, token)
	if err != nil {
		return err
	}
	_, member := p.Family.Member(who.User.ID)
	return answer(c, http.StatusOK, previewJSON{
		Family: nameJSON{familyName(p.Family, wordsFor(c.Request()))}, Inviter: nameJSON{p.Inviter.Name},
		ExpiresAt: models.FormatTime(p.ExpiresAt), AsksFirst: p.AsksFirst, MovingMemos: p.Brought,
		AlreadyMember: member,
	})
}

// join: POST /api/family/join.
func (s *server) join(c echo.Context, who auth.Identity) error {
	entry, err := s.redeem(c.Request().Context(), who.User, readObject(c, "inviteCode", "inviteToken"))
	if err != nil {
		return err
	}
	if entry.Asked() {
		return answerAsked(c, entry)
	}
	s.settle(c.Request().Context(), who.User)
	return answer(c, http.StatusOK, joinedJSON{
		FamilyID: entry.Family.ID, FamilyName: familyName(entry.Family, wordsFor(c.Request())), MovingMemos: entry.Brought,
	})
}

// redeem joins with the code or the token, of which the body must have exactly one.
func (s *server) redeem(ctx context.Context, actor models.User, body Object) (models.Entry, error) {
	code, token := body.Optional("inviteCode"), body.Optional("inviteToken")
	switch {
	case body.Err() != nil:
		return models.Entry{}, body.Err()
	case body.Has("inviteCode") && body.Has("inviteToken"):
		return models.Entry{}, models.Invalid("inviteToken", models.ReasonFormat)
	case body.Has("inviteToken"):
		return s.Invites.RedeemLink(ctx, actor, token)
	case body.Has("inviteCode"):
		entry, err := s.Invites.RedeemCode(ctx, actor, code, invite.Web)
		return entry, aboutDigits(err)
	}
	return models.Entry{}, models.Invalid("inviteCode", models.ReasonEmpty)
}

// aboutDigits adds to the refusal of a code the sentence for digits, which may have been
// mistyped.
func aboutDigits(err error) error {
	if models.IsReason(err, models.ReasonInviteNotValid) {
		return &wordedError{func(p catalogue) string { return p.digitsNotValid }, err}
	}
	return err
}

// answerAsked answers with a request to join.
func answerAsked(c echo.Context, entry models.Entry) error {
	return answer(c, http.StatusAccepted, askedJSON{
		Asked: nameJSON{entry.Family.Owner().Name}, Check: entry.Request.Check, Until: models.FormatTime(entry.Request.Until()),
	})
}
