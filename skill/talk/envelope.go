package talk

import (
	"encoding/json"
	"time"
)

// object is JSON in the making.
type object = map[string]any

// envelope builds the request that Alexa would send.
// Source: "Request and response JSON reference" of the Alexa Skills Kit.
func (t *Talk) envelope(u utterance) object {
	application, user := object{"applicationId": t.ApplicationID}, object{"userId": t.UserID}
	attributes := t.session.attributes
	if attributes == nil {
		attributes = json.RawMessage("{}")
	}
	return object{
		"version": "1.0",
		"session": object{
			"new": t.session.isNew, "sessionId": t.session.id, "application": application,
			"attributes": attributes, "user": user,
		},
		"context": object{"System": object{
			"application": application, "user": user, "apiEndpoint": "https://api.amazonalexa.com",
			"device": object{"deviceId": "amzn1.ask.device.TALK", "supportedInterfaces": object{}},
		}},
		"request": t.request(u),
	}
}

func (t *Talk) request(u utterance) object {
	r := object{
		"type": u.request, "requestId": "amzn1.echo-api.request." + t.NewID(), "locale": t.Locale,
		"timestamp": t.Now().UTC().Format(time.RFC3339), // whole seconds, as Alexa's
	}
	switch u.request {
	case intentRequest:
		r["intent"] = object{"name": u.intent, "confirmationStatus": "NONE", "slots": t.slotValues(u)}
		if len(t.slots[u.intent]) > 0 {
			r["dialogState"] = "STARTED"
			if t.session.elicited.intent == u.intent {
				r["dialogState"] = "IN_PROGRESS"
			}
		}
	case "SessionEndedRequest":
		r["reason"] = "USER_INITIATED"
	}
	return r
}

// slotValues gives all slots of an intent; those nobody filled have no value.
func (t *Talk) slotValues(u utterance) object {
	slots := object{}
	for _, name := range t.slots[u.intent] {
		slot := object{"name": name, "confirmationStatus": "NONE"}
		if name == u.slot {
			slot["value"] = u.value
		}
		slots[name] = slot
	}
	return slots
}
