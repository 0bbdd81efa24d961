package dynamo

import (
	"testing"

	"voicememo/infra/repair"
	"voicememo/models"
	"voicememo/tools/testkit/check"
)

// TestRepairAccess: only the details of accesses of missing accounts are removed; a
// person whose item cannot be read keeps theirs.
func TestRepairAccess(t *testing.T) {
	b := newBroken(t)
	gone, unread := b.Person("Gone"), b.Person("Unread")
	for _, u := range []models.User{b.owner, gone, unread} {
		begin(b.World, u, accessID(1))
	}
	b.drop(personKey(gone.ID))
	b.drop(familyKey(gone.FamilyID))
	b.setPerson(unread, "SET #createdAt = :broken", item{":broken": text("no time")})
	found := func(findings []repair.Finding) (n int) {
		for _, f := range findings {
			if f.What == "1 lists of accesses belong to accounts that do not exist" {
				n++
			}
		}
		return n
	}
	b.Same(found(b.repaired(true)), 1)
	b.Same(found(b.repaired(false)), 1)
	b.Same(found(b.repaired(false)), 0)
	for u, want := range map[models.UserID]bool{b.owner.ID: true, gone.ID: false, unread.ID: true} {
		check.Equal(t, detailsOf(b.World, b.db, u) != nil, want, "%s: details are there", u)
	}
	grantsOf(b.World, b.owner, accessID(1))
}

// TestRepairFullLists: a family that is full according to its members is noted if its
// note is lost.
func TestRepairFullLists(t *testing.T) {
	b := newBroken(t)
	b.OK(b.db.noteFull(b.Ctx(), b.home))
	b.OK(b.db.CountMemos(b.Ctx(), 1))
	full(b.World, true, b.owner, b.member, b.joiner)
	b.Same(len(b.repaired(false)), 0)
	b.forget(ledgerPrefix + fullName)
	for dry, noted := range map[bool]int{true: 0, false: 1} {
		b.forget(ledgerPrefix + fullName)
		if f := b.repaired(dry); len(f) != 1 || f[0].What != "1 full families are not noted" {
			t.Errorf("dry %v: got %+v", dry, f)
		}
		b.Same(len(countNoted(b.World, b.db)), noted)
	}
	b.OK(b.db.noteFull(b.Ctx(), b.home))
	b.OK(b.db.CountMemos(b.Ctx(), 1000))
	full(b.World, false, b.owner, b.member, b.joiner)
}
