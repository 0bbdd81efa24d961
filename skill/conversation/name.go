package conversation

import (
	"context"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// naming is the topic of the names of voices and accounts.
func naming() topic {
	return topic{
		intents: map[string]answer{understanding.NameIntent: setName},
		questions: map[string]question{
			understanding.AskName:  {elicits: understanding.NameIntent, yes: askFor(understanding.AskName), no: askFor(understanding.AskMenu)},
			understanding.AskNamed: {yes: asSpeaker(confirmName), no: denyName},
		},
		undos:  map[models.ActKind]undo{models.ActNamed: {back: nameBack, after: nameInstead}},
		offers: []offer{offerName},
	}
}

// setName names the speaking voice if it is recognised, otherwise the account. A word
// that is not known as a name is confirmed first.
func setName(ctx context.Context, t *Turn) (alexa.Reply, error) {
	name := t.Heard.Text
	actor, err := t.Actor(ctx)
	switch {
	case err != nil:
		return alexa.Reply{}, err
	case name == "" && namesPerson(t, actor):
		return t.Done(t.Say(words.NameOnPage, nil)), nil
	case name == "":
		return askForName(ctx, t, actor, "")
	}
	if err := models.CheckName("name", name); err != nil && t.Heard.Unless != "" {
		return write(ctx, t, actor, draft(t, t.Heard.Unless), "")
	} else if err != nil {
		return askForName(ctx, t, actor, t.Say(words.NameFormat, nil))
	}
	if knownName(t, actor, name) || namesPerson(t, actor) {
		return applyName(ctx, t, actor, name)
	}
	t.state.Text, t.state.Unless = name, t.Heard.Unless
	if t.Heard.Unlikely {
		t.state.Unless = name
	}
	if err := markAsked(ctx, t, actor); err != nil {
		return alexa.Reply{}, err
	}
	return t.Ask("", understanding.AskNamed), nil
}

// confirmName carries out the naming that was confirmed.
func confirmName(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	if t.state.Text == "" {
		return t.Ask("", understanding.AskName), nil
	}
	return applyName(ctx, t, actor, t.state.Text)
}

// denyName adds the words that were taken for a name as a memo if they were said while a
// memo was awaited. Otherwise it asks for the right name.
func denyName(ctx context.Context, t *Turn) (alexa.Reply, error) {
	if t.state.Unless == "" {
		return askFor(understanding.AskName)(ctx, t)
	}
	actor, err := t.Actor(ctx)
	if err != nil {
		return alexa.Reply{}, err
	}
	d := draft(t, t.state.Unless)
	d.Speaker.Voice = t.AskedVoice(actor)
	return write(ctx, t, actor, d, t.Say(words.AllRight, nil))
}

// isName reports whether words can be a name.
func isName(words string) bool { return models.CheckName("name", words) == nil }

// knownName reports whether a word is certainly a name: it is in the model or is the
// name of a voice of the account.
func knownName(t *Turn, actor models.User, name string) bool {
	for _, known := range actor.Skill.Voices {
		if known == name {
			return true
		}
	}
	return t.Heard.KnownName
}

// namesPerson reports whether a name is for the account of a person who has linked the
// Echo. They change it on the page: a voice that is not recognised may be anyone's.
func namesPerson(t *Turn, actor models.User) bool {
	return actor.Source != models.SourceAlexa && namedVoice(t, actor) == ""
}

// applyName names the voice or the account, and records its former name.
func applyName(ctx context.Context, t *Turn, actor models.User, name string) (alexa.Reply, error) {
	if namesPerson(t, actor) {
		return t.Done(t.Say(words.NameOnPage, nil)), nil
	}
	naming := models.Act{Kind: models.ActNamed, Name: actor.Name}
	apply := func() (models.User, error) { return t.Families.Rename(ctx, actor, name) }
	if voice := namedVoice(t, actor); voice != "" {
		naming.Named, naming.Name = voice.Mark(actor.ID), actor.Skill.Voices[voice]
		apply = func() (models.User, error) { return t.Families.NameVoice(ctx, actor, voice, name) }
	}
	err := recordNaming(ctx, t, actor, naming, apply)
	if models.IsCode(err, models.CodeInvalid) {
		return askForName(ctx, t, actor, t.Say(words.NameFormat, nil))
	}
	if err != nil {
		return alexa.Reply{}, err
	}
	return confirmNamed(t, name), nil
}

// confirmNamed confirms a name. A speaker who was asked for it has not yet said what to do, so
// confirmNamed then asks.
func confirmNamed(t *Turn, name string) alexa.Reply {
	said := t.Say(words.Named, words.Args{"who": t.Who(name)})
	if t.Asking(understanding.AskName) {
		return t.Ask(said, understanding.AskMenu)
	}
	return t.Done(said)
}

// askForName says a text and asks for the name.
func askForName(ctx context.Context, t *Turn, actor models.User, said string) (alexa.Reply, error) {
	if err := markAsked(ctx, t, actor); err != nil {
		return alexa.Reply{}, err
	}
	return t.Ask(said, understanding.AskName), nil
}

// markAsked records which voice is asked, because the answer may be too short for the
// voice to be recognised.
func markAsked(ctx context.Context, t *Turn, actor models.User) error {
	if t.Voice() == "" {
		return nil
	}
	_, err := t.Families.MarkVoiceAsked(ctx, actor, t.Voice())
	return err
}

// namedVoice returns the voice that a name is for, or "" for the account.
func namedVoice(t *Turn, actor models.User) models.VoiceID {
	if t.Asking(understanding.AskName, understanding.AskNamed) {
		return t.AskedVoice(actor)
	}
	return t.Voice()
}

// nameBack undoes a name: the voice, device or account has its former name again.
func nameBack(ctx context.Context, t *Turn, actor models.User, a act) (string, error) {
	voice, isVoice := actor.Marked(a.Named)
	var err error
	switch {
	case a.Named == "" && actor.Source != models.SourceAlexa:
		return t.Say(words.NameOnPage, nil), nil
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
		return t.Say(words.Unnamed, nil), nil
	}
	return t.Say(words.Renamed, words.Args{"name": a.Name}), nil
}

// nameInstead asks whether the name was heard correctly that the speaker said instead of
// one that was taken back, which said says. It asks what else to do if that was the name
// of a device, or of a voice that is not recognised in this turn.
func nameInstead(_ context.Context, t *Turn, actor models.User, a act, said string) (alexa.Reply, bool, error) {
	if t.Heard.Correction == nil {
		return alexa.Reply{}, false, nil
	}
	name := t.Heard.Correction.Name
	voice, isVoice := actor.Marked(a.Named)
	if a.Named == "" && namesPerson(t, actor) || a.Named != "" && (!isVoice || voice != t.Voice()) || !isName(name) {
		return t.Done(said), true, nil
	}
	t.state.Text = name
	return t.Ask(said, understanding.AskNamed), true, nil
}

// offerName asks a voice that is heard for the first time for its name. It records that
// first, so that a voice is asked once even if it does not answer.
func offerName(ctx context.Context, t *Turn, actor models.User, _ memo.List, greeting string) (alexa.Reply, bool, error) {
	if _, met := actor.Skill.Voices[t.Voice()]; met || t.Voice() == "" {
		return alexa.Reply{}, false, nil
	}
	_, err := t.Families.MarkVoiceAsked(ctx, actor, t.Voice())
	if models.IsReason(err, models.ReasonTooManyVoices) {
		return alexa.Reply{}, false, nil
	}
	if err != nil {
		return alexa.Reply{}, false, err
	}
	return t.Ask(t.Join(greeting, t.Say(words.NewVoice, nil)), understanding.AskName), true, nil
}
