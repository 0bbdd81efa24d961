package skill

import (
	"context"

	"voicememo/skill/messages"
)

// maxMisses is how many turns in a row may not be understood before the session ends.
const maxMisses = 3

// bye ends the session, whatever was going on.
func bye(_ context.Context, t *turn) (Reply, error) {
	return t.end(t.join(t.say(messages.All, nil), t.say(messages.Goodbye, nil))), nil
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

// pending gives the question that this turn should have answered.
func (t *turn) pending() string {
	if t.asked == "" {
		return askMenu
	}
	return t.asked
}
