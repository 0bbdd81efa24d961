package skill

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	alexa "github.com/arienmalec/alexa-go"

	"voicememo/models"
	"voicememo/skill/messages"
	"voicememo/skill/phrases"
)

// wordSlots returns the slots that may hold any words, by intent. Alexa puts there what
// was said while it waited for an answer, whatever it means.
func wordSlots() map[string]string {
	return map[string]string{
		addIntent: textSlot, findIntent: searchSlot, nameIntent: nameSlot, roomIntent: roomSlot,
		deleteTextIntent: textSlot, doneTextIntent: textSlot,
		deleteIntent: numberSlot, doneIntent: numberSlot, readOneIntent: numberSlot,
	}
}

// understand matches the words of a slot again, with the program's own matcher, and
// changes the turn's intent and slots to what was meant: another intent, a closing, a
// correction of what was just said, or a memo without the carrier phrase around it.
func (t *turn) understand() {
	intent := t.req.Body.Intent.Name
	slot, ok := wordSlots()[intent]
	text := t.req.slot(slot)
	if t.req.Body.Type != intentRequest || !ok || text == "" || corrects(t) {
		return
	}
	switch intent {
	case addIntent:
		t.understandMemo(text)
	case deleteTextIntent, doneTextIntent:
		t.understandChoice(text)
	default:
		t.understandAnswer(intent, slot, text)
	}
}

// understandMemo finds the meaning of words in the slot of a memo's text. A closing or a
// correction is one only within a session: a one-shot's words had a carrier phrase.
func (t *turn) understandMemo(text string) {
	m := t.phrases()
	if !t.req.Session.New {
		if rest, ok := m.Correction(text); ok && t.mayTakeBack() {
			t.correction = rest
			t.becomes(restoreIntent, "", "")
			return
		}
		if m.Closing(text) {
			t.becomes(alexa.StopIntent, "", "")
			return
		}
	}
	if number := m.Request(text); t.isNumber(number) && t.state.Reading != nil && t.asking(askMenu, askElse) {
		t.becomes(t.numberIntent(), numberSlot, number)
		return
	}
	meaning, ok := m.Command(text)
	switch {
	case !ok:
		t.becomes(addIntent, textSlot, m.Carried(text))
	case meaning.Intent == addIntent && meaning.Value != "":
		t.becomes(addIntent, textSlot, m.Carried(m.Request(text)))
	case t.req.Session.New && builtIn(meaning.Intent):
		t.becomes(addIntent, textSlot, text)
	default:
		t.becomes(meaning.Intent, meaning.Slot, meaning.Value)
		t.unless = text
		if meaning.Slot == textSlot {
			t.understandChoice(meaning.Value)
		}
	}
}

// understandChoice finds the meaning of words in the slot that names a memo to delete or
// to mark as done: 「1番」 is its number.
func (t *turn) understandChoice(text string) {
	text = t.phrases().Request(text)
	intent, words := t.req.Body.Intent.Name, strings.ToLower(t.without(text, messages.TextBefore, messages.TextAfter))
	numbered := map[string]string{deleteTextIntent: deleteIntent, doneTextIntent: doneIntent}
	several := t.numbers(text)
	switch n, ok := t.phrases().Number(text); {
	case len(several) > 0:
		t.several = several
		t.becomes(numbered[intent], numberSlot, strconv.Itoa(several[0]))
	case ok && n == phrases.Last, t.isOneOf(text, messages.TextLast), t.isOneOf(words, messages.TextLast):
		t.becomes(intent, "", "")
	case intent == deleteTextIntent && t.isOneOf(words, messages.TextAll):
		t.becomes(deleteAllIntent, "", "")
	default:
		t.becomes(intent, textSlot, text)
	}
}

// maxNumbers is how many numbers one change may have: a reply says each memo.
const maxNumbers = 5

// numbers returns the numbers of a text such as 「1番と3番」; nil if it has other words or
// more than maxNumbers.
func (t *turn) numbers(text string) (all []int) {
	for _, and := range t.Words(messages.NumberAnd) {
		text = strings.ReplaceAll(text, and, "|")
	}
	for part := range strings.SplitSeq(text, "|") {
		n, ok := t.phrases().Number(strings.TrimSpace(part))
		if !ok || n < 1 {
			return nil
		}
		if !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	if len(all) > maxNumbers {
		return nil
	}
	return all
}

// isNumber reports whether a text is only a number of the list.
func (t *turn) isNumber(text string) bool {
	_, ok := t.phrases().Number(text)
	return ok
}

// numberIntent returns the intent of a bare number when a memo was read with it: what
// was done last with another number, otherwise to read that memo.
func (t *turn) numberIntent() string {
	if n := len(t.state.Acts); n > 0 {
		switch t.state.Acts[n-1].Kind {
		case models.ActDone:
			return doneIntent
		case models.ActTrashed:
			return deleteIntent
		}
	}
	return readOneIntent
}

// understandAnswer finds the meaning of words in any other slot. Only a command that
// needs no words of its own replaces the answer.
func (t *turn) understandAnswer(intent, slot, text string) {
	q := t.questions[t.asked]
	if q.intent != intent || q.slot != slot {
		return
	}
	m := t.phrases()
	if slot == numberSlot && t.isNumber(text) {
		t.becomes(intent, slot, text)
		return
	}
	if slot == nameSlot && t.isOneOf(text, messages.NameRefusals) {
		t.becomes(noIntent, "", "")
		return
	}
	meaning, ok := m.Command(text)
	switch {
	case ok && (meaning.Value == "" || meaning.Intent == intent):
		t.becomes(meaning.Intent, meaning.Slot, meaning.Value)
	case m.Closing(text):
		t.becomes(noIntent, "", "")
	}
}

// isOneOf reports whether a text is one of the words under a key.
func (t *turn) isOneOf(text string, k messages.Key) bool {
	return slices.Contains(t.Words(k), strings.ToLower(strings.Trim(text, " .。!！")))
}

// mayTakeBack reports whether the session did something that words of correction can
// mean.
func (t *turn) mayTakeBack() bool { return len(t.state.Acts) > 0 }

// builtIn reports whether an intent is one of Amazon's.
func builtIn(intent string) bool { return strings.HasPrefix(intent, "AMAZON.") }

// becomes changes the turn's intent and its only slot.
func (t *turn) becomes(intent, slot, value string) {
	heard := &t.req.Body.Intent
	if heard.Name != intent {
		t.note("heardAs", heard.Name)
	}
	heard.Name, heard.Slots = intent, map[string]alexa.Slot{}
	if slot != "" {
		heard.Slots[slot] = alexa.Slot{Name: slot, Value: value}
	}
}

// matchers holds the matcher of each locale's interaction model. Most turns need none,
// so each is made when it is first needed.
type matchers struct {
	mu     sync.Mutex
	loaded map[string]*phrases.Matcher
}

// of returns the matcher of a locale that has a model.
func (m *matchers) of(locale string) *phrases.Matcher {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := m.loaded[locale]
	if found == nil {
		var err error
		if found, err = phrases.New(Package(), locale); err != nil {
			panic(err) // the models are part of the program
		}
		m.loaded[locale] = found
	}
	return found
}

// phrases returns the matcher of the turn's locale.
func (t *turn) phrases() *phrases.Matcher { return t.matchers.of(t.model) }
