package metrics

import (
	"context"
	"time"

	"voicememo/family"
	"voicememo/models"
)

type families struct {
	timer
	next family.Store
}

// Families is next with each call told to s, as store "families".
func Families(next family.Store, s Sink) family.Store { return families{timer{s, "families"}, next} }

// Person implements family.Store.
func (f families) Person(ctx context.Context, id models.UserID) (_ models.User, err error) {
	defer f.done("Person", time.Now(), &err)
	return f.next.Person(ctx, id)
}

// Family implements family.Store.
func (f families) Family(ctx context.Context, id models.FamilyID, known ...models.User) (_ models.Family, err error) {
	defer f.done("Family", time.Now(), &err)
	return f.next.Family(ctx, id, known...)
}

// Create implements family.Store.
func (f families) Create(ctx context.Context, u models.User) (err error) {
	defer f.done("Create", time.Now(), &err)
	return f.next.Create(ctx, u)
}

// Update implements family.Store.
func (f families) Update(ctx context.Context, id models.UserID, p family.Patch) (_ models.User, err error) {
	defer f.done("Update", time.Now(), &err)
	return f.next.Update(ctx, id, p)
}

// Join implements family.Store.
func (f families) Join(ctx context.Context, j family.Join) (_ int, err error) {
	defer f.done("Join", time.Now(), &err)
	return f.next.Join(ctx, j)
}

// Leave implements family.Store.
func (f families) Leave(ctx context.Context, l family.Leave) (err error) {
	defer f.done("Leave", time.Now(), &err)
	return f.next.Leave(ctx, l)
}

// Transfer implements family.Store.
func (f families) Transfer(ctx context.Context, t family.Transfer) (err error) {
	defer f.done("Transfer", time.Now(), &err)
	return f.next.Transfer(ctx, t)
}
