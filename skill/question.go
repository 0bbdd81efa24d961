package skill

import (
	"context"

	"voicememo/skill/messages"
)

// The questions a reply can end with. Their sentences, reprompts and help stand
// in the catalogues under the same names.
const (
	askMenu    = "menu"    // what to do
	askElse    = "else"    // whether there is anything else
	askText    = "text"    // the text of a memo
	askAnother = "another" // the text of one more memo
	askMore    = "more"    // whether to read on
	askNumber  = "number"  // which memo to delete
	askCode    = "code"    // an invite code
	askJoin    = "join"    // whether the code was heard right
)

// question says what becomes of the answers that are no intent of their own.
type question struct {
	intent, slot string // the slot that a bare phrase fills; "": none
	yes, no      func(ctx context.Context, t *turn) (Reply, error)
}

func questions() map[string]question {
	return map[string]question{
		askMenu:    {yes: helpMenu, no: bye},
		askElse:    {yes: helpMenu, no: bye},
		askText:    {intent: addIntent, slot: textSlot, yes: askFor(askText), no: bye},
		askAnother: {intent: addIntent, slot: textSlot, yes: askFor(askText), no: bye},
		askMore:    {yes: readNext, no: askFor(askElse)},
		askNumber:  {intent: deleteIntent, slot: numberSlot, yes: askFor(askNumber), no: askFor(askElse)},
		askCode:    {intent: joinIntent, slot: codeSlot, yes: askFor(askCode), no: askFor(askElse)},
		askJoin:    {yes: redeem, no: askFor(askCode)},
	}
}

// askFor goes on to a question.
func askFor(name string) func(context.Context, *turn) (Reply, error) {
	return func(_ context.Context, t *turn) (Reply, error) {
		return t.ask(t.say(messages.All, nil), name), nil
	}
}

func yes(ctx context.Context, t *turn) (Reply, error) {
	if q, ok := t.questions[t.asked]; ok {
		return q.yes(ctx, t)
	}
	return notHeard(t)
}

func no(ctx context.Context, t *turn) (Reply, error) {
	if q, ok := t.questions[t.asked]; ok {
		return q.no(ctx, t)
	}
	return notHeard(t)
}
