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
	ask := question{elicits: understanding.AddIntent, yes: askFor(understanding.AskText), no: bye}
	return topic{
		intents: map[string]answer{understanding.AddIntent: add},
		questions: map[string]question{
			understanding.AskMenu: ask, understanding.AskElse: ask, understanding.AskText: ask, understanding.AskAnother: ask,
			understanding.AskAgain: {yes: asSpeaker(addAgain), no: askFor(understanding.AskElse)},
		},
		undos: map[models.ActKind]undo{actAdded: {back: unadd, after: addInstead}},
	}
}

// add writes a memo and says its text back. A retry of the same request adds no second
// memo. If the same speaker repeats the same text, add asks whether it is meant as
// another memo.
func add(ctx context.Context, t *Turn) (alexa.Reply, error) {
	text := spoken(t.Heard.Text)
	if text == "" {
		return t.Ask("", understanding.AskText), nil
	}
	actor, err := t.Actor(ctx)
	if err != nil {
		return alexa.Reply{}, err
	}
	d := draft(t, text)
	again, err := t.Memos.Repeats(ctx, actor, d)
	if err != nil {
		return alexa.Reply{}, err
	}
	if again {
		t.state.Text = text
		return t.Ask("", understanding.AskAgain), nil
	}
	return write(ctx, t, actor, d, "")
}

// addAgain writes the repeated memo after the speaker confirmed it.
func addAgain(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	if t.state.Text == "" {
		return t.Ask("", understanding.AskText), nil
	}
	d := draft(t, t.state.Text)
	d.Speaker.Voice = t.AskedVoice(actor)
	return write(ctx, t, actor, d, "")
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

// addInstead adds the right text instead of a memo that was misheard, or asks for it.
func addInstead(ctx context.Context, t *Turn, actor models.User, _ act, said string) (reply alexa.Reply, ok bool, err error) {
	switch {
	case t.Heard.Correction != nil:
		reply, err = write(ctx, t, actor, draft(t, t.Heard.Correction.Text), said)
		return reply, true, err
	case !t.req.Session.New && t.Asking(understanding.AskAnother):
		t.state.Acted = true
		return t.Ask(said, understanding.AskText), true, nil
	}
	return alexa.Reply{}, false, nil
}
