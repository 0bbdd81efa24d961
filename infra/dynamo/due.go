package dynamo

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"voicememo/models"
)

// Accounts to be erased are noted under the day from which they are due, and accounts with
// work under the day on which it began, in an item of the invite-codes table for each day,
// so that a scheduled run finds them without a scan.
// A note is written before the change that it belongs to: a process that dies in between
// leaves an unneeded note, never an account that is not erased. Only the account itself
// says whether it is due.
const (
	duePrefix  = ledgerPrefix + "due#" // no ledger's name begins with "due#"
	dueSet     = "users"
	workingSet = "working"
)

const (
	day = 24 * time.Hour
	// dueDays is how many days after its own day a note is read, dueKept how many days it
	// is kept.
	dueDays = 40
	dueKept = 60
	// dueSettled is how long after its day an unneeded note is dropped: by then its
	// change has been done, or never will be.
	dueSettled = day
)

// dueKey is the key of the note of the day of t, in UTC.
func dueKey(t time.Time) item { return codeKey(duePrefix + t.UTC().Format(time.DateOnly)) }

// dueFrom returns the time from which an account is to be erased; zero: never. If the
// note of that day is no longer read, it returns now.
func dueFrom(u models.User, now time.Time) time.Time {
	if u.Closing || !u.EraseAt.IsZero() && u.EraseAt.Before(now.Add(-dueDays*day)) {
		return now
	}
	return u.EraseAt
}

// noteDue notes that accounts are to be erased from at on.
func (db *DB) noteDue(ctx context.Context, at time.Time, accounts ...models.UserID) error {
	return db.note(ctx, at, dueSet, accounts...)
}

// note adds accounts to a set in the item of the day of at.
func (db *DB) note(ctx context.Context, at time.Time, in string, accounts ...models.UserID) error {
	e := newEdit(db.tables.InviteCodes, dueKey(at))
	e.add(in, set(accounts...))
	e.set("expiresAt", seconds(at.UTC().Truncate(day).Add(dueKept*day)))
	return db.apply(ctx, e, nil)
}

// forgetDue drops accounts from the note of a day.
func (db *DB) forgetDue(ctx context.Context, of time.Time, accounts []models.UserID) error {
	e := newEdit(db.tables.InviteCodes, dueKey(of))
	e.take(dueSet, set(accounts...))
	e.when("attribute_exists(#code)")
	return db.apply(ctx, e, nil)
}

// Due reads the notes of the last days and the accounts that they name. Unneeded notes
// are dropped once their changes can no longer be under way.
func (s familyStore) Due(ctx context.Context, now time.Time) ([]models.UserID, error) {
	notes, err := s.notes(ctx, now, dueDays, dueSet)
	if err != nil {
		return nil, err
	}
	people, err := s.notedPeople(ctx, notes)
	if err != nil {
		return nil, err
	}
	due := map[models.UserID]bool{}
	for of, accounts := range notes {
		var vain []models.UserID
		for _, id := range accounts {
			u, there := people[id]
			switch {
			case there && (u.Closing || !u.EraseAt.IsZero() && !u.EraseAt.After(now)):
				due[id] = true
			case !there || !u.EraseAt.UTC().Truncate(day).Equal(of):
				vain = append(vain, id)
			}
		}
		if len(vain) > 0 && !now.Before(of.Add(day+dueSettled)) {
			if err := s.forgetDue(ctx, of, vain); err != nil {
				return nil, err
			}
		}
	}
	return slices.Sorted(maps.Keys(due)), nil
}

// notes reads the accounts noted in a set of the days up to now, by day.
func (db *DB) notes(ctx context.Context, now time.Time, days int, in string) (map[time.Time][]models.UserID, error) {
	var keys []item
	for n := range days + 1 {
		keys = append(keys, dueKey(now.Add(-time.Duration(n)*day)))
	}
	items, err := db.getAll(ctx, db.tables.InviteCodes, keys, false)
	if err != nil {
		return nil, err
	}
	notes := map[time.Time][]models.UserID{}
	for _, it := range items {
		of, err := time.Parse(time.DateOnly, strings.TrimPrefix(textOf(it["code"]), duePrefix))
		if err != nil {
			return nil, models.Internalf("a note of accounts is not of its documented form")
		}
		notes[of] = members[models.UserID](it[in])
	}
	return notes, nil
}

// notedPeople reads those noted accounts that exist.
func (db *DB) notedPeople(ctx context.Context, notes map[time.Time][]models.UserID) (map[models.UserID]models.User, error) {
	var ids []models.UserID
	for _, accounts := range notes {
		ids = append(ids, accounts...)
	}
	return db.readPeople(ctx, true, ids...)
}
