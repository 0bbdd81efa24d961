package skill

import (
	"slices"

	"voicememo/models"
	"voicememo/skill/words"
)

// errorHandler turns the errors it accepts into replies.
type errorHandler struct {
	name   string
	isFor  func(e *models.Error) bool
	answer func(t *turn, e *models.Error) Reply
}

// errorHandlers returns the error handlers in the order in which they are tried. The
// last one accepts every error and ends the session.
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

// askAfter returns a handler that says the error and then asks a question.
func askAfter(question string) func(*turn, *models.Error) Reply {
	return func(t *turn, e *models.Error) Reply { return t.ask(t.sentence(e), question) }
}

// giveUp says the error and ends the session, because no answer would help.
func giveUp(t *turn, e *models.Error) Reply { return t.end(t.sentence(e)) }

// answerError returns the reply for an error. The reply to a touch is only the
// sentence; requests without speech get an empty reply.
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

// sentence returns the sentence for an error: the one for its reason if the catalogue
// has it, otherwise the one for its code. It never includes the cause.
func (t *turn) sentence(e *models.Error) string {
	key := words.Error(e.Reason)
	if e.Code == models.CodeUnavailable || e.Code == models.CodeInternal || !t.Has(key) {
		key = words.Error(e.Code)
	}
	if !t.Has(key) {
		key = words.Error(models.CodeInternal)
	}
	return t.say(key, words.Args{"wait": t.wait(e.RetryAfter)})
}
