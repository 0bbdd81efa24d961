package push

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"voicememo/internal/texts"
	"voicememo/models"
)

// words are the sentences of a language. Names in them are as called returns them.
type words struct {
	suffix  string   // follows a person's name
	endings []string // of names that need no suffix
	echo    string   // an Echo without a name
	member  string   // a person whose account is gone

	two    string // the names of two people
	people string // a name and the number of other people
	memos  string // a memo and the number of other memos
	anyone string // several people from whom an Echo has messages
	news   string // the title of what is not about memos

	sentences map[models.EventKind]string // about another person
	yours     map[models.EventKind]string // about the reader
}

//go:embed words.en.txt words.ja.txt
var files embed.FS

var inEnglish, inJapanese = sync.OnceValue(load("en")), sync.OnceValue(load("ja"))

func load(language string) func() words {
	return func() words { return texts.Load[words](files, "words."+language+".txt") }
}

// wordsOf returns the sentences of a language: "ja", otherwise English. They are those of
// the page.
func wordsOf(language string) words {
	if language == "ja" {
		return inJapanese()
	}
	return inEnglish()
}

// called returns a name as it is said of another person.
func (w words) called(name string) string {
	switch {
	case name == "":
		return w.member
	case name == "エコー" || name == "Echo": // the names that the skill begins with
		return w.echo
	case slices.ContainsFunc(w.endings, func(ending string) bool { return strings.HasSuffix(name, ending) }):
		return name
	}
	return name + w.suffix
}

// authors returns the names of those who wrote memos.
func (w words) authors(names []string) string {
	switch first := w.called(names[0]); len(names) {
	case 1:
		return first
	case 2:
		return fmt.Sprintf(w.two, first, w.called(names[1]))
	default:
		return fmt.Sprintf(w.people, first, len(names)-1)
	}
}

// japanese reports whether a text has Japanese letters.
func japanese(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) })
}

// cut returns s, or its beginning with an ellipsis: at most n code points, never cut inside
// a character that is written with several.
func cut(s string, n int) string {
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	end := max(n-1, 0)
	for end > 0 && joined(runes[end-1], runes[end]) {
		end--
	}
	return strings.TrimSpace(string(runes[:end])) + "…"
}

// joined reports whether two code points may belong to one character.
func joined(before, after rune) bool {
	const joiner = 0x200D
	modifier := after >= 0x1F3FB && after <= 0x1F3FF // a colour of skin
	tag := after >= 0xE0020 && after <= 0xE007F
	flag := unicode.Is(unicode.Regional_Indicator, before) && unicode.Is(unicode.Regional_Indicator, after)
	return before == joiner || after == joiner || modifier || tag || flag || unicode.In(after, unicode.M)
}
