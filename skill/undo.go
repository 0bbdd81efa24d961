package skill

import (
	"context"
	"slices"
	"time"

	"voicememo/models"
	"voicememo/skill/messages"
)

// undoTime is how long another session can undo the account's last deletion. The page's
// trash keeps memos longer.
const undoTime = 10 * time.Minute

// undo restores the last deletion, of one memo or all of them.
func undo(ctx context.Context, t *turn) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	refs := t.undoable(actor)
	if len(refs) == 0 {
		return t.done(t.say(messages.UndoNone, nil)), nil
	}
	restored, already, err := t.Memos.RestoreEach(ctx, actor, refs)
	if err != nil {
		return Reply{}, err
	}
	// Another session of the account may have recorded a later deletion, which stays.
	if slices.Equal(actor.LastDeletion.Refs, refs) {
		if err := t.Families.RecordDeletion(ctx, actor, nil); err != nil {
			return Reply{}, err
		}
	}
	t.state.restored(slices.Concat(restored, already))
	t.state.Undo = nil
	lost := len(refs) - len(restored) - len(already)
	return t.redrawn(ctx, actor, t.done(t.undone(restored, already, lost))), nil
}

// undoable returns the memos that can be undone now: the last deletion of this session,
// otherwise the account's, if it is recent.
func (t *turn) undoable(actor models.User) []models.MemoRef {
	if len(t.state.Undo) > 0 {
		return t.state.Undo
	}
	if last := actor.LastDeletion; t.began.Sub(last.At) <= undoTime {
		return last.Refs
	}
	return nil
}

// undone says which memos were restored; if none, which were already back; and how many
// are no longer in the trash.
func (t *turn) undone(restored, already []models.Memo, lost int) string {
	var said string
	switch {
	case len(restored) == 1 && len(already) == 0:
		said = t.say(messages.Undone, messages.Args{"content": t.short(restored[0].Content, t.contentRunes)})
	case len(restored) > 0:
		said = t.say(messages.UndoneCount, messages.Args{"memos": t.memos(len(restored))})
	case len(already) == 1:
		said = t.say(messages.UndoBack, messages.Args{"content": t.short(already[0].Content, t.contentRunes)})
	case len(already) > 1:
		said = t.say(messages.UndoBackCount, messages.Args{"memos": t.memos(len(already))})
	}
	if lost > 0 {
		said = t.join(said, t.say(messages.UndoLost, messages.Args{"memos": t.memos(lost)}))
	}
	return said
}
