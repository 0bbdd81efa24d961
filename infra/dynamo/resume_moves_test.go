package dynamo

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// notes returns the noted families.
func notes(w *familytest.World, db *DB) []models.FamilyID {
	w.T.Helper()
	families, err := db.noted(w.Ctx())
	w.OK(err)
	return families
}

// listedUnder fails the test unless all n memos of u are listed under u's family.
func listedUnder(w *familytest.World, db *DB, u models.User, n int) {
	w.T.Helper()
	u = w.Again(u)
	refs, err := memoStore{db}.strays(w.Ctx(), u, "", n+1)
	w.OK(err)
	if len(refs) > 0 {
		w.T.Errorf("%d memos of %s have not moved", len(refs), u.Name)
	}
	if got := len(everything(w, w.FamilyOf(u), u, 1000)); got < n {
		w.T.Errorf("got %d memos in the family of %s, want %d", got, u.Name, n)
	}
}

// carriedOn runs ResumeMoves and fails the test unless nothing is left.
func carriedOn(w *familytest.World, db *DB) {
	w.T.Helper()
	pending, err := db.ResumeMoves(w.Ctx())
	w.OK(err)
	w.Same(pending, 0)
	w.Same(len(notes(w, db)), 0)
}

// TestResumeMoves: moves that no request resumes are found and finished, even if their mover
// has died, and notes of families without marks are dropped.
func TestResumeMoves(t *testing.T) {
	const memos = memosPerMove + 11
	w, db := world(t, plain)
	owner, joiner, leaver := w.Person("Owner"), w.Person("Joiner"), w.Person("Leaver")
	gone, wanderer := w.Person("Gone"), w.Person("Wanderer")
	for _, u := range []models.User{joiner, leaver, wanderer} {
		fill(t, db, u, memos, w.Now())
	}
	w.Join(joiner, owner)
	leaver = w.Join(leaver, owner)
	w.OK(must.Err(w.Families.Leave(w.Ctx(), leaver)))
	wanderer = w.Join(wanderer, gone) // and dissolves the family there, which stays noted
	w.OK(w.Families.Transfer(w.Ctx(), gone, wanderer.ID))
	w.OK(must.Err(w.Families.Leave(w.Ctx(), gone)))
	wanderer = w.Join(w.Again(wanderer), owner)
	w.Same(len(notes(w, db)), 4)

	for _, arrives := range []bool{true, false} {
		doomed, _ := dying(db, death{after: 8, arrives: arrives})
		if _, err := doomed.ResumeMoves(w.Ctx()); err == nil {
			t.Error("ResumeMoves of a dead process: got no error")
		}
	}
	carriedOn(w, db)
	listedUnder(w, db, joiner, 2*memos)
	listedUnder(w, db, wanderer, 2*memos)
	listedUnder(w, db, leaver, memos)
	carriedOn(w, db)
}

// TestNoteOutlivesTheAsker: the note is written even if the caller of a join goes away
// immediately.
func TestNoteOutlivesTheAsker(t *testing.T) {
	hooks, wrap := newSwitchable()
	w, db := world(t, wrap)
	owner, joiner := w.Person("Owner"), w.Person("Joiner")
	join := redeeming(w, joiner, owner)
	ctx, goes := context.WithCancel(w.Ctx())
	hooks.after = func(in any) error {
		if _, ok := in.(*dynamodb.TransactWriteItemsInput); ok {
			goes()
		}
		return nil
	}
	must.OK(t, must.Err(w.FamilyStore.Redeem(ctx, join)))
	w.Same(len(notes(w, db)), 1)
}

// TestResumeMovesTogether: two concurrent runs finish the same moves.
func TestResumeMovesTogether(t *testing.T) {
	w, db := world(t, plain)
	var joiners []models.User
	for range 3 {
		owner, joiner := w.Person("Owner"), w.Person("Joiner")
		fill(t, db, joiner, memosPerMove+11, w.Now())
		joiners = append(joiners, w.Join(joiner, owner))
	}
	familytest.Together(2, func(int) {
		if _, err := db.ResumeMoves(w.Ctx()); err != nil {
			t.Error(err)
		}
	})
	carriedOn(w, db)
	for _, u := range joiners {
		listedUnder(w, db, u, memosPerMove+11)
	}
}

