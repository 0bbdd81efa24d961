package skill

import (
	"context"
	"slices"
	"time"

	"voicememo/models"
	"voicememo/skill/messages"
)

// undoTime is how long an account's last deletion can be undone by a session
// that did not do it. The page's trash keeps it longer.
const undoTime = 10 * time.Minute

// undo brings back what was deleted last, one memo or all of them.
func undo(ctx context.Context, t *turn) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	refs := t.undoable(actor)
	if len(refs) == 0 {
		return t.done(t.say(messages.UndoNone, nil)), nil
	}
	kept, err := t.Memos.Get(ctx, actor, refs)
	if err != nil {
		return Reply{}, err
	}
	trashed := trashedRefs(kept)
	restored, err := t.Memos.RestoreEach(ctx, actor, trashed)
	if err != nil {
		return Reply{}, err
	}
	if err := t.People.Deleting(ctx, actor, nil); err != nil {
		return Reply{}, err
	}
	t.state.restored(kept)
	t.state.Undo = nil
	lost := len(refs) - len(kept) + len(trashed) - len(restored)
	return t.redrawn(ctx, actor, t.done(t.undone(kept, restored, lost))), nil
}

// undoable gives what can be undone now: what this session deleted last, or else
// the account, if that is not long ago.
func (t *turn) undoable(actor models.User) []models.MemoRef {
	if len(t.state.Undo) > 0 {
		return t.state.Undo
	}
	if last := actor.LastDeletion; t.began.Sub(last.At) <= undoTime {
		return last.Refs
	}
	return nil
}

func trashedRefs(memos []models.Memo) []models.MemoRef {
	var refs []models.MemoRef
	for _, m := range memos {
		if m.Deleted {
			refs = append(refs, m.Ref())
		}
	}
	return refs
}

// undone says what came back, of the memos that there still are; what was back
// already; and how many the trash has forgotten.
func (t *turn) undone(kept, restored []models.Memo, lost int) string {
	var said string
	switch {
	case len(restored) == 1 && len(kept) == 1:
		said = t.say(messages.Undone, messages.Args{"content": t.short(restored[0].Content, t.contentRunes)})
	case len(restored) > 0:
		said = t.say(messages.UndoneCount, messages.Args{"memos": t.memos(len(restored))})
	case len(kept) == 1:
		said = t.say(messages.UndoBack, messages.Args{"content": t.short(kept[0].Content, t.contentRunes)})
	case len(kept) > 1 && !slices.ContainsFunc(kept, func(m models.Memo) bool { return m.Deleted }):
		said = t.say(messages.UndoBackCount, messages.Args{"memos": t.memos(len(kept))})
	}
	if lost > 0 {
		said = t.join(said, t.say(messages.UndoLost, messages.Args{"memos": t.memos(lost)}))
	}
	return said
}
