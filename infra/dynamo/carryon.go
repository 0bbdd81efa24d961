package dynamo

import (
	"context"
	"errors"
	"time"

	"voicememo/models"
)

// The families with a mark are noted in one more item of the invite-codes table,
// so that a scheduled run finds them without a scan. The note is a help and no
// proof: it is written after the transaction that makes the mark, and may be
// missing if that process died, or be there for nothing. The mark alone counts.
const (
	movingName = "moving" // no ledger's name
	movingSet  = "families"
)

// noteTime bounds what the answer to a join or a leave waits for its note.
const noteTime = time.Second

// noteMove notes that a family has a mark. The change that it belongs to is done,
// whatever happens here, also if the asker has gone: the family's own next request
// finds the mark, too.
func (db *DB) noteMove(ctx context.Context, f models.FamilyID) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), noteTime)
	defer cancel()
	_ = db.setNote(ctx, "ADD", "NOT contains(#"+movingSet+", :family)", f)
}

// forgetMove takes the note of a family away whose last mark is gone. One that has
// got a mark meanwhile, perhaps with a note that this has just taken, is noted anew.
func (db *DB) forgetMove(ctx context.Context, f models.FamilyID) error {
	if err := db.setNote(ctx, "DELETE", "contains(#"+movingSet+", :family)", f); err != nil {
		return err
	}
	now, err := db.marksOf(ctx, f)
	if err == nil && len(now.Moving) > 0 {
		err = db.setNote(ctx, "ADD", "NOT contains(#"+movingSet+", :family)", f)
	}
	return err
}

// setNote adds or deletes a family. A refused condition means that it is as wanted.
func (db *DB) setNote(ctx context.Context, verb, only string, f models.FamilyID) error {
	_, err := db.update(ctx, write{
		table: db.tables.InviteCodes, key: ledgerKey(movingName), update: verb + " #" + movingSet + " :families", only: only,
		values: item{":families": set(f), ":family": text(f)},
	})
	return err
}

// marksOf reads a family without its members; one that is gone has no marks.
func (db *DB) marksOf(ctx context.Context, f models.FamilyID) (models.Family, error) {
	it, err := db.get(ctx, db.tables.Users, familyKey(f))
	if err != nil || it == nil {
		return models.Family{}, err
	}
	return readFamily(it)
}

// noted gives the families that are noted, in order.
func (db *DB) noted(ctx context.Context) ([]models.FamilyID, error) {
	it, err := db.get(ctx, db.tables.InviteCodes, ledgerKey(movingName))
	r := reader{item: it}
	return named[models.FamilyID](r.set(movingSet)), err
}

const (
	// carryBatch is how many memos of a family are moved between two looks at its marks.
	carryBatch = 10 * memosPerMove
	// idleRounds is how often in a row a move may not get on, because of an index that
	// lags or another mover, before it is left to the next run, and idlePause the tries
	// that pause waits for each time: about two seconds in all.
	idleRounds = 40
	idlePause  = 6
)

// CarryOn carries the pending moves of all families on until they are done or ctx
// ends, and says how many families still have some. A family whose move fails
// does not hold up the others; the error is all of theirs. Any number may run at once.
func (db *DB) CarryOn(ctx context.Context) (pending int, err error) {
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

// carry carries the moves of one family on.
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
