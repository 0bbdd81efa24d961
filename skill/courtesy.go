package skill

import (
	"context"
	"slices"

	"voicememo/skill/messages"
)

// maxMisses is the number of consecutive turns that are not understood after which the
// session ends.
const maxMisses = 3

// bye ends the session in every state.
func bye(_ context.Context, t *turn) (Reply, error) {
	return t.end(t.join(t.say(messages.AllRight, nil), t.say(messages.Goodbye, nil))), nil
}

// help explains the possible answers and repeats the question.
func help(_ context.Context, t *turn) (Reply, error) {
	q := t.pending()
	return t.ask(t.say(messages.Help(q), nil), q), nil
}

func helpMenu(_ context.Context, t *turn) (Reply, error) {
	return t.ask(t.say(messages.Help(askMenu), nil), askMenu), nil
}

// fallback repeats the question; the third time in a row it ends the session.
func fallback(_ context.Context, t *turn) (Reply, error) {
	if t.state.Misses++; t.state.Misses >= maxMisses {
		return t.end(t.join(t.say(messages.NotHeard, nil), t.say(messages.Goodbye, nil))), nil
	}
	return notHeard(t)
}

func notHeard(t *turn) (Reply, error) {
	return t.ask(t.say(messages.NotHeard, nil), t.pending()), nil
}

// repeat says the last list, number or code again. While another question is open, or
// if nothing was said before, it repeats the question.
func repeat(ctx context.Context, t *turn) (Reply, error) {
	again, ok := repeats()[t.state.Last]
	if ok && (t.asked == "" || t.asking(askMenu, askElse, askMore, askNumber)) {
		return again(ctx, t)
	}
	if t.asking(askAllow) {
		return t.askAgainAbout(ctx)
	}
	return t.ask("", t.pending()), nil
}

// pending returns the question that this turn should have answered.
func (t *turn) pending() string {
	if t.asked == "" {
		return askMenu
	}
	return t.asked
}

// hears reports whether the slot of a bare phrase holds one of the words under a key:
// Alexa puts any words there while it waits for a phrase.
func hears(k messages.Key) func(*turn) bool {
	return func(t *turn) bool {
		q := t.questions[t.asked]
		return q.slot != "" && q.intent == t.req.Body.Intent.Name && slices.Contains(t.Words(k), t.word(q.slot))
	}
}
