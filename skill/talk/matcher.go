package talk

import (
	"slices"
	"strings"
	"sync"
)

// Types of requests.
const (
	launchRequest = "LaunchRequest"
	intentRequest = "IntentRequest"
	touchRequest  = "Alexa.Presentation.APL.UserEvent"
)

const fallbackIntent = "AMAZON.FallbackIntent"

// codeDigits is the number of digits of the shortest code.
const codeDigits = 4

// Meaning is the request that words are understood as.
type Meaning struct {
	Request     string // "LaunchRequest" or "IntentRequest"
	Intent      string // "" for a launch
	Slot, Value string // the filled slot and its value; "": none
	Invoked     bool   // the words include the skill's name
}

// Elicited names the slot that the next bare phrase fills; the zero value is none.
type Elicited struct{ Intent, Slot string }

// Matcher finds the meaning of words from samples alone. Alexa also considers
// similarity: a match that is certain here is certain for Alexa, and one that is
// ambiguous here Alexa would have to guess. It is safe for concurrent use.
type Matcher struct {
	language language
	patterns []pattern
	slots    map[string][]string // the slots of each intent
	numeric  map[Elicited]bool   // the slots that take numbers
	invoked  invocation
}

// compiled caches matchers by locale: models are part of the program, and compiling one
// takes longer than a short conversation.
var compiled sync.Map

// NewMatcher returns the matcher of a locale of the skill package, such as "ja-JP" or
// "en-AU". It returns an error for a locale without a model.
func NewMatcher(locale string) (*Matcher, error) {
	if m, ok := compiled.Load(locale); ok {
		return m.(*Matcher), nil
	}
	read, err := readModel(locale)
	if err != nil {
		return nil, err
	}
	m := compile(read, locale)
	compiled.Store(locale, m)
	return m, nil
}

func compile(read model, locale string) *Matcher {
	m := &Matcher{language: languageOf(locale), slots: map[string][]string{}, numeric: map[Elicited]bool{}}
	types := map[string]string{}
	lm := read.InteractionModel.LanguageModel
	m.invoked = m.language.invocation(lm.InvocationName)
	m.addBuiltIns()
	for _, intent := range lm.Intents {
		for _, slot := range intent.Slots {
			m.slots[intent.Name] = append(m.slots[intent.Name], slot.Name)
			types[slot.Name] = slot.Type
			m.numeric[Elicited{intent.Name, slot.Name}] = slot.Type == number || slot.Type == fourDigitNumber
			m.add(slot.Samples, Elicited{intent.Name, slot.Name}, types)
		}
		m.add(intent.Samples, Elicited{Intent: intent.Name}, types)
	}
	return m
}

// addBuiltIns adds the usual words of the built-in intents, which have no samples.
func (m *Matcher) addBuiltIns() {
	for intent, words := range m.language.builtIns {
		m.add(strings.Split(words, "|"), Elicited{Intent: intent}, nil)
	}
}

// add compiles the samples of an intent or, if of has a slot, the samples that answer
// the elicitation of that slot.
func (m *Matcher) add(samples []string, of Elicited, types map[string]string) {
	for _, s := range samples {
		m.patterns = append(m.patterns, m.language.compile(s, of, types))
	}
}

// Best returns the meanings that fit text best; more than one means that the model is
// ambiguous. Text that fits no sample fills the slot asked for; text that fits nothing
// is AMAZON.FallbackIntent.
func (m *Matcher) Best(text string, asked Elicited) []Meaning {
	text = m.language.tidy(text)
	if m.invoked.launch.MatchString(text) {
		return []Meaning{{Request: launchRequest, Invoked: true}}
	}
	if found := m.invoked.oneShot.FindStringSubmatch(text); found != nil {
		all := m.phrase(strings.TrimSpace(found[1]), Elicited{})
		for i := range all {
			all[i].Invoked = true
		}
		return all
	}
	return m.phrase(text, asked)
}

// phrase matches words without the skill's name. An answer to the question asked wins
// over a command that has no more words of its own.
func (m *Matcher) phrase(text string, asked Elicited) []Meaning {
	all, command := m.fitting(text, func(p pattern) bool { return p.of.Slot == "" })
	if asked.Slot != "" {
		answers, answer := m.fitting(text, func(p pattern) bool { return p.of == asked })
		if len(answers) > 0 && (len(all) == 0 || answer.compare(command) == 0) {
			return answers
		}
	}
	if len(all) > 0 {
		return all
	}
	return []Meaning{{Request: intentRequest, Intent: fallbackIntent}}
}

// fitting returns the meanings of the best of the allowed patterns, and the first of
// these patterns.
func (m *Matcher) fitting(text string, allowed func(pattern) bool) (all []Meaning, top pattern) {
	for _, p := range m.patterns {
		if !allowed(p) {
			continue
		}
		value, fits := p.fit(text)
		if !fits {
			continue
		}
		meaning := Meaning{Request: intentRequest, Intent: p.of.Intent, Slot: p.slot, Value: value}
		switch order := p.compare(top); {
		case len(all) == 0 || order > 0:
			top, all = p, []Meaning{meaning}
		case order == 0 && !slices.Contains(all, meaning):
			all = append(all, meaning)
		}
	}
	return all, top
}

// Correcting returns the meaning of a bare number that follows words that filled a slot
// with a number: most likely the same slot again. A number of one to three digits may
// be a memo's, and is not taken for a code.
func (m *Matcher) Correcting(text string, filled Elicited) (Meaning, bool) {
	if !m.numeric[filled] {
		return Meaning{}, false
	}
	answers, _ := m.fitting(m.language.tidy(text), func(p pattern) bool { return p.of == filled })
	if len(answers) == 0 || len(answers[0].Value) < codeDigits {
		return Meaning{}, false
	}
	return answers[0], true
}
