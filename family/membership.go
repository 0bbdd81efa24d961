package family

import (
	"context"

	"voicememo/models"
)

// eraseBatch is how many memos of a closed account go at once.
const eraseBatch = 99

// Join brings the actor into the family of an invite code, with the actor's
// memos, and says how many live ones these are. If that family asks its owner
// first, it files a request instead: then the family that it gives has a
// RequestOf the actor. NotFound/ReasonInviteNotValid, Conflict/ReasonAlreadyMember,
// /ReasonFamilyFull, /ReasonManyRequests, /ReasonHandOverFirst.
//
// Whether the actor may try codes at all is package invite's business.
func (s *Service) Join(ctx context.Context, actor models.User, code models.InviteCode) (family models.Family, moving int, err error) {
	var before models.User
	err = s.retryMoved(ctx, func() error {
		person, from, err := s.fresh(ctx, actor.ID)
		if err != nil {
			return err
		}
		before = person
		if from.ID == code.FamilyID {
			return models.Conflict(models.ReasonAlreadyMember)
		}
		if err := mayDepart(person, from); err != nil {
			return err
		}
		j := Join{User: person, From: from, To: code.FamilyID, Code: code, MaxMembers: models.MaxMembers, At: s.now()}
		if err := s.asking(ctx, &j); err != nil {
			return err
		}
		moving, err = s.store.Join(ctx, j)
		return err
	})
	if err != nil {
		return models.Family{}, 0, err
	}
	s.changedOf(before, before.FamilyID, code.FamilyID)
	family, err = s.store.Family(ctx, code.FamilyID)
	return family, moving, err
}

// MayJoin tells, before any code is tried, whether the actor could join
// elsewhere. Conflict/ReasonHandOverFirst: the actor owns a family with members.
func (s *Service) MayJoin(ctx context.Context, actor models.User) error {
	person, from, err := s.present(ctx, actor)
	if err != nil {
		return err
	}
	return mayDepart(person, from)
}

// mayDepart: an owner with members hands over first.
func mayDepart(u models.User, f models.Family) error {
	if f.OwnerID == u.ID && !f.Alone(u.ID) {
		return models.Conflict(models.ReasonHandOverFirst)
	}
	return nil
}

// Leave takes the actor, with the actor's own memos, into a new family of one.
// Conflict/ReasonAlone: there is nobody to leave. Forbidden/ReasonHandOverFirst:
// an owner hands over first.
func (s *Service) Leave(ctx context.Context, actor models.User) (models.FamilyID, error) {
	return s.depart(ctx, actor.ID, actor.ID, func(_ models.User, f models.Family) error {
		switch {
		case f.Alone(actor.ID):
			return models.Conflict(models.ReasonAlone)
		case f.OwnerID == actor.ID:
			return models.Forbidden(models.ReasonHandOverFirst)
		}
		return nil
	})
}

// Remove takes a member out of the actor's family, into a family of one with
// that member's own memos. Owner only. NotFound/ReasonPerson: not a member.
// Invalid: the owner cannot remove himself.
func (s *Service) Remove(ctx context.Context, actor models.User, member models.UserID) error {
	family, err := s.FamilyOf(ctx, actor)
	if err != nil {
		return err
	}
	if family.OwnerID != actor.ID {
		return models.Forbidden(models.ReasonOwnerOnly)
	}
	_, err = s.depart(ctx, member, actor.ID, func(_ models.User, f models.Family) error {
		switch {
		case f.OwnerID != actor.ID:
			return models.NotFound(models.ReasonPerson)
		case member == actor.ID:
			return models.Invalid("userId", models.ReasonHandOverFirst)
		}
		return nil
	})
	return err
}

// depart moves a person into a new family of one if check allows it.
func (s *Service) depart(ctx context.Context, id, by models.UserID, check func(models.User, models.Family) error) (models.FamilyID, error) {
	to := s.NewID()
	return to, s.retryMoved(ctx, func() error {
		person, from, err := s.fresh(ctx, id)
		if err != nil {
			return err
		}
		if err := check(person, from); err != nil {
			return err
		}
		return s.leave(ctx, Leave{User: person, From: from, To: to, By: by, At: s.now()})
	})
}

// leave carries a departure out and tells both families.
func (s *Service) leave(ctx context.Context, l Leave) error {
	err := s.store.Leave(ctx, l)
	if err == nil {
		s.changedOf(l.User, l.From.ID, l.To)
	}
	return err
}

// Transfer makes another member the owner. Owner only. NotFound/ReasonPerson:
// not a member. Conflict/ReasonOwnerIsEcho: an Echo cannot own by hand-over.
func (s *Service) Transfer(ctx context.Context, actor models.User, to models.UserID) error {
	return s.retryMoved(ctx, func() error {
		_, family, err := s.fresh(ctx, actor.ID)
		if err != nil {
			return err
		}
		if family.OwnerID != actor.ID {
			return models.Forbidden(models.ReasonOwnerOnly)
		}
		if to == actor.ID {
			return models.Invalid("newOwnerUserId", models.ReasonFormat)
		}
		member, ok := family.Member(to)
		if !ok {
			return models.NotFound(models.ReasonPerson)
		}
		if member.Source == models.SourceAlexa {
			return models.Conflict(models.ReasonOwnerIsEcho)
		}
		err = s.store.Transfer(ctx, Transfer{Family: family.ID, From: actor.ID, To: to, At: s.now()})
		if err == nil {
			s.changed(family.ID)
		}
		return err
	})
}

// Close deletes the actor's account and memos for good. From its first step on
// nobody sees them any more; interrupted, the next sign-in finishes it.
// Forbidden/ReasonHandOverFirst: an owner with members hands over first.
func (s *Service) Close(ctx context.Context, actor models.User) error {
	err := s.retryMoved(ctx, func() error {
		person, from, err := s.fresh(ctx, actor.ID)
		if err != nil {
			return err
		}
		if from.OwnerID == actor.ID && !from.Alone(actor.ID) {
			return models.Forbidden(models.ReasonHandOverFirst)
		}
		return s.leave(ctx, Leave{User: person, From: from, By: actor.ID, At: s.now()})
	})
	if err != nil {
		return err
	}
	return s.erase(ctx, actor.ID)
}

func (s *Service) erase(ctx context.Context, id models.UserID) error {
	for {
		done, err := s.eraser.Erase(ctx, id, eraseBatch)
		if done || err != nil {
			return err
		}
	}
}

// fresh reads a person and the family as they are now.
func (s *Service) fresh(ctx context.Context, id models.UserID) (models.User, models.Family, error) {
	person, err := s.Person(ctx, id)
	if err != nil {
		return models.User{}, models.Family{}, err
	}
	return s.present(ctx, person)
}
