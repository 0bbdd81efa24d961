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

// The prefixes of the keys that NumberKey returns.
const (
	connectionPrefix = "echo#"
	recoveryPrefix   = "recover#"
)

// How many different numbers there are. None begins with 0, so that a number that Alexa
// hears as a quantity keeps its length.
const (
	connectionNumbers = 90_000_000
	recoveryNumbers   = 9_000_000_000
)

// NumberKey returns the key by which a store finds the account of a number: a recovery
// number of ten digits, otherwise a connection number.
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

// RecoveryKey returns the NumberKey of the recovery number whose hash is hash, as
// models.EchoState.Recovery holds it.
func RecoveryKey(hash string) string { return recoveryPrefix + hash }

// newNumber returns one of the n numbers from n/9 on at random.
func (s *Service) newNumber(n int64) string { return fmt.Sprint(n/9 + s.random(n)) }

// numberTries is how many numbers are tried if another Echo has the number drawn.
const numberTries = 5

// ConnectionNumber returns the number with which a member of another family can add the
// actor, an Echo, to that family. It returns the same number until that expires. It
// returns Conflict/ReasonNotAlone if the actor is not an Echo that is alone in its
// family, and Conflict/ReasonCodesExhausted if no free number was found.
func (s *Service) ConnectionNumber(ctx context.Context, actor models.User) (models.Connection, error) {
	var c models.Connection
	err := s.retryMoved(ctx, func() error {
		person, from, err := s.reread(ctx, actor)
		switch {
		case err != nil:
			return err
		case !from.Alone(person.ID) || person.Source != models.SourceAlexa:
			return models.Conflict(models.ReasonNotAlone)
		case person.Echo.Connection.Live(s.now()):
			c = person.Echo.Connection
			return nil
		}
		c, err = s.newConnection(ctx, person)
		return err
	})
	return c, err
}

func (s *Service) newConnection(ctx context.Context, u models.User) (models.Connection, error) {
	for try := 1; ; try++ {
		now := s.now()
		c := models.Connection{Number: s.newNumber(connectionNumbers), ExpiresAt: now.Add(models.ConnectionLifetime).Truncate(time.Second)}
		err := s.store.SetConnection(ctx, u.ID, c, now)
		if err == nil {
			return c, nil
		}
		if !models.IsReason(err, models.ReasonCodesExhausted) || try == numberTries {
			return models.Connection{}, err
		}
	}
}

// ByConnection returns the Echo that is alone in its family and has this connection
// number, which has not expired. It returns NotFound/ReasonInviteNotValid if there is no
// such Echo. Package invite decides whether the actor may try numbers.
func (s *Service) ByConnection(ctx context.Context, actor models.User, number string) (models.User, error) {
	u, err := s.holder(ctx, actor, number)
	if err != nil {
		return models.User{}, err
	}
	if u.Echo.Connection.Number != number || !u.Echo.Connection.Live(s.now()) {
		return models.User{}, models.NotFound(models.ReasonInviteNotValid)
	}
	_, family, err := s.present(ctx, u)
	if err == nil && !family.Alone(u.ID) {
		return models.User{}, models.NotFound(models.ReasonInviteNotValid)
	}
	return u, err
}

// holder reads the account that has a number. For an unknown number it reads the actor's
// account, so that it takes the same time, and returns NotFound/ReasonInviteNotValid.
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

// Connect adds the Echo of a connection number to the actor's family, with the Echo's
// memos. If that family asks its owner first and the actor is not the owner, it files a
// request instead.
//
// It returns NotFound/ReasonInviteNotValid as ByConnection does,
// Conflict/ReasonAlreadyMember if the Echo is already in the actor's family,
// /ReasonFamilyFull or /ReasonManyRequests if that family has no room for the Echo or the
// request, and /ReasonAlreadyAsked if the Echo has another open request. It returns
// Forbidden/ReasonNotAdmitted if the actor was invited and not admitted yet.
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

// admitted is fresh for a person who brings another account into their family. It returns
// Forbidden/ReasonNotAdmitted if the person was invited and not admitted yet.
func (s *Service) admitted(ctx context.Context, id models.UserID) (models.User, models.Family, error) {
	u, f, err := s.fresh(ctx, id)
	if err == nil && u.Membership.InvitedTo != "" {
		return models.User{}, models.Family{}, models.Forbidden(models.ReasonNotAdmitted)
	}
	return u, f, err
}

