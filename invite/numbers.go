package invite

import (
	"context"

	"voicememo/models"
)

// number is the surface of connection and recovery numbers in what Tried is told.
const number Surface = "number"

// Echo is what a connection number or a recovery number leads to.
type Echo struct {
	User     models.User
	Memos    int  // live ones
	Recovery bool // it is a suspended account, whose memos come without an Echo
}

// PreviewEcho returns the Echo of a connection number, or the suspended account of a
// recovery number. Invalid: it is neither. NotFound/ReasonInviteNotValid.
// TooMany/ReasonNumberAttempts: this person has tried too many wrong ones.
func (s *Service) PreviewEcho(ctx context.Context, actor models.User, digits string) (Echo, error) {
	digits, err := ParseNumber(digits)
	if err != nil {
		return Echo{}, err
	}
	return attempt(ctx, s, numberAttempts(actor.ID), func() (Echo, error) {
		by := s.families.ByConnection
		if isRecovery(digits) {
			by = s.families.ByRecovery
		}
		u, err := by(ctx, actor, digits)
		if err != nil {
			return Echo{}, err
		}
		n, err := s.memos.Count(ctx, u.ID)
		return Echo{User: u, Memos: n, Recovery: isRecovery(digits)}, err
	})
}

// AddEcho adds the Echo of a connection number to the actor's family, or brings the
// memos of a recovery number there. Errors as PreviewEcho's and Families.Connect's.
func (s *Service) AddEcho(ctx context.Context, actor models.User, digits string) (entry models.Entry, err error) {
	digits, err = ParseNumber(digits)
	if err != nil {
		return models.Entry{}, err
	}
	defer func() { s.tried(number, entry, err) }()
	return attempt(ctx, s, numberAttempts(actor.ID), func() (models.Entry, error) {
		if isRecovery(digits) {
			return s.families.Recover(ctx, actor, digits)
		}
		return s.families.Connect(ctx, actor, digits)
	})
}

// isRecovery tells recovery numbers from connection numbers.
func isRecovery(digits string) bool { return len(digits) == 10 }
