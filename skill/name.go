package skill

import (
	"context"
	"slices"
	"strings"

	"voicememo/models"
	"voicememo/skill/words"
)

// setName names the speaking voice if it is recognised, otherwise the account. A word
// that is not known as a name is confirmed first. A closing word is never a name: unless
// a name was asked for, 「私は大丈夫」 ends the session.
func setName(ctx context.Context, t *turn) (Reply, error) {
	name := t.bareName(t.req.slot(nameSlot))
	closing := t.phrases().Closing(name)
	if closing && !t.req.Session.New && !t.asking(askName, askNamed) {
		return bye(ctx, t)
	}
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	if (name == "" || closing) && t.namesPerson(actor) {
		return t.done(t.say(words.NameOnPage, nil)), nil
	}
	if name == "" || closing {
		return t.askForName(ctx, actor, "")
	}
	if err := models.CheckName("name", name); err != nil && t.unless != "" {
		return t.write(ctx, actor, t.draft(t.unless), "")
	} else if err != nil {
		return t.askForName(ctx, actor, t.say(words.NameFormat, nil))
	}
	if t.knownName(actor, name) || t.namesPerson(actor) {
		return t.applyName(ctx, actor, name)
	}
	t.state.Text, t.state.Unless = name, t.unless
	if t.asking(askName) && t.unlikelyName(t.req.slot(nameSlot), name) {
		t.state.Unless = name
	}
	if err := t.markAsked(ctx, actor); err != nil {
		return Reply{}, err
	}
	return t.ask("", askNamed), nil
}

// unlikelyName reports whether words that were said when a name was asked for may be a
// memo: several words without "my name is", or 「を」.
func (t *turn) unlikelyName(heard, name string) bool {
	return strings.Contains(name, "を") || heard == name && len(strings.Fields(name)) > 1
}

// confirmName carries out the naming that was confirmed.
func confirmName(ctx context.Context, t *turn) (Reply, error) {
	if t.state.Text == "" {
		return t.ask("", askName), nil
	}
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	return t.applyName(ctx, actor, t.state.Text)
}

// denyName adds the words that were taken for a name as a memo if they were said while a
// memo was awaited. Otherwise it asks for the right name.
func denyName(ctx context.Context, t *turn) (Reply, error) {
	if t.state.Unless == "" {
		return askFor(askName)(ctx, t)
	}
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	d := t.draft(t.state.Unless)
	d.Speaker.Voice = t.askedVoice(actor)
	return t.write(ctx, actor, d, t.say(words.AllRight, nil))
}

// knownName reports whether a word is certainly a name: it is in the model or is the
// name of a voice of the account.
func (t *turn) knownName(actor models.User, name string) bool {
	for _, known := range actor.Voices {
		if known == name {
			return true
		}
	}
	return t.phrases().KnownName(name)
}

// namesPerson reports whether a name is for the account of a person who has linked the
// Echo. They change it on the page: a voice that is not recognised may be anyone's.
func (t *turn) namesPerson(actor models.User) bool {
	return actor.Source != models.SourceAlexa && t.namedVoice(actor) == ""
}

// applyName names the voice or the account, and records its former name.
func (t *turn) applyName(ctx context.Context, actor models.User, name string) (Reply, error) {
	if t.namesPerson(actor) {
		return t.done(t.say(words.NameOnPage, nil)), nil
	}
	naming := models.Act{Kind: models.ActNamed, Name: actor.Name}
	apply := func() (models.User, error) { return t.Families.Rename(ctx, actor, name) }
	if voice := t.namedVoice(actor); voice != "" {
		naming.Named, naming.Name = voice.Mark(actor.ID), actor.Voices[voice]
		apply = func() (models.User, error) { return t.Families.NameVoice(ctx, actor, voice, name) }
	}
	err := t.recordNaming(ctx, actor, naming, apply)
	if models.IsCode(err, models.CodeInvalid) {
		return t.askForName(ctx, actor, t.say(words.NameFormat, nil))
	}
	if err != nil {
		return Reply{}, err
	}
	return t.named(name), nil
}

