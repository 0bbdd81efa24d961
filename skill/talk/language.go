package talk

import (
	"regexp"
	"strings"
)

// Types of slots that take values of a kind. AMAZON.SearchQuery takes any words.
const (
	number          = "AMAZON.NUMBER"
	fourDigitNumber = "AMAZON.FOUR_DIGIT_NUMBER"
	firstName       = "AMAZON.FirstName"
)

// language is what differs between languages when words are matched.
type language struct {
	space    string              // what a space in a sample stands for
	spelling *strings.Replacer   // other spellings of a sample's own words; nil: none
	wake     string              // the wake word
	launch   string              // the launch phrase; %s is the skill's name
	oneShot  string              // a phrase with the skill's name and a request
	kinds    map[string]slotKind // by type of slot
	builtIns map[string]string   // the usual words for built-in intents
}

// slotKind says what fits a type of slot, and how Alexa writes what was heard.
type slotKind struct {
	expression string
	value      func(heard string) string // nil: as it was heard
}

// longNumber returns the expression of a number of eight numerals or more, which is
// said in groups or digit by digit, with pauses.
func longNumber(numeral, pause string) string {
	return `(?:` + numeral + `)(?:` + pause + `(?:` + numeral + `)){7,}`
}

func languageOf(locale string) language {
	if strings.HasPrefix(locale, "ja") {
		return japanese()
	}
	return english()
}

// tidy takes away what speech does not have: surrounding space and final marks.
func (l language) tidy(text string) string {
	text = strings.ReplaceAll(text, "’", "'")
	return strings.Join(strings.Fields(strings.Trim(text, " 　\t\r\n。.!！?？")), " ")
}

// literal gives the expression for a sample's own words.
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

// invocation recognises the skill's name.
type invocation struct{ launch, oneShot *regexp.Regexp }

// invocation compiles the phrases with the skill's name.
func (l language) invocation(name string) invocation {
	name = strings.ReplaceAll(regexp.QuoteMeta(name), " ", `\s+`)
	compile := func(phrase string) *regexp.Regexp {
		return regexp.MustCompile(`(?is)^` + l.wake + strings.ReplaceAll(phrase, "%s", name) + `$`)
	}
	return invocation{launch: compile(l.launch), oneShot: compile(l.oneShot)}
}
