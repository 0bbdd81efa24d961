package dynamo

import (
	"context"
	"slices"
	"time"

	"voicememo/internal/parallel"
	"voicememo/models"
)

// codeFree is the condition that no live code has the key; its values are those of
// expiryAt. expiresAt is a number, or a text in codes of the earlier system; a comparison
// with the other type does not hold. In codes of earlier versions, the attribute "used" is
// true after their use.
const codeFree = "attribute_not_exists(#code) OR #used = :true OR #expiresAt <= :seconds OR #expiresAt <= :time"

func expiryAt(t time.Time) item {
	return item{":seconds": seconds(t), ":time": instant(t), ":true": flag(true)}
}

func notValid() error { return models.NotFound(models.ReasonInviteNotValid) }

func exhausted() error { return models.Conflict(models.ReasonCodesExhausted) }

// Get reads the code with a key.
func (s inviteStore) Get(ctx context.Context, key string) (models.InviteCode, error) {
	if !isCode(key) {
		return models.InviteCode{}, notValid()
	}
	it, err := s.get(ctx, s.tables.InviteCodes, codeKey(key))
	if err != nil {
		return models.InviteCode{}, err
	}
	if it == nil || flagOf(it["used"]) { // an earlier version has marked it
		return models.InviteCode{}, notValid()
	}
	return readCode(it)
}

// Issue stores the codes before it makes their invitation the family's: codes of an
// invitation that is not a family's present one cannot be redeemed, and a present
// invitation has all its codes.
func (s inviteStore) Issue(ctx context.Context, codes []models.InviteCode, previous models.InviteID) error {
	if len(codes) == 0 {
		return models.Invalid("codes", models.ReasonEmpty)
	}
	if err := s.putCodes(ctx, codes); err != nil {
		return err
	}
	pointed, err := s.point(ctx, codes[0], previous)
	if err != nil || pointed {
		return err
	}
	s.withdraw(ctx, codes)
	return moved()
}

// putCodes stores codes. If the key of one is taken, it deletes the others and returns
// Conflict/ReasonCodesExhausted.
func (s inviteStore) putCodes(ctx context.Context, codes []models.InviteCode) error {
	done, errs := make([]bool, len(codes)), make([]error, len(codes))
	parallel.Each(len(codes), len(codes), func(i int) { done[i], errs[i] = s.putCode(ctx, codes[i]) })
	var stored []models.InviteCode
	for i, c := range codes {
		if errs[i] != nil {
			return errs[i]
		}
		if done[i] {
			stored = append(stored, c)
		}
	}
	if len(stored) < len(codes) {
		s.withdraw(ctx, stored)
		return exhausted()
	}
	return nil
}

// putCode stores a code and reports whether its key was free.
func (s inviteStore) putCode(ctx context.Context, c models.InviteCode) (bool, error) {
	if !isCode(c.Code) {
		return false, models.Invalid("code", models.ReasonFormat)
	}
	return s.put(ctx, write{table: s.tables.InviteCodes, item: codeItem(c), only: codeFree, values: expiryAt(c.CreatedAt)})
}

// point makes the invitation of c the family's in place of previous, and reports whether
// it is the family's now.
func (s inviteStore) point(ctx context.Context, c models.InviteCode, previous models.InviteID) (bool, error) {
	e := s.editFamily(c.FamilyID)
	e.when(userExists)
	e.as("inviteId", string(previous))
	e.set("inviteId", text(c.InviteID))
	e.set("inviteCode", text(c.Code))
	e.remove("inviteFor")
	out, err := s.update(ctx, e.write())
	if err != nil || out.done {
		return out.done, err
	}
	return out.unsure && textOf(out.item["inviteId"]) == string(c.InviteID), nil
}

// withdraw deletes codes that no family names, unless other codes have taken their keys
// meanwhile. A code left over does no harm until it expires.
func (s inviteStore) withdraw(ctx context.Context, codes []models.InviteCode) {
	for _, c := range codes {
		_, _ = s.remove(ctx, write{
			table: s.tables.InviteCodes, key: codeKey(c.Code), only: "#inviteId = :id", values: item{":id": text(c.InviteID)},
		})
	}
}

// AddLink puts the link's item.
func (s inviteStore) AddLink(ctx context.Context, c models.InviteCode) error {
	done, err := s.putCode(ctx, c)
	if err == nil && !done {
		err = exhausted()
	}
	return err
}

// Free returns the keys without a live code, with reads that cost half as much as
// consistent ones.
func (s inviteStore) Free(ctx context.Context, keys []string, now time.Time) ([]string, error) {
	items, err := s.getAll(ctx, s.tables.InviteCodes, keysOf(keys, codeKey), false)
	if err != nil {
		return nil, err
	}
	codes, err := readItems(items, readCode)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool {
		live := func(c models.InviteCode) bool { return c.Code == key && c.Live(now) }
		return !isCode(key) || slices.ContainsFunc(codes, live)
	}), nil
}

// Revoke removes the invitation from the family. Its codes expire. An earlier try without
// an answer counts as done if the family does not name the invitation now.
func (s inviteStore) Revoke(ctx context.Context, family models.FamilyID, id models.InviteID) error {
	e := s.editFamily(family)
	e.equals("inviteId", text(id))
	e.dropInvite()
	return s.applyOnce(ctx, e, notValid())
}

// Bind names the only account that may use the invitation.
func (s inviteStore) Bind(ctx context.Context, family models.FamilyID, id models.InviteID, account models.UserID) error {
	e := s.editFamily(family)
	e.equals("inviteId", text(id))
	e.when("attribute_not_exists(#inviteFor) OR #inviteFor = " + e.value(text(account)))
	e.set("inviteFor", text(account))
	return s.apply(ctx, e, notValid())
}
