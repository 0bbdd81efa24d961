package skill

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	alexa "github.com/arienmalec/alexa-go"

	"voicememo/models"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
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
	if t.req.Body.Type == intentRequest && intent == restoreIntent {
		t.withdraw()
	}
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

// decides reports whether a question is open about something that is not done yet. Words
// that take something back then mean that it is not to be done.
func (t *turn) decides() bool {
	return t.asked != "" && !t.asking(askMenu, askElse, askText, askAnother, askMore, askRest, askNews)
}

// withdraw changes an undo that answers an open question to "no", or to "yes" if the
// question is whether to undo.
func (t *turn) withdraw() {
	switch {
	case t.asking(askOthers):
		t.becomes(yesIntent, "", "")
	case t.decides():
		t.becomes(noIntent, "", "")
	}
}

// understandMemo finds the meaning of words in the slot of a memo's text. A closing or a
// correction is one only within a session: a one-shot's words had a carrier phrase.
func (t *turn) understandMemo(text string) {
	m := t.phrases()
	if !t.req.Session.New {
		if t.decides() && m.Withdrawal(text) {
			t.withdraw()
			return
		}
		if t.understandCorrection(text) {
			return
		}
		if m.Withdrawal(text) && !t.isOneOf(text, words.UndoWords) { // nothing was done
			t.becomes(alexa.StopIntent, "", "")
			return
		}
		if m.Closing(text) {
			t.becomes(alexa.StopIntent, "", "")
			return
		}
	}
	number := m.Request(text)
	if rest, ok := m.Correction(text); ok && rest != "" {
		number = rest // "no, number two"
	}
	if t.isListNumber(number) && t.state.Reading != nil && t.asking(askMenu, askElse) {
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

// understandCorrection finds the meaning of words of correction, and reports whether they
// have one here. They take back what the last turn did. What an earlier turn did is only
// taken back in words that ask for that.
func (t *turn) understandCorrection(text string) bool {
	rest, ok := t.phrases().Correction(text)
	switch {
	case !ok:
		return false
	case t.asking(askNamed) && rest != "":
		t.becomes(nameIntent, nameSlot, rest)
	case t.asking(askText):
		return t.understandInstead(text, rest)
	case t.acted && len(t.state.Acts) > 0:
		t.correction = rest
		t.becomes(restoreIntent, "", "")
		if meaning, ok := t.phrases().Command(rest); ok && meaning.Intent != addIntent && !builtIn(meaning.Intent) {
			t.correction, t.then = "", &meaning
		}
	default:
		return false
	}
	return true
}

// understandInstead finds the meaning of words of correction, and of the right text in
// them, while the text of a memo is asked for. If a memo was just taken back, it is not
// taken back again.
func (t *turn) understandInstead(text, rest string) bool {
	meaning, _ := t.phrases().Command(text)
	switch {
	case t.acted && rest == "" && meaning.Intent == restoreIntent:
		t.becomes(restoreIntent, "", "") // what was done before that memo
	case t.acted:
		t.becomes(addIntent, textSlot, rest)
	case rest == "":
		t.becomes(noIntent, "", "")
	default:
		return false
	}
	return true
}

// understandChoice finds the meaning of words in the slot that names a memo to delete or
// to mark as done: 「1番」 is its number.
func (t *turn) understandChoice(text string) {
	text = t.phrases().Request(text)
	intent, named := t.req.Body.Intent.Name, strings.ToLower(t.without(text, words.TextBefore, words.TextAfter))
	numbered := map[string]string{deleteTextIntent: deleteIntent, doneTextIntent: doneIntent}
	several := t.numbers(text)
	switch n, ok := t.phrases().Number(text); {
	case len(several) > 0:
		t.several = several
		t.becomes(numbered[intent], numberSlot, strconv.Itoa(several[0]))
	case ok && n == understanding.Last, t.isOneOf(text, words.TextLast), t.isOneOf(named, words.TextLast):
		t.becomes(intent, "", "")
	case intent == deleteTextIntent && t.isOneOf(named, words.TextAll):
		t.becomes(deleteAllIntent, "", "")
	default:
		t.becomes(intent, textSlot, text)
	}
}

// maxNumbers is how many numbers one change may have: a reply says each memo.
const maxNumbers = 5

// numbers returns the numbers of a text such as 「1番と3番」; nil if it has other words, more
// than maxNumbers, or one that no list has.
func (t *turn) numbers(text string) (all []int) {
	for _, and := range t.Words(words.NumberAnd) {
		text = strings.ReplaceAll(text, and, "|")
	}
	for part := range strings.SplitSeq(text, "|") {
		n, ok := t.phrases().Number(strings.TrimSpace(part))
		if !ok || n < 1 || n > maxRead {
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

// isListNumber reports whether a text is only a number that a list can have. 「七五三」 is
// a festival.
func (t *turn) isListNumber(text string) bool {
	n, ok := t.phrases().Number(text)
	return ok && n <= maxRead
}

// numberIntent returns the intent of a bare number when a memo was read with it: what
// the last turn did with another number, otherwise to read that memo.
func (t *turn) numberIntent() string {
	if n := len(t.state.Acts); n > 0 && t.acted {
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
	if slot == nameSlot && t.isOneOf(text, words.NameRefusals) {
		t.becomes(noIntent, "", "")
		return
	}
	meaning, ok := m.Command(text)
	switch {
	case ok && builtIn(meaning.Intent):
		t.becomes(meaning.Intent, "", "")
	case m.Withdrawal(text):
		t.becomes(noIntent, "", "")
	case ok && (meaning.Value == "" || meaning.Intent == intent):
		t.becomes(meaning.Intent, meaning.Slot, meaning.Value)
	case m.Closing(text):
		t.becomes(noIntent, "", "")
	case intent == readOneIntent:
		t.becomes(findIntent, searchSlot, text)
	case slot == numberSlot: // which memo, in words of it or with several numbers
		t.becomes(map[string]string{deleteIntent: deleteTextIntent, doneIntent: doneTextIntent}[intent], textSlot, text)
		t.understandChoice(text)
	}
}

// isOneOf reports whether a text is one of the words under a key.
func (t *turn) isOneOf(text string, k words.Key) bool {
	return slices.Contains(t.Words(k), strings.ToLower(strings.Trim(text, " .。!！")))
}

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
	loaded map[string]*understanding.Matcher
}

// of returns the matcher of a locale that has a model.
func (m *matchers) of(locale string) *understanding.Matcher {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := m.loaded[locale]
	if found == nil {
		var err error
		if found, err = understanding.New(Package(), locale); err != nil {
			panic(err) // the models are part of the program
		}
		m.loaded[locale] = found
	}
	return found
}

// phrases returns the matcher of the turn's locale.
func (t *turn) phrases() *understanding.Matcher { return t.matchers.of(t.model) }
