package understanding

import (
	"slices"
	"strconv"
	"strings"

	"voicememo/models"
	"voicememo/skill/words"
)

// listener understands one turn.
type listener struct {
	words   words.Catalogue
	matcher func() *Matcher
	session Session
}

// sense is a meaning of words in a session, before its arguments are typed.
type sense struct {
	Meaning
	several    []int    // the numbers of a change of several memos; nil: one
	unless     string   // see Heard
	correction string   // the right text instead of what is taken back; "": not said
	then       *Meaning // see Heard
}

// meaning returns the sense of an intent with the value of its slot.
func meaning(intent, value string) sense {
	s := sense{Meaning: Meaning{Intent: intent, Value: value}}
	if value != "" {
		s.Slot = SlotOf(intent)
	}
	return s
}

// anyWords reports whether an intent's slot may hold any words: what was said while Alexa
// waited for an answer, whatever it means.
func anyWords(intent string) bool {
	return SlotOf(intent) != "" && intent != JoinIntent && intent != RecoverIntent
}

// sense returns the sense of what Alexa heard.
func (t *listener) sense(said Said) sense {
	text := said.Slots[SlotOf(said.Intent)]
	as := meaning(said.Intent, text)
	if number, ok := t.otherDigits(as.Meaning); ok {
		return number
	}
	switch {
	case said.Intent == RestoreIntent && t.session.withdraws():
		return t.session.withdrawal()
	case text == "" || !anyWords(said.Intent):
		return as
	case said.Intent == AddIntent:
		return t.memo(text)
	case said.Intent == DeleteTextIntent, said.Intent == DoneTextIntent:
		return t.choice(said.Intent, text)
	case said.Intent == t.session.Elicits:
		return t.answer(as)
	}
	return as
}

// memo returns the sense of words in the slot of a memo's text. A closing or a correction is
// one only within a session: a one-shot's words had a carrier phrase.
func (t *listener) memo(text string) sense {
	m := t.matcher()
	if !t.session.New {
		if t.session.withdraws() && m.Withdrawal(text) {
			return t.session.withdrawal()
		}
		if as, ok := t.correction(text); ok {
			return as
		}
		if m.Withdrawal(text) && !t.isOneOf(text, words.UndoWords) || m.Closing(text) { // nothing was done
			return meaning(StopIntent, "")
		}
	}
	number := m.Request(text)
	if rest, ok := m.Correction(text); ok && rest != "" {
		number = rest // "no, number two"
	}
	if t.isListNumber(number) && t.session.Read && t.session.asking(AskMenu, AskElse) {
		return meaning(t.numberIntent(), number)
	}
	command, ok := m.Command(text)
	switch {
	case !ok:
		return meaning(AddIntent, m.Carried(text))
	case command.Intent == AddIntent && command.Value != "":
		return meaning(AddIntent, m.Carried(m.Request(text)))
	case t.session.New && isBuiltIn(command.Intent):
		return meaning(AddIntent, text)
	}
	as := sense{Meaning: command}
	if command.Slot == textSlot {
		as = t.choice(command.Intent, command.Value)
	}
	as.unless = text
	return as
}

// correction returns the sense of words of correction, and reports whether they have one
// here. They take back what the last turn did. What an earlier turn did is only taken back
// in words that ask for that.
func (t *listener) correction(text string) (as sense, ok bool) {
	rest, ok := t.matcher().Correction(text)
	switch {
	case !ok:
		return sense{}, false
	case t.session.asking(AskNamed) && rest != "":
		return meaning(NameIntent, rest), true
	case t.session.asking(AskText):
		return t.instead(text, rest)
	case !t.session.Acted || t.session.Last == models.ActNone:
		return sense{}, false
	}
	as = meaning(RestoreIntent, "")
	as.correction = rest
	if then, ok := t.matcher().Command(rest); ok && then.Intent != AddIntent && !isBuiltIn(then.Intent) {
		as.correction, as.then = "", &then
	}
	return as, true
}

