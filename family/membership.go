package family

import (
	"context"

	"voicememo/models"
)

// eraseBatch is how many memos of a closed account go at once.
const eraseBatch = 99

// Redeem brings the actor into the family of an invitation, with the actor's memos.
// With admit false, and always if that family asks its owner first, it files a
// request instead. An invitation that the actor has used before gives the same entry
// again, without memos. NotFound/ReasonInviteNotValid, Conflict/ReasonAlreadyMember,
// /ReasonFamilyFull, /ReasonManyRequests, /ReasonAlreadyAsked, /ReasonHandOverFirst.
// Forbidden/ReasonNotAdmitted: another family has invited the actor and not admitted
// them yet.
//
// Package invite decides whether the actor may try codes at all and whether a code
// admits.
func (s *Service) Redeem(ctx context.Context, actor models.User, code models.InviteCode, way models.Way, admit bool) (entry models.Entry, err error) {
	err = s.retryMoved(ctx, func() error {
		person, from, err := s.fresh(ctx, actor.ID)
		if err != nil {
			return err
		}
		if code.InviteID != "" && from.ID == code.FamilyID && person.JoinedWith == code.InviteID {
			entry = models.Entry{UserID: person.ID, Family: from}
			return nil
		}
		to, err := s.invited(ctx, person, code)
		if err != nil {
			return err
		}
		if from.ID == to.ID {
			return models.Conflict(models.ReasonAlreadyMember)
		}
		if err := mayDepart(person, from); err != nil {
			return err
		}
		if person.InvitedTo != "" && person.InvitedTo != to.ID {
			return models.Forbidden(models.ReasonNotAdmitted)
		}
		if !admit || to.AskBeforeJoin {
			entry, err = s.file(ctx, person, to, asked{way: way, invite: code})
			return err
		}
		m, err := s.move(ctx, person, from, to)
		if err != nil {
			return err
		}
		brought, err := s.store.Redeem(ctx, Redeem{Move: m, Code: code})
		entry, err = s.entered(ctx, person.ID, m, brought, err)
		return err
	})
	return entry, err
}

// invited reads the family of an invitation that the person may use now. An
// invitation that a request of the person was filed with leads to that request even
// after it has expired. NotFound/ReasonInviteNotValid.
func (s *Service) invited(ctx context.Context, person models.User, code models.InviteCode) (models.Family, error) {
	to, err := s.store.Family(ctx, code.FamilyID)
	if err != nil && !models.IsCode(err, models.CodeNotFound) {
		return models.Family{}, err
	}
	usable := err == nil && code.Invites(to, s.now()) && (to.InviteFor == "" || to.InviteFor == person.ID)
	filed := err == nil && code.InviteID != "" && person.Request.InviteID == code.InviteID && person.Request.Open(s.now())
	if !usable && !filed {
		return models.Family{}, models.NotFound(models.ReasonInviteNotValid)
	}
	if filed {
		to.AskBeforeJoin = true
	}
	return to, nil
}

// entered finishes a way in: it tells both families, and returns the family joined.
func (s *Service) entered(ctx context.Context, actor models.UserID, m Move, brought int, err error) (models.Entry, error) {
	if err != nil {
		return models.Entry{}, err
	}
	s.joined(actor, m)
	s.changedOf(m.User, m.From.ID, m.To.ID)
	f, err := s.store.Family(ctx, m.To.ID)
	if err != nil {
		return models.Entry{}, err
	}
	return models.Entry{UserID: m.User.ID, Family: f, Brought: brought}, nil
}

// joined tells who came into a family, and that it has another owner by that.
func (s *Service) joined(actor models.UserID, m Move) {
	s.happened(models.Event{Kind: models.EventJoined, Family: m.To.ID, Actor: actor, Person: m.User.ID})
	if m.Inherits() {
		s.happened(models.Event{Kind: models.EventOwnerChanged, Family: m.To.ID, Actor: actor, Person: m.User.ID})
	}
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
		case f.OwnerID != actor.ID || !f.Has(member):
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
	err := s.retryMoved(ctx, func() error {
		person, from, err := s.fresh(ctx, id)
		if err != nil {
			return err
		}
		if err := check(person, from); err != nil {
			return err
		}
		along, err := s.along(ctx, id, from)
		if err != nil {
			return err
		}
		err = s.store.Leave(ctx, Leave{User: person, From: from, To: to, Along: along, By: by, At: s.now()})
		if err == nil {
			s.happened(models.Event{Kind: leaving(id, by), Family: from.ID, Actor: by, Person: id})
			s.changedOf(person, from.ID, to)
		}
		return err
	})
	if err != nil {
		return "", err
	}
	return to, nil
}

func leaving(id, by models.UserID) models.EventKind {
	if id == by {
		return models.EventLeft
	}
	return models.EventRemoved
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
		return s.handOver(ctx, family, actor.ID, to, "")
	})
}

// handOver makes a member the owner of a family as just read.
func (s *Service) handOver(ctx context.Context, f models.Family, actor, to models.UserID, notice models.Notice) error {
	member, ok := f.Member(to)
	if !ok {
		return models.NotFound(models.ReasonPerson)
	}
	if member.Source == models.SourceAlexa {
		return models.Conflict(models.ReasonOwnerIsEcho)
	}
	err := s.store.Transfer(ctx, Transfer{Family: f.ID, From: f.OwnerID, To: to, Notice: notice, At: s.now()})
	if err == nil {
		s.happened(models.Event{Kind: models.EventOwnerChanged, Family: f.ID, Actor: actor, Person: to})
		s.changed(f.ID)
	}
	return err
}

// Close deletes the actor's account and memos permanently, and with the last member
// of a family those of its former members. From its first step on the memos are
// hidden; if it is interrupted, the next sign-in or EraseDue finishes it.
// Forbidden/ReasonHandOverFirst: an owner with members hands over first.
func (s *Service) Close(ctx context.Context, actor models.User) error {
	return s.closeIf(ctx, actor.ID, actor.ID, func(models.User) bool { return true })
}

// closeIf is Close for an account that, as just read, is still to be closed.
func (s *Service) closeIf(ctx context.Context, actor, id models.UserID, due func(models.User) bool) error {
	var erased []models.UserID
	err := s.retryMoved(ctx, func() error {
		person, from, err := s.fresh(ctx, id)
		if err != nil || !due(person) {
			return err
		}
		erased = []models.UserID{id}
		switch {
		case from.Alone(id):
			erased = append(erased, from.FormerIDs...)
		case from.OwnerID == id:
			return models.Forbidden(models.ReasonHandOverFirst)
		}
		if err = s.store.Close(ctx, Close{User: person, From: from, At: s.now()}); err == nil {
			s.happened(models.Event{Kind: models.EventAccountClosed, Family: from.ID, Actor: actor, Person: id})
			s.changedOf(person, from.ID)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, id := range erased {
		if err := s.erase(ctx, id); err != nil {
			return err
		}
	}
	return nil
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
