package dynamo

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

// memosPerMove is the number of memos in one transaction, besides the fence:
// TransactWriteItems takes 100 actions at most.
const memosPerMove = 99

// elsewhere is the condition that the memo is not listed under the family where it
// belongs.
const elsewhere = "#familyId <> :family"

// Settle moves what the family's marks name. Every write is fenced: it holds only if the
// author is still in f, in the same stay as when Settle read the author.
func (s memoStore) Settle(ctx context.Context, f models.Family, limit int) (bool, error) {
	step, err := s.settle(ctx, f, limit)
	if err != nil || step.cleared < len(f.Moving) {
		return false, err
	}
	if len(f.Moving) > 0 {
		_ = s.forgetMove(ctx, f.ID) // if this fails, ResumeMoves drops the note
	}
	return true, nil
}

// step is the progress of one call with a family's moves.
type step struct {
	moved   int // memos
	cleared int // marks
}

// settle moves at most limit memos and clears the marks of those that have arrived.
func (s memoStore) settle(ctx context.Context, f models.Family, limit int) (done step, err error) {
	for _, author := range slices.Sorted(maps.Keys(f.Moving)) {
		moved, cleared, err := s.settleAuthor(ctx, f, author, limit-done.moved)
		if err != nil {
			return step{}, err
		}
		done.moved += moved
		if cleared {
			done.cleared++
		}
	}
	return done, nil
}

// settleAuthor moves at most limit of an author's memos to f. The mark is cleared only
// when a pass to the end has found nothing to move and the index is up to date.
func (s memoStore) settleAuthor(ctx context.Context, f models.Family, author models.UserID, limit int) (moved int, cleared bool, err error) {
	if limit <= 0 {
		return 0, false, nil
	}
	it, err := s.get(ctx, s.tables.Users, personKey(author))
	if err != nil {
		return 0, false, err
	}
	person, err := readPerson(it)
	if err != nil || person.FamilyID != f.ID {
		return 0, false, err // f is out of date: the author has left, and their mark with them
	}
	old := f.Moving[author]
	from, err := s.oldestListed(ctx, person, old)
	if err != nil {
		return 0, false, err
	}
	refs, err := s.strays(ctx, person, from, limit)
	if err != nil {
		return 0, false, err
	}
	if len(refs) == 0 && from == "" {
		cleared, err = s.finish(ctx, person, old)
		return 0, cleared, err
	}
	for batch := range slices.Chunk(refs, memosPerMove) {
		ok, err := s.moveBatch(ctx, person, batch)
		if err != nil {
			return 0, false, err
		}
		if !ok {
			break
		}
		moved += len(batch)
	}
	return moved, false, nil
}

// oldestListed returns the lowest id of the person's memos that it finds at the oldest
// end of the families they come from, where the memos that have not moved yet are; "":
// none. Without it each batch would reread all memos that have moved already.
//
// One short page is enough: if other people's memos fill it, it is cheaper to find the
// person's own without the index.
func (s memoStore) oldestListed(ctx context.Context, person models.User, old []models.FamilyID) (models.MemoID, error) {
	for _, family := range old {
		out, err := s.query(ctx, query{
			index: familyIndex, oldest: true, key: inFamily, filter: byAuthor, limit: memosPerMove,
			values: item{":family": text(family), ":author": text(person.ID)},
		})
		if err != nil {
			return "", err
		}
		memos, err := readMemos(out.Items)
		if err != nil {
			return "", err
		}
		if len(memos) > 0 {
			return slices.MinFunc(memos, func(a, b models.Memo) int { return cmp.Compare(a.ID, b.ID) }).ID, nil
		}
	}
	return "", nil
}

// strays returns at most limit of a person's memos that are listed elsewhere, oldest
// first, beginning at an id; "": at the first. It reads the table, not the index: the
// index may lack a memo added just before the move, and still list one that has moved
// already.
func (s memoStore) strays(ctx context.Context, person models.User, from models.MemoID, limit int) ([]models.MemoRef, error) {
	var refs []models.MemoRef
	q := query{
		oldest: true, key: byAuthor, filter: elsewhere, limit: memosPerMove,
		values: item{":author": text(person.ID), ":family": text(person.FamilyID), ":from": text(from)},
	}
	if from != "" {
		q.key += " AND #id >= :from"
	}
	for {
		out, err := s.query(ctx, q)
		if err != nil {
			return nil, err
		}
		memos, err := readMemos(out.Items)
		if err != nil {
			return nil, err
		}
		for _, m := range memos {
			refs = append(refs, m.Ref())
		}
		if len(refs) >= limit {
			return refs[:limit], nil
		}
		if q.start = out.LastEvaluatedKey; q.start == nil {
			return refs, nil
		}
		q.limit = min(q.limit*roundGrowth, roundLimit)
	}
}

