package dynamo

import (
	"context"
	"errors"

	"voicememo/memo"
	"voicememo/models"
)

// rewriteTries bounds how often a change of the content is tried while other requests
// change the same memo.
const rewriteTries = 20

// rewrite applies a change of the content. The text before depends on the present one, and
// an expression cannot build a map from an item's attributes, so rewrite reads the memo and
// writes it if it still has the version read. A refused write returns the memo for the next
// try.
func (s memoStore) rewrite(ctx context.Context, ref models.MemoRef, c memo.Change) (models.Memo, error) {
	found, err := s.Get(ctx, []models.MemoRef{ref})
	if err != nil {
		return models.Memo{}, err
	}
	if len(found) == 0 {
		return models.Memo{}, models.NotFound(models.ReasonMemo)
	}
	for m, try := found[0], 1; ; try++ {
		if !c.Holds(m) {
			return models.Memo{}, models.Stale(m)
		}
		now, done, err := s.replace(ctx, m, c.Apply(m), c.Family)
		switch {
		case err != nil:
			return models.Memo{}, err
		case done:
			return now, nil
		case try == rewriteTries:
			return models.Memo{}, models.Unavailable(errors.New("dynamodb: other requests keep changing the memo"))
		}
		m = now
	}
}

// replace writes the text of after, which was changed in a family, and what belongs to it,
// if the memo still has the version of m. It returns the memo as it is then stored and reports whether that is after.
// NotFound/ReasonMemo: it does not exist.
func (s memoStore) replace(ctx context.Context, m, after models.Memo, family models.FamilyID) (now models.Memo, done bool, err error) {
	out, err := s.update(ctx, s.rewriting(m, after, family))
	switch {
	case err != nil:
		return models.Memo{}, false, err
	case len(out.item) == 0, isRemoved(out.item):
		return models.Memo{}, false, models.NotFound(models.ReasonMemo)
	}
	if now, err = readMemo(out.item); err != nil {
		return models.Memo{}, false, err
	}
	return now, out.done || out.unsure && isWritten(now, after), nil
}

// rewriting returns the write of replace.
func (s memoStore) rewriting(m, after models.Memo, family models.FamilyID) write {
	e := newEdit(s.tables.Memos, memoKey(m.Ref()))
	e.when(memoExists)
	e.hasVersion(m.Version)
	e.change(memoItem(m), memoItem(after))
	if e.remove(updatedIn); family != "" && family != m.FamilyID { // it has not followed its author yet
		e.set(updatedIn, text(family))
	}
	return e.write()
}

// isWritten reports whether a stored memo is what replace wrote: an earlier try was done and
// its answer was lost.
func isWritten(now, after models.Memo) bool {
	return now.Version == after.Version && now.UpdatedBy == after.UpdatedBy && now.UpdatedAt.Equal(after.UpdatedAt) &&
		now.Content == after.Content
}
