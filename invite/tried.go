package invite

import "voicememo/models"

// link is the surface of tries by link in what Tried is told. There is no limit
// to them.
const link Surface = "link"

// Outcome says what became of a try to join, without anything that was tried.
// Besides the ones below it is the error's code.
type Outcome string

// The outcomes of a try.
const (
	Joined  Outcome = "joined"  // in the family now, or already by the same code
	Asked   Outcome = "asked"   // the family's owner is asked first
	Wrong   Outcome = "wrong"   // no live invitation has these digits or this link
	Refused Outcome = "refused" // a limit says to wait; nothing was compared
)

// tried tells Tried about a try of the actor's that ended like this.
func (s *Service) tried(surface Surface, actor models.UserID, f models.Family, err error) {
	if s.Tried == nil {
		return
	}
	outcome := Joined
	_, asked := f.RequestOf(actor)
	switch {
	case err == nil && asked:
		outcome = Asked
	case err == nil:
	case models.IsReason(err, models.ReasonInviteNotValid):
		outcome = Wrong
	case models.IsReason(err, models.ReasonWait):
		outcome = Refused
	default:
		outcome = Outcome(models.AsError(err).Code)
	}
	s.Tried(surface, outcome)
}
