package conversation

import (
	"context"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// clearing is the topic of deleting all memos.
func clearing() topic {
	asked := question{elicits: understanding.SpeakIntent, yes: asSpeaker(trashAll), no: askFor(understanding.AskElse)}
	return topic{
		intents:   map[string]answer{understanding.DeleteAllIntent: asSpeaker(removeAll)},
		questions: map[string]question{understanding.AskAll: asked, understanding.AskNewest: asked},
	}
}

// removeAll counts the memos and asks whether to delete them. A yes deletes exactly the
// counted memos; memos added in the meantime stay.
func removeAll(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	list, err := newestMemos(ctx, t, actor)
	if err != nil {
		return alexa.Reply{}, err
	}
	if len(list.Memos) == 0 {
		return nothingToRead(t, &reading{}), nil
	}
	t.state.All = nil
	for _, m := range list.Memos {
		t.state.All = append(t.state.All, m.Ref())
	}
	if t.state.Reading == nil {
		numberScreen(t, list)
	}
	question := understanding.AskAll
	if list.Next != "" {
		question = understanding.AskNewest
	}
	return withList(ctx, t, actor, t.Ask("", question)), nil
}

// newestMemos returns as many of the newest memos as one call can delete: one page. Memos that
// are done are left out, as they are when the list is read. It skips empty pages that have
// a successor.
func newestMemos(ctx context.Context, t *Turn, actor models.User) (memo.List, error) {
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
func trashAll(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	refs := t.state.All
	if len(refs) == 0 { // they did not fit into the session attributes
		return removeAll(ctx, t, actor)
	}
	if err := t.Record(ctx, actor, models.Act{Kind: models.ActTrashed, Refs: refs}); err != nil {
		return alexa.Reply{}, err
	}
	trashed, already, err := t.Memos.TrashEach(ctx, actor, refs)
	if err != nil {
		return alexa.Reply{}, err
	}
	n := len(trashed) + len(already)
	if n == 0 {
		if err := t.Families.ForgetAct(ctx, actor, t.AskedVoice(actor)); err != nil {
			return alexa.Reply{}, err
		}
		return t.Done(t.Say(words.AllGone, nil)), nil
	}
	t.Remember(actor, act{Kind: models.ActTrashed, Refs: refs})
	return withList(ctx, t, actor, t.Done(t.Join(t.Say(words.DeletedAll, words.Args{"memos": t.NumberOfMemos(n)}), undoHint(t)))), nil
}
