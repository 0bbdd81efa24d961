package invite

import "voicememo/models"

// link is the surface of attempts by link in what Tried is told.
const link Surface = "link"

// Outcome says how an attempt to join ended, without anything that was tried.
// Besides the ones below it is the error's code.
type Outcome string

// The outcomes of an attempt.
const (
	Joined  Outcome = "joined"  // in the family now, or already by the same code
	Asked   Outcome = "asked"   // the family's owner is asked first
	Wrong   Outcome = "wrong"   // no live invitation has these digits or this link
	Refused Outcome = "refused" // a limit says to wait; nothing was compared
)

// tried tells Tried about an attempt that ended like this.
func (s *Service) tried(surface Surface, entry models.Entry, err error) {
	if s.Tried == nil {
		return
	}
	outcome := Joined
	switch {
	case err == nil && entry.Asked():
		outcome = Asked
	case err == nil:
	case models.IsReason(err, models.ReasonInviteNotValid):
		outcome = Wrong
	case models.IsCode(err, models.CodeTooMany):
		outcome = Refused
	default:
		outcome = Outcome(models.AsError(err).Code)
	}
	s.Tried(surface, outcome)
}
