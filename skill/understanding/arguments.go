package understanding

import (
	"slices"
	"strings"

	"voicememo/invite"
	"voicememo/skill/words"
)

// arguments returns a sense with its arguments.
func (t *listener) arguments(as sense) Heard {
	h := Heard{Intent: as.Intent, Text: as.Value, Unless: as.unless}
	switch as.Intent {
	case DeleteTextIntent, DoneTextIntent:
		h.Text = t.without(as.Value, words.TextBefore, words.TextAfter)
	case DeleteIntent, DoneIntent, ReadOneIntent:
		if h.Numbers = as.several; len(h.Numbers) == 0 {
			h.Numbers = t.number(as.Value)
		}
	case NameIntent:
		return t.name(h)
	case RoomIntent:
		h.Text = t.without(strings.Trim(as.Value, " 　.。、,!！"), words.RoomBefore, words.RoomAfter)
		if t.namesDevice(h.Unless) {
			h.Unless = ""
		}
	case JoinIntent:
		h.Digits, _ = invite.ParseDigits(padded(as.Value))
	case RecoverIntent:
		h.Digits, _ = RecoveryNumber(as.Value)
	case RestoreIntent:
		h.Correction = t.corrected(as.correction)
		if as.then != nil {
			then := t.arguments(sense{Meaning: *as.then})
			h.Then = &then
		}
	}
	return h
}

// corrected returns what was meant instead; nil for "".
func (t *listener) corrected(text string) *Correction {
	if text == "" {
		return nil
	}
	return &Correction{
		Text: text, Words: t.without(text, words.TextBefore, words.TextAfter), Numbers: t.number(text), Name: t.bareName(text),
	}
}

// number returns the number of a memo; nil if the words are none.
func (t *listener) number(heard string) []int {
	if heard == "" {
		return nil
	}
	n, ok := t.matcher().Number(heard)
	if !ok {
		return nil
	}
	return []int{n}
}

// name returns what words in the slot of a name mean. A closing word is never a name: unless
// a name was asked for, 「私は大丈夫」 ends the session.
func (t *listener) name(h Heard) Heard {
	heard := h.Text
	h.Text = t.bareName(heard)
	if t.matcher().Closing(h.Text) {
		if !t.session.New && !t.session.asking(AskName, AskNamed) {
			return Heard{Intent: StopIntent}
		}
		h.Text = ""
	}
	h.KnownName = t.matcher().KnownName(h.Text)
	// Several words without "my name is", or 「を」, may be a memo.
	h.Unlikely = t.session.asking(AskName) && (strings.Contains(h.Text, "を") || heard == h.Text && len(strings.Fields(heard)) > 1)
	return h
}

// bareName removes the phrases around a name, at most one on each side, as long as a
// name is left.
func (t *listener) bareName(heard string) string {
	return t.without(strings.Trim(heard, " 　.。、,!！"), words.NameBefore, words.NameAfter)
}

// namesDevice reports whether words that were said while a memo was awaited are certainly
// about the device: "this echo is in the kitchen", but not "we are in the park".
func (t *listener) namesDevice(heard string) bool {
	return slices.ContainsFunc(t.words.Words(words.RoomEndings), func(device string) bool {
		return strings.Contains(strings.ToLower(heard), strings.ToLower(device))
	})
}

// without removes at most one phrase before and one after some words, as long as words
// are left.
func (t *listener) without(heard string, before, after words.Key) string {
	for _, phrase := range t.words.Words(before) {
		if rest, ok := cutFold(heard, phrase, 0); ok {
			heard = rest
			break
		}
	}
	i := slices.IndexFunc(t.words.Words(after), func(phrase string) bool {
		_, ok := cutFold(heard, phrase, len(heard)-len(phrase))
		return ok
	})
	if i >= 0 {
		phrase := t.words.Words(after)[i]
		heard, _ = cutFold(heard, phrase, len(heard)-len(phrase))
	}
	return heard
}

// cutFold removes part from s if s has it at a byte offset, ignoring case, and if text
// is left.
func cutFold(s, part string, at int) (string, bool) {
	if at < 0 || len(s) <= len(part) || !strings.EqualFold(s[at:at+len(part)], part) {
		return s, false
	}
	rest := strings.Trim(s[:at]+s[at+len(part):], " 　、,")
	return rest, rest != ""
}
