package family

import (
	"context"
	"time"

	"voicememo/models"
)

// Asker is somebody who waits to be let into a family.
type Asker struct {
	User models.User
	At   time.Time // when it was asked
}

// SetAskBeforeJoin says whether the owner is asked before anyone joins the
// actor's family. Requests that wait already stay to be decided. Owner only.
func (s *Service) SetAskBeforeJoin(ctx context.Context, actor models.User, on bool) error {
	return s.retryMoved(ctx, func() error {
		family, err := s.ownedBy(ctx, actor)
		if err != nil || family.AskBeforeJoin == on {
			return err
		}
		_, err = s.store.Update(ctx, actor.ID, Patch{Asking: &Asking{Family: family.ID, On: on}, At: s.now()})
		if err == nil {
			s.changed(family.ID)
		}
		return err
	})
}

// ownedBy reads the actor's family. Forbidden/ReasonOwnerOnly: it is another's.
func (s *Service) ownedBy(ctx context.Context, actor models.User) (models.Family, error) {
	family, err := s.FamilyOf(ctx, actor)
	if err == nil && family.OwnerID != actor.ID {
		err = models.Forbidden(models.ReasonOwnerOnly)
	}
	return family, err
}

// Askers gives the people who wait to be let into a family as just read, in the
// order in which they asked.
func (s *Service) Askers(ctx context.Context, f models.Family) ([]Asker, error) {
	var askers []Asker
	for _, r := range f.Requests {
		u, err := s.asker(ctx, f, r)
		if err == nil {
			askers = append(askers, Asker{User: u, At: r.At})
		} else if !models.IsCode(err, models.CodeNotFound) {
			return nil, err
		}
	}
	return askers, nil
}

// asker reads the person of a request. NotFound/ReasonPerson: it counts no more.
func (s *Service) asker(ctx context.Context, f models.Family, r models.Request) (models.User, error) {
	if !r.Open(s.now()) || f.Has(r.UserID) {
		return models.User{}, models.NotFound(models.ReasonPerson)
	}
	u, err := s.Person(ctx, r.UserID)
	if err == nil && !u.Request.Is(r) {
		err = models.NotFound(models.ReasonPerson)
	}
	return u, err
}

// Waiting gives the family that the actor waits to be let into, and the request.
// NotFound: none, or not any more.
func (s *Service) Waiting(ctx context.Context, actor models.User) (models.Family, models.Request, error) {
	person, err := s.Person(ctx, actor.ID)
	if err != nil {
		return models.Family{}, models.Request{}, err
	}
	return s.waiting(ctx, person)
}

// waiting is Waiting for a person as just read.
func (s *Service) waiting(ctx context.Context, u models.User) (models.Family, models.Request, error) {
	if r := u.Request; r.Open(s.now()) {
		f, err := s.store.Family(ctx, r.FamilyID)
		if filed, ok := f.RequestOf(u.ID); err != nil || ok && filed.Is(r) {
			return f, r, err
		}
	}
	return models.Family{}, models.Request{}, models.NotFound(models.ReasonFamily)
}

// Allow lets somebody who asked into the actor's family, with that person's
// memos, and says how many live ones these are. Owner only. NotFound/ReasonPerson:
// nobody of this id waits, or not any more. Conflict/ReasonFamilyFull.
// Conflict/ReasonHandOverFirst: the person owns a family with members by now.
func (s *Service) Allow(ctx context.Context, actor models.User, asker models.UserID) (moving int, err error) {
	err = s.decide(ctx, actor, asker, func(j Join) error {
		person, from, err := s.present(ctx, j.User)
		if err != nil {
			return err
		}
		if err := mayDepart(person, from); err != nil {
			return err
		}
		j.Mode, j.User, j.From, j.MaxMembers = Allow, person, from, models.MaxMembers
		moving, err = s.store.Join(ctx, j)
		return err
	})
	return moving, err
}

// Refuse ends the request of somebody who asked to come into the actor's family.
// Owner only. NotFound/ReasonPerson as Allow.
func (s *Service) Refuse(ctx context.Context, actor models.User, asker models.UserID) error {
	return s.decide(ctx, actor, asker, func(j Join) error {
		j.Mode = Drop
		_, err := s.store.Join(ctx, j)
		return err
	})
}

// decide carries the owner's decision out and tells both families.
func (s *Service) decide(ctx context.Context, actor models.User, asker models.UserID, carryOut func(Join) error) error {
	return s.retryMoved(ctx, func() error {
		family, err := s.ownedBy(ctx, actor)
		if err != nil {
			return err
		}
		r, ok := family.RequestOf(asker)
		if !ok {
			return models.NotFound(models.ReasonPerson)
		}
		person, err := s.asker(ctx, family, r)
		if err != nil {
			return err
		}
		err = carryOut(Join{User: person, To: family.ID, Request: r, By: actor.ID, At: s.now()})
		if err == nil {
			s.changed(person.FamilyID, family.ID)
		}
		return err
	})
}

// Withdraw takes the actor's own request back. NotFound/ReasonFamily: there is
// none, or not any more.
func (s *Service) Withdraw(ctx context.Context, actor models.User) error {
	return s.retryMoved(ctx, func() error {
		person, err := s.Person(ctx, actor.ID)
		if err != nil {
			return err
		}
		family, r, err := s.waiting(ctx, person)
		if err != nil {
			return err
		}
		_, err = s.store.Join(ctx, Join{Mode: Drop, User: person, To: family.ID, Request: r, By: person.ID, At: s.now()})
		if err == nil {
			s.changed(person.FamilyID, family.ID)
		}
		return err
	})
}

// asking makes a redemption the filing of a request if the family asks first.
func (s *Service) asking(ctx context.Context, j *Join) error {
	target, err := s.store.Family(ctx, j.To)
	if models.IsCode(err, models.CodeNotFound) {
		return models.NotFound(models.ReasonInviteNotValid) // the family of the code is no more
	}
	if err != nil || !target.AskBeforeJoin {
		return err
	}
	j.Mode, j.MaxRequests = File, models.MaxRequests
	j.Stale, err = s.stale(ctx, target, j.User.ID)
	return err
}

// stale gives the requests of others that a new one of u need not wait for: those
// that lapsed, and, when there is no more room, those that were overtaken.
func (s *Service) stale(ctx context.Context, f models.Family, u models.UserID) ([]models.Request, error) {
	var open, stale []models.Request
	for _, r := range f.Requests {
		switch {
		case r.UserID == u:
		case r.Open(s.now()):
			open = append(open, r)
		default:
			stale = append(stale, r)
		}
	}
	if len(open) < models.MaxRequests {
		return stale, nil
	}
	for _, r := range open {
		if _, err := s.asker(ctx, f, r); models.IsCode(err, models.CodeNotFound) {
			stale = append(stale, r)
		} else if err != nil {
			return nil, err
		}
	}
	return stale, nil
}
