package skill

import (
	"context"
	"slices"
	"strings"

	"voicememo/memo"
	"voicememo/skill/messages"
)

// add writes a memo and says what was understood. A repeat of the same request
// makes no second memo.
func add(ctx context.Context, t *turn) (Reply, error) {
	text := t.req.slot(textSlot)
	if text == "" {
		return t.ask("", askText), nil
	}
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	m, _, err := t.Memos.Add(ctx, actor, memo.Draft{Content: text, Key: memo.Key(t.req.Body.RequestID)})
	if err != nil {
		return Reply{}, err
	}
	said := t.say(messages.Added, messages.Args{"content": t.short(m.Content, t.contentRunes)})
	if t.req.Session.New {
		return t.card(t.end(said), m.Content), nil
	}
	return t.card(t.ask(said, askAnother), m.Content), nil
}

// refuses reports whether a "no" was taken for the text of a memo, as happens
// while Alexa waits for any phrase.
func refuses(t *turn) bool {
	text := strings.ToLower(strings.Trim(t.req.slot(textSlot), " .。!！"))
	return t.asking(askText, askAnother) && slices.Contains(t.Words(messages.Refusals), text)
}
