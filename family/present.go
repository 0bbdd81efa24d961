package family

import (
	"context"

	"voicememo/internal/parallel"
	"voicememo/models"
)

// FamilyOf returns the actor's present family, even if the actor has joined another one
// since actor was read. It returns NotFound/ReasonPerson if the account does not exist
// any more or is closing.
func (s *Service) FamilyOf(ctx context.Context, actor models.User) (models.Family, error) {
	_, family, err := s.present(ctx, actor)
	return family, err
}

// Roster is FamilyOf without the members' accounts: Members may be nil. Rights are decided
// on it, immediately before a change.
func (s *Service) Roster(ctx context.Context, actor models.User) (models.Family, error) {
	_, family, err := s.roster(ctx, actor)
	return family, err
}

// WithMembers returns f, which Roster returned for the actor, with its Members.
func (s *Service) WithMembers(ctx context.Context, actor models.User, f models.Family) (models.Family, error) {
	var known []models.User
	if actor.FamilyID == f.ID { // otherwise the actor has joined f since
		known = []models.User{actor}
	}
	members, err := s.store.Members(ctx, f, known...)
	if err != nil {
		return models.Family{}, err
	}
	f.Members = members
	return f, nil
}

// ByID returns any family. It returns NotFound/ReasonFamily if there is none with the id.
func (s *Service) ByID(ctx context.Context, id models.FamilyID) (models.Family, error) {
	return s.store.Family(ctx, id)
}

// present reads the family of a person who was just read, and rereads the person if that
// person has changed families since.
func (s *Service) present(ctx context.Context, actor models.User) (models.User, models.Family, error) {
	person, family, err := s.roster(ctx, actor)
	if err == nil {
		family, err = s.WithMembers(ctx, person, family)
	}
	if err != nil {
		return models.User{}, models.Family{}, err
	}
	return person, family, nil
}

// roster is present without the members' accounts.
func (s *Service) roster(ctx context.Context, actor models.User) (models.User, models.Family, error) {
	for try := 0; ; try++ {
		family, err := s.store.Roster(ctx, actor.FamilyID)
		if err == nil && (family.Has(actor.ID) || actor.Membership.Gone && family.Lists(actor.ID)) {
			return actor, family, nil
		}
		if err != nil && !models.IsCode(err, models.CodeNotFound) {
			return models.User{}, models.Family{}, err
		}
		if try == 5 {
			return models.User{}, models.Family{}, models.Unavailable(err)
		}
		if actor, err = s.Person(ctx, actor.ID); err == nil {
			actor, err = s.enlist(ctx, actor)
		}
		if err != nil {
			return models.User{}, models.Family{}, err
		}
	}
}

// reread reads a person who was read before, and their family, as they are now. The
// members' accounts are not read. Of who only ID and FamilyID count.
func (s *Service) reread(ctx context.Context, who models.User) (person models.User, family models.Family, err error) {
	err = parallel.Do(ctx,
		func(ctx context.Context) (err error) {
			person, err = s.Person(ctx, who.ID)
			return err
		},
		func(ctx context.Context) (err error) {
			if family, err = s.store.Roster(ctx, who.FamilyID); models.IsCode(err, models.CodeNotFound) {
				err = nil
			}
			return err
		},
	)
	if err != nil {
		return models.User{}, models.Family{}, err
	}
	if family.ID == person.FamilyID && family.Has(person.ID) {
		return person, family, nil
	}
	return s.roster(ctx, person)
}

// fresh reads a person and their family as they are now.
func (s *Service) fresh(ctx context.Context, id models.UserID) (models.User, models.Family, error) {
	person, err := s.Person(ctx, id)
	if err != nil {
		return models.User{}, models.Family{}, err
	}
	return s.present(ctx, person)
}
