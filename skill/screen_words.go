package skill

import (
	"voicememo/skill/words"
)

// shownWords is the data of the words document: a sentence, and examples of what to say.
type shownWords struct {
	Title    string         `json:"title"`
	Text     string         `json:"text"`
	Examples []shownExample `json:"examples"`
}

type shownExample struct {
	Words string `json:"words"`
}

// withWords adds a screen with a text and examples of what to say, if the device has a
// screen. The title is escaped already; see aplText.
func (t *turn) withWords(r Reply, title, text string, examples words.Key) Reply {
	if !t.hasScreen() {
		return r
	}
	s := shownWords{Title: title, Text: aplText(text)}
	for _, example := range t.Words(examples) {
		s.Examples = append(s.Examples, shownExample{Words: t.say(words.ScreenExample, words.Args{"words": example})})
	}
	r.Directives = append(r.Directives, newScreen(wordsToken, wordsDocument, "words", s))
	return r
}

// withHelp adds a screen with what can be said, unless the question is about the memos
// that the screen shows.
func (t *turn) withHelp(r Reply, question string) Reply {
	switch question {
	case askMenu, askElse, askText, askAnother:
		return t.withWords(r, t.say(words.ScreenHelp, nil), t.say(words.ScreenHelpText, nil), words.ScreenHelpSay)
	}
	return r
}

// withNone adds a screen that says that a reading has no memos.
func (t *turn) withNone(r Reply, empty *reading) Reply {
	title, examples := t.say(words.Title, nil), words.ScreenNoneSay
	switch {
	case empty == nil:
		empty = &reading{}
	case empty.Text != "":
		title, examples = t.foundTitle(empty), words.ScreenNotFoundSay
	case empty.OnlyNew:
		title, examples = t.say(words.ScreenNew, nil), words.ScreenNotFoundSay
	}
	return t.withWords(r, title, t.nothing(empty), examples)
}

// none says and shows that a reading has no memos.
func (t *turn) none(r *reading) Reply { return t.withNone(t.done(t.nothing(r)), r) }
