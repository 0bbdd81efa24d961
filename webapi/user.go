package webapi

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/models"
)

// meJSON is what a client needs at its start.
type meJSON struct {
	User     personJSON   `json:"user"`
	Family   familyJSON   `json:"family"`
	Settings settingsJSON `json:"settings"`
	Pending  *pendingJSON `json:"pending,omitempty"`

	LastSeenAt string        `json:"lastSeenAt,omitempty"` // absent: never in this family
	RemovedBy  models.UserID `json:"removedBy,omitempty"`  // the owner of the family before
	Live       *liveJSON     `json:"live,omitempty"`       // absent: there are no WebSockets
}

// me: GET /api/me.
func (s *server) me(c echo.Context, who auth.Identity) error {
	ctx, words := c.Request().Context(), wordsFor(c.Request())
	f, err := s.Families.FamilyOf(ctx, who.User)
	if err != nil {
		return err
	}
	me := meJSON{
		User: showPerson(who.User, f, who.User.ID), Family: showFamily(f, who.User, words), Settings: s.showSettings(),
		LastSeenAt: models.FormatTime(who.User.Skill.LastReadAt), RemovedBy: who.User.Membership.RemovedBy,
	}
	if who.User.Membership.InvitedTo != "" {
		me.User.NotAdmittedUntil = models.FormatTime(who.User.EraseAt)
	}
	me.Settings.AskBeforeJoin = f.AskBeforeJoin
	if me.Family.Requests, err = s.showRequests(ctx, f, who); err != nil {
		return err
	}
	hideAddresses(me.Family.Members, who)
	if me.Pending, err = s.showPending(ctx, who.User); err != nil {
		return err
	}
	return s.answerMe(c, me, who)
}

// rename: PUT /api/user/name.
func (s *server) rename(c echo.Context, who auth.Identity) error {
	name, err := field(c, "name")
	if err != nil {
		return err
	}
	u, err := s.Families.Rename(c.Request().Context(), who.User, name)
	if err != nil {
		return err
	}
	return answer(c, http.StatusOK, map[string]string{"name": u.Name})
}

// chooseEmoji: PUT /api/user/emoji.
func (s *server) chooseEmoji(c echo.Context, who auth.Identity) error {
	emoji, err := field(c, "emoji")
	if err != nil {
		return err
	}
	u, err := s.Families.ChooseEmoji(c.Request().Context(), who.User, emoji)
	if err != nil {
		return err
	}
	return answer(c, http.StatusOK, map[string]string{"emoji": u.Emoji})
}

// markSeen: PUT /api/me/seen.
func (s *server) markSeen(c echo.Context, who auth.Identity) error {
	text, err := field(c, "until")
	if err != nil {
		return err
	}
	until, err := models.ParseTime(text)
	if err != nil || until.IsZero() {
		return models.Invalid("until", models.ReasonFormat)
	}
	if now := s.Now(); until.After(now) {
		until = now
	}
	return noContent(c, s.Families.MarkListened(c.Request().Context(), who.User, models.Speaker{}, until))
}

// deleteAccount: DELETE /api/user. It requires a fresh sign-in.
func (s *server) deleteAccount(c echo.Context, who auth.Identity) error {
	if !who.Fresh(s.Now()) {
		return models.Forbidden(models.ReasonFreshSignIn)
	}
	return s.forgotten(c, s.Families.Close(c.Request().Context(), who.User))
}

// beginSignIn: POST /auth/login. The body has an invitation's token, so that the token is
// in no address on the way to the issuer and back.
func (s *server) beginSignIn(c echo.Context) error {
	body := readObject(c, "inviteToken", "returnTo")
	in := auth.SignIn{ReturnTo: body.Optional("returnTo"), InviteToken: body.Optional("inviteToken")}
	if body.Err() != nil {
		return body.Err()
	}
	location, err := s.Auth.BeginSignIn(c.Response(), c.Request(), in)
	if err != nil {
		return err
	}
	return answer(c, http.StatusOK, map[string]string{"location": location})
}

// signOutEverywhere: POST /auth/logout-everywhere.
func (s *server) signOutEverywhere(c echo.Context, who auth.Identity) error {
	return s.forgotten(c, s.Access.EndAll(c.Request().Context(), who.User.ID, who.User.ID))
}

// forgotten makes the browser forget its session, unless there is an error.
func (s *server) forgotten(c echo.Context, err error) error {
	if err == nil {
		s.Auth.Forget(c.Response(), c.Request())
	}
	return noContent(c, err)
}
