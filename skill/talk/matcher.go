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

// codeDigits is how many digits the shortest code has.
const codeDigits = 4

// Meaning is what words were taken for.
type Meaning struct {
	Request     string // "LaunchRequest" or "IntentRequest"
	Intent      string // "" for a launch
	Slot, Value string // the slot that was filled; "": none
	Invoked     bool   // the skill was called by its name
}

// Elicited names the slot that the next bare phrase fills; zero: none.
type Elicited struct{ Intent, Slot string }

// Matcher finds out what words mean, as far as samples alone can tell. Alexa
// also weighs likeness; what is certain to her is certain here, and what this
// finds ambiguous she would have to guess. It is safe for concurrent use.
type Matcher struct {
	language language
	patterns []pattern
	slots    map[string][]string // the slots of each intent
	numeric  map[Elicited]bool   // the slots that take numbers
	invoked  invocation
}

// compiled has the matchers made so far, by locale: the models are part of the
// program, and compiling one takes longer than a short conversation.
var compiled sync.Map

// NewMatcher gives the matcher of a locale of the skill package, such as
// "ja-JP" or "en-AU". The error is about a locale without a model.
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

// add compiles samples of an intent, or with a slot those that answer its elicitation.
func (m *Matcher) add(samples []string, of Elicited, types map[string]string) {
	for _, s := range samples {
		m.patterns = append(m.patterns, m.language.compile(s, of, types))
	}
}

// Best gives the meanings that fit text best. More than one means that the
// model is ambiguous there. The slot that was asked for takes what fits no
// sample; what fits nothing at all is AMAZON.FallbackIntent.
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

// phrase matches words without the skill's name. An answer to what was asked wins
// over a command with no more words of its own.
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

// fitting returns what the best of the allowed patterns say, and the first of these.
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

// Correcting returns what a bare number means after words that filled a slot with
// one: most likely the same slot again. A number of one to three digits may be that
// of a memo, and is not taken for a code.
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
