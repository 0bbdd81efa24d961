package family

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"voicememo/models"
)

// visible is a Store that returns names without hidden characters (models.DropHidden), which
// an earlier version may have stored.
type visible struct{ Store }

// Person implements Store.
func (v visible) Person(ctx context.Context, id models.UserID) (models.User, error) {
	u, err := v.Store.Person(ctx, id)
	return shown(u), err
}

// Update implements Store.
func (v visible) Update(ctx context.Context, id models.UserID, p Patch) (models.User, error) {
	u, err := v.Store.Update(ctx, id, p)
	return shown(u), err
}

// Family implements Store.
func (v visible) Family(ctx context.Context, id models.FamilyID, known ...models.User) (models.Family, error) {
	f, err := v.Store.Family(ctx, id, known...)
	f.Members = allShown(f.Members)
	return f, err
}

// Roster implements Store.
func (v visible) Roster(ctx context.Context, id models.FamilyID) (models.Family, error) {
	f, err := v.Store.Roster(ctx, id)
	f.Members = allShown(f.Members)
	return f, err
}

// Members implements Store.
func (v visible) Members(ctx context.Context, f models.Family, known ...models.User) ([]models.User, error) {
	members, err := v.Store.Members(ctx, f, known...)
	return allShown(members), err
}

func allShown(people []models.User) []models.User {
	for i, u := range people {
		people[i] = shown(u)
	}
	return people
}

func shown(u models.User) models.User {
	if name := models.DropHidden(u.Name); name != u.Name {
		u.Name = cmp.Or(name, "?")
	}
	u.Voices, u.Rooms = namesShown(u.Voices), namesShown(u.Rooms)
	return u
}

func namesShown[K comparable](names map[K]string) map[K]string {
	hidden := func(name string) bool { return models.DropHidden(name) != name }
	if !slices.ContainsFunc(slices.Collect(maps.Values(names)), hidden) {
		return names
	}
	out := make(map[K]string, len(names)) // a store may keep the map that it returned
	for k, name := range names {
		out[k] = models.DropHidden(name)
	}
	return out
}