// recordNaming records the former name and applies the new one. In a retry of the request,
// the former name is already replaced, so the act stays as it was recorded first.
func (t *turn) recordNaming(ctx context.Context, actor models.User, naming models.Act, apply func() (models.User, error)) error {
	retried := t.retried(actor, models.ActNamed)
	if retried {
		naming = t.lastAct(actor)
	} else if err := t.record(ctx, actor, naming); err != nil {
		return err
	}
	if _, err := apply(); err != nil {
		if !retried && !failed(err) { // refused: there is nothing to undo
			_ = t.Families.ForgetAct(ctx, actor, t.askedVoice(actor))
		}
		return err
	}
	t.remember(actor, fromAccount(naming))
	return nil
}

// rename undoes a name: the voice, device or account has its former name again.
func (t *turn) rename(ctx context.Context, actor models.User, a act) (string, error) {
	voice, isVoice := actor.Marked(a.Named)
	var err error
	switch {
	case a.Named == "" && actor.Source != models.SourceAlexa:
		return t.say(words.NameOnPage, nil), nil
	case a.Named == "":
		_, err = t.Families.NameEcho(ctx, actor, actor.ID, "", a.Name)
	case isVoice && a.Name == "":
		err = t.Families.UnnameVoice(ctx, actor, voice)
	case isVoice:
		_, err = t.Families.NameVoice(ctx, actor, voice, a.Name)
	default:
		_, err = t.Families.NameEcho(ctx, actor, actor.ID, a.Named, a.Name)
	}
	if models.IsReason(err, models.ReasonRoom) { // it has no name any more
		err = nil
	}
	if err != nil {
		return "", err
	}
	if models.Unnamed(a.Name) {
		return t.say(words.Unnamed, nil), nil
	}
	return t.say(words.Renamed, words.Args{"name": a.Name}), nil
}

// nameInstead asks whether the name was heard correctly that the speaker said instead of
// one that was taken back, which said says. It asks what else to do if that was the name
// of a device, or of a voice that is not recognised in this turn.
func (t *turn) nameInstead(actor models.User, a act, said string) Reply {
	name := t.bareName(t.correction)
	voice, isVoice := actor.Marked(a.Named)
	if a.Named == "" && t.namesPerson(actor) || a.Named != "" && (!isVoice || voice != t.voice()) || models.CheckName("name", name) != nil {
		return t.done(said)
	}
	t.state.Text = name
	return t.ask(said, askNamed)
}

// named confirms a name. A speaker who was asked for it has not yet said what to do, so
// named then asks.
func (t *turn) named(name string) Reply {
	said := t.say(words.Named, words.Args{"who": t.who(name)})
	if t.asking(askName) {
		return t.ask(said, askMenu)
	}
	return t.done(said)
}

// askForName says a text and asks for the name.
func (t *turn) askForName(ctx context.Context, actor models.User, said string) (Reply, error) {
	if err := t.markAsked(ctx, actor); err != nil {
		return Reply{}, err
	}
	return t.ask(said, askName), nil
}

// markAsked records which voice is asked, because the answer may be too short for the
// voice to be recognised.
func (t *turn) markAsked(ctx context.Context, actor models.User) error {
	if t.voice() == "" {
		return nil
	}
	_, err := t.Families.MarkVoiceAsked(ctx, actor, t.voice())
	return err
}

// namedVoice returns the voice that a name is for, or "" for the account.
func (t *turn) namedVoice(actor models.User) models.VoiceID {
	if t.asking(askName, askNamed) {
		return t.askedVoice(actor)
	}
	return t.voice()
}

// bareName removes the phrases around a name, at most one on each side, as long as a
// name is left.
func (t *turn) bareName(heard string) string {
	return t.without(strings.Trim(heard, " 　.。、,!！"), words.NameBefore, words.NameAfter)
}

// without removes at most one phrase before and one after some words, as long as words
// are left.
func (t *turn) without(words string, before, after words.Key) string {
	for _, phrase := range t.Words(before) {
		if rest, ok := cutFold(words, phrase, 0); ok {
			words = rest
			break
		}
	}
	i := slices.IndexFunc(t.Words(after), func(phrase string) bool {
		_, ok := cutFold(words, phrase, len(words)-len(phrase))
		return ok
	})
	if i >= 0 {
		phrase := t.Words(after)[i]
		words, _ = cutFold(words, phrase, len(words)-len(phrase))
	}
	return words
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
