package family

import (
	"context"
	crand "crypto/rand"
	"io"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"voicememo/models"
)

// Eraser erases a closing account's memos and then the account, in batches; see
// memo.Store.Erase.
type Eraser interface {
	Erase(ctx context.Context, author models.UserID, limit int) (done bool, err error)
}

// Service holds the operations on people and families. The actor of a method is the
// person who acts; the caller has established their identity. Every method may also
// return CodeUnavailable of the Store, and Conflict/ReasonMoved if other changes of the
// same family kept overtaking it. A method whose comment says "Owner only" returns
// Forbidden/ReasonOwnerOnly if the actor does not own their family.
type Service struct {
	store  Store
	eraser Eraser

	// Now is the clock, NewID returns a new family's id, and Rand is the source of
	// random numbers, which must not fail.
	Now func() time.Time
	// Steady is the clock that dates the erasure of accounts and decides when it is due; nil:
	// Now. Where the machine's clock may jump, it must not jump with it.
	Steady func() time.Time
	NewID  func() models.FamilyID
	Rand   io.Reader
	// Happened, if not nil, is called with the events of a successful call: for each person
	// who joined, left, was removed, asked to join, became an owner or closed an account,
	// and with an EventChanged for each other family that the call changed: the people who
	// ask to join, names, pictures or settings. Of a family that a person left and that has
	// no members any more, the EventChanged has the person. It must not block.
	Happened func(models.Event)
	// MaxMembers is how many people a family may have.
	MaxMembers int
}

// NewService returns a Service that uses a store and the eraser of the same engine.
func NewService(store Store, eraser Eraser) *Service {
	store.People = visible{store.People}
	return &Service{
		store: store, eraser: eraser, Now: time.Now, Rand: crand.Reader, MaxMembers: models.MaxMembers,
		NewID: func() models.FamilyID { return models.FamilyID(uuid.NewString()) },
	}
}

func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Millisecond) }

func (s *Service) steady() time.Time {
	if s.Steady == nil {
		return s.now()
	}
	return s.Steady().UTC().Truncate(time.Millisecond)
}

// random returns a random number below n. All numbers are equally likely.
func (s *Service) random(n int64) int64 {
	r, err := crand.Int(s.Rand, big.NewInt(n))
	if err != nil {
		panic("random source: " + err.Error()) // crypto/rand never fails
	}
	return r.Int64()
}

func (s *Service) happened(events ...models.Event) {
	for _, e := range events {
		if s.Happened != nil {
			s.Happened(e)
		}
	}
}

// changed reports that families have changed; "" is none.
func (s *Service) changed(families ...models.FamilyID) {
	for _, id := range families {
		if id != "" {
			s.happened(models.Event{Kind: models.EventChanged, Family: id})
		}
	}
}

// changedAsked reports a change of the family of u's open request, whose owner sees u among
// the people who ask, unless it is one of families, which have another event.
func (s *Service) changedAsked(u models.User, families ...models.FamilyID) {
	if r := u.Membership.Request; r.Open(s.now()) && !slices.Contains(families, r.FamilyID) {
		s.changed(r.FamilyID)
	}
}

// show changes attributes that a person's family sees, and reports it.
func (s *Service) show(ctx context.Context, id models.UserID, p Patch) (models.User, error) {
	u, err := s.store.Update(ctx, id, p)
	if err != nil {
		return models.User{}, err
	}
	if p.Name != nil || p.Picture != nil {
		s.changedAsked(u, u.FamilyID)
	}
	s.changed(u.FamilyID)
	return u, nil
}

// Person returns an account. It returns NotFound/ReasonPerson if there is none or it is
// closing.
func (s *Service) Person(ctx context.Context, id models.UserID) (models.User, error) {
	u, err := s.store.Person(ctx, id)
	if err == nil && u.Closing {
		return models.User{}, models.NotFound(models.ReasonPerson)
	}
	return u, err
}

// Ensure returns the account of a profile. At first contact it creates the account and a
// family of one. Later it stores a changed e-mail address or picture, but never a
// changed name, because the person chooses the name. If the account is closing, Ensure
// finishes the erasure and creates a new account. If the account is suspended, Ensure
// cancels its erasure, because the device is in use again. For the same reason a former
// member gets a family of one with the memos of that account. An account that has only the
// commissioned attributes becomes a member of the family that it names.
func (s *Service) Ensure(ctx context.Context, p models.Profile) (models.User, error) {
	return s.ensure(ctx, p, "")
}

// EnsureInvited is Ensure for a profile that may sign up only because a family, to, has
// invited it. Until a family admits it, the new account may not invite people. If none
// does, the account is erased when it can have no open request any more.
func (s *Service) EnsureInvited(ctx context.Context, p models.Profile, to models.FamilyID) (models.User, error) {
	return s.ensure(ctx, p, to)
}

func (s *Service) ensure(ctx context.Context, p models.Profile, invitedTo models.FamilyID) (models.User, error) {
	u, err := s.store.Person(ctx, p.ID)
	switch {
	case err == nil && u.Closing:
		if err := s.erase(ctx, p.ID); err != nil {
			return models.User{}, err
		}
		return s.create(ctx, p, invitedTo)
	case models.IsCode(err, models.CodeNotFound):
		return s.create(ctx, p, invitedTo)
	case err != nil:
		return models.User{}, err
	}
	if u, err = s.enlist(ctx, u); err != nil {
		return models.User{}, err
	}
	if u, err = s.returned(ctx, u); err != nil {
		return models.User{}, err
	}
	return s.refresh(ctx, u, p)
}

