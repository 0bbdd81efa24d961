package dynamo

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// sampling makes every added memo note its family.
func sampling(w *familytest.World) {
	w.MemoStore.(memoStore).Sample = func() bool { return true }
}

// countNoted returns the families that are noted for counting.
func countNoted(w *familytest.World, db *DB) []models.FamilyID {
	w.T.Helper()
	notes, err := db.countNotes(w.Ctx(), time.Now())
	w.OK(err)
	var families []models.FamilyID
	for f := range notes {
		families = append(families, f)
	}
	return families
}

// counted reads a family's number of memos.
func counted(w *familytest.World, db *DB, f models.FamilyID) int {
	w.T.Helper()
	it, err := db.get(w.Ctx(), db.tables.Users, familyKey(f))
	w.OK(err)
	n, err := intOf(it[memoCount])
	w.OK(err)
	return int(n)
}

// expiry returns a time of a TTL attribute.
func expiry(w *familytest.World, it item, name string) time.Time {
	at, err := expiryOf(it[name])
	w.OK(err)
	return at
}

// full checks whether people's items say that the list is full.
func full(w *familytest.World, want bool, people ...models.User) {
	w.T.Helper()
	for _, u := range people {
		check.Equal(w.T, w.Again(u).Author.ListFull, want, "%s: list full", u.ID)
	}
}

// TestCountMemos: all members of a family that reaches the limit are marked as having a
// full list, and unmarked when there is room; other people are not affected.
func TestCountMemos(t *testing.T) {
	w, db := world(t, plain)
	sampling(w)
	owner, member, other := w.Person("Owner"), w.Person("Member"), w.Person("Other")
	member = w.Join(member, owner)
	w.Add(owner, "1")
	trashed := w.Add(member, "2")
	w.Add(other, "1")
	w.OK(must.Err(w.Memos.Trash(w.Ctx(), member, trashed.Ref())))
	w.Same(len(countNoted(w, db)), 2)
	w.OK(db.CountMemos(w.Ctx(), 3))
	full(w, false, owner, member, other)
	w.Same([]int{counted(w, db, owner.FamilyID), counted(w, db, other.FamilyID)}, []int{2, 1})
	w.Same(len(countNoted(w, db)), 0)

	w.Add(owner, "3")
	w.OK(db.CountMemos(w.Ctx(), 3))
	full(w, true, owner, member)
	full(w, false, other)
	w.Same(counted(w, db, owner.FamilyID), 3)
	w.Same(countNoted(w, db), []models.FamilyID{owner.FamilyID})
	w.OK(db.CountMemos(w.Ctx(), 3)) // nothing has changed
	full(w, true, owner, member)
	w.Same(countNoted(w, db), []models.FamilyID{owner.FamilyID})

	w.OK(must.Err(w.Memos.Delete(w.Ctx(), member, trashed.Ref(), 0))) // permanently
	w.OK(db.CountMemos(w.Ctx(), 3))
	full(w, false, owner, member, other)
	w.Same(counted(w, db, owner.FamilyID), 2)
	w.Same(len(countNoted(w, db)), 0)
}

// TestCountMemosOff: without a limit no list is full, and lists that were full are
// unmarked.
func TestCountMemosOff(t *testing.T) {
	w, db := world(t, plain)
	sampling(w)
	u := w.Person("Taro")
	w.Add(u, "1")
	w.OK(db.CountMemos(w.Ctx(), 1))
	full(w, true, u)
	w.OK(db.CountMemos(w.Ctx(), 0))
	full(w, false, u)
	w.Same(len(countNoted(w, db)), 0)
}

// TestCountsWhatIsListed: memos past their purge time do not count, and counting stops at
// the limit.
func TestCountsWhatIsListed(t *testing.T) {
	w, db := world(t, plain)
	u := w.Person("Taro")
	fill(t, db, u, 30, w.Now())
	for i := range 5 {
		m := models.Memo{
			UserID: u.ID, ID: models.MemoID(fmt.Sprintf("0000000000000%012x", i)), FamilyID: u.FamilyID, Content: "past", Timestamp: w.Now(),
			Deleted: true, DeletedAt: w.Now(), PurgeAt: time.Now().Add(time.Duration(i-2)*time.Hour - time.Minute), Version: 1,
		}
		w.OK(must.Err(db.put(w.Ctx(), write{table: db.tables.Memos, item: memoItem(m)})))
	}
	n, err := db.countListed(w.Ctx(), u.FamilyID, 1000)
	w.OK(err)
	w.Same(n, 32)
	calls := 0
	paged := &DB{tables: db.tables, client: proxy{client: db.client, before: func(in any) error {
		q := in.(*dynamodb.QueryInput)
		limit := int32(10)
		q.Limit = &limit
		calls++
		return nil
	}}}
	n, err = paged.countListed(w.Ctx(), u.FamilyID, 15)
	w.OK(err)
	w.Same([]int{n, calls}, []int{17, 2}) // three of the newest ten are past their purge
}

// TestListFullEndsWithTheStay: the mark of a full list ends when a person changes family,
// and so do those of the former members who come along.
func TestListFullEndsWithTheStay(t *testing.T) {
	w, db := world(t, plain)
	sampling(w)
	owner, joiner, leaver := w.Person("Owner"), w.Person("Joiner"), w.Person("Leaver")
	leaver = w.Join(leaver, owner)
	w.Add(owner, "1")
	w.Add(joiner, "1")
	w.OK(db.CountMemos(w.Ctx(), 1))
	full(w, true, owner, joiner, leaver)
	w.OK(must.Err(w.Families.Leave(w.Ctx(), leaver)))
	full(w, false, leaver)
	joiner = w.Join(joiner, owner)
	full(w, false, joiner)
	w.OK(db.CountMemos(w.Ctx(), 1))
	full(w, true, owner, joiner)
	full(w, false, leaver)
	w.OK(w.Families.Transfer(w.Ctx(), owner, joiner.ID))
	full(w, true, owner, joiner)
}

