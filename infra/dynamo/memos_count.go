package dynamo

import (
	"context"
	"errors"
	"hash/crc32"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"voicememo/models"
)

// DynamoDB keeps no count of a family's memos. A random sample of the memos that are
// added note their family, in one of a few items of the invite-codes table for each hour,
// and a scheduled run counts the memos of the noted families. Families found full stay in
// another item, which does not expire, until a count finds room.
const (
	countPrefix = ledgerPrefix + "count#" // no ledger's name begins with "count#"
	fullName    = "full"                  // no ledger's name
	countSet    = "families"              // also in the item of families on the move

	// memoCount is the attribute of a family with its number of memos at the last count.
	memoCount = "memoCount"
	// listFull is the attribute of a member whose family is full according to the last
	// count.
	listFull = "listFull"
)

const (
	// sampled is the average number of memos added for each one that notes its family.
	sampled = 64
	// countHours is how many hours after its own hour a note is read, countKept how long
	// it is kept.
	countHours = 24
	countKept  = 48 * time.Hour
	// countParts is how many items share an hour's notes. A write is billed for the whole
	// item, and an item can be written a thousand times a second (docs/scaling.md).
	countParts = 4
)

// sample is the default of DB.Sample.
func sample() bool { return rand.IntN(sampled) == 0 } //nolint:gosec // guessing it gains nothing

// countKey is the key of one part of the notes of the hour of t, in UTC.
func countKey(t time.Time, part uint32) item {
	return codeKey(countPrefix + t.UTC().Format("2006-01-02T15") + "#" + strconv.FormatUint(uint64(part), 10))
}

// countPart is the part that has a family's notes.
func countPart(f models.FamilyID) uint32 { return crc32.ChecksumIEEE([]byte(f)) % countParts }

// noteSample notes the family f of an added memo if Sample selects it. The memo stays
// added even if this fails, and the note is written even if the caller has gone.
func (db *DB) noteSample(ctx context.Context, f models.FamilyID) {
	if db.Sample == nil || !db.Sample() {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), noteTime)
	defer cancel()
	now := time.Now()
	e := newEdit(db.tables.InviteCodes, countKey(now, countPart(f)))
	e.add(countSet, set(f))
	e.set("expiresAt", seconds(now.Truncate(time.Hour).Add(countKept)))
	_ = db.apply(ctx, e, nil)
}

// CountMemos counts the memos of the noted families, and records on their members whether
// the family is full: it has most memos or more; with most 0 no family is full. Memos in
// the trash count; memos past their purge time do not. A family that fails does not delay
// the others and stays noted; the error joins all failures. Any number of runs may
// overlap.
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
		for part := range uint32(countParts) {
			keys = append(keys, countKey(now.Add(-time.Duration(n)*time.Hour), part))
		}
	}
	items, err := db.getAll(ctx, db.tables.InviteCodes, keys, false)
	if err != nil {
		return nil, err
	}
	notes := map[models.FamilyID][]item{}
	for _, it := range items {
		for _, id := range members[models.FamilyID](it[countSet]) {
			notes[id] = append(notes[id], codeOf(it))
		}
	}
	return notes, nil
}

// forgetCounts removes a family from its notes; a full family stays in the item of full
// families.
func (db *DB) forgetCounts(ctx context.Context, f models.FamilyID, notes []item, full bool) error {
	for _, key := range notes {
		if full && same(key, ledgerKey(fullName)) {
			continue
		}
		if err := db.dropFamily(ctx, key, f); err != nil {
			return err
		}
	}
	return nil
}

// noteFull notes that a family is full. The note is written before the members' items, so
// that they can always be found when the family has room.
func (db *DB) noteFull(ctx context.Context, f models.FamilyID) error {
	return db.addFamily(ctx, ledgerKey(fullName), f)
}

// countFamily counts a family's memos and records the number on the family, and on its
// members whether it is full. A family that no longer exists is not full.
func (db *DB) countFamily(ctx context.Context, id models.FamilyID, most int) (full bool, err error) {
	it, err := db.get(ctx, db.tables.Users, familyKey(id))
	if err != nil || it == nil {
		return false, err
	}
	if most > 0 {
		n, err := db.countListed(ctx, id, most)
		if err != nil {
			return false, err
		}
		full = n >= most
		if was, _ := intOf(it[memoCount]); was != int64(n) {
			e := db.editFamily(id)
			e.when(userExists)
			e.set(memoCount, number(int64(n)))
			if err := db.apply(ctx, e, nil); err != nil {
				return false, err
			}
		}
	}
	if full {
		if err := db.noteFull(ctx, id); err != nil {
			return false, err
		}
	}
	return full, db.tellFull(ctx, id, members[models.UserID](it["memberIds"]), full)
}

// countListed counts the memos that are listed under a family. It stops once there are
// most or more.
func (db *DB) countListed(ctx context.Context, f models.FamilyID, most int) (int, error) {
	return db.countAll(ctx, query{
		index: familyIndex, key: inFamily, filter: memoNotPurged, values: item{":family": text(f), ":now": seconds(time.Now())},
	}, most)
}

// tellFull records whether a family is full on those of its members whose items say
// otherwise.
func (db *DB) tellFull(ctx context.Context, f models.FamilyID, members []models.UserID, full bool) error {
	items, err := db.getAll(ctx, db.tables.Users, keysOf(members, personKey), true)
	if err != nil {
		return err
	}
	for _, it := range items {
		if flagOf(it[listFull]) == full {
			continue
		}
		e := db.editPerson(models.UserID(textOf(it["userId"])))
		e.equals("familyId", text(f)) // otherwise the person has left
		e.remove(listFull)
		if full {
			e.set(listFull, flag(true))
		}
		if err := db.apply(ctx, e, nil); err != nil {
			return err
		}
	}
	return nil
}
