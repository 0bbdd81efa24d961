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

// Families returns next with each call reported to s, as store "families".
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

// Roster implements family.Store.
func (f families) Roster(ctx context.Context, id models.FamilyID) (_ models.Family, err error) {
	defer f.done("Roster", time.Now(), &err)
	return f.next.Roster(ctx, id)
}

// Members implements family.Store.
func (f families) Members(ctx context.Context, of models.Family, known ...models.User) (_ []models.User, err error) {
	defer f.done("Members", time.Now(), &err)
	return f.next.Members(ctx, of, known...)
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

// SetAsking implements family.Store.
func (f families) SetAsking(ctx context.Context, a family.Asking) (err error) {
	defer f.done("SetAsking", time.Now(), &err)
	return f.next.SetAsking(ctx, a)
}

// Redeem implements family.Store.
func (f families) Redeem(ctx context.Context, r family.Redeem) (_ int, err error) {
	defer f.done("Redeem", time.Now(), &err)
	return f.next.Redeem(ctx, r)
}

// Admit implements family.Store.
func (f families) Admit(ctx context.Context, a family.Admit) (_ int, err error) {
	defer f.done("Admit", time.Now(), &err)
	return f.next.Admit(ctx, a)
}

// Connect implements family.Store.
func (f families) Connect(ctx context.Context, c family.Connect) (_ int, err error) {
	defer f.done("Connect", time.Now(), &err)
	return f.next.Connect(ctx, c)
}

// Leave implements family.Store.
func (f families) Leave(ctx context.Context, l family.Leave) (err error) {
	defer f.done("Leave", time.Now(), &err)
	return f.next.Leave(ctx, l)
}

// Close implements family.Store.
func (f families) Close(ctx context.Context, c family.Close) (err error) {
	defer f.done("Close", time.Now(), &err)
	return f.next.Close(ctx, c)
}

// Transfer implements family.Store.
func (f families) Transfer(ctx context.Context, t family.Transfer) (err error) {
	defer f.done("Transfer", time.Now(), &err)
	return f.next.Transfer(ctx, t)
}
