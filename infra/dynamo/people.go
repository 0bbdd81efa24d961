package dynamo

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/family"
	"voicememo/models"
)

const (
	userMissing = "attribute_not_exists(#userId)"
	userExists  = "attribute_exists(#userId)"
)

// Person reads one account.
func (s familyStore) Person(ctx context.Context, id models.UserID) (models.User, error) {
	it, err := s.get(ctx, s.tables.Users, personKey(id))
	if err != nil {
		return models.User{}, err
	}
	if it == nil {
		return models.User{}, noPerson()
	}
	return readPerson(it)
}

// Roster reads the family's item; the read is consistent.
func (s familyStore) Roster(ctx context.Context, id models.FamilyID) (models.Family, error) {
	it, err := s.get(ctx, s.tables.Users, familyKey(id))
	if err != nil {
		return models.Family{}, err
	}
	if it == nil || id == "" {
		return models.Family{}, models.NotFound(models.ReasonFamily)
	}
	return readFamily(it)
}

// Members reads the members with reads that may lag by a moment and cost half as much. A
// member who is so new that this read misses them is read consistently.
func (s familyStore) Members(ctx context.Context, f models.Family, known ...models.User) ([]models.User, error) {
	f.Members = nil
	for _, u := range known {
		if f.Has(u.ID) {
			f.Members = append(f.Members, u)
		}
	}
	for _, consistent := range []bool{false, true} {
		if err := s.readMembers(ctx, &f, consistent); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(f.Members, func(a, b models.User) int {
		return cmp.Or(a.Membership.JoinedAt.Compare(b.Membership.JoinedAt), strings.Compare(string(a.ID), string(b.ID)))
	})
	return f.Members, nil
}

// readMembers reads those of f's members that f.Members lacks.
func (s familyStore) readMembers(ctx context.Context, f *models.Family, consistent bool) error {
	missing := slices.DeleteFunc(slices.Clone(f.MemberIDs), func(id models.UserID) bool {
		_, ok := f.Member(id)
		return ok
	})
	people, err := s.readPeople(ctx, consistent, missing...)
	if err != nil {
		return err
	}
	for _, u := range people {
		if consistent || u.FamilyID == f.ID { // else the item is from before the person joined
			f.Members = append(f.Members, u)
		}
	}
	return nil
}

// readPeople reads those people who exist; see getAll.
func (db *DB) readPeople(ctx context.Context, consistent bool, ids ...models.UserID) (map[models.UserID]models.User, error) {
	slices.Sort(ids)
	items, err := db.getAll(ctx, db.tables.Users, keysOf(slices.Compact(ids), personKey), consistent)
	if err != nil {
		return nil, err
	}
	all, err := readItems(items, readPerson)
	if err != nil {
		return nil, err
	}
	people := make(map[models.UserID]models.User, len(all))
	for _, u := range all {
		people[u.ID] = u
	}
	return people, nil
}

// Create puts a person and their family of one in one transaction. An account that is to
// be erased is noted first.
func (s familyStore) Create(ctx context.Context, u models.User) error {
	if !isPerson(u.ID) {
		return models.Invalid("userId", models.ReasonFormat)
	}
	if !u.EraseAt.IsZero() {
		if err := s.noteDue(ctx, u.EraseAt, u.ID); err != nil {
			return err
		}
	}
	f := models.Family{ID: u.FamilyID, OwnerID: u.ID, MemberIDs: []models.UserID{u.ID}, CreatedAt: u.CreatedAt}
	refused, err := s.transact(ctx,
		write{table: s.tables.Users, item: personItem(u), only: userMissing}.asPut(),
		write{table: s.tables.Users, item: familyItem(f), only: userMissing}.asPut(),
	)
	switch {
	case err != nil || refused == nil:
		return err
	case refused.at(0):
		return moved()
	default:
		return models.Internalf("the family id of a new person is taken")
	}
}

// Enlist makes a person a member in one transaction, whose condition on the person is that
// of an item with only the commissioned attributes. Their item gets the maps that updates
// set entries of.
func (s familyStore) Enlist(ctx context.Context, e family.Enlist) error {
	u, owns := e.User, e.User.IsOwner || e.Family.ID == "" || e.Family.OwnerID == e.User.ID
	person := s.editPerson(u.ID)
	person.isIn(u, u.FamilyID)
	person.absent("gone")
	if u.IsOwner {
		person.equals("isOwner", flag(true))
	} else {
		person.when("attribute_not_exists(#isOwner) OR #isOwner = " + person.value(flag(false)))
	}
	person.set("isOwner", flag(owns))
	person.set("moveEpoch", number(1))
	for _, attribute := range voiceMaps {
		person.set(attribute, asMap(item{}))
		person.keep(attribute)
	}
	if e.Family.ID == "" {
		f := models.Family{ID: u.FamilyID, OwnerID: u.ID, MemberIDs: []models.UserID{u.ID}, CreatedAt: u.CreatedAt}
		return orMoved(s.transact(ctx, person.asUpdate(), write{table: s.tables.Users, item: familyItem(f), only: userMissing}.asPut()))
	}
	steps := []types.TransactWriteItem{person.asUpdate()}
	f := s.editFamily(e.Family.ID)
	f.lacks("memberIds", string(u.ID))
	f.lacks("formerIds", string(u.ID))
	f.equals("ownerId", text(e.Family.OwnerID))
	f.add("memberIds", set(u.ID))
	f.changedBy(u.ID, e.At)
	if owns && e.Family.OwnerID != u.ID {
		f.set("ownerId", text(u.ID))
		f.remove("interim")
		steps = append(steps, s.editOwner(e.Family.OwnerID, e.Family.ID, false, e.At).asUpdate())
	}
	return orMoved(s.transact(ctx, append(steps, f.asUpdate())...))
}
