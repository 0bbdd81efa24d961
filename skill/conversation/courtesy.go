package conversation

import (
	"context"

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

// repeat says the last list, number or code again. While another question is open, or
// if nothing was said before, it repeats the question.
func repeat(ctx context.Context, t *Turn) (alexa.Reply, error) {
	again, ok := t.repeats[t.state.Last]
	if ok && (t.asked == "" || t.Asking(understanding.AskMenu, understanding.AskElse, understanding.AskAnother, understanding.AskMore, understanding.AskRest,
		understanding.AskNumber, understanding.AskDone, understanding.AskOne)) {
		return again(ctx, t)
	}
	if again := t.questions[t.asked].again; again != nil {
		return again(ctx, t)
	}
	return t.Ask("", t.Pending()), nil
}

// help explains the possible answers and repeats the question.
func help(_ context.Context, t *Turn) (alexa.Reply, error) {
	q := t.Pending()
	if q == understanding.AskMenu || q == understanding.AskElse {
		t.state.Last = lastHelp
	}
	return withHelp(t, t.Ask(t.Say(words.Help(q), nil), q), q), nil
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
		return withWords(t, r, t.Say(words.ScreenHelp, nil), t.Say(words.ScreenHelpText, nil), words.ScreenHelpSay)
	}
	return r
}
