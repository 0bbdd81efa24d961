package understanding

import (
	"slices"
	"strings"
	"unicode/utf8"

	"voicememo/invite"
	"voicememo/skill/words"
)

// recoveryDigits is how many digits a recovery number has.
const recoveryDigits = 10

// mayCorrect reports whether Alexa may put digits that are said instead of "no" into the
// slot of an intent.
func mayCorrect(intent string) bool {
	return slices.Contains([]string{SpeakIntent, JoinIntent, RecoverIntent, DeleteIntent, AddIntent, FindIntent, NameIntent}, intent)
}

// otherDigits returns the meaning of other digits that answer a number that was read back. ok
// is false if they are none.
func (t *listener) otherDigits(intent, text string) (h Heard, ok bool) {
	if !mayCorrect(intent) || !t.session.asking(AskJoin, AskBack) {
		return Heard{}, false
	}
	heard := t.withoutNo(text)
	_, notCode := invite.ParseDigits(heard)
	switch {
	case t.session.asking(AskJoin) && intent == RecoverIntent: // digits of an invite code, in the other slot
		_, notCode = invite.ParseDigits(padded(heard))
		ok = notCode == nil && heard != ""
	case t.session.asking(AskJoin):
		ok = notCode == nil
	case intent == JoinIntent: // more digits than an invite code has
		ok = utf8.RuneCountInString(padded(heard)) > 4
	default:
		_, ok = RecoveryNumber(heard)
	}
	if t.session.asking(AskJoin) {
		return t.argued(JoinIntent, heard), ok
	}
	return t.argued(RecoverIntent, heard), ok
}

// withoutNo returns a number as it was heard, without words such as "no, it's" around it.
func (t *listener) withoutNo(heard string) string {
	for _, word := range t.words.Words(words.NumberNo) {
		if rest, found := cutFold(heard, word, 0); found {
			heard = rest
		}
	}
	for _, word := range t.words.Words(words.NumberIs) {
		if rest, found := cutFold(heard, word, len(heard)-len(word)); found {
			heard = rest
		}
	}
	return strings.Trim(heard, " 　。.")
}

// padded removes separators and restores the zeros lost when a code is heard as a number:
// 0012 arrives as 12. It accepts both kanji for zero.
func padded(heard string) string {
	heard = strings.NewReplacer("零", "〇", " ", "", "　", "", "-", "", "、", "", ",", "").Replace(heard)
	return strings.Repeat("0", max(4-utf8.RuneCountInString(heard), 0)) + heard
}

// RecoveryNumber parses a recovery number in digits of any width or in kanji, with any
// separators. No recovery number begins with 0.
func RecoveryNumber(heard string) (string, bool) {
	number, err := invite.ParseNumber(strings.NewReplacer("、", "", ",", "", "。", "", ".", "").Replace(heard))
	if err != nil || len(number) != recoveryDigits || number[0] == '0' {
		return "", false
	}
	return number, true
}
