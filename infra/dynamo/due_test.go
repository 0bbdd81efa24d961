package dynamo

import (
	"context"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/family"
	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// ending is a change after which an account is to be erased.
type ending struct {
	make func(*familytest.World) models.User
	act  func(s family.Store, w *familytest.World, u models.User) error
	due  time.Duration // from when on
}

func endings() map[string]ending {
	return map[string]ending{
		"close": {
			func(w *familytest.World) models.User { return w.Person("Closer") },
			func(s family.Store, w *familytest.World, u models.User) error {
				return s.Close(w.Ctx(), closing(w, u))
			}, 0,
		},
		"suspend": {
			func(w *familytest.World) models.User { return w.Echo("Echo") },
			func(s family.Store, w *familytest.World, u models.User) error {
				return s.Suspend(w.Ctx(), suspending(w, u))
			}, models.KeepFor,
		},
		"patch": {
			func(w *familytest.World) models.User { return w.Echo("Echo") },
			func(s family.Store, w *familytest.World, u models.User) error {
				at := w.Now().Add(time.Hour)
				return must.Err(s.Update(w.Ctx(), u.ID, family.Patch{EraseAt: &at, At: w.Now()}))
			}, time.Hour,
		},
		"create": {
			func(w *familytest.World) models.User {
				id := models.UserID(w.Invitation(w.Person("Someone")).InviteID) // a new name
				return models.User{ID: id, FamilyID: models.FamilyID(id), Name: "New", EraseAt: w.Now().Add(time.Hour)}
			},
			func(s family.Store, w *familytest.World, u models.User) error { return s.Create(w.Ctx(), u) }, time.Hour,
		},
	}
}

// isDue reports whether Due lists an account at a time.
func isDue(w *familytest.World, u models.User, at time.Time) bool {
	w.T.Helper()
	due, err := w.FamilyStore.Due(w.Ctx(), at)
	w.OK(err)
	for _, id := range due {
		if id == u.ID {
			return true
		}
	}
	return false
}

// TestDeathBeforeErasure: whichever call is a process's last, an account that is to be
// erased is found, even if other runs have read the notes meanwhile.
func TestDeathBeforeErasure(t *testing.T) {
	t.Parallel()
	w, db := world(t, plain)
	w.Freeze()
	for name, c := range endings() {
		everyDeath(t, db, func(doomed *DB, at death) {
			u := c.make(w)
			if err := c.act(doomed.Families(), w, u); err != nil && !models.IsCode(err, models.CodeUnavailable) {
				t.Errorf("%s, %+v: %v", name, at, err)
			}
			now, err := w.FamilyStore.Person(w.Ctx(), u.ID)
			done := err == nil && (now.Closing || !now.EraseAt.IsZero())
			for _, late := range []time.Duration{0, time.Hour, 26 * time.Hour, dueDays * day / 2} {
				if got := isDue(w, u, w.Now().Add(c.due+late)); got != done {
					t.Errorf("%s, %+v, %v after its time: got due %v, want %v", name, at, late, got, done)
				}
			}
		})
	}
}

// TestNoteBeforeItsChange: a run that looks between a note and its change leaves the
// note, whatever the time of day.
func TestNoteBeforeItsChange(t *testing.T) {
	w, db := world(t, plain)
	w.Freeze()
	u := w.Person("Closer")
	w.OK(db.noteDue(w.Ctx(), w.Now(), u.ID))
	for _, later := range []time.Duration{0, time.Minute, 23 * time.Hour} {
		if isDue(w, u, w.Now().Add(later)) {
			t.Error("Due: got an account that is not closing")
		}
	}
	w.OK(familyStore{&DB{client: unnoted{db.client}, tables: db.tables}}.Close(w.Ctx(), closing(w, u)))
	if !isDue(w, u, w.Now().Add(24*time.Hour)) {
		t.Error("Due: a closing account is missing")
	}
}

// unnoted is a client that writes no notes.
type unnoted struct{ Client }

func (unnoted) UpdateItem(context.Context, *dynamodb.UpdateItemInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error) {
	return &dynamodb.UpdateItemOutput{}, nil
}

// TestNotesForNothing: unneeded notes are dropped one day after their day, and no earlier,
// whatever the time of day.
func TestNotesForNothing(t *testing.T) {
	for _, hour := range []time.Duration{0, time.Millisecond, 12 * time.Hour, day - time.Millisecond} {
		t.Run(hour.String(), func(t *testing.T) {
			w, db := world(t, plain)
			w.Freeze()
			w.Advance(w.Now().Truncate(day).Add(day + hour).Sub(w.Now()))
			notesForNothing(t, w, db)
		})
	}
}

func notesForNothing(t *testing.T, w *familytest.World, db *DB) {
	back, early, gone := w.Echo("Back"), w.Echo("Early"), models.User{ID: "gone"}
	for _, u := range []models.User{back, early} {
		w.OK(w.FamilyStore.Suspend(w.Ctx(), suspending(w, u)))
	}
	w.OK(db.noteDue(w.Ctx(), w.Now().Add(models.KeepFor), gone.ID))
	w.OK(must.Err(w.Families.Ensure(w.Ctx(), models.Profile{ID: back.ID, Name: "Back", Source: models.SourceAlexa})))
	noted := func(at time.Time) []models.UserID {
		t.Helper()
		notes, err := db.notes(w.Ctx(), at, dueDays, dueSet)
		w.OK(err)
		return notes[w.Now().Add(models.KeepFor).UTC().Truncate(day)]
	}
	at := w.Now().Add(models.KeepFor)
	w.Same(len(noted(at)), 3)
	w.Same(isDue(w, back, at), false)
	w.Same(isDue(w, early, at), true)
	w.Same(isDue(w, early, at.Add(-time.Minute)), false)
	w.Same(len(noted(at)), 3)
	w.Same(isDue(w, early, at.Add(2*day)), true)
	w.Same(noted(at), []models.UserID{early.ID})

	w.Advance(models.KeepFor)
	w.OK(w.Families.EraseDue(w.Ctx()))
	w.Refused(must.Err(w.FamilyStore.Person(w.Ctx(), early.ID)), models.CodeNotFound, models.ReasonPerson)
	w.OK(must.Err(w.FamilyStore.Person(w.Ctx(), back.ID)))
	w.OK(w.Families.EraseDue(w.Ctx()))
}

// TestNoteExpires: a note is kept for some weeks after its day.
func TestNoteExpires(t *testing.T) {
	w, db := world(t, plain)
	at := time.Date(2026, 3, 4, 23, 59, 0, 0, time.UTC)
	w.OK(db.noteDue(w.Ctx(), at, "a", "b"))
	it, err := db.get(w.Ctx(), db.tables.InviteCodes, codeKey("limit#due#2026-03-04"))
	w.OK(err)
	w.Same(members[string](it["users"]), []string{"a", "b"})
	w.Same(expiry(w, it, "expiresAt"), time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC))
}

