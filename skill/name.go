package skill

import (
	"context"
	"strings"

	"voicememo/models"
	"voicememo/skill/messages"
)

// setName names the speaking voice if it is recognised, otherwise the account.
func setName(ctx context.Context, t *turn) (Reply, error) {
	name := t.bareName(t.req.slot(nameSlot))
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	if name == "" {
		return t.askForName(ctx, actor, "")
	}
	if voice := t.namedVoice(actor); voice != "" {
		_, err = t.Families.NameVoice(ctx, actor, voice, name)
	} else {
		_, err = t.Families.Rename(ctx, actor, name)
	}
	if models.IsCode(err, models.CodeInvalid) {
		return t.askForName(ctx, actor, t.say(messages.NameFormat, nil))
	}
	if err != nil {
		return Reply{}, err
	}
	return t.named(name), nil
}

// named confirms a name. A speaker who was asked for it has not yet said what to do, so
// named then asks.
func (t *turn) named(name string) Reply {
	said := t.say(messages.Named, messages.Args{"who": t.who(name)})
	if t.asking(askName) {
		return t.ask(said, askMenu)
	}
	return t.done(said)
}

// askForName says a text and asks for the name. It first records which voice is asked,
// because the answer may be too short for the voice to be recognised.
func (t *turn) askForName(ctx context.Context, actor models.User, said string) (Reply, error) {
	if t.voice() != "" {
		if _, err := t.Families.MarkVoiceAsked(ctx, actor, t.voice()); err != nil {
			return Reply{}, err
		}
	}
	return t.ask(said, askName), nil
}

// namedVoice returns the voice that a name is for, or "" for the account.
func (t *turn) namedVoice(actor models.User) models.VoiceID {
	if t.asking(askName) {
		return t.askedVoice(actor)
	}
	return t.voice()
}

// word returns a slot's value in the form in which the catalogues list words.
func (t *turn) word(slot string) string {
	return strings.ToLower(strings.Trim(t.req.slot(slot), " .。!！"))
}

// bareName removes the phrases around a name, at most one on each side, as long as a
// name is left.
func (t *turn) bareName(heard string) string {
	name := strings.Trim(heard, " 　.。、,!！")
	for _, before := range t.Words(messages.NameBefore) {
		if rest, ok := cutFold(name, before, 0); ok {
			name = rest
			break
		}
	}
	for _, after := range t.Words(messages.NameAfter) {
		if rest, ok := cutFold(name, after, len(name)-len(after)); ok {
			return rest
		}
	}
	return name
}

// cutFold removes part from s if s has it at a byte offset, ignoring case, and if text
// is left.
func cutFold(s, part string, at int) (string, bool) {
	if at < 0 || len(s) <= len(part) || !strings.EqualFold(s[at:at+len(part)], part) {
		return s, false
	}
	rest := strings.Trim(s[:at]+s[at+len(part):], " 　、,")
	return rest, rest != ""
}
