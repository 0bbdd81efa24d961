package invite

import (
	"context"

	"voicememo/models"
)

// number is the surface that Tried receives for connection and recovery numbers.
const number Surface = "number"

// Echo is the account that a connection number or a recovery number leads to.
type Echo struct {
	User     models.User
	Memos    int  // how many live memos it has
	Recovery bool // it is a kept account: only its memos join
}

// PreviewEcho returns the Echo of a connection number, or the kept account of a
// recovery number. It returns Invalid/ReasonFormat if digits is neither,
// NotFound/ReasonInviteNotValid if no account has the number now, and
// TooMany/ReasonNumberAttempts if the actor has tried too many wrong numbers.
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

// AddEcho adds the Echo of a connection number, or the memos of a recovery number, to the
// actor's family. Its errors are those of PreviewEcho and Families.Connect.
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

// CountCode calls find, which looks up the code of a device that the actor has typed. If
// find returns NotFound, the attempt counts as a wrong number. TooMany/
// ReasonNumberAttempts: the actor has tried too many; find is not called.
func (s *Service) CountCode(ctx context.Context, actor models.User, find func() error) error {
	var found error
	_, err := attempt(ctx, s, numberAttempts(actor.ID), func() (struct{}, error) {
		if found = find(); models.IsCode(found, models.CodeNotFound) {
			return struct{}{}, models.NotFound(models.ReasonInviteNotValid)
		}
		return struct{}{}, found
	})
	if found != nil {
		return found
	}
	return err
}

// isRecovery reports whether a number is a recovery number, not a connection number.
func isRecovery(digits string) bool { return len(digits) == 10 }