// TestErasedWithNumbers: an erased account is removed completely, and no number leads to
// it.
func TestErasedWithNumbers(t *testing.T) {
	w, db := world(t, plain)
	echo := w.Echo("Echo")
	number, err := w.Families.RecoveryNumber(w.Ctx(), echo)
	w.OK(err)
	c, err := w.Families.ConnectionNumber(w.Ctx(), echo)
	w.OK(err)
	w.Add(echo, "spoken")
	w.OK(w.Families.Close(w.Ctx(), echo))
	for _, key := range []string{family.NumberKey(number), family.NumberKey(c.Number)} {
		it, err := db.get(w.Ctx(), db.tables.InviteCodes, codeKey(key))
		w.OK(err)
		if it != nil {
			t.Errorf("%s leads to an account that is gone", key[:8])
		}
	}
	it, err := db.get(w.Ctx(), db.tables.Users, personKey(echo.ID))
	w.OK(err)
	if it != nil {
		t.Errorf("erased account: got %v, want none", it)
	}
}

// TestRecoveryItemExpires: the item of a recovery number expires, and is there whenever
// the number can be used.
func TestRecoveryItemExpires(t *testing.T) {
	w, db := world(t, plain)
	echo := w.Echo("Echo")
	w.OK(w.FamilyStore.SetRecovery(w.Ctx(), echo.ID, "hash", w.Now()))
	key := codeKey(family.RecoveryKey("hash"))
	expires := func(want time.Time) {
		t.Helper()
		it, err := db.get(w.Ctx(), db.tables.InviteCodes, key)
		w.OK(err)
		w.Same(expiry(w, it, "expiresAt"), want.Truncate(time.Second))
	}
	expires(w.Now().Add(recoveryKept))
	_, err := db.remove(w.Ctx(), write{table: db.tables.InviteCodes, key: key, only: "attribute_exists(#code)"}) // as TTL does
	w.OK(err)
	w.OK(w.FamilyStore.Suspend(w.Ctx(), suspending(w, echo)))
	expires(w.Now().Add(models.KeepFor + day))
	holder, err := w.FamilyStore.Holder(w.Ctx(), family.RecoveryKey("hash"))
	w.OK(err)
	w.Same(holder, echo.ID)
}