// TestResumeMovesCutOff: moves that do not fit into one run are counted as pending and
// finished by later runs.
func TestResumeMovesCutOff(t *testing.T) {
	const memos, fits = 350, 3 // three of four batches
	w, db := world(t, plain)
	owner, joiner := w.Person("Owner"), w.Person("Joiner")
	fill(t, db, joiner, memos, w.Now())
	joiner = w.Join(joiner, owner)
	runs := 0
	for pending := 1; pending > 0; runs++ {
		ctx, cancel := context.WithCancel(w.Ctx())
		batches := 0
		short := DB{tables: db.tables, client: proxy{client: db.client, after: func(in any) error {
			if _, ok := in.(*dynamodb.TransactWriteItemsInput); ok {
				if batches++; batches == fits {
					cancel()
				}
			}
			return nil
		}}}
		var err error
		pending, err = short.ResumeMoves(ctx)
		cancel()
		if w.OK(err); runs > memos/memosPerMove/fits+1 {
			t.Fatalf("got %d pending families after %d runs", pending, runs)
		}
	}
	w.Same(runs, memos/memosPerMove/fits+1)
	w.Same(len(notes(w, db)), 0)
	listedUnder(w, db, joiner, memos)
}

// TestResumeMovesStuck: a family that cannot be read, and one whose mark cannot be settled,
// do not delay other families, and stay noted.
func TestResumeMovesStuck(t *testing.T) {
	w, db := world(t, plain)
	broken, stuck, owner, joiner := w.Person("Broken"), w.Person("Stuck"), w.Person("Owner"), w.Person("Joiner")
	fill(t, db, joiner, 10, w.Now())
	w.Join(joiner, owner)
	damage := func(f models.FamilyID, update string, values item) {
		_, err := db.update(w.Ctx(), write{
			table: db.tables.Users, key: familyKey(f), update: update, only: userExists, values: values,
			alias: map[string]string{"#member": "nobody"},
		})
		w.OK(err)
		db.noteMove(w.Ctx(), f)
	}
	damage(broken.FamilyID, "SET #createdAt = :broken", item{":broken": text("no time")})
	damage(stuck.FamilyID, "SET #moving.#member = :old", item{":old": set("elsewhere")})
	db.after = atOnce
	pending, err := db.ResumeMoves(w.Ctx())
	w.Same(pending, 2)
	if !models.IsCode(err, models.CodeInternal) {
		t.Errorf("got %v", err)
	}
	listedUnder(w, db, joiner, 10)
	w.Same(len(notes(w, db)), 2)
}

// TestNoteIsHelp: a join whose note fails is done nevertheless, and the family's own
// request finds the mark.
func TestNoteIsHelp(t *testing.T) {
	s, wrap := newSwitchable()
	w, db := world(t, wrap)
	owner, joiner := w.Person("Owner"), w.Person("Joiner")
	w.Add(joiner, "brought along")
	code := w.Invite(owner)
	s.before = func(in any) error {
		if u, ok := in.(*dynamodb.UpdateItemInput); ok && strings.HasSuffix(*u.TableName, "-invite-codes") {
			return errors.New("away")
		}
		return nil
	}
	w.OK(must.Err(w.Redeem(joiner, code)))
	w.Same(len(notes(w, db)), 0)
	s.before = nil
	w.OK(w.Memos.Settle(w.Ctx(), w.Again(joiner)))
	listedUnder(w, db, joiner, 1)
}

// TestNoteMeanwhile: if a person joins just as the family's last mark is cleared, the
// note of the new mark is not lost with that of the old one.
func TestNoteMeanwhile(t *testing.T) {
	s, wrap := newSwitchable()
	w, db := world(t, wrap)
	owner, first, second := w.Person("Owner"), w.Person("First"), w.Person("Second")
	fill(t, db, second, 5, w.Now())
	w.Join(first, owner)
	s.before = func(in any) error {
		if u, ok := in.(*dynamodb.UpdateItemInput); ok && strings.HasPrefix(*u.UpdateExpression, "DELETE") {
			s.before = nil
			w.Join(second, owner)
		}
		return nil
	}
	if done, err := w.MemoStore.Settle(w.Ctx(), w.FamilyOf(owner), 99); !done || err != nil {
		t.Fatalf("got done %v, %v", done, err)
	}
	w.Same(notes(w, db), []models.FamilyID{owner.FamilyID})
	carriedOn(w, db)
	listedUnder(w, db, second, 5)
}