// enlist makes u, who was read, a member of the family that only their own record names,
// and returns u as they are then. No request can make such a record: every way into a
// family and out of it writes both, and raises the MoveEpoch. So an operator or another
// program wrote it, with the attributes of the commissioned schema, which has no families of
// their own. Any other person is left as they are.
func (s *Service) enlist(ctx context.Context, u models.User) (models.User, error) {
	err := s.retryMoved(ctx, func() error {
		if u.Membership.MoveEpoch > 0 || u.Membership.Gone || u.FamilyID == "" {
			return nil
		}
		f, err := s.store.Roster(ctx, u.FamilyID)
		if err != nil && !models.IsCode(err, models.CodeNotFound) || f.Lists(u.ID) {
			return err
		}
		refused := s.store.Enlist(ctx, Enlist{User: u, Family: f, At: s.now()})
		if refused == nil {
			s.changed(u.FamilyID)
		} else if !models.IsReason(refused, models.ReasonMoved) {
			return refused
		}
		if u, err = s.Person(ctx, u.ID); err != nil {
			return err
		}
		return refused
	})
	if err != nil {
		return models.User{}, err
	}
	return u, nil
}

// returned undoes what Disable did to an account that is in use again.
func (s *Service) returned(ctx context.Context, u models.User) (models.User, error) {
	switch {
	case u.Membership.Gone:
		_, err := s.depart(ctx, u, u.ID, func(u models.User, f models.Family) error {
			if f.Has(u.ID) {
				return models.Conflict(models.ReasonAlone) // another request has done it
			}
			return nil
		})
		if err != nil && !models.IsReason(err, models.ReasonAlone) {
			return models.User{}, err
		}
		return s.Person(ctx, u.ID)
	case !u.EraseAt.IsZero() && u.Membership.InvitedTo == "":
		return s.store.Update(ctx, u.ID, Patch{EraseAt: &time.Time{}, At: s.now()})
	}
	return u, nil
}

func (s *Service) create(ctx context.Context, p models.Profile, invitedTo models.FamilyID) (models.User, error) {
	now := s.now()
	u := models.User{
		ID: p.ID, FamilyID: s.NewID(), Name: CutName(p.Name), Email: p.Email, Picture: p.Picture,
		IsOwner: true, CreatedAt: now, UpdatedAt: now, Source: p.Source, Membership: models.Membership{JoinedAt: now, MoveEpoch: 1},
	}
	if invitedTo != "" {
		u.Membership.InvitedTo, u.EraseAt = invitedTo, s.steady().Add(models.InviteLifetime+models.RequestLifetime)
	}
	err := s.store.Create(ctx, u)
	if models.IsReason(err, models.ReasonMoved) {
		return s.Person(ctx, p.ID) // another request of this person has created it
	}
	if err != nil {
		return models.User{}, err
	}
	return u, nil
}

func (s *Service) refresh(ctx context.Context, u models.User, p models.Profile) (models.User, error) {
	patch := Patch{At: s.now()}
	if p.Email != "" && p.Email != u.Email {
		patch.Email = &p.Email
	}
	if p.Picture != "" && p.Picture != u.Picture {
		patch.Picture = &p.Picture
	}
	if patch.Email == nil && patch.Picture == nil {
		return u, nil
	}
	return s.show(ctx, u.ID, patch)
}

// CutName returns a display name from an issuer or a device as a valid name: without
// control and hidden characters, cut to models.MaxName characters, and "?" if nothing
// visible is left.
func CutName(name string) string {
	name = tidyName(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp) || r == utf8.RuneError {
			return -1
		}
		return r
	}, name))
	if r := []rune(name); len(r) > models.MaxName {
		name = tidyName(string(r[:models.MaxName]))
	}
	if models.CheckName("name", name) != nil {
		return "?"
	}
	return name
}

// Rename changes the actor's name and returns the actor. It returns CodeInvalid for a name that
// models.CheckName refuses, and Forbidden/ReasonNotYet if the actor is an Echo that has a name
// and is a newcomer in its family.
func (s *Service) Rename(ctx context.Context, actor models.User, name string) (models.User, error) {
	if actor.Source == models.SourceAlexa {
		if err := s.mayRename(ctx, actor, actor.Name, name); err != nil {
			return models.User{}, err
		}
	}
	return s.rename(ctx, actor, name)
}

func (s *Service) rename(ctx context.Context, actor models.User, name string) (models.User, error) {
	name, err := ValidName(name)
	if err != nil {
		return models.User{}, err
	}
	return s.show(ctx, actor.ID, Patch{Name: &name, At: s.now()})
}

// ChooseEmoji sets the emoji that the actor, a person, is shown with, and returns the
// actor. The emoji "" removes it. ChooseEmoji returns CodeInvalid if models.CheckEmoji
// refuses the emoji, and CodeForbidden if the actor is an Echo.
func (s *Service) ChooseEmoji(ctx context.Context, actor models.User, emoji string) (models.User, error) {
	if actor.Source == models.SourceAlexa {
		return models.User{}, models.Forbidden("")
	}
	if emoji != "" {
		if err := models.CheckEmoji("emoji", emoji); err != nil {
			return models.User{}, err
		}
	}
	return s.show(ctx, actor.ID, Patch{Emoji: &emoji, At: s.now()})
}

// retryMoved repeats a change while it returns ReasonMoved: another change of the same
// family was first. Each try reads everything again.
func (s *Service) retryMoved(ctx context.Context, change func() error) error {
	const tries = 10
	for try := 1; ; try++ {
		err := change()
		if !models.IsReason(err, models.ReasonMoved) || try == tries {
			return err
		}
		pause := time.Duration(rand.IntN(10*try)+1) * time.Millisecond //nolint:gosec // jitter, not a secret
		select {
		case <-ctx.Done():
			return models.Unavailable(ctx.Err())
		case <-time.After(pause):
		}
	}
}
