package conversation

import (
	"context"
	"strings"
	"unicode"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/words"
)

// spoken returns the text of a slot as it is stored: without hidden characters, and
// with spaces for tabs and line breaks. A text of punctuation alone is "".
func spoken(text string) string {
	text = models.DropHidden(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text))
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.S) }) {
		return ""
	}
	return strings.Join(strings.Fields(text), " ")
}

// draft returns a memo that the speaker of this turn adds.
func draft(t *Turn, text string) memo.Draft {
	return memo.Draft{Content: spoken(text), Key: memoKey(t), Speaker: speaker(t)}
}

// memoKey returns the idempotency key of the memo that this request adds.
func memoKey(t *Turn) memo.Key { return memo.Key(t.req.Body.RequestID) }

// write adds a memo, and says a text and then the memo's. A text that is open in the list is named
// and not added again; one that is done is opened again.
func write(ctx context.Context, t *Turn, actor models.User, d memo.Draft, before string) (alexa.Reply, error) {
	m, found, err := already(ctx, t, actor, d.Content)
	switch {
	case err != nil:
		return alexa.Reply{}, err
	case found && m.Done():
		return openAgain(ctx, t, actor, m)
	case found:
		t.focus = m.Ref()
		return withList(ctx, t, actor, t.another(t.Say(words.Already, words.Args{"content": t.Short(m.Content, t.ContentRunes)}))), nil
	}
	m, _, err = t.Memos.Add(ctx, actor, d)
	if err != nil {
		return alexa.Reply{}, err
	}
	t.Remember(actor, act{Kind: actAdded, Refs: []models.MemoRef{m.Ref()}})
	t.state.Last = "" // "the last one" is this memo
	t.focus = m.Ref()
	saw(t, m)
	card := m.Content + recoveryNote(ctx, t, actor)
	said := t.Join(before, t.Say(words.Added, words.Args{"content": t.Short(m.Content, t.ContentRunes)}))
	return withList(ctx, t, actor, titled(t, t.another(said), card)), nil
}

// recoveryNote returns the end of the card of an Echo's first memo: the number that
// restores its memos. The number is shown once. If it cannot be made now, the next
// memo's card has it.
func recoveryNote(ctx context.Context, t *Turn, actor models.User) string {
	if t.linked.ended { // the reply has another card
		return ""
	}
	number, err := t.Families.RecoveryNumber(ctx, actor)
	if err != nil {
		t.Note("recovery", string(models.AsError(err).Code))
		return ""
	}
	if number == "" {
		return ""
	}
	return "\n\n" + t.Say(words.RecoveryCard, words.Args{"number": words.Written(number)}) +
		"\n" + t.Say(words.RecoveryWhy, nil)
}
