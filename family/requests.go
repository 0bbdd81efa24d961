package family

import (
	"context"
	"fmt"

	"voicememo/internal/parallel"
	"voicememo/models"
)

// Asker is a person whose request to join a family is open.
type Asker struct {
	User    models.User
	Request models.Request
	// Resembles is the name of a member that looks like the asker's name; "": none.
	Resembles string
}

// SetAskBeforeJoin sets whether the actor's family asks its owner before a person joins.
// Open requests stay open. Owner only.
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

// ownedBy reads the actor's family. It returns Forbidden/ReasonOwnerOnly if the actor does
// not own it.
func (s *Service) ownedBy(ctx context.Context, actor models.User) (models.Family, error) {
	family, err := s.Roster(ctx, actor)
	if err == nil && family.OwnerID != actor.ID {
		return models.Family{}, models.Forbidden(models.ReasonOwnerOnly)
	}
	return family, err
}

// Askers returns the people whose requests to join f, which is as just read, are open,
// in the order in which they asked.
func (s *Service) Askers(ctx context.Context, f models.Family) ([]Asker, error) {
	people, calls := make([]models.User, len(f.Requests)), []func(context.Context) error{}
	for i, r := range f.Requests {
		calls = append(calls, func(ctx context.Context) (err error) {
			if people[i], err = s.asker(ctx, f, r); models.IsCode(err, models.CodeNotFound) {
				err = nil
			}
			return err
		})
	}
	if err := parallel.Do(ctx, calls...); err != nil {
		return nil, err
	}
	var askers []Asker
	for i, u := range people {
		if u.ID != "" {
			askers = append(askers, Asker{User: u, Request: f.Requests[i], Resembles: resembling(u.Name, f.Members)})
		}
	}
	return askers, nil
}

// asker reads the person of a request. It returns NotFound/ReasonPerson if the request
// no longer counts.
func (s *Service) asker(ctx context.Context, f models.Family, r models.Request) (models.User, error) {
	if !r.Open(s.now()) || f.Has(r.UserID) {
		return models.User{}, models.NotFound(models.ReasonPerson)
	}
	u, err := s.Person(ctx, r.UserID)
	if err == nil && !u.Membership.Request.Is(r) {
		return models.User{}, models.NotFound(models.ReasonPerson)
	}
	return u, err
}

// Waiting returns the actor's open request and the family asked. It returns
// NotFound/ReasonFamily if the actor has no open request.
func (s *Service) Waiting(ctx context.Context, actor models.User) (models.Family, models.Request, error) {
	person, err := s.Person(ctx, actor.ID)
	if err != nil {
		return models.Family{}, models.Request{}, err
	}
	return s.waiting(ctx, person)
}

// waiting is Waiting for a person as just read.
func (s *Service) waiting(ctx context.Context, u models.User) (models.Family, models.Request, error) {
	if r := u.Membership.Request; r.Open(s.now()) {
		f, err := s.store.Family(ctx, r.FamilyID)
		if err != nil {
			return models.Family{}, models.Request{}, err
		}
		if filed, ok := f.RequestOf(u.ID); ok && filed.Is(r) {
			return f, r, nil
		}
	}
	return models.Family{}, models.Request{}, models.NotFound(models.ReasonFamily)
}

// Allow moves a person who has asked to join the actor's family into it, with the
// person's memos, and returns how many of these are live. Owner only. It returns
// NotFound/ReasonPerson if the person has no open request with the family,
// Conflict/ReasonFamilyFull if the family has no room, and Conflict/ReasonHandOverFirst
// if the person now owns a family with other members.
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

// Refuse ends the request of a person who has asked to join the actor's family. It
// closes an account that could sign up only because of that family's invitation. Owner
// only. It returns NotFound/ReasonPerson if the person has no open request with the
// family.
func (s *Service) Refuse(ctx context.Context, actor models.User, asker models.UserID) error {
	var refused models.FamilyID
	err := s.decide(ctx, actor, asker, func(f models.Family, u models.User, r models.Request) error {
		refused = f.ID
		err := s.store.Drop(ctx, Drop{Request: r, By: actor.ID, Bound: f.InviteFor == u.ID, At: s.now()})
		if err == nil {
			s.changed(u.FamilyID, f.ID)
		}
		return err
	})
	if err != nil {
		return err
	}
	err = s.closeIf(ctx, actor.ID, asker, func(u models.User) bool { return u.Membership.InvitedTo == refused })
	if models.IsCode(err, models.CodeNotFound) {
		return nil
	}
	return err
}

// decide calls carryOut with the actor's family and an open request for it.
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
		return carryOut(family, person, r)
	})
}

// Withdraw ends the actor's own request. It returns NotFound/ReasonFamily if the actor has
// no open request.
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

// file files a request of u with the family to, both as just read. If u's open request
// with that family has the same invitation and the same member who entered a number, it
// returns that request. It returns Conflict/ReasonAlreadyAsked if u has another open
// request.
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
	if to.Members, err = s.store.Members(ctx, to, to.Members...); err != nil {
		return models.Entry{}, err
	}
	now := s.now()
	r := models.Request{
		UserID: u.ID, FamilyID: to.ID, At: now, Check: s.checkNumber(to), Way: a.way, InviteID: a.invite.InviteID, By: a.by,
	}
	f := File{
		User: u, To: to, Request: r, Maker: a.invite.CreatedBy,
		MaxMembers: s.MaxMembers, MaxRequests: models.MaxRequests, Stale: stale,
	}
	if err := s.store.File(ctx, f); err != nil {
		return models.Entry{}, err
	}
	s.changed(u.FamilyID)
	s.happened(r.Event())
	return models.Entry{UserID: u.ID, Family: to, Request: r}, nil
}

// checkNumber returns two random digits that no request of the family has as its check
// number.
func (s *Service) checkNumber(f models.Family) string {
	taken := map[string]bool{}
	for _, r := range f.Requests {
		taken[r.Check] = true
	}
	for {
		if check := fmt.Sprintf("%02d", s.random(100)); !taken[check] {
			return check
		}
	}
}

// stale returns the requests with f that a new request of u replaces, because they no
// longer count: u's own, those that have expired and, if f has MaxRequests open ones,
// those that the person has since replaced or ended.
func (s *Service) stale(ctx context.Context, f models.Family, u models.UserID) ([]models.Request, error) {
	var open, stale []models.Request
	for _, r := range f.Requests {
		if r.UserID != u && r.Open(s.now()) {
			open = append(open, r)
		} else {
			stale = append(stale, r) // waiting has found that u's own does not count
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

// move returns a Move of a person. All arguments are as just read.
func (s *Service) move(ctx context.Context, u models.User, from, to models.Family) (Move, error) {
	along, err := s.along(ctx, u.ID, from)
	return Move{User: u, From: from, To: to, Along: along, MaxMembers: s.MaxMembers, At: s.now()}, err
}

// along lists the former members of from, which is as just read, whom u brought along or
// recovered. They go where u goes.
func (s *Service) along(ctx context.Context, u models.UserID, from models.Family) ([]models.UserID, error) {
	var along []models.UserID
	for _, id := range from.FormerIDs {
		former, err := s.store.Person(ctx, id)
		if err != nil && !models.IsCode(err, models.CodeNotFound) {
			return nil, err
		}
		if err == nil && former.Membership.AddedBy == u && id != u {
			along = append(along, id)
		}
	}
	return along, nil
}
