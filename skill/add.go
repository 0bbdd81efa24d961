package skill

import (
	"context"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/messages"
)

// add writes a memo and says its text back. A retry of the same request adds no second
// memo. If the same speaker repeats the same text, add asks whether it is meant as
// another memo.
func add(ctx context.Context, t *turn) (Reply, error) {
	text := t.req.slot(textSlot)
	if text == "" {
		return t.ask("", askText), nil
	}
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	d := memo.Draft{Content: text, Key: memo.Key(t.req.Body.RequestID), Voice: t.voice()}
	again, err := t.Memos.Repeats(ctx, actor, d)
	if err != nil {
		return Reply{}, err
	}
	if again {
		t.state.Text = text
		return t.ask("", askAgain), nil
	}
	return t.write(ctx, actor, d)
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
	return t.write(ctx, actor, memo.Draft{
		Content: t.state.Text, Key: memo.Key(t.req.Body.RequestID), Voice: t.askedVoice(actor),
	})
}

func (t *turn) write(ctx context.Context, actor models.User, d memo.Draft) (Reply, error) {
	m, _, err := t.Memos.Add(ctx, actor, d)
	if err != nil {
		return Reply{}, err
	}
	card := m.Content + t.recoveryNote(ctx, actor)
	said := t.say(messages.Added, messages.Args{"content": t.short(m.Content, t.contentRunes)})
	if t.req.Session.New {
		return t.card(t.end(said), card), nil
	}
	return t.card(t.ask(said, askAnother), card), nil
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
