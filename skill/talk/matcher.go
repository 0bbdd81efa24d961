package talk

import (
	"sync"

	"voicememo/skill"
	"voicememo/skill/understanding"
)

// Types of requests.
const (
	launchRequest = "LaunchRequest"
	intentRequest = "IntentRequest"
	touchRequest  = "Alexa.Presentation.APL.UserEvent"
)

// Meaning is the request that words are understood as.
type Meaning struct {
	Request     string // "LaunchRequest" or "IntentRequest"
	Intent      string // "" for a launch
	Slot, Value string // the filled slot and its value; "": none
	Invoked     bool   // the words include the skill's name
}

// Elicited names the slot that the next bare phrase fills; the zero value is none.
type Elicited = understanding.Asked

// Matcher finds the meaning of words that are said to a device: those that package
// phrases knows, and those with the skill's name. It is safe for concurrent use.
type Matcher struct {
	phrases *understanding.Matcher
	invoked invocation
}

// matchers caches matchers by locale: models are part of the program.
var matchers sync.Map

// NewMatcher returns the matcher of a locale of the skill package, such as "ja-JP" or
// "en-AU". It returns an error for a locale without a model.
func NewMatcher(locale string) (*Matcher, error) {
	if m, ok := matchers.Load(locale); ok {
		return m.(*Matcher), nil
	}
	p, err := understanding.New(skill.Package(), locale)
	if err != nil {
		return nil, err
	}
	m := &Matcher{phrases: p, invoked: languageOf(locale).invocation(p.Invocation())}
	matchers.Store(locale, m)
	return m, nil
}

// Best returns the meanings that fit text best; more than one means that the model is
// ambiguous. Text that fits no sample fills the slot asked for; text that fits nothing
// is AMAZON.FallbackIntent. Words with the skill's name answer no question.
func (m *Matcher) Best(text string, asked Elicited) []Meaning {
	text = untangled(text)
	if m.invoked.launch.MatchString(text) {
		return []Meaning{{Request: launchRequest, Invoked: true}}
	}
	if found := m.invoked.oneShot.FindStringSubmatch(text); found != nil {
		return requests(m.phrases.Best(found[1], Elicited{}), true)
	}
	return requests(m.phrases.Best(text, asked), false)
}

func requests(all []understanding.Meaning, invoked bool) []Meaning {
	out := make([]Meaning, len(all))
	for i, m := range all {
		out[i] = request(m)
		out[i].Invoked = invoked
	}
	return out
}

func request(m understanding.Meaning) Meaning {
	return Meaning{Request: intentRequest, Intent: m.Intent, Slot: m.Slot, Value: m.Value}
}

// Correcting returns the meaning of a bare number that follows words that filled a slot
// with a number: most likely the same slot again. A number of one to three digits may
// be a memo's, and is not taken for a code.
func (m *Matcher) Correcting(text string, filled Elicited) (Meaning, bool) {
	number, ok := m.phrases.Correcting(text, filled)
	if !ok {
		return Meaning{}, false
	}
	return request(number), true
}
