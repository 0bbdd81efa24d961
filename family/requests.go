package family

import (
	"context"
	"fmt"

	"voicememo/models"
)

// Asker is a person whose request to join a family is open.
type Asker struct {
	User    models.User
	Request models.Request
	// Resembles is the name of a member whose name looks like the asker's; "": none.
	Resembles string
}

// SetAskBeforeJoin says whether the owner is asked before anyone joins the actor's
// family. Open requests stay open. Owner only.
func (s *Service) SetAskBeforeJoin(ctx context.Context, actor models.User, on bool) error {
	return s.retryMoved(ctx, func() error {
		family, err := s.ownedBy(ctx, actor)
		if err != nil || family.AskBeforeJoin == on {
			return err
		}
		err = s.store.SetAsking(ctx, Asking{Family: family.ID, Owner: actor.ID, On: on, At: s.now()})
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
		return models.Family{}, models.Forbidden(models.ReasonOwnerOnly)
	}
	return family, err
}

// Askers returns the open requests of a family as just read, in the order in which
// they were filed.
func (s *Service) Askers(ctx context.Context, f models.Family) ([]Asker, error) {
	var askers []Asker
	for _, r := range f.Requests {
		u, err := s.asker(ctx, f, r)
		if err == nil {
			askers = append(askers, Asker{User: u, Request: r, Resembles: resembling(u.Name, f.Members)})
		} else if !models.IsCode(err, models.CodeNotFound) {
			return nil, err
		}
	}
	return askers, nil
}

// asker reads the person of a request. NotFound/ReasonPerson: the request no longer
// counts.
func (s *Service) asker(ctx context.Context, f models.Family, r models.Request) (models.User, error) {
	if !r.Open(s.now()) || f.Has(r.UserID) {
		return models.User{}, models.NotFound(models.ReasonPerson)
	}
	u, err := s.Person(ctx, r.UserID)
	if err == nil && !u.Request.Is(r) {
		return models.User{}, models.NotFound(models.ReasonPerson)
	}
	return u, err
}

// Waiting returns the family that the actor has an open request with, and the
// request. NotFound: none.
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

// Allow admits a person who asked to the actor's family, with that person's memos,
// and returns how many live ones these are. Owner only. NotFound/ReasonPerson: the
// person has no open request. Conflict/ReasonFamilyFull.
// Conflict/ReasonHandOverFirst: the person owns a family with members by now.
func (s *Service) Allow(ctx context.Context, actor models.User, asker models.UserID) (brought int, err error) {
	err = s.decide(ctx, actor, asker, func(f models.Family, u models.User, r models.Request) error {
		person, from, err := s.present(ctx, u)
		if err != nil {
			return err
		}
		if err := mayDepart(person, from); err != nil {
			return err
		}
		m, err := s.move(ctx, person, from, f)
		if err == nil {
			brought, err = s.store.Admit(ctx, Admit{Move: m, Request: r, By: actor.ID})
		}
		if err == nil {
			s.joined(actor.ID, m)
		}
		return err
	})
	return brought, err
}

// Refuse ends the request of a person who asked to join the actor's family. An
// account that could sign up only because of that family's invitation is closed.
// Owner only. NotFound/ReasonPerson as Allow.
func (s *Service) Refuse(ctx context.Context, actor models.User, asker models.UserID) error {
	var refused models.FamilyID
	err := s.decide(ctx, actor, asker, func(f models.Family, u models.User, r models.Request) error {
		refused = f.ID
		return s.store.Drop(ctx, Drop{Request: r, By: actor.ID, Bound: f.InviteFor == u.ID, At: s.now()})
	})
	if err != nil {
		return err
	}
	err = s.closeIf(ctx, actor.ID, asker, func(u models.User) bool { return u.InvitedTo == refused })
	if models.IsCode(err, models.CodeNotFound) {
		return nil
	}
	return err
}

// decide carries the owner's decision out and tells both families.
func (s *Service) decide(ctx context.Context, actor models.User, asker models.UserID, carryOut func(models.Family, models.User, models.Request) error) error {
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
		err = carryOut(family, person, r)
		if err == nil {
			s.changed(person.FamilyID, family.ID)
		}
		return err
	})
}

