package sqlite

import (
	"context"

	"voicememo/models"
)

// Roster implements family.Store. It reads the members with the family.
func (s familyStore) Roster(ctx context.Context, id models.FamilyID) (models.Family, error) {
	return s.Family(ctx, id)
}

// Members implements family.Store.
func (s familyStore) Members(_ context.Context, f models.Family, _ ...models.User) ([]models.User, error) {
	return f.Members, nil
}
