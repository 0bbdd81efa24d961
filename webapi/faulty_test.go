package webapi

import (
	"context"
	"time"

	"voicememo/auth"
	"voicememo/family"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
)

// faultyFamilies is a store of people and families with injected faults.
type faultyFamilies struct {
	family.Store
	*faults
}

func (s faultyFamilies) Person(ctx context.Context, id models.UserID) (models.User, error) {
	if err := s.hit("family.Person"); err != nil {
		return models.User{}, err
	}
	return s.Store.Person(ctx, id)
}

func (s faultyFamilies) Family(ctx context.Context, id models.FamilyID, known ...models.User) (models.Family, error) {
	if err := s.hit("family.Family"); err != nil {
		return models.Family{}, err
	}
	return s.Store.Family(ctx, id, known...)
}

func (s faultyFamilies) Roster(ctx context.Context, id models.FamilyID) (models.Family, error) {
	if err := s.hit("family.Roster"); err != nil {
		return models.Family{}, err
	}
	return s.Store.Roster(ctx, id)
}

func (s faultyFamilies) Members(ctx context.Context, f models.Family, known ...models.User) ([]models.User, error) {
	if err := s.hit("family.Members"); err != nil {
		return nil, err
	}
	return s.Store.Members(ctx, f, known...)
}

func (s faultyFamilies) Update(ctx context.Context, id models.UserID, p family.Patch) (models.User, error) {
	if err := s.hit("family.Update"); err != nil {
		return models.User{}, err
	}
	return s.Store.Update(ctx, id, p)
}

func (s faultyFamilies) SetAsking(ctx context.Context, a family.Asking) error {
	if err := s.hit("family.SetAsking"); err != nil {
		return err
	}
	return s.Store.SetAsking(ctx, a)
}

func (s faultyFamilies) Redeem(ctx context.Context, r family.Redeem) (int, error) {
	if err := s.hit("family.Redeem"); err != nil {
		return 0, err
	}
	return s.Store.Redeem(ctx, r)
}

func (s faultyFamilies) Admit(ctx context.Context, a family.Admit) (int, error) {
	if err := s.hit("family.Admit"); err != nil {
		return 0, err
	}
	return s.Store.Admit(ctx, a)
}

func (s faultyFamilies) Connect(ctx context.Context, c family.Connect) (int, error) {
	if err := s.hit("family.Connect"); err != nil {
		return 0, err
	}
	return s.Store.Connect(ctx, c)
}

func (s faultyFamilies) Leave(ctx context.Context, l family.Leave) error {
	if err := s.hit("family.Leave"); err != nil {
		return err
	}
	return s.Store.Leave(ctx, l)
}

func (s faultyFamilies) Close(ctx context.Context, c family.Close) error {
	if err := s.hit("family.Close"); err != nil {
		return err
	}
	return s.Store.Close(ctx, c)
}

func (s faultyFamilies) Transfer(ctx context.Context, t family.Transfer) error {
	if err := s.hit("family.Transfer"); err != nil {
		return err
	}
	return s.Store.Transfer(ctx, t)
}

func (s faultyFamilies) File(ctx context.Context, f family.File) error {
	if err := s.hit("family.File"); err != nil {
		return err
	}
	return s.Store.File(ctx, f)
}

func (s faultyFamilies) Drop(ctx context.Context, d family.Drop) error {
	if err := s.hit("family.Drop"); err != nil {
		return err
	}
	return s.Store.Drop(ctx, d)
}

func (s faultyFamilies) Holder(ctx context.Context, key string) (models.UserID, error) {
	if err := s.hit("family.Holder"); err != nil {
		return "", err
	}
	return s.Store.Holder(ctx, key)
}

func (s faultyFamilies) Recover(ctx context.Context, r family.Recover) (int, error) {
	if err := s.hit("family.Recover"); err != nil {
		return 0, err
	}
	return s.Store.Recover(ctx, r)
}

// faultyMemos is a memo store with injected faults.
type faultyMemos struct {
	memo.Store
	*faults
}

func (s faultyMemos) Add(ctx context.Context, m models.Memo, most int) (models.Memo, bool, error) {
	if err := s.hit("memo.Add"); err != nil {
		return models.Memo{}, false, err
	}
	return s.Store.Add(ctx, m, most)
}

func (s faultyMemos) Get(ctx context.Context, refs []models.MemoRef) ([]models.Memo, error) {
	if err := s.hit("memo.Get"); err != nil {
		return nil, err
	}
	return s.Store.Get(ctx, refs)
}

func (s faultyMemos) List(ctx context.Context, l memo.Listing) (memo.Page, error) {
	if err := s.hit("memo.List"); err != nil {
		return memo.Page{}, err
	}
	return s.Store.List(ctx, l)
}