// Withdraw ends the actor's own request. NotFound/ReasonFamily: there is none.
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
		err = s.store.Drop(ctx, Drop{Request: r, By: person.ID, At: s.now()})
		if err == nil {
			s.changed(person.FamilyID, family.ID)
		}
		return err
	})
}

// asked is a request to be filed: by an invitation, or by a connection number.
type asked struct {
	way    models.Way
	invite models.InviteCode // zero for WayNumber
	by     models.UserID     // WayNumber: the member who entered the number
}

// file files a request of a person as just read with a family as just read. A
// person whose open request is for the same invitation, or came by the same member,
// gets that one again.
// Conflict/ReasonAlreadyAsked: the person has another open request.
func (s *Service) file(ctx context.Context, u models.User, to models.Family, a asked) (models.Entry, error) {
	switch f, r, err := s.waiting(ctx, u); {
	case err == nil && r.FamilyID == to.ID && r.InviteID == a.invite.InviteID && r.By == a.by:
		return models.Entry{UserID: u.ID, Family: f, Request: r}, nil
	case err == nil:
		return models.Entry{}, models.Conflict(models.ReasonAlreadyAsked)
	case !models.IsCode(err, models.CodeNotFound):
		return models.Entry{}, err
	}
	stale, err := s.stale(ctx, to, u.ID)
	if err != nil {
		return models.Entry{}, err
	}
	check, err := s.checkNumber(to)
	if err != nil {
		return models.Entry{}, err
	}
	now := s.now()
	r := models.Request{
		UserID: u.ID, FamilyID: to.ID, At: now, Check: check, Way: a.way, InviteID: a.invite.InviteID, By: a.by,
	}
	err = s.store.File(ctx, File{
		User: u, To: to, Request: r, Maker: a.invite.CreatedBy,
		MaxMembers: s.MaxMembers, MaxRequests: models.MaxRequests, Stale: stale,
	})
	if err != nil {
		return models.Entry{}, err
	}
	s.changed(u.FamilyID, to.ID)
	return models.Entry{UserID: u.ID, Family: to, Request: r}, nil
}

// checkNumber returns two random digits that no request of the family has.
func (s *Service) checkNumber(f models.Family) (string, error) {
	taken := map[string]bool{}
	for _, r := range f.Requests {
		taken[r.Check] = true
	}
	for {
		n, err := s.random(100)
		if err != nil {
			return "", err
		}
		if check := fmt.Sprintf("%02d", n); !taken[check] {
			return check, nil
		}
	}
}

// stale returns the requests of others that a new one of u need not wait for: those
// that have lapsed and, when there is no more room, those that were overtaken.
func (s *Service) stale(ctx context.Context, f models.Family, u models.UserID) ([]models.Request, error) {
	var open, stale []models.Request
	for _, r := range f.Requests {
		if r.UserID != u && r.Open(s.now()) {
			open = append(open, r)
		} else {
			stale = append(stale, r) // u's own was found to count no more
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

// move prepares a move of a person, all as just read.
func (s *Service) move(ctx context.Context, u models.User, from, to models.Family) (Move, error) {
	along, err := s.along(ctx, u.ID, from)
	return Move{User: u, From: from, To: to, Along: along, MaxMembers: s.MaxMembers, At: s.now()}, err
}

// along lists the former members of a family as just read whom u brought along or
// recovered: they go where u goes.
func (s *Service) along(ctx context.Context, u models.UserID, from models.Family) ([]models.UserID, error) {
	var along []models.UserID
	for _, id := range from.FormerIDs {
		former, err := s.store.Person(ctx, id)
		if err != nil && !models.IsCode(err, models.CodeNotFound) {
			return nil, err
		}
		if err == nil && former.AddedBy == u && id != u {
			along = append(along, id)
		}
	}
	return along, nil
}
