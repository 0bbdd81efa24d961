package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/family"
	"voicememo/memo"
	"voicememo/models"
)

// TestEveryChangeIsCounted: each statement that changes rows of a family or a person raises
// their generations, also when a trigger makes the change.
func TestEveryChangeIsCounted(t *testing.T) {
	db := open(t, t.TempDir())
	for i, name := range []models.UserID{"taro", "jiro"} {
		u := models.User{ID: name, FamilyID: models.FamilyID(fmt.Sprintf("f%d", i)), Name: "n", IsOwner: true, Source: models.SourceOIDC, MoveEpoch: 1, CreatedAt: time.Now()}
		if err := db.Families().Create(t.Context(), u); err != nil {
			t.Fatal(err)
		}
	}
	insert := func(id string) string {
		return fmt.Sprintf("INSERT INTO memos (%s, checksum) SELECT 'f0', 0, 1, 'taro', '%s', 'c', 'n', 0, '', 1, 0, 0, '', 0, '', 0, '', '', 0, '', '', 0, 0, 0", memoColumns, id)
	}
	g := db.writer.changes
	counters := map[string]*atomic.Uint64{"f0": g.family("f0"), "f1": g.family("f1"), "taro": g.person("taro"), "jiro": g.person("jiro")}
	for _, test := range []struct {
		statement string
		want      []string
	}{
		{insert("a"), []string{"f0"}},
		{insert("b"), []string{"f0"}},
		{"UPDATE memos SET content = 'd' WHERE id = 'a'", []string{"f0"}},
		{"UPDATE memos SET deleted = 1 WHERE id = 'a'", []string{"f0"}},
		{"UPDATE memos SET family_id = 'f1' WHERE id = 'a'", []string{"f0", "f1"}},
		{"REPLACE INTO memos SELECT * FROM memos WHERE id = 'b'", []string{"f0"}},
		{"DELETE FROM memos WHERE id = 'b'", []string{"f0"}},
		{"DELETE FROM memos", []string{"f1"}},
		{"UPDATE users SET user_name = 'm' WHERE user_id = 'taro'", []string{"f0", "taro"}},
		{"UPDATE users SET requested_family = 'f1', requested_at = 1 WHERE user_id = 'taro'", []string{"f0", "f1", "taro"}},
		{"UPDATE users SET requested_family = '', requested_at = 0 WHERE user_id = 'taro'", []string{"f0", "f1", "taro"}},
		{"UPDATE users SET family_id = 'f1', is_owner = 0 WHERE user_id = 'taro'", []string{"f0", "f1", "taro"}},
		{"UPDATE families SET ask_before_join = 1 WHERE family_id = 'f1'", []string{"f1"}},
		{"DELETE FROM families WHERE family_id = 'f0'", []string{"f0"}},
		{"DELETE FROM users", []string{"f1", "taro", "jiro"}},
		{"REPLACE INTO state (name, value) VALUES ('probe', 1)", nil},
	} {
		before := map[string]uint64{}
		for name, counter := range counters {
			before[name] = counter.Load()
		}
		err := db.writer.write(t.Context(), func(tx tx) error {
			_, err := tx.exec(test.statement)
			return err
		})
		if err != nil {
			t.Fatalf("%s: %v", test.statement, err)
		}
		for name, counter := range counters {
			raised, want := counter.Load() != before[name], slices.Contains(test.want, name)
			if _, ok := stable(counter); raised != want || !ok {
				t.Errorf("%s: got %s raised: %t, and stable: %t; want %t and true", test.statement, name, raised, ok, want)
			}
		}
	}
}

