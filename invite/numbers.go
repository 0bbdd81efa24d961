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
	by, found := s.families.ByConnection, Echo{Recovery: isRecovery(digits)}
	if found.Recovery {
		by = s.families.ByRecovery
	}
	err = s.attempt(ctx, numberAttempts(actor.ID), func() (_ bool, err error) {
		if found.User, err = by(ctx, actor, digits); err == nil {
			found.Memos, err = s.memos.CountOf(ctx, found.User.ID)
		}
		return false, err
	})
	if err != nil {
		return Echo{}, err
	}
	return found, nil
}

// AddEcho adds the Echo of a connection number, or the memos of a recovery number, to the
// actor's family. Its errors are those of PreviewEcho and Families.Connect.
func (s *Service) AddEcho(ctx context.Context, actor models.User, digits string) (entry models.Entry, err error) {
	digits, err = ParseNumber(digits)
	if err != nil {
		return models.Entry{}, err
	}
	defer func() { s.tried(number, entry, err) }()
	add := s.families.Connect
	if isRecovery(digits) {
		add = s.families.Recover
	}
	err = s.attempt(ctx, numberAttempts(actor.ID), func() (_ bool, err error) {
		entry, err = add(ctx, actor, digits)
		return entry.Asked(), err
	})
	return entry, err
}

// CountCode calls find, which looks up the code of a device that the actor has typed. If
// find returns NotFound, the attempt counts as a wrong number. TooMany/
// ReasonNumberAttempts: the actor has tried too many; find is not called.
func (s *Service) CountCode(ctx context.Context, actor models.User, find func() error) error {
	var found error
	err := s.attempt(ctx, numberAttempts(actor.ID), func() (bool, error) {
		if found = find(); models.IsCode(found, models.CodeNotFound) {
			return false, notValid()
		}
		return false, found
	})
	if found != nil {
		return found
	}
	return err
}

// isRecovery reports whether a number is a recovery number, not a connection number.
func isRecovery(digits string) bool { return len(digits) == 10 }
