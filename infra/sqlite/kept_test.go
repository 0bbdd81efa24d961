package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/family"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// TestNothingIsKeptDuringACommit: a value is not kept from before a commit until after it, or
// after its rollback, and what was kept before is read again.
func TestNothingIsKeptDuringACommit(t *testing.T) {
	for name, failure := range map[string]error{"commit": nil, "rollback": errors.New("the disk is gone")} {
		db := home(t)
		during := uint64(0)
		db.writer.ready = func() error {
			during = db.writer.commits.Load()
			return failure
		}
		before := db.writer.commits.Load()
		changed := "Jiro"
		_, err := db.Families().Update(t.Context(), "taro", family.Patch{Name: &changed, At: time.Now()})
		if after := db.writer.commits.Load(); (err != nil) != (failure != nil) || during != before+1 || after != before+2 || before%2 == 1 {
			t.Errorf("%s: got %v and the numbers %d, %d, %d, want an even one and the next two", name, err, before, during, after)
		}
	}
}

// TestMemosKeepPeople: a commit that changes no person leaves what was kept.
func TestMemosKeepPeople(t *testing.T) {
	db := home(t)
	before := db.writer.commits.Load()
	if _, _, err := db.Memos().Add(t.Context(), memoOf(1), 0); err != nil {
		t.Fatal(err)
	}
	if after := db.writer.commits.Load(); after != before {
		t.Errorf("got %d changes of people by a memo, want none", after-before)
	}
}

// TestDamageKeepsNothing: once damage was found, nothing that was read before is returned.
func TestDamageKeepsNothing(t *testing.T) {
	db := home(t)
	must.OK(t, must.Err(db.Families().Person(t.Context(), "taro")))
	_ = db.met(damage("a row is not what was written"))
	_, err := db.Families().Person(t.Context(), "taro")
	_, ferr := db.Families().Family(t.Context(), "f")
	_, lerr := list(db, t.Context())
	if !models.IsReason(err, models.ReasonDamaged) || !models.IsReason(ferr, models.ReasonDamaged) || !models.IsReason(lerr, models.ReasonDamaged) {
		t.Errorf("got %v, %v and %v, want unavailable/damaged", err, ferr, lerr)
	}
}

// home returns a database with the family f of taro.
func home(t *testing.T) *DB {
	t.Helper()
	db := open(t, t.TempDir())
	u := models.User{
		ID: "taro", FamilyID: "f", Name: "Taro", IsOwner: true, Source: models.SourceOIDC, Membership: models.Membership{MoveEpoch: 1}, CreatedAt: time.Now(),
		Skill:  models.SkillMemory{Rooms: map[models.VoiceMark]string{"k": "Kitchen"}, Acts: map[models.VoiceMark]models.Act{"": {At: time.Now(), Kind: models.ActDone, Refs: []models.MemoRef{{ID: "1"}}}}},
		Access: map[models.AccessID]models.Use{"x": {LastUsed: models.Day(time.Now())}},
	}
	must.OK(t, db.Families().Create(t.Context(), u))
	return db
}

// TestKeptIsNotShared: what a caller changes in a person or family is seen by no other.
func TestKeptIsNotShared(t *testing.T) {
	db := home(t)
	for range 2 {
		u, err := db.Families().Person(t.Context(), "taro")
		f, ferr := db.Families().Family(t.Context(), "f")
		if err != nil || ferr != nil || u.Skill.Rooms["k"] != "Kitchen" || u.Access["x"].Ended || u.Skill.Acts[""].Refs[0].ID != "1" ||
			f.MemberIDs[0] != "taro" || f.Members[0].Name != "Taro" || f.Members[0].Skill.Rooms["k"] != "Kitchen" {
			t.Fatalf("got %+v and %+v (%v, %v)", u, f, err, ferr)
		}
		u.Skill.Rooms["k"], u.Access["x"], u.Skill.Acts[""].Refs[0] = "", models.Use{Ended: true}, models.MemoRef{}
		f.MemberIDs[0], f.Members[0].Name, f.Members[0].Skill.Rooms["k"] = "", "", ""
	}
}

