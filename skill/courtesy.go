package skill

import (
	"context"
	"slices"

	"voicememo/skill/messages"
)

// maxMisses is how many turns in a row may not be understood before the session ends.
const maxMisses = 3

// bye ends the session, whatever was going on.
func bye(_ context.Context, t *turn) (Reply, error) {
	return t.end(t.join(t.say(messages.AllRight, nil), t.say(messages.Goodbye, nil))), nil
}

// help explains what can be answered now and asks again.
func help(_ context.Context, t *turn) (Reply, error) {
	q := t.pending()
	return t.ask(t.say(messages.Help(q), nil), q), nil
}

func helpMenu(_ context.Context, t *turn) (Reply, error) {
	return t.ask(t.say(messages.Help(askMenu), nil), askMenu), nil
}

// fallback asks the same question again; the third time in a row it gives up.
func fallback(_ context.Context, t *turn) (Reply, error) {
	if t.state.Misses++; t.state.Misses >= maxMisses {
		return t.end(t.join(t.say(messages.NotHeard, nil), t.say(messages.Goodbye, nil))), nil
	}
	return notHeard(t)
}

func notHeard(t *turn) (Reply, error) {
	return t.ask(t.say(messages.NotHeard, nil), t.pending()), nil
}

// repeat says again what was told last. In the middle of something, and when
// nothing was told, that is the question.
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

// pending gives the question that this turn should have answered.
func (t *turn) pending() string {
	if t.asked == "" {
		return askMenu
	}
	return t.asked
}

// hears reports whether one of the words under a key was taken for the phrase
// that a question waits for, as happens while Alexa waits for any phrase.
func hears(k messages.Key) func(*turn) bool {
	return func(t *turn) bool {
		q := t.questions[t.asked]
		return q.slot != "" && q.intent == t.req.Body.Intent.Name && slices.Contains(t.Words(k), t.word(q.slot))
	}
}
