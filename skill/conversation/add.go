package conversation

import (
	"context"

	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// adding is the topic of new memos.
func adding() topic {
	ask := question{elicits: understanding.SpeakIntent, yes: askFor(understanding.AskText), no: bye}
	text := question{elicits: understanding.SpeakIntent, yes: askFor(understanding.AskText), no: askFor(understanding.AskElse)}
	return topic{
		intents: map[string]answer{understanding.AddIntent: add},
		questions: map[string]question{
			understanding.AskMenu: ask, understanding.AskElse: ask, understanding.AskText: text, understanding.AskAnother: ask,
		},
		undos: map[models.ActKind]undo{actAdded: {back: unadd, after: addInstead}},
	}
}

// add writes a memo and says its text back. A retry of the same request adds no second memo.
func add(ctx context.Context, t *Turn) (alexa.Reply, error) {
	text := spoken(t.Heard.Text)
	switch {
	case text == "" && t.Asking(understanding.AskText) && t.Heard.Text == "":
		return t.NotHeard(), nil
	case text == "":
		return t.Ask("", understanding.AskText), nil
	}
	actor, err := t.Actor(ctx)
	if err != nil {
		return alexa.Reply{}, err
	}
	if t.Asking(understanding.AskNewText) && len(t.state.All) == 1 {
		return rewrite(ctx, t, actor, t.state.All[0], text)
	}
	return write(ctx, t, actor, draft(t, text), "")
}

// openAgain removes the mark of a memo that is needed again.
func openAgain(ctx context.Context, t *Turn, actor models.User, m models.Memo) (alexa.Reply, error) {
	said, err := reopen(ctx, t, actor, act{Refs: []models.MemoRef{m.Ref()}})
	if err != nil {
		return alexa.Reply{}, err
	}
	t.focus = m.Ref()
	return withList(ctx, t, actor, t.another(said)), nil
}

// another says the result of a task about a memo. It ends a one-shot; within a session it asks for
// another memo.
func (t *Turn) another(said string) alexa.Reply {
	if t.req.Session.New {
		return t.End(said)
	}
	return t.Ask(said, understanding.AskAnother)
}

// unadd puts a memo that was just added into the trash.
func unadd(ctx context.Context, t *Turn, actor models.User, a act) (string, error) {
	m, ok, err := trashOne(ctx, t, actor, a.Refs[0])
	if err != nil {
		return "", err
	}
	if !ok && m.ID == "" {
		return t.Say(words.AllGone, nil), nil
	}
	saw(t, m)
	return t.Say(words.Unadded, words.Args{"content": t.Short(m.Content, t.ContentRunes)}), nil
}

// trashOne puts a memo into the trash. ok is false if it was already there, or if the
// family does not have it any more.
func trashOne(ctx context.Context, t *Turn, actor models.User, ref models.MemoRef) (m models.Memo, ok bool, err error) {
	m, err = t.Memos.Trash(ctx, actor, ref)
	if !models.IsReason(err, models.ReasonInTrash) && !models.IsReason(err, models.ReasonMemo) {
		return m, err == nil, err
	}
	memos, err := t.Memos.Get(ctx, actor, []models.MemoRef{ref})
	return append(memos, models.Memo{})[0], false, err
}

// addInstead asks for the right text of a memo that was taken back because it was wrong.
func addInstead(_ context.Context, t *Turn, _ models.User, _ act, said string) (reply alexa.Reply, ok bool, err error) {
	if t.Heard.Fix == nil && t.Heard.Intent != understanding.RestoreIntent || t.req.Session.New || !t.Asking(understanding.AskAnother) {
		return alexa.Reply{}, false, nil
	}
	t.state.Acted = true
	return t.Ask(said, understanding.AskText), true, nil
}
