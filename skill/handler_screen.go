package skill

import (
	"context"
	"slices"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/messages"
)

// screenHandlers returns the handlers for touches.
func screenHandlers() []handler {
	return []handler{{name: "touch", also: isType(touchRequest), answer: touch}}
}

// touch deletes or restores the memo whose button was touched, says so, and redraws the
// list. Arguments that our screens do not send get a silent reply.
func touch(ctx context.Context, t *turn) (Reply, error) {
	action, ref, ok := t.req.touch()
	if !ok {
		return t.told(""), nil
	}
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	memos, err := t.around(ctx, actor, ref)
	if err != nil {
		return Reply{}, err
	}
	i := slices.IndexFunc(memos, func(m models.Memo) bool { return m.Ref() == ref })
	if i < 0 {
		t.state.Reading.mark(ref, true)
		return t.withList(t.told(t.say(messages.ScreenGone, nil)), memos), nil
	}
	change := t.trashTouched
	if action == touchUndo {
		change = t.restoreTouched
	}
	said, err := change(ctx, actor, &memos[i])
	if err != nil {
		return Reply{}, err
	}
	return t.withList(t.told(said), memos), nil
}

// told answers a touch. It asks no question, so it leaves the microphone as it is. An
// open offer to read on stays open; other questions lapse, as in every turn.
func (t *turn) told(text string) Reply {
	if t.asked == askMore {
		t.state.Asked, t.state.Account, t.state.Voice = askMore, fingerprint(t.req.userID()), t.put
	}
	t.state.lapse(t.state.Asked)
	r := Reply{Mic: MicAbsent}
	if text != "" {
		r.Core = response(ssml(text), nil)
	}
	r.Core.SessionAttributes = t.state.attributes()
	return r
}

// trashTouched puts a memo into the trash, where a spoken undo can restore it too, and
// returns the sentence that says so.
func (t *turn) trashTouched(ctx context.Context, actor models.User, m *models.Memo) (string, error) {
	if m.Deleted {
		return t.say(messages.ScreenInTrash, nil), nil
	}
	ref := m.Ref()
	if err := t.Families.RecordDeletion(ctx, actor, []models.MemoRef{ref}); err != nil {
		return "", err
	}
	trashed, err := t.Memos.Trash(ctx, actor, ref)
	if models.IsReason(err, models.ReasonInTrash) || models.IsReason(err, models.ReasonMemo) {
		trashed, err = t.trashedBefore(ctx, actor, ref)
	}
	if err != nil {
		return "", err
	}
	if m.Deleted = true; trashed.ID == "" {
		t.state.Reading.mark(ref, true)
		return t.say(messages.ScreenInTrash, nil), nil
	}
	t.state.deleted(ref)
	return t.say(messages.ScreenDeleted, messages.Args{"content": t.short(m.Content, t.contentRunes)}), nil
}

// restoreTouched restores a memo from the trash and returns the sentence that says so.
// If the memo was the whole last deletion, there is nothing left to undo.
func (t *turn) restoreTouched(ctx context.Context, actor models.User, m *models.Memo) (string, error) {
	if !m.Deleted {
		return t.say(messages.ScreenInList, nil), nil
	}
	refs := []models.MemoRef{m.Ref()}
	restored, already, err := t.Memos.RestoreEach(ctx, actor, refs)
	if err != nil {
		return "", err
	}
	back := slices.Concat(restored, already)
	if len(back) == 0 {
		return t.say(messages.ScreenGone, nil), nil
	}
	if slices.Equal(actor.LastDeletion.Refs, refs) {
		if err := t.Families.RecordDeletion(ctx, actor, nil); err != nil {
			return "", err
		}
	}
	if slices.Equal(t.state.Undo, refs) {
		t.state.Undo = nil
	}
	*m = back[0]
	t.state.restored(back)
	return t.say(messages.ScreenRestored, messages.Args{"content": t.short(m.Content, t.contentRunes)}), nil
}

// around returns the memos to show together with a touched one: its page of the
// session's reading, or a new reading if the session does not know the memo.
func (t *turn) around(ctx context.Context, actor models.User, ref models.MemoRef) ([]models.Memo, error) {
	number, ok := t.state.Reading.number(ref)
	if !ok {
		return t.anew(ctx, actor, ref)
	}
	memos, err := t.Memos.Get(ctx, actor, t.state.Reading.page(number))
	for _, m := range memos {
		t.state.Reading.mark(m.Ref(), m.Deleted)
	}
	return memos, err
}

// anew starts a reading of the newest memos with the touched memo sorted among them. If
// the actor may not see that memo, nothing changes.
func (t *turn) anew(ctx context.Context, actor models.User, ref models.MemoRef) ([]models.Memo, error) {
	touched, err := t.Memos.Get(ctx, actor, []models.MemoRef{ref})
	if err != nil || len(touched) == 0 {
		return nil, err
	}
	list, err := t.Memos.List(ctx, actor, memo.Query{Limit: pageSize})
	if err != nil {
		return nil, err
	}
	memos := newestFirst(append(touched, list.Memos...))
	r := &reading{Next: list.Next, From: min(1, len(memos)), To: len(memos)}
	for _, m := range memos {
		r.add(m.Ref())
		r.mark(m.Ref(), m.Deleted)
	}
	t.state.Reading = r
	return memos, nil
}

// newestFirst sorts memos in list order and removes duplicates.
func newestFirst(memos []models.Memo) []models.Memo {
	slices.SortStableFunc(memos, func(a, b models.Memo) int {
		switch {
		case a.Ref() == b.Ref():
			return 0
		case a.Position().Before(b.Position()):
			return -1
		}
		return 1
	})
	return slices.CompactFunc(memos, func(a, b models.Memo) bool { return a.Ref() == b.Ref() })
}
