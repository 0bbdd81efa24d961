package webapi

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/models"
)

// echoJSON is the Echo that a number belongs to, before it is added.
type echoJSON struct {
	Name     string `json:"name"`
	Since    string `json:"since"`
	Memos    int    `json:"memos"`
	Recovery bool   `json:"recovery"` // the number brings back memos and adds no Echo
}

// addedJSON is the Echo that was added; for a recovery number, only the number of memos.
type addedJSON struct {
	*personJSON
	MovingMemos int `json:"movingMemos"`
}

// previewEcho: POST /api/family/echos/preview.
func (s *server) previewEcho(c echo.Context, who auth.Identity) error {
	number, err := field(c, "number")
	if err != nil {
		return err
	}
	e, err := s.Invites.PreviewEcho(c.Request().Context(), who.User, number)
	if err != nil {
		return aboutEcho(err)
	}
	return answer(c, http.StatusOK, echoJSON{
		Name: e.User.Name, Since: models.FormatTime(e.User.CreatedAt), Memos: e.Memos, Recovery: e.Recovery,
	})
}

// addEcho: POST /api/family/echos.
func (s *server) addEcho(c echo.Context, who auth.Identity) error {
	number, err := field(c, "number")
	if err != nil {
		return err
	}
	entry, err := s.Invites.AddEcho(c.Request().Context(), who.User, number)
	if err != nil {
		return aboutEcho(err)
	}
	if entry.Asked() {
		return answerAsked(c, entry)
	}
	s.settle(c.Request().Context(), who.User)
	added := addedJSON{MovingMemos: entry.Brought}
	if echo, ok := entry.Family.Member(entry.UserID); ok {
		shown := showPerson(echo, entry.Family, who.User.ID)
		added.personJSON = &shown
	}
	return answer(c, http.StatusOK, added)
}

// nameEcho: PUT /api/family/members/{userId}/name. It names an Echo, or one of its rooms.
func (s *server) nameEcho(c echo.Context, who auth.Identity) error {
	body := readObject(c, "name", "room")
	name, room := body.Text("name"), models.VoiceMark(body.Optional("room")) // without a name: "" would remove a room's
	if body.Err() != nil {
		return body.Err()
	}
	ctx, id := c.Request().Context(), models.UserID(param(c, "userId"))
	named, err := s.Families.NameEcho(ctx, who.User, id, room, name)
	if models.IsReason(err, models.ReasonNotYet) {
		return &wordedError{func(p catalogue) string { return p.nameNotYet }, err}
	}
	if err != nil {
		return err
	}
	f, err := s.Families.FamilyOf(ctx, who.User)
	if err != nil {
		return err
	}
	return answer(c, http.StatusOK, showPerson(named, f, who.User.ID))
}

// aboutEcho adds to a refusal the sentence for a member who adds an Echo, whose reasons
// are about the Echo or its number.
func aboutEcho(err error) error {
	detail, known := map[models.Reason]func(catalogue) string{
		models.ReasonInviteNotValid: func(p catalogue) string { return p.numberNotValid },
		models.ReasonAlreadyMember:  func(p catalogue) string { return p.echoIsMember },
		models.ReasonAlreadyAsked:   func(p catalogue) string { return p.echoAsked },
	}[models.AsError(err).Reason]
	if !known {
		return err
	}
	return &wordedError{detail, err}
}