// TestNothingIsKeptDuringACommit: from before a commit until after it, or after its
// rollback, nothing that is read of the family is kept.
func TestNothingIsKeptDuringACommit(t *testing.T) {
	for name, failure := range map[string]error{"commit": nil, "rollback": errors.New("the disk is gone")} {
		db := open(t, t.TempDir())
		if _, ok := db.Generation("f"); !ok {
			t.Errorf("%s: nothing can be kept before", name)
		}
		asked := false
		db.writer.ready = func() error {
			_, ok := db.Generation("f")
			asked = true
			if ok {
				t.Errorf("%s: something can be kept during the commit", name)
			}
			return failure
		}
		before, _ := db.Generation("f")
		err := db.Families().Create(t.Context(), models.User{ID: "taro", FamilyID: "f", Name: "n", IsOwner: true, Source: models.SourceOIDC, CreatedAt: time.Now()})
		if after, ok := db.Generation("f"); (err != nil) != (failure != nil) || !asked || !ok || after == before {
			t.Errorf("%s: got %v, asked: %t, kept: %t, generation %d after %d", name, err, asked, ok, after, before)
		}
	}
}

// TestDamageKeepsNothing: once damage was found, nothing that was read before is returned.
func TestDamageKeepsNothing(t *testing.T) {
	db := home(t)
	if _, err := db.Families().Person(t.Context(), "taro"); err != nil {
		t.Fatal(err)
	}
	_ = db.met(damage("a row is not what was written"))
	_, err := db.Families().Person(t.Context(), "taro")
	_, ferr := db.Families().Family(t.Context(), "f")
	_, ok := db.Generation("f")
	if !models.IsReason(err, models.ReasonDamaged) || !models.IsReason(ferr, models.ReasonDamaged) || ok {
		t.Errorf("got %v, %v and kept: %t; want unavailable/damaged and false", err, ferr, ok)
	}
}

