package conversation

import (
	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

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
