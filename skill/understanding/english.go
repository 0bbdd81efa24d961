package understanding

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

func newEnglish() *language {
	l := &language{
		kinds:    map[string]slotKind{number: englishCount, fourDigitNumber: englishCode, firstName: englishName},
		carriers: []carrier{{before: "add "}},
		endings:  []string{" too", " as well", " please"},
		position: englishPosition,
	}
	const fillers = "um|uh|uhm|er|erm|hmm"
	l.fillers = l.set(fillers)
	const joins = "so|then|and|and then|and also|also"
	const nothing = fillers + "|" + joins + "|oh|ah|well|now|okay|ok|hey|alexa|wait|sorry|actually"
	l.openings = openings{words: l.set(nothing)}
	l.objections = openings{words: l.set(nothing, "no|no no|nope")}
	l.joins = l.set(joins)
	l.plans = l.folded(list("go home|home|go back|back|back up|move on|go on|carry on|keep going|continue|skip"))
	l.statements = englishStatements(l)
	l.noRoom = isNoEnglishRoom
	l.read("en.txt")
	l.polite = newEnglishPoliteness(l)
	l.correct = newEnglishCorrection(l).find
	return l
}

// englishCount returns a number or an ordinal: 2 for "two", for "second" and for "two'",
// the words before the "s" of "number two's done".
func englishCount(heard string) (string, bool) {
	heard = strings.TrimSuffix(heard, "'")
	if value, ok := englishNumber(heard); ok {
		return value, true
	}
	if n, ok := englishOrdinal(plain(heard)); ok {
		return strconv.Itoa(n), true
	}
	return "", false
}

// maxNameWords is the maximum number of words of an English name.
const maxNameWords = 3

// englishName reports whether words are a name: one to three words of letters.
func englishName(heard string) (string, bool) {
	all := strings.Fields(heard)
	for _, word := range all {
		first, _ := utf8.DecodeRuneInString(word)
		if !unicode.IsLetter(first) || strings.ContainsFunc(word, isNotOfName) {
			return "", false
		}
	}
	return heard, len(all) > 0 && len(all) <= maxNameWords
}

func isNotOfName(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("'.-", r) }
