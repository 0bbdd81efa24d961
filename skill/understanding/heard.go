package understanding

import (
	"slices"

	"voicememo/models"
	"voicememo/skill/words"
)

// MaxNumber is the highest number that a list can have.
const MaxNumber = 100

// Said is what Alexa heard: an intent and the words in its slots. The zero value stands for
// a request that is not an intent.
type Said struct {
	Intent string
	Slots  map[string]string // without those in which nothing was understood
}

// Session is what understanding depends on besides the words.
type Session struct {
	New   bool           // nothing was said before
	Asked string         // the question that is open; "": none
	Read  bool           // a list with numbers was read
	Acted bool           // the last turn did or took back something that words of correction can mean
	Last  models.ActKind // what the session did last; ActNone: nothing that can be undone
}

// asking reports whether one of these questions is open.
func (s Session) asking(questions ...string) bool {
	return slices.Contains(questions, s.Asked)
}

// yesNo reports whether the open question is answered with yes or no.
func (s Session) yesNo() bool {
	return s.asking(AskNews, AskMore, AskRest, AskAgain, AskAll, AskOthers, AskNewest, AskChange, AskThis, AskWrite, AskJoin, AskBack, AskAllow, AskLeave, AskMove, AskNamed, AskRoomed)
}

// withdraws reports whether a question is open about something that is not done yet. Words
// that take something back then mean that it is not to be done.
func (s Session) withdraws() bool {
	return s.Asked != "" && !s.asking(AskMenu, AskElse, AskText, AskAnother, AskMore, AskRest, AskNews)
}

// Heard is what a turn means: an intent with its arguments. Fields that the intent does not
// have are zero.
type Heard struct {
	Intent string
	Text   string // a memo's text, what it is to be changed to, search words, a name, a room, or digits as they were heard; "": none
	Old    string // what Text is to stand for in a memo; "": all of it
	Append bool   // Text is added to a memo instead of replacing its text
	Which  Which  // the memos that are meant
	Filter Filter // of reading, finding and counting
	Digits string // an invite code or recovery number; "": Text is none

	KnownName bool // Text is what members of a family call each other, such as "mom"
	Unsure    bool // Text was said as a name, but may be something else

	Said   string // free speech as a memo would have it; "": the words were in a slot of their own
	Likely bool   // if no memo has the words that Said is about, it is likely a memo
	Hint   Hint   // with SaidIntent: what it may want of the memos it names
	Points bool   // with a hint: it points at a memo with a word such as "that one"
	Fix    *Fix   // what was meant instead of what is taken back or corrected; nil: not said
	Then   *Heard // with RestoreIntent: what to do after that; nil: nothing
}

// Filter says which memos are read or counted: those by a person, of a day, the oldest first.
type Filter struct {
	By     string `json:"by,omitempty"`   // "": by all
	Mine   bool   `json:"mine,omitempty"` // the speaker's own
	Day    Day    `json:"day,omitempty"`
	Oldest bool   `json:"oldest,omitempty"`
}

// Understand returns the meaning of what Alexa heard.
func Understand(l words.Locale, said Said, s Session) Heard {
	t := listener{grammar: grammarOf(l.Model), words: l.Catalogue, session: s}
	return t.understand(said)
}
