package conversation

import (
	"context"
	"strings"
	"unicode/utf8"

	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// Say returns a sentence of the catalogue.
func (t *Turn) Say(k words.Key, args words.Args) string { return t.Text(k, args) }

// End says a text and closes the session.
func (t *Turn) End(text string) alexa.Reply { return alexa.Say(text).With(nil, alexa.MicClosed) }

// Ask says a text and a question, and listens.
func (t *Turn) Ask(text, name string) alexa.Reply {
	t.state.Asked, t.state.Account, t.state.Voice = name, fingerprint(t.req.Account()), putTo(t, name)
	t.state.lapse(name)
	speech := t.Join(text, t.Plural(words.Ask(name), len(t.state.All), asked(t)))
	r := alexa.Say(speech).With(t.state.attributes(), alexa.MicOpen).WithReprompt(reprompt(t, name, speech))
	if elicits := t.elicits.of(t.questions[name].elicits); elicits != "" {
		r = r.Elicit(elicits, understanding.SlotOf(elicits))
	}
	return r
}

// asked returns what sentences about a question can mention.
func asked(t *Turn) words.Args {
	content := t.Short(t.state.Text, t.ContentRunes)
	return words.Args{
		"digits": t.Digits(t.state.Code), "number": t.Spelled(t.state.Number), "memos": t.NumberOfMemos(len(t.state.All)),
		"content": content, "who": t.Polite(content),
	}
}

// reprompt returns the first reprompt of a question that is shorter than what was said, or
// else the last.
func reprompt(t *Turn, name, said string) (text string) {
	said = strings.ReplaceAll(said, words.Pause, "")
	for _, text = range t.Words(words.Reprompt(name)) {
		if utf8.RuneCountInString(text) < utf8.RuneCountInString(said) {
			break
		}
	}
	return text
}

// putTo returns the voice that a question is put to, as a fingerprint: the speaker's. A
// question about a name stays with the voice that was asked first, because an answer may
// be too short for the voice to be recognised.
func putTo(t *Turn, name string) string {
	if t.Voice() == "" && t.Asking(understanding.AskName, understanding.AskNamed) && (name == understanding.AskName || name == understanding.AskNamed) {
		return t.put
	}
	return fingerprint(string(t.Voice()))
}

// Done says the result of a task. It ends a one-shot; within a session it asks for
// more.
func (t *Turn) Done(text string) alexa.Reply {
	if t.req.Session.New {
		return t.End(text)
	}
	return t.Ask(text, understanding.AskElse)
}

// askFor returns an answer that asks a question.
func askFor(name string) answer {
	return func(_ context.Context, t *Turn) (alexa.Reply, error) {
		return t.Ask(t.Say(words.AllRight, nil), name), nil
	}
}

// asksFor returns a question for something that free speech names. Yes asks for it once more.
func asksFor(name string) question {
	return question{elicits: understanding.SpeakIntent, yes: askFor(name), no: askFor(understanding.AskElse)}
}

// NotHeard repeats the question; the third time in a row it ends the session.
func (t *Turn) NotHeard() alexa.Reply {
	t.state.Acted = t.acted
	if t.state.Misses = t.misses + 1; t.state.Misses >= maxMisses {
		return t.End(t.Join(t.Say(words.NotHeard, nil), t.Say(words.Goodbye, nil)))
	}
	return askAgain(t)
}

// askAgain asks the question again. Words that are no answer to the question about new
// memos are most likely a memo, so it asks for that one.
func askAgain(t *Turn) alexa.Reply {
	question := t.Pending()
	if question == understanding.AskNews {
		question = understanding.AskMenu
	}
	return t.Ask(t.Say(words.NotHeard, nil), question)
}

// bye ends the session.
func bye(_ context.Context, t *Turn) (alexa.Reply, error) {
	return t.End(t.Join(t.Say(words.AllRight, nil), t.Say(words.Goodbye, nil))), nil
}

// told answers a touch. It asks no question, so it leaves the microphone as it is. An
// open offer to read stays open; other questions lapse, as in every turn. Further touches
// count as those of the same voice.
func told(t *Turn, text string) alexa.Reply {
	t.state.Voice = t.put
	if t.Asking(understanding.AskMore, understanding.AskRest, understanding.AskNews) {
		t.state.Asked, t.state.Account = t.asked, fingerprint(t.req.Account())
	}
	t.state.lapse(t.state.Asked)
	var r alexa.Reply
	if text != "" {
		r = alexa.Say(text)
	}
	return r.With(t.state.attributes(), alexa.MicAbsent)
}

// titled adds a card with the skill's name.
func titled(t *Turn, r alexa.Reply, text string) alexa.Reply {
	return r.WithCard(t.Say(words.Title, nil), text)
}

// leastRunes is how much of people's own text is always said.
const leastRunes = 20

// leaveRoom shortens people's own text so that another text fits before it.
func leaveRoom(t *Turn, text string) {
	room := len([]rune(text))
	for _, limit := range []*int{&t.SpeechRunes, &t.ContentRunes, &t.NamesRunes} {
		*limit = max(*limit-room, min(*limit, leastRunes))
	}
}

// reasonRecovery selects the sentence for a recovery number without memos; the
// service's own reason is about invite codes.
const reasonRecovery models.Reason = "recovery"

// Sorry returns the reply for an error of Answer: its sentence and, if an answer would help,
// a question. The reply to a touch is only the sentence; requests without speech get an empty
// reply.
func (t *Turn) Sorry(err error) alexa.Reply {
	e := models.AsError(err)
	switch {
	case t.req.IsTouch():
		return told(t, sentenceOf(t, e))
	case !t.req.Speaks():
		return alexa.Reply{}
	}
	switch e.Reason {
	case models.ReasonEmpty, models.ReasonTooLong, models.ReasonControlCharacter, models.ReasonKeyReused:
		return t.Ask(sentenceOf(t, e), understanding.AskText)
	case models.ReasonInviteNotValid:
		return t.Ask(sentenceOf(t, e), understanding.AskCode)
	case reasonRecovery:
		return t.Ask(sentenceOf(t, e), understanding.AskRecovery)
	case models.ReasonWait, models.ReasonManyRequests:
		return t.Ask(sentenceOf(t, e), understanding.AskElse)
	}
	return t.End(sentenceOf(t, e))
}

// sentenceOf returns the sentence for an error: the one for its reason if the catalogue
// has it, otherwise the one for its code. It never includes the cause.
func sentenceOf(t *Turn, e *models.Error) string {
	key := words.Error(e.Reason)
	if e.Code == models.CodeUnavailable || e.Code == models.CodeInternal || !t.Has(key) {
		key = words.Error(e.Code)
	}
	if !t.Has(key) {
		key = words.Error(models.CodeInternal)
	}
	return t.Say(key, words.Args{"wait": t.Wait(e.RetryAfter)})
}

// Failed reports whether an error is a fault of the server, not a refusal.
func Failed(err error) bool {
	return models.IsCode(err, models.CodeInternal) || models.IsCode(err, models.CodeUnavailable)
}
