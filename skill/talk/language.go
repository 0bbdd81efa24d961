package talk

import (
	"regexp"
	"strings"
)

// Slot types whose values have a specific form. AMAZON.SearchQuery takes any words.
const (
	number          = "AMAZON.NUMBER"
	fourDigitNumber = "AMAZON.FOUR_DIGIT_NUMBER"
	firstName       = "AMAZON.FirstName"
)

// language has the differences between languages that matter for matching.
type language struct {
	space    string              // the expression for a space in a sample
	spelling *strings.Replacer   // alternative spellings of a sample's words; nil: none
	wake     string              // the wake word
	launch   string              // the launch phrase; %s is the skill's name
	oneShot  string              // a phrase with the skill's name and a request
	kinds    map[string]slotKind // by slot type
	builtIns map[string]string   // the usual words for built-in intents
}

// slotKind says which words fit a slot type, and how Alexa writes them.
type slotKind struct {
	expression string
	value      func(heard string) string // nil: as it was heard
}

// longNumber returns the expression for a number of at least eight numerals, which may
// have pauses between groups or digits.
func longNumber(numeral, pause string) string {
	return `(?:` + numeral + `)(?:` + pause + `(?:` + numeral + `)){7,}`
}

func languageOf(locale string) language {
	if strings.HasPrefix(locale, "ja") {
		return japanese()
	}
	return english()
}

// tidy removes what speech does not have: surrounding spaces and final punctuation.
func (l language) tidy(text string) string {
	text = strings.ReplaceAll(text, "’", "'")
	return strings.Join(strings.Fields(strings.Trim(text, " 　\t\r\n。.!！?？")), " ")
}

// literal returns the expression for a sample's own words.
func (l language) literal(words string) string {
	parts := strings.Split(words, " ")
	for i, p := range parts {
		parts[i] = regexp.QuoteMeta(p)
		if l.spelling != nil {
			parts[i] = l.spelling.Replace(parts[i])
		}
	}
	return strings.Join(parts, l.space)
}

// invocation recognises phrases with the skill's name.
type invocation struct{ launch, oneShot *regexp.Regexp }

// invocation compiles the phrases with the skill's name.
func (l language) invocation(name string) invocation {
	name = strings.ReplaceAll(regexp.QuoteMeta(name), " ", `\s+`)
	compile := func(phrase string) *regexp.Regexp {
		return regexp.MustCompile(`(?is)^` + l.wake + strings.ReplaceAll(phrase, "%s", name) + `$`)
	}
	return invocation{launch: compile(l.launch), oneShot: compile(l.oneShot)}
}
