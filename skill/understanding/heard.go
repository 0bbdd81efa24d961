package understanding

import (
	"io/fs"
	"slices"
	"sync"

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
	New     bool           // nothing was said before
	Asked   string         // the question that is open; "": none
	Elicits string         // the intent whose slot a bare answer to it fills; "": none
	Read    bool           // a list with numbers was read
	Acted   bool           // the last turn did or took back something that words of correction can mean
	Last    models.ActKind // what the session did last; ActNone: nothing that can be undone
}

// asking reports whether one of these questions is open.
func (s Session) asking(questions ...string) bool {
	return slices.Contains(questions, s.Asked)
}

// withdraws reports whether a question is open about something that is not done yet. Words
// that take something back then mean that it is not to be done.
func (s Session) withdraws() bool {
	return s.Asked != "" && !s.asking(AskMenu, AskElse, AskText, AskAnother, AskMore, AskRest, AskNews)
}

// withdrawal returns the sense of an undo that answers such a question: "no", or "yes" if the
// question is whether to undo.
func (s Session) withdrawal() sense {
	if s.asking(AskOthers) {
		return meaning(YesIntent, "")
	}
	return meaning(NoIntent, "")
}

// Heard is what a turn means: an intent with its arguments. Fields that the intent does not
// have are zero.
type Heard struct {
	Intent  string
	Text    string // a memo's text or words of it, search words, a name, a room, or digits as they were heard; "": none
	Numbers []int  // of memos in the list; Last is the last one
	Digits  string // an invite code or recovery number; "": Text is none

	KnownName bool // Text is one of the first names in the model
	Unlikely  bool // Text was said as a name, but may be a memo

	Unless     string      // the words, if they may have been meant as a memo; "": they were certainly meant so
	Correction *Correction // with RestoreIntent: what was meant instead of what is taken back; nil: not said
	Then       *Heard      // with RestoreIntent: what to do after that; nil: nothing
}

// Correction is what was meant instead of something that is taken back. Which of the fields
// applies depends on what that is.
type Correction struct {
	Text    string // the text of a memo
	Words   string // words of a memo
	Numbers []int  // the number of a memo
	Name    string
}

// Models holds the matcher of each locale's interaction model. Most turns need none, so each
// is made when it is first needed. It is safe for concurrent use.
type Models struct {
	files  fs.FS
	mu     sync.Mutex
	loaded map[string]*Matcher
}

// NewModels returns the models of a skill package.
func NewModels(files fs.FS) *Models { return &Models{files: files, loaded: map[string]*Matcher{}} }

// Of returns the matcher of a locale that has a model.
func (m *Models) Of(locale string) *Matcher {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := m.loaded[locale]
	if found == nil {
		var err error
		if found, err = New(m.files, locale); err != nil {
			panic(err) // the models are part of the program
		}
		m.loaded[locale] = found
	}
	return found
}

// Understand returns the meaning of what Alexa heard. While it waits for an answer, Alexa
// puts any words into a slot, so they are matched again: they may be another intent, a
// closing, a correction of what was just said, or a memo without the carrier phrase around it.
func (m *Models) Understand(l words.Locale, said Said, s Session) Heard {
	t := listener{words: l.Catalogue, matcher: func() *Matcher { return m.Of(l.Model) }, session: s}
	return t.arguments(t.sense(said))
}
