package dynamo

import (
	"context"
	"maps"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

// moveBatch is how many memos one transaction takes, besides the fence:
// TransactWriteItems does 100 things at most.
const moveBatch = 99

// Settle moves what the family's marks name. The fence of every write is that
// the author is still in f, in the same stay as when Settle read the author.
func (s memoStore) Settle(ctx context.Context, f models.Family, limit int) (bool, error) {
	done := true
	for _, author := range slices.Sorted(maps.Keys(f.Moving)) {
		moved, cleared, err := s.settleAuthor(ctx, f, author, limit)
		if err != nil {
			return false, err
		}
		limit -= moved
		done = done && cleared
	}
	return done, nil
}

// settleAuthor moves at most limit of an author's memos to f. The mark goes
// only when a pass has found nothing to move and the index seems to know.
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
		return 0, false, err // f is out of date: the author has moved on, and the mark with him
	}
	refs, err := s.strays(ctx, person, limit)
	if err != nil {
		return 0, false, err
	}
	if len(refs) == 0 {
		late, err := s.indexIsLate(ctx, person, f.Moving[author])
		if err == nil && !late {
			cleared, err = s.clearMark(ctx, person)
		}
		return 0, cleared, err
	}
	for batch := range slices.Chunk(refs, moveBatch) {
		if ok, err := s.moveBatch(ctx, person, batch); err != nil || !ok {
			return moved, false, err
		}
		moved += len(batch)
	}
	return moved, false, nil
}

// strays finds at most limit of a person's memos that are listed elsewhere. It
// reads the table, not the index: the index may not know yet of a memo added
// just before the move, and still list one that has moved already.
func (s memoStore) strays(ctx context.Context, person models.User, limit int) ([]models.MemoRef, error) {
	var refs []models.MemoRef
	q := query{
		key: "#userId = :author", filter: "#familyId <> :family",
		values: item{":author": text(person.ID), ":family": text(person.FamilyID)}, limit: moveBatch,
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

// indexIsLate reports that the index still lists memos of the person under the
// families they have all left. Until it has noticed, readers need the mark. It
// looks at the newest memos only, because it is no more than a courtesy.
func (s memoStore) indexIsLate(ctx context.Context, person models.User, old []models.FamilyID) (bool, error) {
	for _, family := range old {
		out, err := s.query(ctx, query{
			index: true, key: inFamily, filter: "#userId = :author", limit: roundLimit, count: true,
			values: item{":family": text(family), ":author": text(person.ID)},
		})
		if err != nil || out.Count > 0 {
			return true, err
		}
	}
	return false, nil
}

// fence holds while the person is in the stay that was read.
func (s memoStore) fence(person models.User) write {
	return write{
		table: s.tables.Users, key: personKey(person.ID), only: personThere(person),
		values: item{":family": text(person.FamilyID), ":epoch": number(person.MoveEpoch)},
	}
}

// moveBatch lists memos under their author's family, and changes nothing else
// of them, so that an edit at the same moment is kept. Memos that somebody
// deleted meanwhile are left out. It reports false if the fence is down.
func (s memoStore) moveBatch(ctx context.Context, person models.User, refs []models.MemoRef) (bool, error) {
	for len(refs) > 0 {
		steps := []types.TransactWriteItem{s.fence(person).asCheck()}
		for _, ref := range refs {
			steps = append(steps, write{
				table: s.tables.Memos, key: memoKey(ref), update: "SET #familyId = :family", only: memoExists,
				values: item{":family": text(person.FamilyID)},
			}.asUpdate())
		}
		refused, err := s.transact(ctx, steps...)
		if err != nil || refused == nil {
			return err == nil, err
		}
		if refused.at(0) {
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

// clearMark says that all of a person's memos have arrived.
func (s memoStore) clearMark(ctx context.Context, person models.User) (bool, error) {
	refused, err := s.transact(ctx,
		s.fence(person).asCheck(),
		write{
			table: s.tables.Users, key: familyKey(person.FamilyID),
			update: "REMOVE #moving.#member", only: "contains(#memberIds, :user)",
			values: item{":user": text(person.ID)}, alias: map[string]string{"#member": string(person.ID)},
		}.asUpdate(),
	)
	return err == nil && refused == nil, err
}
