package sqlite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"voicememo/family"
	"voicememo/infra/enginetest/familytest"
	"voicememo/infra/repair"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
)

// broken is a family of two, with a memo each, whose rows a test corrupts.
type broken struct {
	*familytest.World
	db            *DB
	dir           string
	owner, member models.User
}

func newBroken(t *testing.T) *broken {
	t.Helper()
	b := &broken{dir: t.TempDir()}
	var err error
	if b.db, err = Open(b.dir); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.db.Close() })
	b.World = familytest.NewWorld(t, func(*testing.T) (memo.Store, family.Store, invite.Store) {
		return b.db.Memos(), b.db.Families(), b.db.Invites()
	})
	b.owner, b.member = b.Person("Owner"), b.Person("Member")
	b.Add(b.owner, "the owner's")
	b.Add(b.member, "the member's")
	b.member = b.Join(b.member, b.owner)
	return b
}

// exec changes rows in a way that the program never does.
func (b *broken) exec(query string, args ...any) {
	b.T.Helper()
	b.OK(b.db.writer.write(b.Ctx(), func(t tx) error {
		_, err := t.exec(query, args...)
		return err
	}))
}

func (b *broken) repaired(dry bool) (findings []repair.Finding) {
	b.T.Helper()
	b.OK(b.db.Repair(b.Ctx(), dry, func(f repair.Finding) { findings = append(findings, f) }))
	return findings
}

// TestRepair corrupts one thing in each sub-test.
func TestRepair(t *testing.T) {
	t.Parallel()
	both := []string{"the member's", "the owner's"}
	for name, c := range map[string]struct {
		by    func(*broken)
		found string // "": no finding
		left  bool   // a finding cannot be repaired
		sees  []string
	}{
		"nothing": {func(*broken) {}, "", false, both},
		"memos listed elsewhere": {func(b *broken) {
			b.exec(moveMemos, "elsewhere", b.member.ID)
		}, "1 memos are listed under another family", false, both},
		"no row of the family": {func(b *broken) { b.exec("DELETE FROM families") }, "is not there, and people are in it", false, both},
		"an owner who is not a member": {func(b *broken) {
			b.exec("UPDATE families SET owner_id = 'nobody'")
		}, "has no owner among its members", false, both},
		"no person marked as owner": {func(b *broken) {
			b.exec("UPDATE users SET is_owner = 0")
		}, "do not agree on who its owner is", false, both},
		"another person marked as owner": {func(b *broken) {
			b.exec("UPDATE users SET is_owner = 0")
			b.exec("UPDATE users SET is_owner = 1 WHERE user_id = ?", b.member.ID)
		}, "do not agree on who its owner is", false, both},
		"a family without people": {func(b *broken) {
			b.exec("INSERT INTO families (family_id, owner_id, created_at, invite_key) VALUES ('empty', 'nobody', 1, '')")
		}, "family empty has no members", false, both},
		"a person in no family": {func(b *broken) {
			b.exec("UPDATE users SET family_id = '' WHERE user_id = ?", b.member.ID)
		}, "is in no family", false, []string{"the owner's"}},
		"an interrupted deletion": {func(b *broken) {
			b.OK(b.FamilyStore.Close(b.Ctx(), family.Close{User: b.Again(b.member), From: b.FamilyOf(b.member), At: b.Now()}))
		}, "the deletion of an account was interrupted", false, []string{"the owner's"}},
		"a former member whose family is gone": {func(b *broken) {
			echo := b.Join(b.Echo("Echo"), b.owner)
			b.OK(b.Families.Disable(b.Ctx(), echo.ID))
			b.exec("UPDATE users SET family_id = 'nowhere' WHERE user_id = ?", echo.ID)
		}, "is not there, and people are in it", false, both},
		"memos without an author": {func(b *broken) {
			b.exec("DELETE FROM users WHERE user_id = ?", b.member.ID)
		}, "1 memos have an author who is not there", true, []string{"the owner's"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBroken(t)
			c.by(b)
			planned := b.repaired(true)
			b.Same(b.repaired(true), planned) // the dry run changed nothing
			texts, left := "", 0
			for _, f := range b.repaired(false) {
				texts += f.What + "; "
				if f.Open {
					left++
				}
			}
			if !strings.Contains(texts, c.found) || (texts == "") != (c.found == "") || (left > 0) != c.left || (len(planned) == 0) != (c.found == "") {
				t.Errorf("got %q with %d left, want %q", texts, left, c.found)
			}
			b.Same(b.Contents(b.owner, false), c.sees)
			b.Same(len(b.repaired(false)), left)
			if f := b.FamilyOf(b.owner); f.OwnerID != b.owner.ID && f.OwnerID != b.member.ID || !b.Again(models.User{ID: f.OwnerID}).IsOwner {
				t.Errorf("got the family %+v, want one of its people as the owner", f)
			}
		})
	}
}

// TestRepairDamaged: a file with contradictory pages is reported and not changed.
func TestRepairDamaged(t *testing.T) {
	t.Parallel()
	b := newBroken(t)
	for range 200 { // so that there are pages to damage
		b.Add(b.owner, strings.Repeat("牛乳を買う", 50))
	}
	b.OK(b.db.Close())
	var err error
	if b.db, err = Open(b.dir); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(b.dir, FileName)
	content, err := os.ReadFile(path)
	b.OK(err)
	for at := len(content) / 2; at < len(content)/2+4096; at++ {
		content[at] = 0xff
	}
	b.OK(os.WriteFile(path, content, 0o600))
	found := b.repaired(false)
	if len(found) != 1 || !found[0].Open || !strings.Contains(found[0].What, "damaged") {
		t.Errorf("%+v", found)
	}
	if err := b.db.Ping(b.Ctx()); !models.IsReason(err, models.ReasonDamaged) {
		t.Errorf("got %v from Ping, want damaged", err)
	}
}
