package understanding

import (
	"io/fs"
	"maps"
	"slices"
	"sync"
)

// Slot types whose values have a specific form. AMAZON.SearchQuery takes any words.
const (
	number          = "AMAZON.NUMBER"
	fourDigitNumber = "AMAZON.FOUR_DIGIT_NUMBER"
	firstName       = "AMAZON.FirstName"
)

// codeDigits is the number of digits of the shortest code.
const codeDigits = 4

// Meaning is the request that words are understood as.
type Meaning struct {
	Intent      string
	Slot, Value string // the filled slot and its value; "": none
}

// Asked names the slot that the next bare phrase fills; the zero value is none.
type Asked struct{ Intent, Slot string }

// Matcher finds the meaning of words from samples alone. Alexa also considers
// similarity: a match that is certain here is certain for Alexa, and one that is
// ambiguous here Alexa would have to guess. It is safe for concurrent use.
type Matcher struct {
	language   *language
	invocation string
	patterns   []pattern
	carriers   []pattern           // the patterns of AddMemoIntent
	slots      map[string][]string // the slots of each intent
	numeric    map[Asked]bool      // the slots that take numbers
	names      map[string]bool     // the values of AMAZON.FirstName
	tolerance  func() *tolerance   // made when a text first fits no sample literally
}

// New returns the matcher of a locale, such as "ja-JP" or "en-AU". The files are those of
// the skill package. It returns an error for a locale without a model.
func New(files fs.FS, locale string) (*Matcher, error) {
	read, err := readModel(files, locale)
	if err != nil {
		return nil, err
	}
	lm := read.InteractionModel.LanguageModel
	l := languageOf(locale)
	m := &Matcher{
		language: l, invocation: lm.InvocationName,
		slots: map[string][]string{}, numeric: map[Asked]bool{}, names: map[string]bool{},
	}
	m.patterns = make([]pattern, 0, read.samples())
	f := folding{language: l}
	for _, i := range lm.Intents {
		m.addIntent(&f, i)
	}
	m.addBuiltIns(&f)
	for _, t := range lm.Types {
		for _, v := range t.Values {
			if t.Name == firstName {
				m.addNames(append(v.Name.Synonyms, v.Name.Value))
			}
		}
	}
	m.tolerance = sync.OnceValue(func() *tolerance { return newTolerance(m) })
	return m, nil
}

// addIntent adds the samples of an intent and those that answer the elicitation of its
// slots.
func (m *Matcher) addIntent(f *folding, i intent) {
	types, first := map[string]string{}, len(m.patterns)
	for _, slot := range i.Slots {
		asked := Asked{i.Name, slot.Name}
		m.slots[i.Name] = append(m.slots[i.Name], slot.Name)
		types[slot.Name] = slot.Type
		m.numeric[asked] = slot.Type == number || slot.Type == fourDigitNumber
		m.add(f, slot.Samples, asked, types)
	}
	before := len(m.patterns)
	m.add(f, i.Samples, Asked{Intent: i.Name}, types)
	for at := before; at < len(m.patterns); at++ {
		p := &m.patterns[at]
		p.answers = p.slot != "" && slices.ContainsFunc(m.patterns[first:before], p.hasWordsOf)
	}
	if i.Name == AddIntent {
		m.carriers = slices.Clone(m.patterns[before:])
	}
}

// add adds the samples of an intent or, if of has a slot, the samples that answer the
// elicitation of that slot.
func (m *Matcher) add(f *folding, samples []string, of Asked, types map[string]string) {
	for _, s := range samples {
		m.patterns = append(m.patterns, f.pattern(s, of, types))
	}
}

// addBuiltIns adds the usual words of the built-in intents, which have no samples.
func (m *Matcher) addBuiltIns(f *folding) {
	for _, name := range slices.Sorted(maps.Keys(m.language.builtIns)) {
		for _, words := range m.language.builtIns[name] {
			p := f.pattern(words, Asked{Intent: builtIns + name + "Intent"}, nil)
			p.builtIn = true
			m.patterns = append(m.patterns, p)
		}
	}
}

func (m *Matcher) addNames(names []string) {
	for _, name := range names {
		m.names[m.language.hear(name).words] = true
	}
}

// Invocation returns the skill's invocation name.
func (m *Matcher) Invocation() string { return m.invocation }

// Slots returns the names of an intent's slots.
func (m *Matcher) Slots(intent string) []string { return m.slots[intent] }

