package talk

import (
	"regexp"
	"strings"
)

// Types of requests.
const (
	launchRequest = "LaunchRequest"
	intentRequest = "IntentRequest"
)

// utterance is what was said, as Alexa would understand it.
type utterance struct {
	request     string
	intent      string
	slot, value string
	invoked     bool // the skill was called by its name
}

// invocation recognises the skill's name.
type invocation struct{ launch, oneShot *regexp.Regexp }

// understand does what Alexa's speech recognition and language model do, as
// far as a keyboard needs it.
func (t *Talk) understand(text string) utterance {
	text = t.language.tidy(text)
	if t.invoked.launch.MatchString(text) {
		return utterance{request: launchRequest, invoked: true}
	}
	if found := t.invoked.oneShot.FindStringSubmatch(text); found != nil {
		u := t.phrase(strings.TrimSpace(found[1]), elicited{})
		u.invoked = true
		return u
	}
	var wanted elicited
	if t.session != nil {
		wanted = t.session.elicited
	}
	return t.phrase(text, wanted)
}

// phrase matches words without the skill's name: built-in words, then samples,
// then whatever fits the slot that was asked for.
func (t *Talk) phrase(text string, wanted elicited) utterance {
	if intent, ok := t.language.builtIns[strings.ToLower(text)]; ok {
		return utterance{request: intentRequest, intent: intent}
	}
	if u, ok := t.match(text, func(p pattern) bool { return p.elicits == "" }); ok {
		return u
	}
	if u, ok := t.match(text, func(p pattern) bool {
		return wanted.slot != "" && p.intent == wanted.intent && p.elicits == wanted.slot
	}); ok {
		return u
	}
	return utterance{request: intentRequest, intent: "AMAZON.FallbackIntent"}
}
