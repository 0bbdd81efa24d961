package understanding

import (
	"embed"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"

	"voicememo/internal/texts"
)

//go:embed en.txt ja.txt
var wordFiles embed.FS

// language has the differences between languages that matter for matching.
type language struct {
	unspaced    bool                // the language is written without spaces
	spellings   []spelling          // words that are written in two ways
	kinds       map[string]slotKind // by slot type; absent: any words
	builtIns    map[string][]string // usual words by the middle of the intent's name, such as Yes
	closings    closings
	withdrawals withdrawals
	carriers    []carrier         // the words that Alexa may have removed around a memo's text
	endings     []string          // words after a request that mean nothing; a memo's text may end with them
	fillers     phraseSet         // sounds of a speaker who thinks
	openings    openings          // words before a request that mean nothing
	objections  openings          // the same, and words that object; before a number these correct
	joins       phraseSet         // openings that also begin the next step of a plan
	plans       []string          // words of built-in intents that such a step may consist of: "then go home"
	statements  []statement       // samples of AddMemoIntent that also say something about other things
	noRoom      func(string) bool // words of room names that are something else: 「壊れてる」
	polite      politeness
	position    func(string) (int, bool)          // a number or ordinal in tidy words
	correct     func(said) (rest string, ok bool) // see Correction
}

// spelling is a word in a way that samples do not use, in the form for comparison.
type spelling struct{ heard, written string }

// carrier is the words around a slot.
type carrier struct{ before, after string }

// openings has words before a request. The words of apart are openings only before a
// pause: あと片付け is a word.
type openings struct{ words, apart phraseSet }

// list splits a list of phrases.
func list(phrases string) []string { return strings.Split(phrases, "|") }

// The languages. Each is made once, when a locale needs it.
var (
	english  = sync.OnceValue(newEnglish)
	japanese = sync.OnceValue(newJapanese)
)

// languageOf returns the language of a locale: Japanese, otherwise English.
func languageOf(locale string) *language {
	if strings.HasPrefix(locale, "ja") {
		return japanese()
	}
	return english()
}

// read sets what a file of words has.
func (l *language) read(file string) {
	lists := texts.Load[struct {
		builtIns   map[string][]string
		closing    fragmentLists
		withdrawal struct{ phrases, around, acts []string }
	}](wordFiles, file)
	l.builtIns = lists.builtIns
	l.closings = l.closingsOf(lists.closing)
	w := lists.withdrawal
	l.withdrawals = withdrawals{l.set(w.phrases...), l.set(w.around...), l.folded(w.acts)}
}

// folded returns phrases in the form for comparison.
func (l *language) folded(phrases []string) []string {
	out := make([]string, len(phrases))
	f := folding{language: l}
	for i, p := range phrases {
		out[i] = f.sample(p)
	}
	return out
}

// plain returns words in lower case, with characters of ordinary width.
func plain(heard string) string { return strings.ToLower(norm.NFKC.String(heard)) }
