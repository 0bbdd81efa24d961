package family

import (
	"context"

	"voicememo/internal/parallel"
	"voicememo/models"
)

// eraseBatch is how many memos of a closing account one call of Eraser.Erase removes.
const eraseBatch = 99

// Redeem moves the actor into the family of an invitation, with the actor's memos. It
// files a request instead if admit is false, the family asks its owner first, or the code
// has no invitation (see models.InviteCode.Asks). If the actor is already in that family by
// the same invitation, Redeem returns the entry again with Brought 0.
//
// It returns NotFound/ReasonInviteNotValid if the invitation cannot be used,
// Conflict/ReasonAlreadyMember if it is for the actor's own family, /ReasonFamilyFull or
// /ReasonManyRequests if that family has no room for the actor or the request,
// /ReasonAlreadyAsked if the actor has another open request, and /ReasonHandOverFirst if
// the actor owns a family with other members. It returns Forbidden/ReasonNotAdmitted if
// the actor signed up with another family's invitation and has not been admitted yet.
//
// Package invite decides whether the actor may try codes and whether a code admits.
func (s *Service) Redeem(ctx context.Context, actor models.User, code models.InviteCode, way models.Way, admit bool) (entry models.Entry, err error) {
	err = s.retryMoved(ctx, func() error {
		person, from, to, err := s.rereadWith(ctx, actor, code.FamilyID)
		if err == nil && code.InviteID == "" && code.Live(s.now()) && !to.Has(code.CreatedBy) {
			to, err = s.makersFamily(ctx, code)
		}
		if err != nil {
			return err
		}
		if code.InviteID != "" && person.Membership.JoinedWith == code.InviteID {
			from, err = s.WithMembers(ctx, person, from)
			entry = models.Entry{UserID: person.ID, Family: from}
			return err
		}
		if to, err = s.invited(person, to, code); err != nil {
			return err
		}
		if from.ID == to.ID {
			return models.Conflict(models.ReasonAlreadyMember)
		}
		if err := mayDepart(person, from); err != nil {
			return err
		}
		if person.Membership.InvitedTo != "" && person.Membership.InvitedTo != to.ID {
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

// rereadWith reads a person and their family, as reread does, and the family asked. The
// latter is the zero Family if it does not exist.
func (s *Service) rereadWith(ctx context.Context, actor models.User, asked models.FamilyID) (person models.User, from, to models.Family, err error) {
	err = parallel.Do(ctx,
		func(ctx context.Context) (err error) {
			person, from, err = s.reread(ctx, actor)
			return err
		},
		func(ctx context.Context) (err error) {
			if to, err = s.store.Roster(ctx, asked); models.IsCode(err, models.CodeNotFound) {
				to, err = models.Family{}, nil
			}
			return err
		},
	)
	if err != nil {
		return models.User{}, models.Family{}, models.Family{}, err
	}
	return person, from, to, nil
}

// makersFamily returns the family of a code without an invitation, which may exist only
// once the member who created the code is enlisted in it. It returns the zero Family if
// that member is not in it.
func (s *Service) makersFamily(ctx context.Context, code models.InviteCode) (models.Family, error) {
	maker, err := s.store.Person(ctx, code.CreatedBy)
	if err == nil && maker.FamilyID == code.FamilyID {
		_, err = s.enlist(ctx, maker)
	}
	var family models.Family
	if err == nil {
		family, err = s.store.Roster(ctx, code.FamilyID)
	}
	if models.IsCode(err, models.CodeNotFound) {
		return models.Family{}, nil
	}
	return family, err
}

// invited returns to, the family of an invitation, if the person may use the invitation
// now. It also accepts the invitation with which the person's open request was filed, even
// if the invitation has expired, been used or been revoked, and a code without an
// invitation. It then sets AskBeforeJoin in the family it returns, so that Redeem calls
// file, which returns that request or files one. For any other invitation it returns
// NotFound/ReasonInviteNotValid.
func (s *Service) invited(person models.User, to models.Family, code models.InviteCode) (models.Family, error) {
	usable := to.ID != "" && code.Invites(to, s.now()) && (to.InviteFor == "" || to.InviteFor == person.ID)
	filed := to.ID != "" && code.InviteID != "" && person.Membership.Request.InviteID == code.InviteID && person.Membership.Request.Open(s.now())
	asks := to.ID != "" && code.Asks(to, s.now())
	if !usable && !filed && !asks {
		return models.Family{}, models.NotFound(models.ReasonInviteNotValid)
	}
	if filed || asks {
		to.AskBeforeJoin = true
	}
	return to, nil
}

// entered finishes a join unless err is set: it notifies both families and returns the
// entry with the family joined.
func (s *Service) entered(ctx context.Context, actor models.UserID, m Move, brought int, err error) (models.Entry, error) {
	if err != nil {
		return models.Entry{}, err
	}
	s.joined(actor, m)
	f, err := s.store.Family(ctx, m.To.ID)
	if err != nil {
		return models.Entry{}, err
	}
	return models.Entry{UserID: m.User.ID, Family: f, Brought: brought}, nil
}

// joined reports what m did.
func (s *Service) joined(actor models.UserID, m Move) {
	s.happened(m.Events(actor)...)
	s.changedAsked(m.User, m.From.ID, m.To.ID)
}

// MayJoin returns nil if the actor could leave their family to join another one, and
// Conflict/ReasonHandOverFirst if the actor owns a family with other members. It is
// called before a code is tried.
func (s *Service) MayJoin(ctx context.Context, actor models.User) error {
	person, from, err := s.roster(ctx, actor)
	if err != nil {
		return err
	}
	return mayDepart(person, from)
}

// mayDepart returns Conflict/ReasonHandOverFirst if u owns f and f has other members.
func mayDepart(u models.User, f models.Family) error {
	if f.OwnerID == u.ID && !f.Alone(u.ID) {
		return models.Conflict(models.ReasonHandOverFirst)
	}
	return nil
}

// Leave moves the actor, with their own memos, into a new family of one and returns its
// id. It returns Conflict/ReasonAlone if the actor is the only member of the family, and
// Forbidden/ReasonHandOverFirst if the actor owns a family with other members.
func (s *Service) Leave(ctx context.Context, actor models.User) (models.FamilyID, error) {
	return s.depart(ctx, actor, actor.ID, func(_ models.User, f models.Family) error {
		switch {
		case f.Alone(actor.ID):
			return models.Conflict(models.ReasonAlone)
		case f.OwnerID == actor.ID:
			return models.Forbidden(models.ReasonHandOverFirst)
		}
		return nil
	})
}

// Remove moves a member of the actor's family, with the member's own memos, into a new
// family of one. Owner only. It returns NotFound/ReasonPerson if the person is not a
// member, and Invalid/ReasonHandOverFirst if the member is the owner.
func (s *Service) Remove(ctx context.Context, actor models.User, member models.UserID) error {
	family, err := s.Roster(ctx, actor)
	if err != nil {
		return err
	}
	if family.OwnerID != actor.ID {
		return models.Forbidden(models.ReasonOwnerOnly)
	}
	_, err = s.depart(ctx, models.User{ID: member, FamilyID: family.ID}, actor.ID, func(_ models.User, f models.Family) error {
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

// depart moves a person, of whom only ID and FamilyID count, into a new family of one
// unless check returns an error, and returns the new family's id.
func (s *Service) depart(ctx context.Context, who models.User, by models.UserID, check func(models.User, models.Family) error) (models.FamilyID, error) {
	to := s.NewID()
	err := s.retryMoved(ctx, func() error {
		person, from, err := s.reread(ctx, who)
		if err != nil {
			return err
		}
		if err := check(person, from); err != nil {
			return err
		}
		along, err := s.along(ctx, who.ID, from)
		if err != nil {
			return err
		}
		l := Leave{User: person, From: from, To: to, Along: along, By: by, At: s.now()}
		if err = s.store.Leave(ctx, l); err == nil {
			s.happened(l.Event())
			s.changed(to)
			s.changedAsked(person, from.ID, to)
		}
		return err
	})
	if err != nil {
		return "", err
	}
	return to, nil
}

// Transfer makes another member the owner of the actor's family. Owner only. It returns
// NotFound/ReasonPerson if to is not a member, Conflict/ReasonOwnerIsEcho if to is an
// Echo, and Invalid/ReasonFormat if to is the actor.
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

// handOver makes a member the owner of f, which is as just read.
func (s *Service) handOver(ctx context.Context, f models.Family, actor, to models.UserID, notice models.Notice) error {
	member, ok := f.Member(to)
	if !ok {
		return models.NotFound(models.ReasonPerson)
	}
	if member.Source == models.SourceAlexa {
		return models.Conflict(models.ReasonOwnerIsEcho)
	}
	t := Transfer{Family: f.ID, From: f.OwnerID, To: to, By: actor, Notice: notice, At: s.now()}
	err := s.store.Transfer(ctx, t)
	if err == nil {
		s.happened(t.Event())
	}
	return err
}

// Close permanently deletes the actor's account and memos. If the actor is the last
// member of the family, it does the same for the family's former members. Its first step
// hides the memos; if Close is interrupted after that, the next sign-in or EraseDue
// finishes it. Close returns Forbidden/ReasonHandOverFirst if the actor owns a family
// with other members.
func (s *Service) Close(ctx context.Context, actor models.User) error {
	return s.closeIf(ctx, actor.ID, actor.ID, func(models.User) bool { return true })
}

// closeIf is Close for the account id if due reports true for it as just read. Otherwise
// it does nothing.
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
		c := Close{User: person, From: from, At: s.now()}
		if err = s.store.Close(ctx, c); err == nil {
			s.happened(models.Event{Kind: models.EventAccountClosed, Family: from.ID, Actor: actor, Person: id, At: c.At}, c.Event())
			s.changedAsked(person, from.ID)
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
