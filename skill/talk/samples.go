package talk

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"voicememo/internal/texts"
	"voicememo/skill"
	"voicememo/skill/understanding"
)

//go:embed builtins.en.txt builtins.ja.txt
var builtinFiles embed.FS

// model is the part of an interaction model that matching needs. Source: "Interaction
// Model Schema" of the Alexa Skills Kit.
type model struct {
	InteractionModel struct {
		LanguageModel struct {
			InvocationName string
			Intents        []struct {
				Name    string
				Samples []string
				Slots   []struct {
					Name, Type string
					Samples    []string
				}
			}
		}
	}
}

// Samples finds the meaning of words as Alexa's model does for words that it is certain about:
// those of a sample, apart from letter case, character width and punctuation, and the usual words
// of built-in intents. Alexa also considers similarity. It is safe for concurrent use.
type Samples struct {
	locale     string
	Invocation string // the skill's invocation name
	samples    []sample
	slots      map[string][]string // of each intent
	numeric    map[Elicited]bool   // the slots that take numbers
}

// Elicited names the slot that the next bare phrase fills; the zero value is none.
type Elicited struct{ Intent, Slot string }

// sample is a sample as units.
type sample struct {
	of            Elicited // the intent; for a slot's own sample, also the slot
	slot, kind    string   // the slot in the sample and its type; "": none
	before, after []string // the units around the slot; without a slot, before is the sample
	builtin       bool
}

// NewSamples returns the samples of a locale of the skill package. It returns an error for a
// locale without a model.
func NewSamples(locale string) (*Samples, error) {
	raw, err := fs.ReadFile(skill.Package(), skill.ModelFile(locale))
	if err != nil {
		return nil, fmt.Errorf("talk: no interaction model for locale %q", locale)
	}
	var m model
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, fmt.Errorf("talk: the model of %s: %w", locale, err)
	}
	lm := m.InteractionModel.LanguageModel
	s := &Samples{locale: locale, Invocation: lm.InvocationName, slots: map[string][]string{}, numeric: map[Elicited]bool{}}
	for _, i := range lm.Intents {
		types := map[string]string{}
		for _, slot := range i.Slots {
			asked := Elicited{i.Name, slot.Name}
			types[slot.Name] = slot.Type
			s.slots[i.Name] = append(s.slots[i.Name], slot.Name)
			s.numeric[asked] = strings.HasSuffix(slot.Type, "NUMBER")
			for _, words := range slot.Samples {
				s.add(words, asked, types, false)
			}
		}
		for _, words := range i.Samples {
			s.add(words, Elicited{Intent: i.Name}, types, false)
		}
	}
	language, _, _ := strings.Cut(locale, "-")
	if language != "ja" {
		language = "en"
	}
	raw, err = builtinFiles.ReadFile("builtins." + language + ".txt")
	for intent, words := range texts.Parse[string](string(raw)) {
		for words := range strings.SplitSeq(words, "|") {
			s.add(words, Elicited{Intent: intent}, nil, true)
		}
	}
	return s, err
}

func (s *Samples) add(words string, of Elicited, types map[string]string, builtin bool) {
	before, rest, found := strings.Cut(words, "{")
	slot, after, _ := strings.Cut(rest, "}")
	a := sample{of: of, before: s.units(before), after: s.units(after), builtin: builtin}
	if found {
		a.slot, a.kind = slot, types[slot]
	}
	s.samples = append(s.samples, a)
}

// units returns the units of words of a sample. After a slot, "'s" is that of the slot's words.
func (s *Samples) units(text string) []string {
	if strings.HasPrefix(text, "'s") {
		units, _ := s.heard("x" + text)
		return units[1:]
	}
	units, _ := s.heard(text)
	return units
}