// instead returns the sense of words of correction, and of the right text in them, while the
// text of a memo is asked for. If a memo was just taken back, it is not taken back again.
func (t *listener) instead(text, rest string) (as sense, ok bool) {
	command, _ := t.matcher().Command(text)
	switch {
	case t.session.Acted && rest == "" && command.Intent == RestoreIntent:
		return meaning(RestoreIntent, ""), true // what was done before that memo
	case t.session.Acted:
		return meaning(AddIntent, rest), true
	case rest == "":
		return meaning(NoIntent, ""), true
	}
	return sense{}, false
}

// choice returns the sense of words in the slot that names a memo to delete or to mark as
// done: 「1番」 is its number.
func (t *listener) choice(intent, text string) sense {
	text = t.matcher().Request(text)
	named := strings.ToLower(t.without(text, words.TextBefore, words.TextAfter))
	if several := t.numbers(text); len(several) > 0 {
		as := meaning(numbered(intent), strconv.Itoa(several[0]))
		as.several = several
		return as
	}
	switch n, ok := t.matcher().Number(text); {
	case ok && n == Last, t.isOneOf(text, words.TextLast), t.isOneOf(named, words.TextLast):
		return meaning(intent, "")
	case intent == DeleteTextIntent && t.isOneOf(named, words.TextAll):
		return meaning(DeleteAllIntent, "")
	}
	return meaning(intent, text)
}

// numbered returns the intent that does by a memo's number what another does by its words.
func numbered(intent string) string {
	return map[string]string{DeleteTextIntent: DeleteIntent, DoneTextIntent: DoneIntent}[intent]
}

// worded returns the intent that does by a memo's words what another does by its number.
func worded(intent string) string {
	return map[string]string{DeleteIntent: DeleteTextIntent, DoneIntent: DoneTextIntent}[intent]
}

// maxNumbers is how many numbers one change may have: a reply says each memo.
const maxNumbers = 5

// numbers returns the numbers of a text such as 「1番と3番」; nil if it has other words, more
// than maxNumbers, or one that no list has.
func (t *listener) numbers(text string) (all []int) {
	for _, and := range t.words.Words(words.NumberAnd) {
		text = strings.ReplaceAll(text, and, "|")
	}
	for part := range strings.SplitSeq(text, "|") {
		n, ok := t.matcher().Number(strings.TrimSpace(part))
		if !ok || n < 1 || n > MaxNumber {
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

// isListNumber reports whether a text is only a number that a list can have. 「七五三」 is
// a festival.
func (t *listener) isListNumber(text string) bool {
	n, ok := t.matcher().Number(text)
	return ok && n <= MaxNumber
}

// numberIntent returns the intent of a bare number when a memo was read with it: what
// the last turn did with another number, otherwise to read that memo.
func (t *listener) numberIntent() string {
	if t.session.Acted {
		switch t.session.Last {
		case models.ActDone:
			return DoneIntent
		case models.ActTrashed:
			return DeleteIntent
		}
	}
	return ReadOneIntent
}

// answer returns the sense of words in the slot that the open question elicits. Only a
// command that needs no words of its own replaces the answer.
func (t *listener) answer(as sense) sense {
	m, intent, text := t.matcher(), as.Intent, as.Value
	if _, number := m.Number(text); number && as.Slot == numberSlot {
		return as
	}
	if intent == NameIntent && t.isOneOf(text, words.NameRefusals) {
		return meaning(NoIntent, "")
	}
	command, ok := m.Command(text)
	switch {
	case ok && isBuiltIn(command.Intent):
		return meaning(command.Intent, "")
	case m.Withdrawal(text):
		return meaning(NoIntent, "")
	case ok && (command.Value == "" || command.Intent == intent):
		return sense{Meaning: command}
	case m.Closing(text):
		return meaning(NoIntent, "")
	case intent == ReadOneIntent:
		return meaning(FindIntent, text)
	case as.Slot == numberSlot: // which memo, in words of it or with several numbers
		return t.choice(worded(intent), text)
	}
	return as
}

// isOneOf reports whether a text is one of the words under a key.
func (t *listener) isOneOf(text string, k words.Key) bool {
	return slices.Contains(t.words.Words(k), strings.ToLower(strings.Trim(text, " .。!！")))
}

// isBuiltIn reports whether an intent is one of Amazon's.
func isBuiltIn(intent string) bool { return strings.HasPrefix(intent, builtIns) }