// home returns a database with the family f of taro.
func home(t *testing.T) *DB {
	t.Helper()
	db := open(t, t.TempDir())
	u := models.User{
		ID: "taro", FamilyID: "f", Name: "Taro", IsOwner: true, Source: models.SourceOIDC, MoveEpoch: 1, CreatedAt: time.Now(),
		Rooms: map[models.VoiceMark]string{"k": "Kitchen"}, Acts: map[models.VoiceMark]models.Act{"": {At: time.Now(), Kind: models.ActDone, Refs: []models.MemoRef{{ID: "1"}}}},
		Access: map[models.AccessID]models.Use{"x": {LastUsed: models.Day(time.Now())}},
	}
	if err := db.Families().Create(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	return db
}

// TestKeptIsNotShared: what a caller changes in a person or family is seen by no other.
func TestKeptIsNotShared(t *testing.T) {
	db := home(t)
	for range 2 {
		u, err := db.Families().Person(t.Context(), "taro")
		f, ferr := db.Families().Family(t.Context(), "f")
		if err != nil || ferr != nil || u.Rooms["k"] != "Kitchen" || u.Access["x"].Ended || u.Acts[""].Refs[0].ID != "1" ||
			f.MemberIDs[0] != "taro" || f.Members[0].Name != "Taro" || f.Members[0].Rooms["k"] != "Kitchen" {
			t.Fatalf("got %+v and %+v (%v, %v)", u, f, err, ferr)
		}
		u.Rooms["k"], u.Access["x"], u.Acts[""].Refs[0] = "", models.Use{Ended: true}, models.MemoRef{}
		f.MemberIDs[0], f.Members[0].Name, f.Members[0].Rooms["k"] = "", "", ""
	}
}

// TestKeptIsRead: an unchanged person is not read again, a changed one is, and an error is
// not kept.
func TestKeptIsRead(t *testing.T) {
	k, reads := newKept(2, func(int) int { return 1 }, func() bool { return true }), 0
	var counter atomic.Uint64
	read := func(key string, err error) int {
		v, _ := k.read(key, &counter, func() (int, error) {
			reads++
			return reads, err
		})
		return v
	}
	steps := []struct {
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
		{"c", nil, 0, 7},
		{"a", nil, 0, 8}, // forgotten for c
	}
	for i, step := range steps {
		counter.Add(step.add)
		if got := read(step.key, step.err); got != step.want {
			t.Errorf("step %d: got %d, want %d", i, got, step.want)
		}
	}
}

// TestPageUntil: a page says when it changes by the clock alone, also because of the memo
// that follows it.
func TestPageUntil(t *testing.T) {
	db := home(t)
	now := time.Now().UTC().Truncate(time.Millisecond)
	for i := range 3 {
		if _, _, err := db.Memos().Add(t.Context(), memoOf(i), 0); err != nil {
			t.Fatal(err)
		}
	}
	until := func(limit int) time.Time {
		f := models.Family{ID: "f", MemberIDs: []models.UserID{"taro"}}
		page, err := db.Memos().List(context.Background(), memo.Listing{Family: f, Viewer: models.User{ID: "taro"}, Limit: limit, Now: now})
		if err != nil {
			t.Fatal(err)
		}
		return page.Until
	}
	if got := until(3); !got.IsZero() {
		t.Errorf("got %v, want never", got)
	}
	done := memo.Change{From: memo.Live, To: memo.Done, By: "taro", At: now, PurgeAt: now.AddDate(0, 0, models.DoneDays+models.TrashDays)}
	if _, err := db.Memos().Update(t.Context(), memoOf(0).Ref(), done); err != nil { // the oldest
		t.Fatal(err)
	}
	for limit, want := range map[int]time.Time{3: now.AddDate(0, 0, models.DoneDays), 2: now.AddDate(0, 0, models.DoneDays), 1: {}} {
		if got := until(limit); !got.Equal(want) {
			t.Errorf("a page of %d: got %v, want %v", limit, got, want)
		}
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
		if err := db.Access().Begin(t.Context(), "taro", access, nil); err != nil {
			t.Fatal(err)
		}
		if u, err := db.Families().Person(t.Context(), "taro"); err != nil || !u.Grants(access.ID) {
			t.Fatalf("access %d: not granted after it began (%v)", i, err)
		}
		if err := db.Access().End(t.Context(), "taro", access.ID); err != nil {
			t.Fatal(err)
		}
		if u, err := db.Families().Person(t.Context(), "taro"); err != nil || u.Grants(access.ID) {
			t.Fatalf("access %d: granted after it ended (%v)", i, err)
		}
	}
	close(stop)
	<-done
	<-done
}

// TestRemovedKeepsNothing: without its lock file the server is not the only one that may
// write, so it reads what others have written.
func TestRemovedKeepsNothing(t *testing.T) {
	db := home(t)
	if _, err := db.Families().Person(t.Context(), "taro"); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(db.lock.Name()); err != nil {
		t.Fatal(err)
	}
	if _, ok := db.Generation("f"); ok {
		t.Error("something can be kept")
	}
	other := open(t, filepath.Dir(db.path))
	name := "Jiro"
	if _, err := other.Families().Update(t.Context(), "taro", family.Patch{Name: &name, At: time.Now()}); err != nil {
		t.Fatal(err)
	}
	u, err := db.Families().Person(t.Context(), "taro")
	f, ferr := db.Families().Family(t.Context(), "f")
	if err != nil || ferr != nil || u.Name != name || f.Members[0].Name != name {
		t.Errorf("got %q and %+v (%v, %v), want the new name", u.Name, f.Members, err, ferr)
	}
}

// TestKeptIsBounded: large values leave room for fewer others.
func TestKeptIsBounded(t *testing.T) {
	k := newKept(10, func(v int) int { return v }, func() bool { return true })
	var counter atomic.Uint64
	for i := range 100 {
		for _, weight := range []int{1, 4, 20} {
			if _, err := k.read(fmt.Sprint(i, weight), &counter, func() (int, error) { return weight, nil }); err != nil {
				t.Fatal(err)
			}
			if k.total > 10 && k.values.Len() > 1 {
				t.Fatalf("got %d values that weigh %d, want at most 10", k.values.Len(), k.total)
			}
		}
	}
}
