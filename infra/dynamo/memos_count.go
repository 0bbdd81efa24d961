package dynamo

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"voicememo/models"
)

// Nothing on DynamoDB counts the memos of a family as they come and go. One of some
// memos that are added notes its family, in an item of the invite-codes table for each
// hour, and a scheduled run counts the memos of the families noted. Those found full
// stay in another item, which does not expire, until they are found to have room.
const (
	countPrefix = ledgerPrefix + "count#" // no ledger's name begins with "count#"
	fullName    = "full"                  // no ledger's name
	countSet    = "families"

	// memoCount is the attribute of a family with its number of memos, as counted last.
	memoCount = "memoCount"
	// listFull is the attribute of a member whose family was found full.
	listFull = "listFull"
)

const (
	// sampled is how many memos are added for each one that notes its family, on average.
	sampled = 64
	// countHours is for how many hours after its own a note is read, countKept for how
	// long it is kept.
	countHours = 24
	countKept  = 48 * time.Hour
)

// sample is DB.Sample of a program.
func sample() bool { return rand.IntN(sampled) == 0 } //nolint:gosec // nobody gains by guessing it

// countKey is the key of the note of the hour of t, in UTC.
func countKey(t time.Time) item { return codeKey(countPrefix + t.UTC().Format("2006-01-02T15")) }

// noteSample notes the family of a memo that was added, if the memo is to. The memo is
// there, whatever happens here, also if the caller has gone.
func (db *DB) noteSample(ctx context.Context, f models.FamilyID) {
	if db.Sample == nil || !db.Sample() {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), noteTime)
	defer cancel()
	now := time.Now()
	e := newEdit(db.tables.InviteCodes, countKey(now))
	e.add(countSet, set(f))
	e.set("expiresAt", seconds(now.Truncate(time.Hour).Add(countKept)))
	_, _ = db.update(ctx, e.write())
}

// CountMemos counts the memos of the families that are noted, and notes on their
// members whether a family has most memos or more; with most 0 none has. Memos in the
// trash count, those past their purge do not. A family that fails does not hold up the
// others and stays noted; the error is all of theirs. Any number may run at once.
func (db *DB) CountMemos(ctx context.Context, most int) error {
	notes, err := db.countNotes(ctx, time.Now())
	if err != nil {
		return err
	}
	var errs []error
	for _, f := range slices.Sorted(maps.Keys(notes)) {
		if ctx.Err() != nil {
			break
		}
		full, err := db.countFamily(ctx, f, most)
		if err == nil {
			err = db.forgetCounts(ctx, f, notes[f], full)
		}
		if err != nil && ctx.Err() == nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// countNotes reads which families are noted, each with the keys of its notes.
func (db *DB) countNotes(ctx context.Context, now time.Time) (map[models.FamilyID][]item, error) {
	keys := []item{ledgerKey(fullName)}
	for n := -1; n <= countHours; n++ { // another machine's clock may be ahead
		keys = append(keys, countKey(now.Add(-time.Duration(n)*time.Hour)))
	}
	items, err := db.getAll(ctx, db.tables.InviteCodes, keys, false)
	if err != nil {
		return nil, err
	}
	notes := map[models.FamilyID][]item{}
	for _, it := range items {
		r := reader{item: it}
		for _, f := range r.set(countSet) {
			id := models.FamilyID(f)
			notes[id] = append(notes[id], item{"code": it["code"]})
		}
	}
	return notes, nil
}

// forgetCounts takes a family out of its notes; one that is full stays among the full.
func (db *DB) forgetCounts(ctx context.Context, f models.FamilyID, notes []item, full bool) error {
	for _, key := range notes {
		if full && same(key, ledgerKey(fullName)) {
			continue
		}
		e := newEdit(db.tables.InviteCodes, key)
		e.take(countSet, set(f))
		e.contains(countSet, string(f))
		if _, err := db.update(ctx, e.write()); err != nil {
			return err
		}
	}
	return nil
}

// noteFull notes that a family is full. A note comes before what it is needed for: to
// find the members again when the family has room.
func (db *DB) noteFull(ctx context.Context, f models.FamilyID) error {
	e := newEdit(db.tables.InviteCodes, ledgerKey(fullName))
	e.add(countSet, set(f))
	e.lacks(countSet, string(f))
	_, err := db.update(ctx, e.write())
	return err
}

// countFamily counts a family's memos and notes on the family how many there are, and
// on its members whether it is full. A family that is gone is not.
func (db *DB) countFamily(ctx context.Context, id models.FamilyID, most int) (full bool, err error) {
	it, err := db.get(ctx, db.tables.Users, familyKey(id))
	if err != nil || it == nil {
		return false, err
	}
	r := reader{item: it}
	if most > 0 {
		n, err := db.countListed(ctx, id, most)
		if err != nil {
			return false, err
		}
		full = n >= most
		if r.number(memoCount) != int64(n) {
			e := db.editFamily(id)
			e.when(userExists)
			e.set(memoCount, number(int64(n)))
			if _, err := db.update(ctx, e.write()); err != nil {
				return false, err
			}
		}
	}
	if full {
		if err := db.noteFull(ctx, id); err != nil {
			return false, err
		}
	}
	return full, db.tellFull(ctx, id, r.set("memberIds"), full)
}

// countListed counts the memos that are listed under a family, until there are most.
func (db *DB) countListed(ctx context.Context, f models.FamilyID, most int) (int, error) {
	q := query{
		index: true, key: "#familyId = :family", filter: "attribute_not_exists(#purgeAt) OR #purgeAt > :now", count: true,
		values: item{":family": text(f), ":now": seconds(time.Now())},
	}
	for n := 0; ; {
		out, err := db.query(ctx, q)
		if err != nil {
			return 0, err
		}
		n += int(out.Count)
		if q.start = out.LastEvaluatedKey; q.start == nil || n >= most {
			return n, nil
		}
	}
}

// tellFull notes on those members of a family whose items do not say so whether it is
// full.
func (db *DB) tellFull(ctx context.Context, f models.FamilyID, members []string, full bool) error {
	keys := make([]item, len(members))
	for i, id := range members {
		keys[i] = personKey(models.UserID(id))
	}
	items, err := db.getAll(ctx, db.tables.Users, keys, true)
	if err != nil {
		return err
	}
	for _, it := range items {
		r := reader{item: it}
		if r.flag(listFull) == full {
			continue
		}
		e := db.editPerson(models.UserID(r.text("userId")))
		e.equals("familyId", text(f)) // otherwise the person has moved on
		e.remove(listFull)
		if full {
			e.set(listFull, flag(true))
		}
		if _, err := db.update(ctx, e.write()); err != nil {
			return err
		}
	}
	return nil
}
