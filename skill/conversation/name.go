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
		intents: map[string]answer{understanding.NameIntent: setName, understanding.WhoAmIIntent: asSpeaker(whoAmI), understanding.ForgetNameIntent: asSpeaker(forgetName)},
		questions: map[string]question{
			understanding.AskName:  {elicits: understanding.NameIntent, yes: askFor(understanding.AskName), no: askFor(understanding.AskMenu)},
			understanding.AskNamed: {elicits: understanding.SpeakIntent, yes: asSpeaker(confirmName), no: denyName},
		},
		undos:  map[models.ActKind]undo{models.ActNamed: {back: nameBack}},
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
	if models.CheckName("name", name) != nil {
		return askForName(ctx, t, actor, t.Say(words.NameFormat, nil))
	}
	if knownName(t, actor, name) || namesPerson(t, actor) {
		return applyName(ctx, t, actor, name)
	}
	t.state.Text, t.state.Unless = name, ""
	if t.Heard.Unsure {
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

// whoAmI says the name of the speaker's voice, or asks for it.
func whoAmI(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	name := actor.Skill.Voices[t.Voice()]
	if name == "" && t.Voice() != "" {
		return askForName(ctx, t, actor, t.Say(words.NewVoice, nil))
	}
	if name == "" {
		name = calledName(actor)
	}
	return t.Done(t.Say(words.YouAre, words.Args{"who": t.Who(name)})), nil
}

// forgetName forgets the name of the speaker's voice.
func forgetName(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	voice := t.Voice()
	if actor.Skill.Voices[voice] == "" || voice == "" {
		return t.Done(t.Say(words.NoName, nil)), nil
	}
	naming := models.Act{Kind: models.ActNamed, Named: voice.Mark(actor.ID), Name: actor.Skill.Voices[voice]}
	err := recordNaming(ctx, t, actor, naming, func() (models.User, error) { return actor, t.Families.UnnameVoice(ctx, actor, voice) })
	if err != nil {
		return alexa.Reply{}, err
	}
	return t.Done(t.Say(words.Unnamed, nil)), nil
}
