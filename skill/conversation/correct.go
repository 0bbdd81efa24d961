package conversation

import (
	"context"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// correcting is the topic of memos that get another text.
func correcting() topic {
	return topic{
		intents: map[string]answer{understanding.CorrectIntent: asSpeaker(correctLast), understanding.ChangeIntent: asSpeaker(changeMemo)},
		questions: map[string]question{
			understanding.AskChange:  {elicits: understanding.SpeakIntent, yes: asSpeaker(changeAsProposed), no: askFor(understanding.AskElse)},
			understanding.AskWhich:   asksFor(understanding.AskWhich),
			understanding.AskNewText: {elicits: understanding.SpeakIntent, yes: askFor(understanding.AskNewText), no: askFor(understanding.AskElse)},
		},
		undos: map[models.ActKind]undo{models.ActChanged: {back: textBack}},
	}
}

// correctLast corrects the memo that this session wrote or changed last, as the speaker says. If it
// is not clear what is to be corrected, it proposes a text and asks.
func correctLast(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	a, ok := undoable(t, actor)
	if !ok || len(a.Refs) != 1 {
		return offerToWrite(ctx, t)
	}
	m, err := liveMemo(ctx, t, actor, a.Refs[0])
	switch {
	case err != nil:
		return alexa.Reply{}, err
	case m.ID == "":
		return t.Done(t.Say(words.AllGone, nil)), nil
	}
	text, certain := t.Heard.Fix.Correct(m.Content)
	if then := t.Heard.Then; then != nil && !certain && !t.Heard.Fix.About(m.Content) {
		t.Heard = *then // it is about something else
		return t.Answer(ctx)
	}
	if certain {
		return rewrite(ctx, t, actor, m.Ref(), text)
	}
	return propose(t, m, text), nil
}

// propose asks whether a memo is to have another text.
func propose(t *Turn, m models.Memo, text string) alexa.Reply {
	t.state.All, t.state.Text = []models.MemoRef{m.Ref()}, text
	return t.Ask("", understanding.AskChange)
}

// changeAsProposed changes the text of a memo after a yes.
func changeAsProposed(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	if len(t.state.All) != 1 || t.state.Text == "" {
		return t.Ask("", understanding.AskMenu), nil
	}
	return rewrite(ctx, t, actor, t.state.All[0], t.state.Text)
}

// changeMemo changes a memo that is pointed at to the text that the speaker says, or asks for the text.
func changeMemo(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	text, target := t.Heard.Text, t.Heard.Which
	if t.Asking(understanding.AskWhich) && text == "" {
		text, t.Heard.Append = t.state.Text, t.state.Append
		t.Heard.Text = text
	}
	t.state.Text, t.state.Append = text, t.Heard.Append
	m, err := whichMemos(ctx, t, actor, rewriting(), target)
	switch {
	case err != nil:
		return alexa.Reply{}, err
	case m.reply != nil:
		return *m.reply, nil
	case len(m.refs) != 1:
		return t.Ask("", understanding.AskWhich), nil
	}
	return changeText(ctx, t, actor, m.refs[0], text, t.Heard.Append)
}

// changeText changes or lengthens the text of a memo; "" asks for it.
func changeText(ctx context.Context, t *Turn, actor models.User, ref models.MemoRef, text string, more bool) (alexa.Reply, error) {
	if text == "" {
		t.state.All = []models.MemoRef{ref}
		return t.Ask("", understanding.AskNewText), nil
	}
	m, err := liveMemo(ctx, t, actor, ref)
	switch {
	case err != nil:
		return alexa.Reply{}, err
	case m.ID == "":
		return t.Done(t.Say(words.AllGone, nil)), nil
	case more:
		text = m.Content + t.Say(words.More, nil) + text
	default:
		old := t.Heard.Old
		if old == "" && t.Heard.Which.Pointing == understanding.Worded {
			old = t.Heard.Which.Text // "replace milk with oat milk" in "two cartons of milk"
		}
		if fixed, certain := (understanding.Fix{Language: t.Language(), Text: text, Old: old}).Correct(m.Content); certain {
			text = fixed
		}
	}
	return rewrite(ctx, t, actor, ref, text)
}

// liveMemo returns a memo that is in the list; the zero memo: it is not.
func liveMemo(ctx context.Context, t *Turn, actor models.User, ref models.MemoRef) (models.Memo, error) {
	memos, err := t.Memos.Get(ctx, actor, []models.MemoRef{ref})
	if err != nil || len(memos) == 0 || memos[0].Deleted {
		return models.Memo{}, err
	}
	return memos[0], nil
}

// rewrite replaces a memo's text and says the new one. A retry of the request changes nothing.
func rewrite(ctx context.Context, t *Turn, actor models.User, ref models.MemoRef, text string) (alexa.Reply, error) {
	a := models.Act{Kind: models.ActChanged, Refs: []models.MemoRef{ref}}
	was := retried(t, actor, models.ActChanged)
	if !was {
		if err := t.Record(ctx, actor, a); err != nil {
			return alexa.Reply{}, err
		}
	}
	m, err := liveMemo(ctx, t, actor, ref)
	if err == nil && (!was || m.Content != spoken(text)) {
		m, err = t.Memos.Edit(ctx, actor, ref, spoken(text), 0)
	}
	if models.IsReason(err, models.ReasonInTrash) || models.IsReason(err, models.ReasonMemo) {
		return t.Done(t.Say(words.AllGone, nil)), nil
	}
	if err != nil {
		_ = t.Families.ForgetAct(ctx, actor, t.AskedVoice(actor))
		return alexa.Reply{}, err
	}
	t.Remember(actor, fromAccount(a))
	t.state.Last, t.focus = "", ref
	saw(t, m)
	said := t.Say(words.Changed, words.Args{"content": t.Short(m.Content, t.ContentRunes)})
	return withList(ctx, t, actor, t.another(said)), nil
}

// textBack restores the text that a memo had before it was changed.
func textBack(ctx context.Context, t *Turn, actor models.User, a act) (string, error) {
	m, err := t.Memos.SwapBefore(ctx, actor, a.Refs[0], 0)
	if models.IsReason(err, models.ReasonNoBefore) || models.IsReason(err, models.ReasonInTrash) || models.IsReason(err, models.ReasonMemo) {
		return t.Say(words.AllGone, nil), nil
	}
	if err != nil {
		return "", err
	}
	saw(t, m)
	return t.Say(words.Unchanged, words.Args{"content": t.Short(m.Content, t.ContentRunes)}), nil
}

// rewriting is the change of a memo's text, for finding out which memo is meant.
func rewriting() change {
	return change{name: "change", kind: models.ActChanged, question: understanding.AskWhich, asks: words.ThisChange}
}

// already returns the memo of the newest ones that has a text, whatever its spelling, and reports
// whether there is one besides that of an earlier delivery of this request.
func already(ctx context.Context, t *Turn, actor models.User, text string) (models.Memo, bool, error) {
	list, err := t.Memos.List(ctx, actor, memo.Query{Limit: alreadyLimit, Unnamed: true})
	if err != nil {
		return models.Memo{}, false, err
	}
	for _, m := range list.Memos {
		if m.Ref() == memoKey(t).Ref(actor.ID) {
			return models.Memo{}, false, nil
		}
	}
	for _, m := range list.Memos {
		if memo.Exact(m.Content, text) {
			return m, true, nil
		}
	}
	return models.Memo{}, false, nil
}

// alreadyLimit is how many of the newest memos are compared with one that is added.
const alreadyLimit = 50