// heard returns the units of a text and a function that returns the part of the text of a range of
// them. 「もう1回」 has the units of 「もう一回」.
func (s *Samples) heard(text string) (units []string, part func(from, to int) string) {
	units, part = understanding.Units(s.locale, text)
	for i, unit := range units {
		units[i] = cmp.Or(kanjiDigits[unit], unit)
	}
	return units, part
}

// kanjiDigits has the digits that Alexa also writes in kanji.
var kanjiDigits = map[string]string{"一": "1", "二": "2", "三": "3", "四": "4", "五": "5", "六": "6", "七": "7", "八": "8", "九": "9"}

// Slots returns the names of an intent's slots.
func (s *Samples) Slots(intent string) []string { return s.slots[intent] }

// Best returns the meanings that fit text best; more than one means that the model is
// ambiguous. Text that fits no sample fills the slot asked for; text that fits nothing
// is FallbackIntent. An answer to the question asked wins over a command that has no
// more words of its own.
func (s *Samples) Best(text string, asked Elicited) []Meaning {
	all, top := s.fitting(text, func(a sample) bool { return a.of.Slot == "" })
	if asked.Slot != "" {
		answers, answer := s.fitting(text, func(a sample) bool { return a.of == asked })
		if len(answers) > 0 && (len(all) == 0 || answer.compare(top) == 0) {
			return answers
		}
	}
	if len(all) > 0 {
		return all
	}
	return []Meaning{{Request: intentRequest, Intent: understanding.FallbackIntent}}
}

// Correcting returns the meaning of a bare number that follows words that filled a slot
// with a number: most likely the same slot again. A number of one to three digits may
// be a memo's, and is not taken for a code.
func (s *Samples) Correcting(text string, filled Elicited) (Meaning, bool) {
	if !s.numeric[filled] {
		return Meaning{}, false
	}
	answers, _ := s.fitting(text, func(a sample) bool { return a.of == filled })
	if len(answers) == 0 || len(answers[0].Value) < codeDigits {
		return Meaning{}, false
	}
	return answers[0], true
}

// codeDigits is the number of digits of the shortest code.
const codeDigits = 4

// fitting returns the meanings of the best of the samples that are allowed, and the first of these.
func (s *Samples) fitting(text string, allowed func(sample) bool) (all []Meaning, top sample) {
	units, part := s.heard(text)
	for _, a := range s.samples {
		if !allowed(a) {
			continue
		}
		value, fits := a.fit(s.locale, units, part)
		if !fits {
			continue
		}
		m := Meaning{Request: intentRequest, Intent: a.of.Intent, Slot: a.slot, Value: value}
		order := 1
		if len(all) > 0 {
			order = a.compare(top)
		}
		switch {
		case order > 0:
			top, all = a, []Meaning{m}
		case order == 0 && !slices.Contains(all, m):
			all = append(all, m)
		}
	}
	return all, top
}

// fit reports whether units are those of the sample, and returns the slot's value.
func (a sample) fit(locale string, units []string, part func(from, to int) string) (value string, ok bool) {
	if a.slot == "" {
		return "", len(units) > 0 && slices.Equal(units, a.before)
	}
	end := len(units) - len(a.after)
	if end <= len(a.before) || !slices.Equal(units[:len(a.before)], a.before) || !slices.Equal(units[end:], a.after) {
		return "", false
	}
	return understanding.SlotValue(locale, a.kind, part(len(a.before), end))
}

// compare orders samples by how specific they are: first one without a slot, then the one with
// more words of its own, then the one whose slot takes only values of a specific form, then one of
// the model over the usual words of a built-in intent.
func (a sample) compare(b sample) int {
	return cmp.Or(
		less(a.slot != "", b.slot != ""), cmp.Compare(len(a.before)+len(a.after), len(b.before)+len(b.after)),
		less(a.kind == "AMAZON.SearchQuery", b.kind == "AMAZON.SearchQuery"), less(a.builtin, b.builtin),
	)
}

// less orders false above true.
func less(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return 1
	}
	return -1
}
