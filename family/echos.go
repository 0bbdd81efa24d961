package family

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"voicememo/models"
)

// The prefixes of the keys of numbers; see NumberKey.
const (
	connectionPrefix = "echo#"
	recoveryPrefix   = "recover#"
)

// How many values numbers have. None begins with 0, so that a number heard as a
// quantity keeps its length.
const (
	connectionNumbers = 90_000_000
	recoveryNumbers   = 9_000_000_000
)

// NumberKey is the key under which a store finds the account of a number: eight
// digits are a connection number, ten a recovery number.
func NumberKey(number string) string {
	if len(number) == 10 {
		return recoveryPrefix + numberHash(number)
	}
	return connectionPrefix + numberHash(number)
}

func numberHash(number string) string {
	sum := sha256.Sum256([]byte(number))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// RecoveryKey is NumberKey for the hash that models.User.Recovery holds.
func RecoveryKey(hash string) string { return recoveryPrefix + hash }

// newNumber draws one of n numbers, the first of which is n/9.
func (s *Service) newNumber(n int64) (string, error) {
	r, err := s.random(n)
	return fmt.Sprint(n/9 + r), err
}

// numberTries bounds how often another number is drawn because one was taken.
const numberTries = 5

// ConnectionNumber returns the number with which a member of another family can add
// the actor, an Echo: the same one while it lives. Conflict/ReasonNotAlone: the Echo
// is in a family with others.
func (s *Service) ConnectionNumber(ctx context.Context, actor models.User) (models.Connection, error) {
	var c models.Connection
	err := s.retryMoved(ctx, func() error {
		person, from, err := s.fresh(ctx, actor.ID)
		switch {
		case err != nil:
			return err
		case !from.Alone(person.ID) || person.Source != models.SourceAlexa:
			return models.Conflict(models.ReasonNotAlone)
		case person.Connection.Live(s.now()):
			c = person.Connection
			return nil
		}
		c, err = s.newConnection(ctx, person)
		return err
	})
	return c, err
}

func (s *Service) newConnection(ctx context.Context, u models.User) (models.Connection, error) {
	for try := 1; ; try++ {
		number, err := s.newNumber(connectionNumbers)
		if err != nil {
			return models.Connection{}, err
		}
		now := s.now()
		c := models.Connection{Number: number, ExpiresAt: now.Add(models.ConnectionLifetime).Truncate(time.Second)}
		err = s.store.SetConnection(ctx, u.ID, c, now)
		if err == nil {
			return c, nil
		}
		if !models.IsReason(err, models.ReasonCodesExhausted) || try == numberTries {
			return models.Connection{}, err
		}
	}
}

// ByConnection returns the Echo that has a live connection number and is alone in
// its family. NotFound/ReasonInviteNotValid. Package invite decides who may try
// numbers.
func (s *Service) ByConnection(ctx context.Context, actor models.User, number string) (models.User, error) {
	u, err := s.holder(ctx, actor, number)
	if err != nil {
		return models.User{}, err
	}
	if u.Connection.Number != number || !u.Connection.Live(s.now()) {
		return models.User{}, models.NotFound(models.ReasonInviteNotValid)
	}
	_, family, err := s.present(ctx, u)
	if err == nil && !family.Alone(u.ID) {
		return models.User{}, models.NotFound(models.ReasonInviteNotValid)
	}
	return u, err
}

// holder reads the account of a number. For an unknown one it reads the actor's, so
// that it takes as long.
func (s *Service) holder(ctx context.Context, actor models.User, number string) (models.User, error) {
	id, err := s.store.Holder(ctx, NumberKey(number))
	unknown := models.IsCode(err, models.CodeNotFound)
	if err != nil && !unknown {
		return models.User{}, err
	}
	if unknown {
		id = actor.ID
	}
	u, err := s.Person(ctx, id)
	if unknown || models.IsCode(err, models.CodeNotFound) {
		return models.User{}, models.NotFound(models.ReasonInviteNotValid)
	}
	return u, err
}

// Connect adds the Echo of a live connection number to the actor's family, with its
// memos. If that family asks its owner first and the actor does not own it, it files
// a request instead. NotFound/ReasonInviteNotValid, Conflict/ReasonFamilyFull,
// /ReasonManyRequests, /ReasonAlreadyAsked. Forbidden/ReasonNotAdmitted: the actor
// was invited and not admitted yet.
func (s *Service) Connect(ctx context.Context, actor models.User, number string) (entry models.Entry, err error) {
	err = s.retryMoved(ctx, func() error {
		by, to, err := s.admitted(ctx, actor.ID)
		if err != nil {
			return err
		}
		echo, err := s.ByConnection(ctx, by, number)
		if err != nil {
			return err
		}
		echo, from, err := s.present(ctx, echo)
		switch {
		case err != nil:
			return err
		case from.ID == to.ID:
			return models.Conflict(models.ReasonAlreadyMember)
		case !from.Alone(echo.ID):
			return models.NotFound(models.ReasonInviteNotValid)
		case to.AskBeforeJoin && to.OwnerID != by.ID:
			entry, err = s.file(ctx, echo, to, asked{way: models.WayNumber, by: by.ID})
			return err
		}
		m, err := s.move(ctx, echo, from, to)
		if err != nil {
			return err
		}
		brought, err := s.store.Connect(ctx, Connect{Move: m, By: by.ID})
		entry, err = s.entered(ctx, by.ID, m, brought, err)
		return err
	})
	return entry, err
}

// admitted is fresh for a person who brings accounts into the family.
// Forbidden/ReasonNotAdmitted: the person was invited and not admitted yet.
func (s *Service) admitted(ctx context.Context, id models.UserID) (models.User, models.Family, error) {
	u, f, err := s.fresh(ctx, id)
	if err == nil && u.InvitedTo != "" {
		return models.User{}, models.Family{}, models.Forbidden(models.ReasonNotAdmitted)
	}
	return u, f, err
}

// RecoveryNumber returns a number that brings the actor's memos back after the skill
// was disabled, the first time it is asked for; then "". Only an Echo has one.
func (s *Service) RecoveryNumber(ctx context.Context, actor models.User) (string, error) {
	if actor.Source != models.SourceAlexa || actor.Recovery != "" {
		return "", nil
	}
	for try := 1; ; try++ {
		number, err := s.newNumber(recoveryNumbers)
		if err != nil {
			return "", err
		}
		err = s.store.SetRecovery(ctx, actor.ID, numberHash(number), s.now())
		switch {
		case err == nil:
			return number, nil
		case models.IsReason(err, models.ReasonMoved):
			return "", nil // another request was first
		case !models.IsReason(err, models.ReasonCodesExhausted) || try == numberTries:
			return "", err
		}
	}
}

// ByRecovery returns the suspended account that has a recovery number.
// NotFound/ReasonInviteNotValid. Package invite decides who may try numbers.
func (s *Service) ByRecovery(ctx context.Context, actor models.User, number string) (models.User, error) {
	u, err := s.holder(ctx, actor, number)
	if err == nil && (u.EraseAt.IsZero() || !u.EraseAt.After(s.now()) || u.Gone || u.Recovery != numberHash(number)) {
		return models.User{}, models.NotFound(models.ReasonInviteNotValid)
	}
	return u, err
}

// Recover brings the memos of the suspended account of a recovery number into the
// actor's family. NotFound/ReasonInviteNotValid. Forbidden/ReasonNotAdmitted as Connect.
func (s *Service) Recover(ctx context.Context, actor models.User, number string) (entry models.Entry, err error) {
	err = s.retryMoved(ctx, func() error {
		by, to, err := s.admitted(ctx, actor.ID)
		if err != nil {
			return err
		}
		lost, err := s.ByRecovery(ctx, by, number)
		if err != nil {
			return err
		}
		lost, from, err := s.present(ctx, lost)
		if err != nil {
			return err
		}
		if from.ID == to.ID || !from.Alone(lost.ID) {
			return models.NotFound(models.ReasonInviteNotValid)
		}
		brought, err := s.store.Recover(ctx, Recover{User: lost, From: from, To: to, By: by.ID, At: s.now()})
		if err == nil {
			s.happened(models.Event{Kind: models.EventJoined, Family: to.ID, Actor: by.ID, Person: lost.ID})
			s.changed(to.ID)
			entry = models.Entry{UserID: lost.ID, Family: to, Brought: brought}
		}
		return err
	})
	return entry, err
}

// Disable deals with an Echo whose skill was disabled and whose account will not
// come back. In a family with others it becomes a former member: its memos stay, and
// if it owned the family, ownership passes to models.Family.Successor. Alone, its
// account is kept for models.KeepFor and then erased. An unknown account is left
// alone.
func (s *Service) Disable(ctx context.Context, id models.UserID) error {
	err := s.retryMoved(ctx, func() error {
		u, f, err := s.fresh(ctx, id)
		if err != nil || u.Gone {
			return err
		}
		now := s.now()
		if f.Alone(id) {
			return s.store.Suspend(ctx, Suspend{User: u, EraseAt: now.Add(models.KeepFor), At: now})
		}
		r := Retire{User: u, From: f, At: now}
		if f.OwnerID == id {
			heir, ok := f.Successor(id)
			if !ok {
				return models.Conflict(models.ReasonMoved) // the members are being read while they change
			}
			r.Heir, r.Interim = heir, heir.Source == models.SourceAlexa
		}
		err = s.store.Retire(ctx, r)
		if err == nil {
			s.retired(r)
		}
		return err
	})
	if models.IsCode(err, models.CodeNotFound) {
		return nil
	}
	return err
}

// retired tells the family of a member who is a former member now.
func (s *Service) retired(r Retire) {
	s.happened(models.Event{Kind: models.EventLeft, Family: r.From.ID, Actor: r.User.ID, Person: r.User.ID})
	if r.Heir.ID != "" {
		s.happened(models.Event{Kind: models.EventOwnerChanged, Family: r.From.ID, Actor: r.User.ID, Person: r.Heir.ID})
	}
	s.changedOf(r.User, r.From.ID)
}

// SetOwner makes a member the owner of a family instead of the present one: for an
// operator, when the owner cannot be reached. NotFound/ReasonFamily,
// NotFound/ReasonPerson: not a member. Conflict/ReasonOwnerIsEcho.
func (s *Service) SetOwner(ctx context.Context, id models.FamilyID, to models.UserID) error {
	return s.retryMoved(ctx, func() error {
		f, err := s.store.Family(ctx, id)
		if err != nil || f.OwnerID == to {
			return err
		}
		return s.handOver(ctx, f, "", to, models.NoticeOwner)
	})
}

// EraseDue erases accounts whose time is over, and finishes erasures that were
// interrupted. Any number may run at once. An account that fails does not hold up
// the others; the error is all of theirs.
func (s *Service) EraseDue(ctx context.Context) error {
	ids, err := s.store.Due(ctx, s.now())
	errs := []error{err}
	for _, id := range ids {
		if ctx.Err() != nil {
			return errors.Join(append(errs, models.Unavailable(ctx.Err()))...)
		}
		errs = append(errs, s.eraseDue(ctx, id))
	}
	return errors.Join(errs...)
}

func (s *Service) eraseDue(ctx context.Context, id models.UserID) error {
	u, err := s.store.Person(ctx, id)
	if err == nil && u.Closing {
		return s.erase(ctx, id)
	}
	if err == nil {
		err = s.closeIf(ctx, "", id, s.isDue)
	}
	if models.IsCode(err, models.CodeNotFound) {
		return nil
	}
	return err
}

// isDue reports whether the time of an account is over. One that came back or was
// recovered in the meantime stays, and so does one whose request is open.
func (s *Service) isDue(u models.User) bool {
	return !u.Gone && !u.Request.Open(s.now()) && !u.EraseAt.IsZero() && !u.EraseAt.After(s.now())
}
