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
		builtIns: englishBuiltIns(),
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
	l.closings = l.closingsOf(englishClosings())
	l.withdrawals = l.englishWithdrawals()
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

func englishBuiltIns() []builtIn {
	return []builtIn{
		{"AMAZON.YesIntent", list("yes|yes please|yes do|yes do it|yes that's right|yeah|yep|yup|uh huh|sure|sure thing|ok|okay|of course|" +
			"absolutely|definitely|certainly|please do|go ahead|do it|right|that's right|that is right|correct|that's correct")},
		{"AMAZON.NoIntent", list("no|nope|nah|no way|no thanks|no thank you|not now|not really|not today|no don't|don't|please don't|i don't think so")},
		{"AMAZON.StopIntent", list("stop|stop it|stop please|please stop|exit|quit|bye|bye bye|goodbye|good bye")},
		{"AMAZON.CancelIntent", list("cancel|cancel it|cancel that|cancel this|never mind|nevermind|forget it|forget about it")},
		{"AMAZON.HelpIntent", list("help|help me|please help|can you help me|i need help|what can i say|what can i do|what can i ask|what can you do|" +
			"what do i say|what should i say|what are my options|how does this work|how does it work|how do i use this")},
		{"AMAZON.NextIntent", list("next|next please|next one|the next one|next page|the next page|go on|continue|please continue|keep going|carry on|move on|skip|skip forward")},
		{"AMAZON.PreviousIntent", list("previous|previous one|the previous one|previous page|the previous page|go back|back|back up|skip back|one back|go back one")},
		{"AMAZON.RepeatIntent", list("repeat|repeat it|repeat that|repeat please|please repeat|please repeat that|can you repeat that|say that again|say it again|" +
			"can you say that again|again|once again|once more|one more time|read it again|read that again|what did you say|what was that|pardon")},
		{"AMAZON.NavigateHomeIntent", list("go home|home|home screen|go to the home screen")},
	}
}