// TestCountOfAFamilyThatEnds: the note of a deleted family is dropped, and no item
// appears.
func TestCountOfAFamilyThatEnds(t *testing.T) {
	w, db := world(t, plain)
	sampling(w)
	owner, joiner := w.Person("Owner"), w.Person("Joiner")
	w.Add(joiner, "1")
	w.OK(db.CountMemos(w.Ctx(), 1))
	ended := joiner.FamilyID
	w.Join(joiner, owner)
	w.OK(db.CountMemos(w.Ctx(), 1))
	w.Same(len(countNoted(w, db)), 0)
	it, err := db.get(w.Ctx(), db.tables.Users, familyKey(ended))
	w.OK(err)
	if it != nil {
		t.Errorf("deleted family: got %v", it)
	}
}

// TestCountMovedMeanwhile: a member who leaves while the family is counted is not marked.
func TestCountMovedMeanwhile(t *testing.T) {
	s, wrap := newSwitchable()
	w, db := world(t, plain)
	owner, leaver := w.Person("Owner"), w.Person("Leaver")
	leaver = w.Join(leaver, owner)
	sampling(w)
	w.Add(owner, "1")
	meddled := &DB{tables: db.tables, client: wrap(db.client)}
	s.before = func(in any) error {
		if _, ok := in.(*dynamodb.QueryInput); ok {
			s.before = nil
			w.OK(must.Err(w.Families.Leave(w.Ctx(), leaver)))
		}
		return nil
	}
	w.OK(meddled.CountMemos(w.Ctx(), 1))
	full(w, true, owner)
	full(w, false, leaver)
}

// TestCountGoesOn: a family that fails does not delay the others, and stays noted.
func TestCountGoesOn(t *testing.T) {
	s, wrap := newSwitchable()
	w, db := world(t, plain)
	sampling(w)
	bad, good := w.Person("Bad"), w.Person("Good")
	w.Add(bad, "1")
	w.Add(good, "1")
	failing := &DB{tables: db.tables, client: wrap(db.client)}
	s.before = func(in any) error {
		if q, ok := in.(*dynamodb.QueryInput); ok && same(item{"f": q.ExpressionAttributeValues[":family"]}, item{"f": text(bad.FamilyID)}) {
			return errDead
		}
		return nil
	}
	if err := failing.CountMemos(w.Ctx(), 1); !models.IsCode(err, models.CodeUnavailable) {
		t.Errorf("got %v, want %s", err, models.CodeUnavailable)
	}
	full(w, true, good)
	full(w, false, bad)
	w.Same(len(countNoted(w, db)), 2)
	w.OK(db.CountMemos(w.Ctx(), 1))
	full(w, true, good, bad)
}

// TestDeathOfACount: whichever call is a process's last, the next run finishes its work.
func TestDeathOfACount(t *testing.T) {
	w, db := world(t, plain)
	sampling(w)
	everyDeath(t, db, func(doomed *DB, at death) {
		u := w.Person("Taro")
		m := w.Add(u, "1")
		_ = doomed.CountMemos(w.Ctx(), 1)
		w.OK(db.CountMemos(w.Ctx(), 1))
		full(w, true, u)
		w.OK(must.Err(w.Memos.Delete(w.Ctx(), u, m.Ref(), 0)))
		w.OK(must.Err(w.Memos.Delete(w.Ctx(), u, m.Ref(), 0)))
		doomed, _ = dying(db, at)
		_ = doomed.CountMemos(w.Ctx(), 1)
		w.OK(db.CountMemos(w.Ctx(), 1))
		full(w, false, u)
	})
}

// TestSampleIsHelp: a memo whose note fails is added nevertheless, and one that already
// existed notes nothing.
func TestSampleIsHelp(t *testing.T) {
	s, wrap := newSwitchable()
	w, db := world(t, wrap)
	sampling(w)
	u := w.Person("Taro")
	s.before = func(in any) error {
		if in, ok := in.(*dynamodb.UpdateItemInput); ok && strings.HasSuffix(*in.TableName, "-invite-codes") {
			return errDead
		}
		return nil
	}
	m := w.Add(u, "1")
	s.before = nil
	w.OK(third(w.MemoStore.Add(w.Ctx(), m, 0)))
	w.Same(len(countNoted(w, db)), 0)
	w.Same(w.Contents(u, false), []string{"1"})
}

// TestCountNoteExpires: a note is read for a day, and kept for two.
func TestCountNoteExpires(t *testing.T) {
	w, db := world(t, plain)
	sampling(w)
	taro := w.Person("Taro")
	w.Add(taro, "1")
	at := time.Now()
	for later, want := range map[time.Duration]int{-time.Hour: 1, 0: 1, countHours * time.Hour: 1, (countHours + 2) * time.Hour: 0} {
		notes, err := db.countNotes(w.Ctx(), at.Add(later))
		w.OK(err)
		if len(notes) != want {
			t.Errorf("%v later got %v, want %d", later, notes, want)
		}
	}
	it, err := db.get(w.Ctx(), db.tables.InviteCodes, countKey(at, countPart(taro.FamilyID)))
	w.OK(err)
	w.Same(expiry(w, it, "expiresAt"), at.UTC().Truncate(time.Hour).Add(countKept))
}

// TestSample: about one in sixty-four memos notes its family.
func TestSample(t *testing.T) {
	n := 0
	for range sampled * 1000 {
		if sample() {
			n++
		}
	}
	if n < 800 || n > 1200 {
		t.Errorf("got %d of %d, want about 1000", n, sampled*1000)
	}
}
