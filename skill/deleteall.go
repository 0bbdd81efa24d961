package skill

import (
	"context"
	"strconv"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/words"
)

// removeAll counts the memos and asks whether to delete them. A yes deletes exactly the
// counted memos; memos added in the meantime stay.
func removeAll(ctx context.Context, t *turn) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	list, err := t.newest(ctx, actor)
	if err != nil {
		return Reply{}, err
	}
	if len(list.Memos) == 0 {
		return t.none(&reading{}), nil
	}
	t.state.All = nil
	for _, m := range list.Memos {
		t.state.All = append(t.state.All, m.Ref())
	}
	if t.state.Reading == nil {
		t.numberScreen(list)
	}
	question := askAll
	if list.Next != "" {
		question = askNewest
	}
	return t.withList(ctx, actor, t.ask("", question)), nil
}

// newest returns as many of the newest memos as one call can delete: one page. Memos that
// are done are left out, as they are when the list is read. It skips empty pages that have
// a successor.
func (t *turn) newest(ctx context.Context, actor models.User) (memo.List, error) {
	q := memo.Query{Limit: memo.MaxSeveral, Done: new(bool)}
	list, err := t.Memos.List(ctx, actor, q)
	for err == nil && len(list.Memos) == 0 && list.Next != "" {
		q.Cursor = list.Next
		list, err = t.Memos.List(ctx, actor, q)
	}
	return list, err
}

// trashAll deletes the counted memos. The number it says includes memos that others
// deleted in the meantime, so that a retry of the request says the same.
func trashAll(ctx context.Context, t *turn) (Reply, error) {
	refs := t.state.All
	if len(refs) == 0 { // they did not fit into the session attributes
		return removeAll(ctx, t)
	}
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	trashed, already, err := t.Memos.TrashEach(ctx, actor, refs, t.recording(actor, models.Act{Kind: models.ActTrashed, Refs: refs}))
	if err != nil {
		return Reply{}, err
	}
	n := len(trashed) + len(already)
	if n == 0 {
		if err := t.Families.ForgetAct(ctx, actor, t.askedVoice(actor)); err != nil {
			return Reply{}, err
		}
		return t.done(t.say(words.AllGone, nil)), nil
	}
	t.remember(actor, act{Kind: models.ActTrashed, Refs: refs})
	return t.withList(ctx, actor, t.done(t.join(t.say(words.DeletedAll, words.Args{"memos": t.memos(n)}), t.undoHint()))), nil
}

// memos returns a number of memos in words.
func (l locale) memos(n int) string {
	if n == 1 {
		return l.Text(words.OneMemo, nil)
	}
	return l.Text(words.ManyMemos, words.Args{"count": strconv.Itoa(n)})
}
