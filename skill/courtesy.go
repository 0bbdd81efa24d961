package skill

import (
	"context"

	"voicememo/skill/words"
)

// maxMisses is the number of consecutive turns that are not understood after which the
// session ends.
const maxMisses = 3

// bye ends the session in every state.
func bye(_ context.Context, t *turn) (Reply, error) {
	return t.end(t.join(t.say(words.AllRight, nil), t.say(words.Goodbye, nil))), nil
}

// lastHelp in state.Last makes "more" say the rest of the help.
const lastHelp = "help"

// help explains the possible answers and repeats the question.
func help(_ context.Context, t *turn) (Reply, error) {
	q := t.pending()
	if q == askMenu || q == askElse {
		t.state.Last = lastHelp
	}
	return t.withHelp(t.ask(t.say(words.Help(q), nil), q), q), nil
}

// helpMore says what else can be said.
func helpMore(_ context.Context, t *turn) (Reply, error) {
	t.state.Last = ""
	return t.withHelp(t.ask(t.say(words.HelpMore, nil), askMenu), askMenu), nil
}

// fallback repeats the question; the third time in a row it ends the session.
func fallback(_ context.Context, t *turn) (Reply, error) {
	t.state.Acted = t.acted
	if t.state.Misses++; t.state.Misses >= maxMisses {
		return t.end(t.join(t.say(words.NotHeard, nil), t.say(words.Goodbye, nil))), nil
	}
	return notHeard(t)
}

// notHeard asks the question again. Words that are no answer to the question about new
// memos are most likely a memo, so it asks for that one.
func notHeard(t *turn) (Reply, error) {
	question := t.pending()
	if question == askNews {
		question = askMenu
	}
	return t.ask(t.say(words.NotHeard, nil), question), nil
}

// repeat says the last list, number or code again. While another question is open, or
// if nothing was said before, it repeats the question.
func repeat(ctx context.Context, t *turn) (Reply, error) {
	again, ok := repeats()[t.state.Last]
	if ok && (t.asked == "" || t.asking(askMenu, askElse, askAnother, askMore, askRest, askNumber, askDone, askOne)) {
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
