// Package operator lets the operator of a server list its people and families, change
// the owner of a family, end accesses of a person, and check the modules. A command works
// on the store itself, or through the socket of the running server that has the store open.
package operator

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"voicememo/auth"
	"voicememo/family"
	"voicememo/infra/bulk"
	"voicememo/models"
)

// Operator is the operations of an operator. Any method may also return CodeUnavailable.
type Operator interface {
	// Members lists the members of a family in the order they joined.
	// NotFound/ReasonFamily.
	Members(ctx context.Context, family models.FamilyID) ([]Member, error)
	// SetOwner makes a member the owner of a family. NotFound/ReasonFamily,
	// NotFound/ReasonPerson: not a member. Conflict/ReasonOwnerIsEcho,
	// Conflict/ReasonMoved: the family is changing.
	SetOwner(ctx context.Context, family models.FamilyID, to models.UserID) error
	// People lists the people who sign in, by name.
	People(ctx context.Context) ([]Person, error)
	// Accesses lists a person's accesses, oldest first. NotFound/ReasonPerson.
	Accesses(ctx context.Context, person models.UserID) ([]models.Access, error)
	// EndAccess ends one access of a person. NotFound/ReasonPerson,
	// NotFound/ReasonAccess.
	EndAccess(ctx context.Context, person models.UserID, id models.AccessID) error
	// EndAll ends every access of a person. NotFound/ReasonPerson.
	EndAll(ctx context.Context, person models.UserID) error
	// Checks returns the checks of the server's modules by name: "ok" or the problem.
	Checks(ctx context.Context) (map[string]string, error)
}

// Member is a member of a family: a person or an Echo.
type Member struct {
	ID       models.UserID
	Name     string
	Source   models.Source
	JoinedAt time.Time
	IsOwner  bool
}

// Person is a person who signs in.
type Person struct {
	ID       models.UserID
	Name     string
	Email    string
	Accesses int // how many Operator.Accesses lists
}

// Services is an Operator over the store.
type Services struct {
	Families *family.Service
	Access   *auth.Accesses
	Bulk     bulk.Store
	Modules  func(context.Context) map[string]string // their checks; nil: no server runs
}

var _ Operator = Services{}

// Members implements Operator.
func (s Services) Members(ctx context.Context, id models.FamilyID) ([]Member, error) {
	f, err := s.Families.ByID(ctx, id)
	if err != nil {
		return nil, err
	}
	members := make([]Member, len(f.Members))
	for i, m := range f.Members {
		members[i] = Member{ID: m.ID, Name: m.Name, Source: m.Source, JoinedAt: m.Membership.JoinedAt, IsOwner: m.ID == f.OwnerID}
	}
	return members, nil
}

// SetOwner implements Operator.
func (s Services) SetOwner(ctx context.Context, id models.FamilyID, to models.UserID) error {
	return s.Families.SetOwner(ctx, id, to)
}

// People implements Operator. It reads every account.
func (s Services) People(ctx context.Context) ([]Person, error) {
	var people []Person
	err := s.Bulk.Each(ctx, bulk.People, func(records []bulk.Record) error {
		for _, r := range records {
			if u := *r.Person; u.Source != models.SourceAlexa && !u.Closing {
				people = append(people, Person{ID: u.ID, Name: u.Name, Email: u.Email})
			}
		}
		return nil
	})
	if err == nil {
		err = s.count(ctx, people)
	}
	if err != nil {
		return nil, err
	}
	slices.SortFunc(people, func(a, b Person) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	return people, nil
}

// countAtOnce is how many people's accesses are read concurrently: over DynamoDB each read
// takes some milliseconds.
const countAtOnce = 16

// count sets the number of accesses of each person.
func (s Services) count(ctx context.Context, people []Person) error {
	var counting sync.WaitGroup
	share := (len(people) + countAtOnce - 1) / countAtOnce
	errs := make([]error, countAtOnce)
	for i := range countAtOnce {
		of := people[min(i*share, len(people)):min((i+1)*share, len(people))]
		counting.Go(func() { errs[i] = s.countEach(ctx, of) })
	}
	counting.Wait()
	return errors.Join(errs...)
}

func (s Services) countEach(ctx context.Context, people []Person) error {
	for i := range people {
		all, err := s.Access.List(ctx, people[i].ID)
		if err != nil {
			return err
		}
		people[i].Accesses = len(all)
	}
	return nil
}

// Accesses implements Operator.
func (s Services) Accesses(ctx context.Context, person models.UserID) ([]models.Access, error) {
	if _, err := s.Families.Person(ctx, person); err != nil {
		return nil, err
	}
	return s.Access.List(ctx, person)
}

// EndAccess implements Operator.
func (s Services) EndAccess(ctx context.Context, person models.UserID, id models.AccessID) error {
	if _, err := s.Families.Person(ctx, person); err != nil {
		return err
	}
	return s.Access.End(ctx, "", person, id)
}

// EndAll implements Operator.
func (s Services) EndAll(ctx context.Context, person models.UserID) error {
	return s.Access.EndAll(ctx, "", person)
}

// Checks implements Operator.
func (s Services) Checks(ctx context.Context) (map[string]string, error) {
	if s.Modules == nil {
		return nil, nil
	}
	return s.Modules(ctx), nil
}
