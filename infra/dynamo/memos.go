package dynamo

import (
	"context"
	"time"

	"voicememo/memo"
	"voicememo/models"
)

// Add is one transaction, so that a memo is never added to a family that its author's
// mover has already searched. The step on the author also stores, at no extra cost, which
// memos the author added last. If the same memo exists, Add returns it, wherever its
// author is now.
func (s memoStore) Add(ctx context.Context, m models.Memo, _ int) (models.Memo, bool, error) {
	if m.FamilyID == "" { // nothing can be listed under it, and a closing person's is ""
		return models.Memo{}, false, models.Conflict(models.ReasonMoved)
	}
	author := write{
		table: s.tables.Users, key: personKey(m.UserID), update: shiftLatest(),
		only:   inFamily + " AND attribute_not_exists(#gone)",
		values: item{":family": text(m.FamilyID), ":latest": text(latestOf(m)), ":none": text("")},
	}
	refused, err := s.transact(ctx,
		author.asUpdate(),
		write{table: s.tables.Memos, item: memoItem(m), only: memoMissing}.asPut(),
	)
	switch {
	case err != nil:
		return models.Memo{}, false, err
	case refused == nil:
		s.noteSample(ctx, m.FamilyID)
		return m, true, nil
	case refused.at(1) && isRemoved(refused.item(1)):
		forget, err := expiryOf(refused.item(1)["purgeAt"])
		if err != nil {
			return models.Memo{}, false, Damaged("purgeAt")
		}
		return m.Removed(forget), false, nil
	case refused.at(1):
		stored, err := readMemo(refused.item(1))
		return stored, false, err
	default:
		return models.Memo{}, false, models.Conflict(models.ReasonMoved)
	}
}

// Get reads the table, not the index, so it never lags.
func (s memoStore) Get(ctx context.Context, refs []models.MemoRef) ([]models.Memo, error) {
	items, err := s.getAll(ctx, s.tables.Memos, keysOf(refs, memoKey), true)
	if err != nil {
		return nil, err
	}
	return readMemos(items)
}

// Update is one conditional write. A change of the content is preceded by a read (see
// rewrite); any other change is not. A change of any version recognizes an earlier try of
// its own by the author and the time of the last change; if a different change has the same
// author and time, a second write drops that condition.
func (s memoStore) Update(ctx context.Context, ref models.MemoRef, c memo.Change) (models.Memo, error) {
	if c.Rewrites() {
		return s.rewrite(ctx, ref, c)
	}
	m, out, err := s.updateOnce(ctx, ref, c, true)
	if err == nil && !out.done && c.Version == 0 && madeBy(m, c) && !(out.unsure && happened(m, c)) {
		m, out, err = s.updateOnce(ctx, ref, c, false)
	}
	if err == nil && !out.done && !(out.unsure && happened(m, c)) {
		err = models.Stale(m)
	}
	if err != nil {
		return models.Memo{}, err
	}
	return m, nil
}

// updateOnce applies c if it holds and returns the memo as stored afterwards. If the memo
// has not followed its author yet, the item names the family of c for the event.
func (s memoStore) updateOnce(ctx context.Context, ref models.MemoRef, c memo.Change, once bool) (models.Memo, outcome, error) {
	m, out, err := s.updateMemo(ctx, s.changing(ref, c, once, false))
	if err == nil && !out.done && c.Family != "" && m.FamilyID != c.Family {
		return s.updateMemo(ctx, s.changing(ref, c, once, true))
	}
	return m, out, err
}

// updateMemo updates a memo and returns it as stored afterwards, also if the condition of w
// does not hold. NotFound/ReasonMemo: it does not exist.
func (s memoStore) updateMemo(ctx context.Context, w write) (models.Memo, outcome, error) {
	out, err := s.update(ctx, w)
	if err == nil && (len(out.item) == 0 || isRemoved(out.item)) {
		err = models.NotFound(models.ReasonMemo)
	}
	var m models.Memo
	if err == nil {
		m, err = readMemo(out.item)
	}
	if err != nil {
		return models.Memo{}, outcome{}, err
	}
	return m, out, nil
}

// Remove replaces a memo in the trash, whether or not it is due, by an item with its key.
func (s memoStore) Remove(ctx context.Context, ref models.MemoRef, version int64, forget time.Time) error {
	e := newEdit(s.tables.Memos, memoKey(ref))
	e.equals("deleted", flag(true))
	e.hasVersion(version)
	return s.replaceRemoved(ctx, e, ref, forget)
}

// replaceRemoved replaces a memo by an item with its key if the conditions of e hold.
func (s memoStore) replaceRemoved(ctx context.Context, e *edit, ref models.MemoRef, forget time.Time) error {
	w := e.write()
	w.item = removedItem(ref, forget)
	return s.add(ctx, w, models.NotFound(models.ReasonMemo))
}

// Count reads the table, not the index, so it never lags.
func (s memoStore) Count(ctx context.Context, author models.UserID) (int, error) {
	return s.countLive(ctx, author)
}

// NoteEmptied records on the family's item who emptied the trash.
func (s memoStore) NoteEmptied(ctx context.Context, family models.FamilyID, e models.Emptied) error {
	f := s.editFamily(family)
	f.when(userExists)
	f.set(emptied, mapOf(emptiedAttributes, e))
	return s.apply(ctx, f, nil)
}
