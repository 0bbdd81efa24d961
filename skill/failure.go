package skill

import (
	"slices"

	"voicememo/models"
	"voicememo/skill/messages"
)

// errorHandler answers the errors that are its own, like a handler its turns.
type errorHandler struct {
	name   string
	isFor  func(e *models.Error) bool
	answer func(t *turn, e *models.Error) Reply
}

// errorHandlers lists them in the order in which they are asked. The last one
// takes every code, and is the only one that ends the session.
func errorHandlers() []errorHandler {
	return []errorHandler{
		{name: "text", isFor: reasonIs(models.ReasonEmpty, models.ReasonTooLong, models.ReasonControlCharacter, models.ReasonKeyReused), answer: askAfter(askText)},
		{name: "code", isFor: reasonIs(models.ReasonInviteNotValid), answer: askAfter(askCode)},
		{name: "recovery", isFor: reasonIs(reasonRecovery), answer: askAfter(askRecovery)},
		{name: "other way", isFor: reasonIs(models.ReasonWait, models.ReasonManyRequests), answer: askAfter(askElse)},
		{name: "any", isFor: func(*models.Error) bool { return true }, answer: giveUp},
	}
}

func reasonIs(reasons ...models.Reason) func(*models.Error) bool {
	return func(e *models.Error) bool { return slices.Contains(reasons, e.Reason) }
}

// askAfter says what is wrong and asks for something better.
func askAfter(question string) func(*turn, *models.Error) Reply {
	return func(t *turn, e *models.Error) Reply { return t.ask(t.sentence(e), question) }
}

// giveUp says what is wrong and ends the session: nothing said now would help.
func giveUp(t *turn, e *models.Error) Reply { return t.end(t.sentence(e)) }

// answerError makes a reply of an error. A touch hears the sentence and nothing
// else; where nobody listens, nothing is said.
func (s *Skill) answerError(t *turn, err error) Reply {
	e := models.AsError(err)
	switch {
	case t.req.isTouch():
		return t.told(t.sentence(e))
	case !t.req.speaks():
		return Reply{}
	}
	for _, h := range s.errorHandlers {
		if h.isFor(e) {
			return h.answer(t, e)
		}
	}
	return giveUp(t, e)
}

// sentence words an error: by its reason if the catalogue has words for it,
// otherwise by its code. The cause is never told.
func (t *turn) sentence(e *models.Error) string {
	key := messages.Error(e.Reason)
	if e.Code == models.CodeUnavailable || e.Code == models.CodeInternal || !t.Has(key) {
		key = messages.Error(e.Code)
	}
	if !t.Has(key) {
		key = messages.Error(models.CodeInternal)
	}
	return t.say(key, messages.Args{"wait": t.wait(e.RetryAfter)})
}
