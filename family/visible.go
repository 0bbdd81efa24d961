package family

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"voicememo/models"
)

// visible is a People that returns names without hidden characters (models.DropHidden), which
// an earlier version may have stored.
type visible struct{ People }

// Person implements People.
func (v visible) Person(ctx context.Context, id models.UserID) (models.User, error) {
	u, err := v.People.Person(ctx, id)
	return shown(u), err
}

// Update implements People.
func (v visible) Update(ctx context.Context, id models.UserID, p Patch) (models.User, error) {
	u, err := v.People.Update(ctx, id, p)
	return shown(u), err
}

// Roster implements People.
func (v visible) Roster(ctx context.Context, id models.FamilyID) (models.Family, error) {
	f, err := v.People.Roster(ctx, id)
	f.Members = allShown(f.Members)
	return f, err
}

// Members implements People.
func (v visible) Members(ctx context.Context, f models.Family, known ...models.User) ([]models.User, error) {
	members, err := v.People.Members(ctx, f, known...)
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
	u.Skill.Voices, u.Skill.Rooms = namesShown(u.Skill.Voices), namesShown(u.Skill.Rooms)
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
