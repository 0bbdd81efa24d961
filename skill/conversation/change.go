package conversation

import (
	"context"
	"slices"
	"strconv"

	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// changing is the topic of memos that are done or deleted.
func changing() topic {
	return topic{
		intents: map[string]answer{understanding.DoneIntent: pointed(completion()), understanding.DeleteIntent: pointed(deletion())},
		questions: map[string]question{
			understanding.AskNumber: asksFor(understanding.AskNumber),
			understanding.AskDone:   asksFor(understanding.AskDone),
			understanding.AskThis:   {elicits: understanding.SpeakIntent, yes: asSpeaker(changeThis), no: asSpeaker(notThis)},
		},
		undos: map[models.ActKind]undo{
			models.ActDone:    {back: reopen},
			models.ActTrashed: {back: restoreMemos},
		},
	}
}

// pointed returns an answer that changes the memos that words point at. What the session does if
// it is not certain which they are is in whichMemos.
func pointed(c change) answer {
	return asSpeaker(func(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
		w := t.Heard.Which
		if retried(t, actor, c.kind) && w.Pointing != understanding.Numbered {
			return changeMemos(ctx, t, actor, c, lastAct(t, actor).Refs, nil)
		}
		if w.Pointing == understanding.Nothing && t.Asking(c.question) {
			return t.NotHeard(), nil
		}
		m, err := whichMemos(ctx, t, actor, c, w)
		if err != nil || m.reply != nil {
			return replyOf(m), err
		}
		return changeMemos(ctx, t, actor, c, m.refs, m.numbers)
	})
}

// replyOf returns the reply that asks which memos are meant.
func replyOf(m meant) alexa.Reply {
	if m.reply == nil {
		return alexa.Reply{}
	}
	return *m.reply
}

// changeThis makes the change of the memo that was asked about, after a yes.
func changeThis(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	refs := t.state.All
	if len(refs) == 0 {
		return t.Ask("", understanding.AskMenu), nil
	}
	if t.state.Change == rewriting().name {
		return changeText(ctx, t, actor, refs[0], t.state.Text, t.state.Append)
	}
	for _, c := range []change{completion(), deletion()} {
		if c.name == t.state.Change {
			return changeMemos(ctx, t, actor, c, refs, nil)
		}
	}
	return t.Ask("", understanding.AskMenu), nil
}

// notThis leaves the memo that was asked about as it is. Free speech that did not mean it may be a
// memo.
func notThis(ctx context.Context, t *Turn, _ models.User) (alexa.Reply, error) {
	if t.state.Unless == "" {
		return askFor(understanding.AskElse)(ctx, t)
	}
	t.state.Text = t.state.Unless
	return t.Ask(t.Say(words.AllRight, nil), understanding.AskWrite), nil
}

// changeMemos changes memos and says which ones. numbers are those that the speaker said; nil
// for a memo without a number.
func changeMemos(ctx context.Context, t *Turn, actor models.User, c change, refs []models.MemoRef, numbers []int) (alexa.Reply, error) {
	outcomes, err := carryOut(ctx, t, actor, c, refs)
	if err != nil {
		return alexa.Reply{}, err
	}
	var said []string
	undoable := false
	for i, o := range outcomes {
		number := 0
		if i < len(numbers) {
			number = numbers[i]
		}
		args := words.Args{"number": strconv.Itoa(number), "content": t.Short(o.memo.Content, t.ContentRunes/len(outcomes))}
		said = append(said, t.Say(c.sentence(o.memo, o.changed, number), args))
		undoable = undoable || o.changed
	}
	if undoable && c.kind == models.ActTrashed {
		said = append(said, undoHint(t))
	}
	return withList(ctx, t, actor, t.Done(t.Join(said...))), nil
}

// reopen removes the mark of memos that were done.
func reopen(ctx context.Context, t *Turn, actor models.User, a act) (string, error) {
	changed, already, err := t.Memos.DoneEach(ctx, actor, a.Refs, false)
	if err != nil {
		return "", err
	}
	saw(t, slices.Concat(changed, already)...)
	return restoredWords(t, a.Refs, changed, already), nil
}

// restoreMemos moves memos from the trash back into the list.
func restoreMemos(ctx context.Context, t *Turn, actor models.User, a act) (string, error) {
	restored, already, err := t.Memos.RestoreEach(ctx, actor, a.Refs)
	if err != nil {
		return "", err
	}
	saw(t, slices.Concat(restored, already)...)
	return restoredWords(t, a.Refs, restored, already), nil
}
