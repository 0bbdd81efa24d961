package talk

import (
	"encoding/json"
	"time"
)

// object is a JSON object to be encoded.
type object = map[string]any

// envelope returns the request that Alexa would send.
// Source: "Request and response JSON reference", Alexa Skills Kit.
func (t *Talk) envelope(request object) object {
	application, user := object{"applicationId": t.ApplicationID}, object{"userId": t.UserID}
	if t.AccessToken != "" {
		user["accessToken"] = t.AccessToken
	}
	attributes := t.session.attributes
	if attributes == nil {
		attributes = json.RawMessage("{}")
	}
	system := object{
		"application": application, "user": user, "apiEndpoint": "https://api.amazonalexa.com",
		"device": object{"deviceId": "amzn1.ask.device.TALK", "supportedInterfaces": object{}},
	}
	if t.PersonID != "" {
		system["person"] = object{"personId": t.PersonID}
	}
	device := object{"System": system}
	if t.Screen {
		t.addScreen(device)
	}
	return object{
		"version": "1.0",
		"session": object{
			"new": t.session.isNew, "sessionId": t.session.id, "application": application,
			"attributes": attributes, "user": user,
		},
		"context": device,
		"request": request,
	}
}

// base returns the properties that requests of every type have.
func (t *Talk) base(kind string) object {
	id := t.NewID()
	t.sent = t.Now()
	return object{
		"type": kind, "requestId": "amzn1.echo-api.request." + id, "locale": t.Locale,
		"timestamp": t.sent.UTC().Format(time.RFC3339), // whole seconds, like Alexa's
	}
}

// request returns the request for a meaning.
func (t *Talk) request(u Meaning) object {
	r := t.base(u.Request)
	if u.Request != intentRequest {
		return r
	}
	slots := t.matcher.samples.Slots(u.Intent)
	r["intent"] = object{"name": u.Intent, "confirmationStatus": "NONE", "slots": slotValues(slots, u)}
	if len(slots) > 0 {
		r["dialogState"] = "STARTED"
		if t.session.elicited.Intent == u.Intent {
			r["dialogState"] = "IN_PROGRESS"
		}
	}
	return r
}

// slotValues returns all slots of an intent; slots that are not filled have no value.
func slotValues(names []string, u Meaning) object {
	slots := object{}
	for _, name := range names {
		slot := object{"name": name, "confirmationStatus": "NONE"}
		if name == u.Slot {
			slot["value"] = u.Value
		}
		slots[name] = slot
	}
	return slots
}
