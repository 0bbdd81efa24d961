package skill

import (
	"context"
	"strings"

	"voicememo/models"
	"voicememo/skill/messages"
)

// setName gives a name to the voice that speaks if it is recognised, otherwise
// to the account.
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

// named confirms a name. Who was asked for it has not yet said what to do.
func (t *turn) named(name string) Reply {
	said := t.say(messages.Named, messages.Args{"who": t.who(name)})
	if t.asking(askName) {
		return t.ask(said, askMenu)
	}
	return t.done(said)
}

// askForName says something and asks, after noting whose voice is asked: the
// answer may be too short for the voice to be recognised again.
func (t *turn) askForName(ctx context.Context, actor models.User, said string) (Reply, error) {
	if t.voice() != "" {
		if _, err := t.Families.MarkVoiceAsked(ctx, actor, t.voice()); err != nil {
			return Reply{}, err
		}
	}
	return t.ask(said, askName), nil
}

// namedVoice gives the voice that a name is for; "": the account's.
func (t *turn) namedVoice(actor models.User) models.VoiceID {
	if t.asking(askName) {
		return t.askedVoice(actor)
	}
	return t.voice()
}

// word gives a slot's value as the catalogues list words.
func (t *turn) word(slot string) string {
	return strings.ToLower(strings.Trim(t.req.slot(slot), " .。!！"))
}

// bareName takes off what is said around a name, once on each side, as long as a
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

// cutFold takes part off s if it stands at a place, in any case, and is not all
// there is.
func cutFold(s, part string, at int) (string, bool) {
	if at < 0 || len(s) <= len(part) || !strings.EqualFold(s[at:at+len(part)], part) {
		return s, false
	}
	rest := strings.Trim(s[:at]+s[at+len(part):], " 　、,")
	return rest, rest != ""
}
