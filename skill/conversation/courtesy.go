package conversation

import (
	"context"

	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// courtesy is the topic of answers that have no intent of their own, of what can be said, and
// of closings.
func courtesy() topic {
	return topic{
		intents: map[string]answer{
			understanding.YesIntent: yes, understanding.NoIntent: no, understanding.RepeatIntent: repeat, understanding.HelpIntent: help,
			understanding.StopIntent: bye, understanding.CancelIntent: bye, understanding.HomeIntent: bye,
			understanding.FallbackIntent: func(_ context.Context, t *Turn) (alexa.Reply, error) { return t.NotHeard(), nil },
		},
		repeats:   map[string]answer{lastHelp: help},
		continues: map[string]answer{lastHelp: helpMore},
	}
}

// yes answers the open question with yes.
func yes(ctx context.Context, t *Turn) (alexa.Reply, error) {
	if q, ok := t.questions[t.asked]; ok {
		return q.yes(ctx, t)
	}
	if t.other {
		return t.Done(t.Say(words.OtherSpeaker, nil)), nil
	}
	return askAgain(t), nil
}

// no answers the open question with no. It needs no open question and accepts any
// voice.
func no(ctx context.Context, t *Turn) (alexa.Reply, error) {
	if q, ok := t.questions[t.asked]; ok {
		return q.no(ctx, t)
	}
	return askFor(understanding.AskElse)(ctx, t)
}

// repeat says again that nothing was found, or the last list, number or code. While another
// question is open, or if nothing was said before, it repeats the question.
func repeat(ctx context.Context, t *Turn) (alexa.Reply, error) {
	if t.missed != "" {
		t.state.Missed = t.missed
		return t.Ask(t.missed, t.Pending()), nil
	}
	again, ok := t.repeats[t.state.Last]
	if ok && (t.asked == "" || t.Asking(understanding.AskMenu, understanding.AskElse, understanding.AskAnother, understanding.AskMore, understanding.AskRest,
		understanding.AskNumber, understanding.AskDone, understanding.AskOne)) {
		return again(ctx, t)
	}
	if t.acted && t.Asking(understanding.AskElse, understanding.AskAnother) {
		return asSpeaker(repeatLast)(ctx, t)
	}
	if again := t.questions[t.asked].again; again != nil {
		return again(ctx, t)
	}
	return t.Ask("", t.Pending()), nil
}

// repeatLast reads the memos of the last act again.
func repeatLast(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	m, err := thatMemo(ctx, t, actor, change{question: understanding.AskOne})
	if err != nil || m.reply != nil {
		return replyOf(m), err
	}
	memos, err := t.Memos.Get(ctx, actor, m.refs)
	switch {
	case err != nil || len(memos) == 0:
		return t.Ask("", t.Pending()), err
	case memos[0].Deleted:
		t.state.Acted = true
		return t.Ask(t.Say(words.DeletedNamed, words.Args{"content": t.Short(memos[0].Content, t.ContentRunes)}), t.Pending()), nil
	}
	t.state.Acted = true
	return readThese(ctx, t, actor, memos), nil
}

// help explains the possible answers and repeats the question.
func help(_ context.Context, t *Turn) (alexa.Reply, error) {
	q := t.Pending()
	if q == understanding.AskMenu || q == understanding.AskElse {
		t.state.Last = lastHelp
	}
	return withHelp(t, t.Ask(t.Say(words.Help(q), asked(t)), q), q), nil
}

// helpMore says what else can be said.
func helpMore(_ context.Context, t *Turn) (alexa.Reply, error) {
	t.state.Last = ""
	return withHelp(t, t.Ask(t.Say(words.HelpMore, nil), understanding.AskMenu), understanding.AskMenu), nil
}

// withHelp adds a screen with what can be said, unless the question is about the memos
// that the screen shows.
func withHelp(t *Turn, r alexa.Reply, question string) alexa.Reply {
	switch question {
	case understanding.AskMenu, understanding.AskElse, understanding.AskText, understanding.AskAnother:
		return withWords(t, r, t.Say(words.Title, nil), t.Say(words.ScreenHelp, nil), words.ScreenHelpSay)
	}
	return r
}
