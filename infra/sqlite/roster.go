package sqlite

import (
	"context"

	"voicememo/models"
)

// Members implements family.Store.
func (s familyStore) Members(_ context.Context, f models.Family, _ ...models.User) ([]models.User, error) {
	return f.Members, nil
}
