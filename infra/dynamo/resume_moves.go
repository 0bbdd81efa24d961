package dynamo

import (
	"context"
	"errors"
	"time"

	"voicememo/models"
)

// The families with a mark are also listed ("noted") in an item of the invite-codes
// table, so that a scheduled run finds them without a scan. The note is only an aid: it
// is written after the transaction that sets the mark, so it may be missing if that
// process died, and it may be outdated. Only the mark counts.
const movingName = "moving" // no ledger's name

// noteTime bounds how long the answer to a join or a leave waits for its note.
const noteTime = time.Second

// noteMove notes that a family has a mark. The change stays done even if this fails,
// because the family's next request finds the mark; the note is written even if the
// caller has gone.
func (db *DB) noteMove(ctx context.Context, f models.FamilyID) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), noteTime)
	defer cancel()
	_ = db.addFamily(ctx, ledgerKey(movingName), f)
}

// forgetMove removes the note of a family whose last mark is gone. A family that has a
// new mark meanwhile, whose note this may just have removed, is noted anew.
func (db *DB) forgetMove(ctx context.Context, f models.FamilyID) error {
	if err := db.dropFamily(ctx, ledgerKey(movingName), f); err != nil {
		return err
	}
	now, err := db.marksOf(ctx, f)
	if err == nil && len(now.Moving) > 0 {
		err = db.addFamily(ctx, ledgerKey(movingName), f)
	}
	return err
}

// addFamily adds a family to the note with a key, unless it is there.
func (db *DB) addFamily(ctx context.Context, key item, f models.FamilyID) error {
	e := newEdit(db.tables.InviteCodes, key)
	e.add(countSet, set(f))
	e.lacks(countSet, string(f))
	return db.apply(ctx, e, nil)
}

// dropFamily removes a family from the note with a key.
func (db *DB) dropFamily(ctx context.Context, key item, f models.FamilyID) error {
	e := newEdit(db.tables.InviteCodes, key)
	e.take(countSet, set(f))
	e.contains(countSet, string(f))
	return db.apply(ctx, e, nil)
}

// marksOf reads a family without its members; one that no longer exists is the zero
// value.
func (db *DB) marksOf(ctx context.Context, f models.FamilyID) (models.Family, error) {
	it, err := db.get(ctx, db.tables.Users, familyKey(f))
	if err != nil || it == nil {
		return models.Family{}, err
	}
	return readFamily(it)
}

// noted returns the families that are noted, in order.
func (db *DB) noted(ctx context.Context) ([]models.FamilyID, error) {
	it, err := db.get(ctx, db.tables.InviteCodes, ledgerKey(movingName))
	return members[models.FamilyID](it[countSet]), err
}

const (
	// carryBatch is how many memos of a family are moved between two reads of its marks.
	carryBatch = 10 * memosPerMove
	// idleRounds is how often in a row a move may make no progress, because the index
	// lags or another mover is at work, before it is left to the next run. idlePause is
	// the argument of pause for each wait: about two seconds in total.
	idleRounds = 40
	idlePause  = 6
)

// ResumeMoves resumes the pending moves of all noted families until they are done or ctx
// ends, and returns how many families still have some. A family whose move fails does not
// delay the others; the error joins all failures. Any number of runs may overlap.
func (db *DB) ResumeMoves(ctx context.Context) (pending int, err error) {
	families, err := db.noted(ctx)
	if err != nil {
		return 0, err
	}
	var errs []error
	for i, f := range families {
		if ctx.Err() != nil {
			return pending + len(families) - i, errors.Join(errs...)
		}
		done, err := db.carry(ctx, f)
		if err != nil && ctx.Err() == nil {
			errs = append(errs, err)
		}
		if !done {
			pending++
		}
	}
	return pending, errors.Join(errs...)
}

// carry resumes the moves of one family.
func (db *DB) carry(ctx context.Context, id models.FamilyID) (done bool, err error) {
	for idle := 0; idle < idleRounds; {
		f, err := db.marksOf(ctx, id)
		if err != nil {
			return false, err
		}
		if len(f.Moving) == 0 {
			return true, db.forgetMove(ctx, id)
		}
		got, err := memoStore{db}.settle(ctx, f, carryBatch)
		if err != nil {
			return false, err
		}
		if got != (step{}) {
			idle = 0
			continue
		}
		idle++
		if err := db.pause(ctx, idlePause); err != nil {
			return false, err
		}
	}
	return false, nil
}
