package conversation

import (
	"log/slog"
	"sync/atomic"

	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
)

// elicited decides which intent a question for free speech elicits: understanding.SpeakIntent or,
// as long as the skill package that is deployed is older than that intent, AddIntent. A package
// does not say how old it is. But Alexa ends the session with INVALID_RESPONSE if a reply elicits
// an intent that its model does not have; after that, words in the slot of AddIntent that answer a
// question are free speech. Each process learns this by itself.
// Source: "Dialog Interface Reference" and "SessionEndedRequest" of the Alexa Skills Kit.
type elicited struct{ older atomic.Bool }

// of returns the intent that a question elicits in place of one.
func (e *elicited) of(intent string) string {
	if intent == understanding.SpeakIntent && e.older.Load() {
		return understanding.AddIntent
	}
	return intent
}

// heard returns what Alexa heard in answer to a question that elicits an intent.
func (e *elicited) heard(said understanding.Said, intent string) understanding.Said {
	switch {
	case said.Intent == understanding.SpeakIntent:
		e.older.Store(false)
	case said.Intent == understanding.AddIntent && intent == understanding.SpeakIntent && e.older.Load():
		text := said.Slots[understanding.SlotOf(said.Intent)]
		return understanding.Said{Intent: intent, Slots: map[string]string{understanding.SlotOf(intent): text}}
	}
	return said
}

// ended learns from the end of a session.
func (e *elicited) ended(req alexa.Request, intent string) {
	if req.Body.Type == alexa.EndedRequest && req.Ext.Request.Error.Type == "INVALID_RESPONSE" && intent == understanding.SpeakIntent && !e.older.Swap(true) {
		slog.Warn("the skill package that is deployed is older than this program: deploy it again (voicememo skill-package)")
	}
}
