package talk

import "sync"

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

// Matcher finds the meaning of words that are said to a device: those of the samples, and those
// with the skill's name. It is safe for concurrent use.
type Matcher struct {
	samples *Samples
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
	s, err := NewSamples(locale)
	if err != nil {
		return nil, err
	}
	m := &Matcher{samples: s, invoked: languageOf(locale).invocation(s.Invocation)}
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
	found := m.invoked.oneShot.FindStringSubmatch(text)
	if found == nil {
		return m.samples.Best(text, asked)
	}
	all := m.samples.Best(found[1], Elicited{})
	for i := range all {
		all[i].Invoked = true
	}
	return all
}
