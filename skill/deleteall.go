package skill

import (
	"context"
	"strconv"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/messages"
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
		return t.done(t.say(messages.ReadNone, nil)), nil
	}
	t.state.All = nil
	for _, m := range list.Memos {
		t.state.All = append(t.state.All, m.Ref())
	}
	if list.Next != "" {
		return t.ask("", askNewest), nil
	}
	return t.ask("", askAll), nil
}

// newest returns as many of the newest memos as one call can delete: one page. It skips
// empty pages that have a successor.
func (t *turn) newest(ctx context.Context, actor models.User) (memo.List, error) {
	list, err := t.Memos.List(ctx, actor, memo.Query{Limit: memo.MaxSeveral})
	for err == nil && len(list.Memos) == 0 && list.Next != "" {
		list, err = t.Memos.List(ctx, actor, memo.Query{Limit: memo.MaxSeveral, Cursor: list.Next})
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
	if err := t.Families.RecordDeletion(ctx, actor, refs); err != nil {
		return Reply{}, err
	}
	n, err := t.Memos.TrashEach(ctx, actor, refs)
	if err != nil {
		return Reply{}, err
	}
	t.state.deleted(refs...)
	if n == 0 {
		return t.done(t.say(messages.AllGone, nil)), nil
	}
	return t.redrawn(ctx, actor, t.done(t.say(messages.DeletedAll, messages.Args{"memos": t.memos(n)}))), nil
}

// memos returns a number of memos in words.
func (l locale) memos(n int) string {
	if n == 1 {
		return l.Text(messages.OneMemo, nil)
	}
	return l.Text(messages.ManyMemos, messages.Args{"count": strconv.Itoa(n)})
}
