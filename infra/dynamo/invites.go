package dynamo

import (
	"context"
	"time"

	"voicememo/models"
)

// Conditions on an invite code, with the values of expiryAt. expiresAt is a
// number, or a text in codes of the earlier system; a comparison with the other
// type does not hold.
const (
	codeLive = "(attribute_not_exists(#used) OR #used = :false) AND (#expiresAt > :seconds OR #expiresAt > :time)"
	codeFree = "attribute_not_exists(#code) OR #used = :true OR #expiresAt <= :seconds OR #expiresAt <= :time"
)

func expiryAt(t time.Time) item {
	return item{":seconds": seconds(t), ":time": instant(t), ":true": flag(true), ":false": flag(false)}
}

func notValid() error { return models.NotFound(models.ReasonInviteNotValid) }

// Get reads an invitation.
func (s inviteStore) Get(ctx context.Context, key string) (models.InviteCode, error) {
	if !isCode(key) {
		return models.InviteCode{}, notValid()
	}
	it, err := s.get(ctx, s.tables.InviteCodes, codeKey(key))
	if err != nil {
		return models.InviteCode{}, err
	}
	if it == nil {
		return models.InviteCode{}, notValid()
	}
	return readCode(it)
}

// Issue puts the code first and then the family's pointer to it: a code that
// nobody was told of does no harm, a pointer to another family's code would.
func (s inviteStore) Issue(ctx context.Context, c models.InviteCode, previous string) error {
	if !isCode(c.Code) {
		return models.Invalid("code", models.ReasonFormat)
	}
	code := write{
		table: s.tables.InviteCodes, item: codeItem(c), only: codeFree, values: expiryAt(c.CreatedAt),
	}
	out, err := s.put(ctx, code)
	if err != nil {
		return err
	}
	if !out.done && !(out.unsure && same(out.item, code.item)) {
		return models.Conflict(models.ReasonCodesExhausted)
	}
	pointed, err := s.point(ctx, c, previous)
	if err != nil || pointed {
		return err
	}
	if err := s.withdraw(ctx, c); err != nil {
		return err
	}
	return models.Conflict(models.ReasonMoved)
}

// point makes c the family's invitation if previous is it until now.
func (s inviteStore) point(ctx context.Context, c models.InviteCode, previous string) (bool, error) {
	only := both(userExists, "#inviteCode = :previous")
	if previous == "" {
		only = both(userExists, "attribute_not_exists(#inviteCode) OR #inviteCode = :previous")
	}
	out, err := s.update(ctx, write{
		table: s.tables.Users, key: familyKey(c.FamilyID), update: "SET #inviteCode = :code", only: only,
		values: item{":code": text(c.Code), ":previous": text(previous)},
	})
	if err != nil || out.done {
		return out.done, err
	}
	r := reader{item: out.item}
	return out.unsure && r.text("inviteCode") == c.Code, nil
}

// withdraw deletes c unless somebody else has made another code of the key.
func (s inviteStore) withdraw(ctx context.Context, c models.InviteCode) error {
	_, err := s.remove(ctx, write{
		table: s.tables.InviteCodes, key: codeKey(c.Code),
		only:   "#familyId = :family AND #createdBy = :by AND #createdAt = :at",
		values: item{":family": text(c.FamilyID), ":by": text(c.CreatedBy), ":at": instant(c.CreatedAt)},
	})
	return err
}

// Free gives the keys without a live invitation, at half the price of a
// consistent read.
func (s inviteStore) Free(ctx context.Context, keys []string, now time.Time) ([]string, error) {
	wanted := make([]item, len(keys))
	for i, key := range keys {
		wanted[i] = codeKey(key)
	}
	items, err := s.getAll(ctx, s.tables.InviteCodes, wanted, false)
	if err != nil {
		return nil, err
	}
	live := map[string]bool{}
	for _, it := range items {
		c, err := readCode(it)
		if err != nil {
			return nil, err
		}
		live[c.Code] = c.Live(now)
	}
	var free []string
	for _, key := range keys {
		if isCode(key) && !live[key] {
			free = append(free, key)
		}
	}
	return free, nil
}

const codeUnused = "attribute_exists(#code) AND (attribute_not_exists(#used) OR #used = :false)"

// AddLink adds one more link token's hash.
func (s inviteStore) AddLink(ctx context.Context, c models.InviteCode, hash string) error {
	if !isCode(c.Code) {
		return notValid()
	}
	out, err := s.update(ctx, write{
		table: s.tables.InviteCodes, key: codeKey(c.Code), update: "ADD #linkHashes :hashes",
		only:   both(both(inFamily, "#createdAt = :created"), codeUnused),
		values: item{":hashes": set(hash), ":false": flag(false), ":family": text(c.FamilyID), ":created": instant(c.CreatedAt)},
	})
	return orNotValid(out, err)
}

// Revoke deletes the invitation. The family's pointer may stay: a pointer to
// nothing means that there is no invitation.
func (s inviteStore) Revoke(ctx context.Context, family models.FamilyID, key string) error {
	if !isCode(key) {
		return notValid()
	}
	out, err := s.remove(ctx, write{
		table: s.tables.InviteCodes, key: codeKey(key), only: both(inFamily, codeUnused),
		values: item{":family": text(family), ":false": flag(false)},
	})
	if out.unsure && len(out.item) == 0 {
		return err
	}
	return orNotValid(out, err)
}

func orNotValid(out outcome, err error) error {
	if err != nil || out.done {
		return err
	}
	return notValid()
}