// RecoveryNumber creates and returns the number that brings the memos of the actor, an
// Echo, back after its skill was disabled. It returns "" if the actor already has a
// number or is not an Echo, and Conflict/ReasonCodesExhausted if no free number was
// found.
func (s *Service) RecoveryNumber(ctx context.Context, actor models.User) (string, error) {
	if actor.Source != models.SourceAlexa || actor.Echo.Recovery != "" {
		return "", nil
	}
	for try := 1; ; try++ {
		number := s.newNumber(recoveryNumbers)
		err := s.store.SetRecovery(ctx, actor.ID, numberHash(number), s.now())
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

// ByRecovery returns the suspended account that has a recovery number. It returns
// NotFound/ReasonInviteNotValid if there is none. Package invite decides whether the
// actor may try numbers.
func (s *Service) ByRecovery(ctx context.Context, actor models.User, number string) (models.User, error) {
	u, err := s.holder(ctx, actor, number)
	if err == nil && (u.EraseAt.IsZero() || !u.EraseAt.After(s.steady()) || u.Membership.Gone || u.Echo.Recovery != numberHash(number)) {
		return models.User{}, models.NotFound(models.ReasonInviteNotValid)
	}
	return u, err
}

// Recover brings the memos of the suspended account that has a recovery number into the
// actor's family. It returns NotFound/ReasonInviteNotValid if there is no such account,
// and Forbidden/ReasonNotAdmitted if the actor was invited and not admitted yet.
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
		r := Recover{User: lost, From: from, To: to, By: by.ID, At: s.now()}
		brought, err := s.store.Recover(ctx, r)
		if err == nil {
			s.happened(models.Event{Kind: models.EventJoined, Family: to.ID, Actor: by.ID, Person: lost.ID, At: r.At})
			entry = models.Entry{UserID: lost.ID, Family: to, Brought: brought}
		}
		return err
	})
	return entry, err
}

// Disable handles the account of an Echo whose skill was disabled and whose account is
// not expected to return. An Echo in a family with others becomes a former member: its
// memos stay with the family, and if it was the owner, models.Family.Successor becomes
// the owner. The account of an Echo that is alone is kept for models.KeepFor and then
// erased. For an unknown account Disable does nothing.
func (s *Service) Disable(ctx context.Context, id models.UserID) error {
	err := s.retryMoved(ctx, func() error {
		u, f, err := s.fresh(ctx, id)
		if err != nil || u.Membership.Gone {
			return err
		}
		now := s.now()
		if f.Alone(id) {
			return s.store.Suspend(ctx, Suspend{User: u, EraseAt: s.steady().Add(models.KeepFor), At: now})
		}
		r := Retire{User: u, From: f, At: now}
		if f.OwnerID == id {
			heir, ok := f.Successor(id)
			if !ok {
				return models.Conflict(models.ReasonMoved) // the members have changed while they were read
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

// retired reports a member who is now a former member.
func (s *Service) retired(r Retire) {
	s.happened(r.Events()...)
	s.changedAsked(r.User, r.From.ID)
}

// SetOwner makes a member the owner of a family in place of the present owner. It is for
// an operator, when the owner cannot be reached. It returns NotFound/ReasonFamily if
// there is no such family, NotFound/ReasonPerson if to is not a member, and
// Conflict/ReasonOwnerIsEcho if to is an Echo.
func (s *Service) SetOwner(ctx context.Context, id models.FamilyID, to models.UserID) error {
	return s.retryMoved(ctx, func() error {
		f, err := s.store.Family(ctx, id)
		if err != nil || f.OwnerID == to {
			return err
		}
		return s.handOver(ctx, f, "", to, models.NoticeOwner)
	})
}

// EraseDue erases the accounts whose EraseAt has passed, and finishes interrupted
// erasures. Calls may run concurrently. If an account fails, EraseDue still handles the
// others; it returns the errors of all, joined.
func (s *Service) EraseDue(ctx context.Context) error {
	ids, err := s.store.Due(ctx, s.steady())
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

// isDue reports whether an account is to be erased now. An account that is in use again,
// was recovered or has an open request stays.
func (s *Service) isDue(u models.User) bool {
	now := s.steady()
	return !u.Membership.Gone && !u.Membership.Request.Open(now) && !u.EraseAt.IsZero() && !u.EraseAt.After(now)
}
