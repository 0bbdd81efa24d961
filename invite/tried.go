package invite

import "voicememo/models"

// link is the surface that Tried receives for attempts by link.
const link Surface = "link"

// Outcome is how an attempt to join ended. It contains nothing of the code that was
// tried. If none of the outcomes below applies, it is the error's code.
type Outcome string

// The outcomes of an attempt.
const (
	Joined  Outcome = "joined"  // the person is now a member, or already joined by the same code
	Asked   Outcome = "asked"   // a request was filed with the family's owner
	Wrong   Outcome = "wrong"   // no live invitation has these digits or this link
	Refused Outcome = "refused" // a limit requires a wait; nothing was compared
)

// tried calls Tried, if it is set, with the outcome of an attempt.
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
