package talk

import (
	"regexp"
	"strconv"
	"strings"
)

// Types of slots that the models use.
const (
	number          = "AMAZON.NUMBER"
	fourDigitNumber = "AMAZON.FOUR_DIGIT_NUMBER"
)

// language is what differs between languages when words are matched.
type language struct {
	space    string            // what a space in a sample stands for
	wake     string            // the wake word
	launch   string            // the launch phrase; %s is the skill's name
	oneShot  string            // a phrase with the skill's name and a request
	number   string            // numbers in words
	digit    string            // digits in words
	builtIns map[string]string // the usual words for built-in intents
	parse    func(word string) (int, bool)
}

// tidy takes away what speech does not have: surrounding space and final marks.
func (l language) tidy(text string) string {
	return strings.Join(strings.Fields(strings.Trim(text, " 　\t\r\n。.!！?？")), " ")
}

// literal gives the expression for a sample's own words.
func (l language) literal(words string) string {
	parts := strings.Split(words, " ")
	for i, p := range parts {
		parts[i] = regexp.QuoteMeta(p)
	}
	return strings.Join(parts, l.space)
}

// values gives the expression for what fits a type of slot.
func (l language) values(slotType string) string {
	switch slotType {
	case number:
		return `[0-9０-９]+|` + l.number
	case fourDigitNumber:
		return `(?:[0-9０-９]|` + l.digit + `|[\s、,-])+`
	}
	return `.+?`
}

// value gives the slot's value as Alexa would write it: numbers as digits.
func (l language) value(slotType, heard string) string {
	heard = strings.TrimSpace(heard)
	switch slotType {
	case number:
		return l.digits(heard)
	case fourDigitNumber:
		var code string
		for _, word := range regexp.MustCompile(`(?i)[0-9０-９]|`+l.digit).FindAllString(heard, -1) {
			code += l.digits(word)
		}
		return code
	}
	return heard
}

func (l language) digits(word string) string {
	if n, ok := l.parse(strings.ToLower(word)); ok {
		return strconv.Itoa(n)
	}
	return strings.Map(func(r rune) rune {
		if r >= '０' && r <= '９' {
			return r - '０' + '0'
		}
		return r
	}, word)
}

// invocation compiles the phrases with the skill's name.
func (l language) invocation(name string) invocation {
	name = strings.ReplaceAll(regexp.QuoteMeta(name), " ", `\s+`)
	compile := func(phrase string) *regexp.Regexp {
		return regexp.MustCompile(`(?is)^` + l.wake + strings.ReplaceAll(phrase, "%s", name) + `$`)
	}
	return invocation{launch: compile(l.launch), oneShot: compile(l.oneShot)}
}

// words turns a table of intent -> words around.
func words(table map[string]string) map[string]string {
	out := map[string]string{}
	for intent, list := range table {
		for _, word := range strings.Split(list, "|") {
			out[word] = intent
		}
	}
	return out
}
