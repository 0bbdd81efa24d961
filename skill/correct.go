package skill

import (
	"context"
	"strings"
	"unicode/utf8"

	"voicememo/invite"
	"voicememo/skill/words"
)

// correctable returns the intents, with their slots, in which Alexa may put digits that
// are said instead of "no".
func correctable() map[string]string {
	return map[string]string{
		joinIntent: codeSlot, recoverIntent: recoverySlot, deleteIntent: numberSlot,
		addIntent: textSlot, findIntent: searchSlot, nameIntent: nameSlot,
	}
}

// corrects reports whether the turn answers a number that was read back with other
// digits.
func corrects(t *turn) bool {
	intent, heard := t.req.Body.Intent.Name, t.corrected()
	switch {
	case t.asking(askJoin) && intent == recoverIntent, t.asking(askBack) && intent == joinIntent:
		return t.otherNumber(heard)
	case t.asking(askJoin):
		_, err := invite.ParseDigits(heard)
		return err == nil
	case t.asking(askBack):
		_, ok := recoveryNumber(heard)
		return ok
	}
	return false
}

// otherNumber reports whether digits that Alexa put into the slot for the other kind of
// number are a correction: more than four in an invite code slot, or at most four in a
// recovery number slot.
func (t *turn) otherNumber(heard string) bool {
	if t.asking(askBack) {
		return utf8.RuneCountInString(padded(heard)) > 4
	}
	_, ok := heardCode(heard)
	return ok && heard != ""
}

// corrected returns the correct number as it was heard, without a leading "no".
func (t *turn) corrected() string {
	name := t.req.Body.Intent.Name
	heard := t.req.slot(correctable()[name])
	for _, word := range t.Words(words.NumberNo) {
		if rest, found := cutFold(heard, word, 0); found {
			heard = rest
		}
	}
	for _, word := range t.Words(words.NumberIs) {
		if rest, found := cutFold(heard, word, len(heard)-len(word)); found {
			heard = rest
		}
	}
	return strings.Trim(heard, " 　。.")
}

// correct reads back the digits that were said instead of yes or no.
func correct(_ context.Context, t *turn) (Reply, error) {
	if t.asking(askBack) {
		return t.readNumber(t.corrected()), nil
	}
	return t.readCode(t.corrected()), nil
}