// finish clears the mark of a person who has no memos left to move, once the index is up
// to date. The index lags for each family separately: until it lists the memos under the
// new family and no longer under the old ones, readers need the mark.
func (s memoStore) finish(ctx context.Context, person models.User, old []models.FamilyID) (bool, error) {
	if late, err := s.indexIsLate(ctx, person, old); err != nil || late {
		return false, err
	}
	if there, err := s.arrived(ctx, person); err != nil || !there {
		return false, err
	}
	return s.clearMark(ctx, person)
}

// indexIsLate reports whether the index still lists memos of the person under the
// families they have all left. It looks at the newest memos only: they moved last.
func (s memoStore) indexIsLate(ctx context.Context, person models.User, old []models.FamilyID) (bool, error) {
	for _, family := range old {
		out, err := s.query(ctx, query{
			index: familyIndex, key: inFamily, filter: byAuthor, limit: roundLimit, count: true,
			values: item{":family": text(family), ":author": text(person.ID)},
		})
		if err != nil {
			return false, err
		}
		if out.Count > 0 {
			return true, nil
		}
	}
	return false, nil
}

// arrivalLimit is how many entries of the family's index are searched for a person's
// newest memos.
const arrivalLimit = 4 * memosPerMove

// arrived reports whether the index lists the person's newest memos, which moved last,
// under their family, as far as one page of it shows. It compares times as texts, because
// the index sorts them as texts.
func (s memoStore) arrived(ctx context.Context, person models.User) (bool, error) {
	own, err := s.query(ctx, query{key: byAuthor, limit: memosPerMove, values: item{":author": text(person.ID)}})
	if err != nil {
		return false, err
	}
	missing, newest := map[string]string{}, ""
	for _, it := range own.Items {
		if isRemoved(it) {
			continue
		}
		missing[textOf(it["id"])] = textOf(it["timestamp"])
		newest = max(newest, textOf(it["timestamp"]))
	}
	if len(missing) == 0 {
		return true, nil
	}
	listed, err := s.query(ctx, query{
		index: familyIndex, key: inFamily + " AND #timestamp <= :newest", filter: byAuthor, limit: arrivalLimit,
		values: item{":family": text(person.FamilyID), ":newest": text(newest), ":author": text(person.ID)},
	})
	if err != nil {
		return false, err
	}
	for _, it := range listed.Items {
		delete(missing, textOf(it["id"]))
	}
	floor := textOf(listed.LastEvaluatedKey["timestamp"])
	for _, at := range missing {
		if at > floor {
			return false, nil
		}
	}
	return true, nil
}

// fence is a condition that holds while the person is in the stay that was read.
func (s memoStore) fence(person models.User) write {
	e := s.editPerson(person.ID)
	e.isIn(person, person.FamilyID)
	return e.write()
}

// moveBatch lists memos under their author's family. It changes nothing else of them, so
// that a concurrent edit is kept. Memos removed or moved meanwhile are skipped. It
// reports false if the fence does not hold, or if it conflicted with another transaction,
// which most likely moves the same memos.
func (s memoStore) moveBatch(ctx context.Context, person models.User, refs []models.MemoRef) (bool, error) {
	for len(refs) > 0 {
		steps := []types.TransactWriteItem{s.fence(person).asCheck()}
		for _, ref := range refs {
			steps = append(steps, write{
				table: s.tables.Memos, key: memoKey(ref), update: "SET #familyId = :family", only: both(memoExists, elsewhere),
				values: item{":family": text(person.FamilyID)},
			}.asUpdate())
		}
		refused, err := s.transactWithin(ctx, 1, steps...)
		switch {
		case conflicted(err):
			return false, nil
		case err != nil || refused == nil:
			return err == nil, err
		case refused.at(0):
			return false, nil
		}
		var there []models.MemoRef
		for i, ref := range refs {
			if !refused.at(i + 1) {
				there = append(there, ref)
			}
		}
		refs = there
	}
	return true, nil
}

// listsMemos adds the condition that a family lists the memos of u, a member or a
// former member.
func (e *edit) listsMemos(u models.UserID) {
	id := e.value(text(u))
	e.when("contains(#memberIds, " + id + ") OR contains(#formerIds, " + id + ")")
}

// clearMark removes the mark of a person whose memos have all arrived.
func (s memoStore) clearMark(ctx context.Context, person models.User) (bool, error) {
	f := s.editFamily(person.FamilyID)
	f.listsMemos(person.ID)
	f.remove(f.at("moving", string(person.ID)))
	f.set(settledAt, instant(s.now()))
	refused, err := s.transact(ctx, s.fence(person).asCheck(), f.asUpdate())
	return err == nil && refused == nil, err
}