func (s faultyMemos) Update(ctx context.Context, ref models.MemoRef, c memo.Change) (models.Memo, error) {
	if err := s.hit("memo.Update"); err != nil {
		return models.Memo{}, err
	}
	return s.Store.Update(ctx, ref, c)
}

func (s faultyMemos) Remove(ctx context.Context, ref models.MemoRef, version int64) error {
	if err := s.hit("memo.Remove"); err != nil {
		return err
	}
	return s.Store.Remove(ctx, ref, version)
}

func (s faultyMemos) Count(ctx context.Context, author models.UserID) (int, error) {
	if err := s.hit("memo.Count"); err != nil {
		return 0, err
	}
	return s.Store.Count(ctx, author)
}

func (s faultyMemos) NoteEmptied(ctx context.Context, family models.FamilyID, e models.Emptied) error {
	if err := s.hit("memo.NoteEmptied"); err != nil {
		return err
	}
	return s.Store.NoteEmptied(ctx, family, e)
}

func (s faultyMemos) Settle(ctx context.Context, f models.Family, limit int) (bool, error) {
	if err := s.hit("memo.Settle"); err != nil {
		return false, err
	}
	return s.Store.Settle(ctx, f, limit)
}

// faultyInvites is an invitation store with injected faults.
type faultyInvites struct {
	invite.Store
	*faults
}

func (s faultyInvites) Get(ctx context.Context, key string) (models.InviteCode, error) {
	if err := s.hit("invite.Get"); err != nil {
		return models.InviteCode{}, err
	}
	return s.Store.Get(ctx, key)
}

func (s faultyInvites) Issue(ctx context.Context, codes []models.InviteCode, previous models.InviteID) error {
	if err := s.hit("invite.Issue"); err != nil {
		return err
	}
	return s.Store.Issue(ctx, codes, previous)
}

func (s faultyInvites) AddLink(ctx context.Context, c models.InviteCode) error {
	if err := s.hit("invite.AddLink"); err != nil {
		return err
	}
	return s.Store.AddLink(ctx, c)
}

func (s faultyInvites) Free(ctx context.Context, keys []string, now time.Time) ([]string, error) {
	if err := s.hit("invite.Free"); err != nil {
		return nil, err
	}
	return s.Store.Free(ctx, keys, now)
}

func (s faultyInvites) Revoke(ctx context.Context, family models.FamilyID, id models.InviteID) error {
	if err := s.hit("invite.Revoke"); err != nil {
		return err
	}
	return s.Store.Revoke(ctx, family, id)
}

func (s faultyInvites) Bind(ctx context.Context, family models.FamilyID, id models.InviteID, account models.UserID) error {
	if err := s.hit("invite.Bind"); err != nil {
		return err
	}
	return s.Store.Bind(ctx, family, id, account)
}

func (s faultyInvites) Ledger(ctx context.Context, name string) (invite.Ledger, error) {
	if err := s.hit("invite.Ledger"); err != nil {
		return invite.Ledger{}, err
	}
	return s.Store.Ledger(ctx, name)
}

func (s faultyInvites) Ledgers(ctx context.Context, names ...string) ([]invite.Ledger, error) {
	if err := s.hit("invite.Ledgers"); err != nil {
		return nil, err
	}
	return s.Store.Ledgers(ctx, names...)
}

func (s faultyInvites) SaveLedger(ctx context.Context, l invite.Ledger) error {
	if err := s.hit("invite.SaveLedger"); err != nil {
		return err
	}
	return s.Store.SaveLedger(ctx, l)
}

// faultyAccess is an access store with injected faults.
type faultyAccess struct {
	auth.Store
	*faults
}

func (s faultyAccess) End(ctx context.Context, person models.UserID, id models.AccessID) error {
	if err := s.hit("auth.End"); err != nil {
		return err
	}
	return s.Store.End(ctx, person, id)
}

func (s faultyAccess) Begin(ctx context.Context, person models.UserID, a models.Access, ends []models.AccessID) error {
	if a.Kind == models.AccessToken { // a session begins in the stand-in for the sign-in
		if err := s.hit("auth.Begin"); err != nil {
			return err
		}
	}
	return s.Store.Begin(ctx, person, a, ends)
}

func (s faultyAccess) EndAll(ctx context.Context, person models.UserID, at time.Time) error {
	if err := s.hit("auth.EndAll"); err != nil {
		return err
	}
	return s.Store.EndAll(ctx, person, at)
}

func (s faultyAccess) List(ctx context.Context, person models.UserID) ([]models.Access, error) {
	if err := s.hit("auth.List"); err != nil {
		return nil, err
	}
	return s.Store.List(ctx, person)
}