// TestKeptIsRead: an unchanged value is not read again, a changed one is, and an error is not
// kept.
func TestKeptIsRead(t *testing.T) {
	var commits atomic.Uint64
	k, reads := newKept[int](&commits, func() bool { return true }), 0
	for i, step := range []struct {
		key  string
		err  error
		add  uint64
		want int
	}{
		{"a", errors.New("not now"), 0, 1},
		{"a", nil, 0, 2},
		{"a", nil, 0, 2},
		{"a", nil, 1, 3}, // a commit has begun
		{"a", nil, 0, 4},
		{"a", nil, 1, 5}, // and ended
		{"a", nil, 0, 5},
		{"b", nil, 0, 6},
		{"a", nil, 0, 5},
	} {
		commits.Add(step.add)
		got, _ := k.read(step.key, func() (int, error) {
			reads++
			return reads, step.err
		})
		if got != step.want {
			t.Errorf("step %d: got %d, want %d", i, got, step.want)
		}
	}
	for i := range 2 * mostKept {
		_, _ = k.read(fmt.Sprint(i), func() (int, error) { return i, nil })
	}
	if len(k.values) > mostKept {
		t.Errorf("got %d values, want at most %d", len(k.values), mostKept)
	}
}

// TestRevokedAtOnce: a person whose access has ended is read without it from then on,
// while others read and change that person.
func TestRevokedAtOnce(t *testing.T) {
	db := home(t)
	stop := make(chan struct{})
	done := make(chan struct{}, 2)
	for range 2 {
		go func() {
			defer func() { done <- struct{}{} }()
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				_, _ = db.Families().Person(context.Background(), "taro")
				if name := fmt.Sprint(i); i%10 == 0 {
					_, _ = db.Families().Update(context.Background(), "taro", family.Patch{Name: &name, At: time.Now()})
				}
			}
		}()
	}
	for i := range 50 {
		access := models.Access{ID: models.AccessID(fmt.Sprint(i)), Kind: models.AccessSession, Since: time.Now(), Until: time.Now().Add(time.Hour), LastUsed: models.Day(time.Now())}
		must.OK(t, db.Access().Begin(t.Context(), "taro", access, nil))
		if u, err := db.Families().Person(t.Context(), "taro"); err != nil || !u.Grants(access.ID) {
			t.Fatalf("access %d: not granted after it began (%v)", i, err)
		}
		must.OK(t, db.Access().End(t.Context(), "taro", access.ID))
		if u, err := db.Families().Person(t.Context(), "taro"); err != nil || u.Grants(access.ID) {
			t.Fatalf("access %d: granted after it ended (%v)", i, err)
		}
	}
	close(stop)
	<-done
	<-done
}

// TestRemovedKeepsNothing: once a server has seen that its lock file is gone, another one may
// write, and it reads what that has written.
func TestRemovedKeepsNothing(t *testing.T) {
	db := home(t)
	must.OK(t, must.Err(db.Families().Person(t.Context(), "taro")))
	must.OK(t, os.Remove(db.lock.Name()))
	if err := db.Look(t.Context()); !models.IsReason(err, models.ReasonRemoved) {
		t.Errorf("got %v, want removed", err)
	}
	other := open(t, filepath.Dir(db.path))
	name := "Jiro"
	must.OK(t, must.Err(other.Families().Update(t.Context(), "taro", family.Patch{Name: &name, At: time.Now()})))
	u, err := db.Families().Person(t.Context(), "taro")
	f, ferr := db.Families().Family(t.Context(), "f")
	if err != nil || ferr != nil || u.Name != name || f.Members[0].Name != name {
		t.Errorf("got %q and %+v (%v, %v), want the new name", u.Name, f.Members, err, ferr)
	}
}
