package conversation

import (
	"context"

	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// answering is the topic of answers that have no intent of their own.
func answering() topic {
	return topic{intents: map[string]answer{
		understanding.YesIntent: yes, understanding.NoIntent: no, understanding.RepeatIntent: repeat,
		understanding.StopIntent: bye, understanding.CancelIntent: bye, understanding.HomeIntent: bye,
		understanding.FallbackIntent: func(_ context.Context, t *Turn) (alexa.Reply, error) { return t.NotHeard(), nil },
	}}
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