// Best returns the meanings that fit text best; more than one means that the model is
// ambiguous. Text that fits no sample fills the slot asked for; text that fits nothing
// is FallbackIntent. An answer to the question asked wins over a command that has no
// more words of its own, and a correction over the usual words for "no".
func (m *Matcher) Best(text string, asked Asked) []Meaning {
	s := m.language.hear(text)
	all, command := m.fitting(s, func(p *pattern, _ string) bool { return isCommand(p) })
	if asked.Slot != "" {
		answers, answer := m.fitting(s, func(p *pattern, _ string) bool { return p.of == asked })
		_, correction := m.language.corrects(s)
		if len(answers) > 0 && (len(all) == 0 || answer.compare(command) == 0 || command.builtIn && correction) {
			return answers
		}
	}
	if len(all) > 0 {
		return all
	}
	return []Meaning{{Intent: FallbackIntent}}
}

// Command returns the best meaning of text as a request, regardless of any question. Of
// samples that fit equally well, the one of the intent that the model lists first wins.
// A sample that is also an answer to a question, such as "it's {inviteCode}", is not a
// request. Words around a request, such as "um" and "no", are left out, and so are words
// that only make it polite, such as "could you" or 「てもらえますか」. Command returns false
// for text that fits no other sample, for a correction such as "no number two" and for a
// name of a room that is no name, as in "this echo is in the way".
func (m *Matcher) Command(text string) (Meaning, bool) {
	if rest, _ := m.language.corrects(m.language.hear(text)); rest != "" && m.language.isPosition(rest) || m.language.isPlan(text) {
		return Meaning{}, false
	}
	meaning, ok := m.command(text)
	if ok && meaning.Intent == RoomIntent && meaning.Value != "" && m.language.noRoom(meaning.Value) {
		return Meaning{}, false
	}
	return meaning, ok
}

// command returns the best meaning of text that is a request as a whole.
func (m *Matcher) command(text string) (Meaning, bool) {
	request := m.withoutObjections(text)
	meaning, literal := m.literally(request)
	if literal == nil && request != text {
		meaning, literal = m.literally(text)
	}
	if literal != nil && (literal.slot == "" || literal.kind != nil) || m.Closing(text) {
		return meaning, literal != nil
	}
	for _, words := range []string{request, text} {
		if asked, ok := m.tolerantly(words); ok {
			return asked, true
		}
	}
	asked, around := m.around(request, "")
	if around == nil || literal != nil && !betterAround(around, m.language.polite.around(*literal), asked.Value, meaning.Value) {
		return meaning, literal != nil
	}
	return asked, true
}

// betterAround reports whether a sample that fits a text without its polite words says more
// about it than one that fits it literally, given the values of their slots.
func betterAround(around *pattern, literal pattern, value, heard string) bool {
	order := around.compare(&literal)
	return order > 0 || order == 0 && len(value) < len(heard)
}

// literally returns the meaning of a request that fits a sample, and the sample.
func (m *Matcher) literally(text string) (Meaning, *pattern) {
	all, top := m.fitting(m.language.hear(text), func(p *pattern, value string) bool {
		return isCommand(p) && !p.answers && !m.language.saysOther(p, value)
	})
	if len(all) == 0 {
		return Meaning{}, nil
	}
	return all[0], top
}

// isCommand reports whether a pattern needs no question before it.
func isCommand(p *pattern) bool { return p.of.Slot == "" }

// fitting returns the meanings of the best of the patterns that are allowed with their
// value, and the first of these patterns.
func (m *Matcher) fitting(s said, allowed func(p *pattern, value string) bool) (all []Meaning, top *pattern) {
	for i := range m.patterns {
		p := &m.patterns[i]
		value, fits := p.fit(s)
		if !fits || !allowed(p, value) {
			continue
		}
		meaning := Meaning{Intent: p.of.Intent, Slot: p.slot, Value: value}
		order := 1
		if top != nil {
			order = p.compare(top)
		}
		switch {
		case order > 0:
			top, all = p, append(all[:0], meaning)
		case order == 0 && !slices.Contains(all, meaning):
			all = append(all, meaning)
		}
	}
	return all, top
}

// Correcting returns the meaning of a bare number that follows words that filled a slot
// with a number: most likely the same slot again. A number of one to three digits may
// be a memo's, and is not taken for a code.
func (m *Matcher) Correcting(text string, filled Asked) (Meaning, bool) {
	if !m.numeric[filled] {
		return Meaning{}, false
	}
	answers, _ := m.fitting(m.language.hear(text), func(p *pattern, _ string) bool { return p.of == filled })
	if len(answers) == 0 || len(answers[0].Value) < codeDigits {
		return Meaning{}, false
	}
	return answers[0], true
}

// KnownName reports whether text is one of the first names in the model.
func (m *Matcher) KnownName(text string) bool { return m.names[m.language.hear(text).words] }
