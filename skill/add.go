package skill

import (
	"context"
	"strings"
	"unicode"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/words"
)

// add writes a memo and says its text back. A retry of the same request adds no second
// memo. If the same speaker repeats the same text, add asks whether it is meant as
// another memo.
func add(ctx context.Context, t *turn) (Reply, error) {
	text := spoken(t.req.slot(textSlot))
	if text == "" {
		return t.ask("", askText), nil
	}
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	d := t.draft(text)
	again, err := t.Memos.Repeats(ctx, actor, d)
	if err != nil {
		return Reply{}, err
	}
	if again {
		t.state.Text = text
		return t.ask("", askAgain), nil
	}
	return t.write(ctx, actor, d, "")
}

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

// addAgain writes the repeated memo after the speaker confirmed it.
func addAgain(ctx context.Context, t *turn) (Reply, error) {
	if t.state.Text == "" {
		return t.ask("", askText), nil
	}
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	d := t.draft(t.state.Text)
	d.Speaker.Voice = t.askedVoice(actor)
	return t.write(ctx, actor, d, "")
}

// draft returns a memo that the speaker of this turn adds.
func (t *turn) draft(text string) memo.Draft {
	return memo.Draft{Content: spoken(text), Key: t.key(), Speaker: t.speaker()}
}

// key returns the idempotency key of the memo that this request adds.
func (t *turn) key() memo.Key { return memo.Key(t.req.Body.RequestID) }

// write adds a memo, and says a text and then the memo's.
func (t *turn) write(ctx context.Context, actor models.User, d memo.Draft, before string) (Reply, error) {
	m, _, err := t.Memos.Add(ctx, actor, d)
	if err != nil {
		return Reply{}, err
	}
	t.remember(actor, act{Kind: actAdded, Refs: []models.MemoRef{m.Ref()}})
	t.state.Last = "" // "the last one" is this memo
	t.focus = m.Ref()
	t.saw(m)
	card := m.Content + t.recoveryNote(ctx, actor)
	said := t.join(before, t.say(words.Added, words.Args{"content": t.short(m.Content, t.contentRunes)}))
	if t.req.Session.New {
		return t.withList(ctx, actor, t.card(t.end(said), card)), nil
	}
	return t.withList(ctx, actor, t.card(t.ask(said, askAnother), card)), nil
}

// askedVoice returns the voice of the speaker. If a short answer was not enough to
// recognise the voice, it returns the known voice that was asked.
func (t *turn) askedVoice(actor models.User) models.VoiceID {
	if t.voice() != "" || t.put == "" {
		return t.voice()
	}
	for voice := range actor.Voices {
		if fingerprint(string(voice)) == t.put {
			return voice
		}
	}
	return ""
}
