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
		after := c.Apply(m)
		now, out, err := s.updateMemo(ctx, s.rewriting(m, after, c.Family))
		switch {
		case err != nil:
			return models.Memo{}, err
		case out.done, out.unsure && isWritten(now, after):
			return now, nil
		case try == rewriteTries:
			return models.Memo{}, models.Unavailable(errors.New("dynamodb: other requests keep changing the memo"))
		}
		m = now
	}
}

// rewriting returns the write of the text of after, which was changed in a family, and of what
// belongs to it, if the memo still has the version of m.
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

// isWritten reports whether a stored memo is what rewriting wrote: an earlier try was done and
// its answer was lost.
func isWritten(now, after models.Memo) bool {
	return now.Version == after.Version && now.UpdatedBy == after.UpdatedBy && now.UpdatedAt.Equal(after.UpdatedAt) &&
		now.Content == after.Content
}
