package skill

import (
	"context"
	"slices"
	"strconv"

	"golang.org/x/text/unicode/norm"

	"voicememo/models"
	"voicememo/skill/messages"
)

// remove puts the memo with a number into the trash. The number refers to the list as
// this session last read it; if there is no such list, remove reads it first.
func remove(ctx context.Context, t *turn) (Reply, error) {
	if t.state.Reading == nil || len(t.state.Reading.Items) == 0 {
		return t.readMore(ctx, &reading{}, askNumber)
	}
	number, ok := heardNumber(t.req.slot(numberSlot))
	if !ok {
		return t.ask("", askNumber), nil
	}
	ref, ok := t.state.Reading.ref(number)
	if !ok {
		last := strconv.Itoa(len(t.state.Reading.Items))
		return t.ask(t.say(messages.DeleteRange, messages.Args{"number": strconv.Itoa(number), "last": last}), askNumber), nil
	}
	if slices.Contains(t.state.Reading.Gone, number) {
		return t.trashOnceMore(ctx, number, ref)
	}
	return t.trash(ctx, number, ref)
}

// trashOnceMore deletes a memo that this session knows as deleted, if it has been
// restored since.
func (t *turn) trashOnceMore(ctx context.Context, number int, ref models.MemoRef) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	memos, err := t.Memos.Get(ctx, actor, []models.MemoRef{ref})
	switch {
	case err != nil:
		return Reply{}, err
	case len(memos) == 0 || memos[0].Deleted:
		return t.gone(number), nil
	}
	return t.trash(ctx, number, ref)
}

// heardNumber parses a number in digits of any width.
func heardNumber(heard string) (int, bool) {
	n, err := strconv.Atoi(norm.NFKC.String(heard))
	return n, err == nil
}

// trash deletes a memo. It records the deletion first, so that a later session can undo
// it even if this turn fails afterwards.
func (t *turn) trash(ctx context.Context, number int, ref models.MemoRef) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	if err := t.Families.RecordDeletion(ctx, actor, []models.MemoRef{ref}); err != nil {
		return Reply{}, err
	}
	m, err := t.Memos.Trash(ctx, actor, ref)
	if models.IsReason(err, models.ReasonInTrash) || models.IsReason(err, models.ReasonMemo) {
		m, err = t.trashedBefore(ctx, actor, ref)
	}
	if err != nil {
		return Reply{}, err
	}
	if m.ID == "" {
		t.state.Reading.mark(ref, true)
		return t.gone(number), nil
	}
	t.state.deleted(ref)
	return t.redrawn(ctx, actor, t.done(t.say(messages.Deleted, messages.Args{
		"number": strconv.Itoa(number), "content": t.short(m.Content, t.contentRunes),
	}))), nil
}

// trashedBefore returns the memo if it is already in the trash and was the last
// deletion of this account, as in a retry of the request. Otherwise another member
// deleted it: trashedBefore returns a zero memo and records the previous deletion again
// as the last one.
func (t *turn) trashedBefore(ctx context.Context, actor models.User, ref models.MemoRef) (models.Memo, error) {
	if slices.Equal(actor.LastDeletion.Refs, []models.MemoRef{ref}) {
		memos, err := t.Memos.Get(ctx, actor, actor.LastDeletion.Refs)
		if err != nil || (len(memos) == 1 && memos[0].Deleted) {
			return append(memos, models.Memo{})[0], err
		}
	}
	return models.Memo{}, t.Families.RecordDeletion(ctx, actor, t.undoable(actor))
}

// gone says that a memo was already deleted.
func (t *turn) gone(number int) Reply {
	return t.done(t.say(messages.DeletedGone, messages.Args{"number": strconv.Itoa(number)}))
}
