// Package words holds every sentence the skill says, in Japanese and English, in the
// files ja.txt and en.txt. A sentence is looked up by Key and filled in with Args; a newline
// in it is a pause in speech.
package words

import (
	_ "embed"
	"strconv"
	"strings"
	"unicode"

	"voicememo/internal/texts"
)

// Key names a sentence. Both catalogues have the same keys.
type Key string

// Args fill the {name} placeholders of a sentence.
type Args map[string]string

// Catalogue is the speech of one language.
type Catalogue map[Key]string

//go:embed en.txt
var english string

//go:embed ja.txt
var japanese string

// English returns the catalogue for every English locale, and for locales without a
// catalogue of their own.
func English() Catalogue { return texts.Parse[Key](english) }

// Japanese returns the catalogue for the Japanese locale.
func Japanese() Catalogue { return texts.Parse[Key](japanese) }

// Text returns the sentence under k with its placeholders filled. Control
// characters in arguments become spaces, so that only the catalogue can add pauses.
func (c Catalogue) Text(k Key, args Args) string { return fill(c[k], args) }

// Plural returns the sentence under k for n things, with {count} filled: the first of its
// alternatives for one, the last for any other number.
func (c Catalogue) Plural(k Key, n int, args Args) string {
	forms := c.Words(k)
	if n != 1 {
		forms = forms[len(forms)-1:]
	}
	return fill(fill(forms[0], Args{"count": strconv.Itoa(n)}), args)
}

// fill returns a sentence with its placeholders filled.
func fill(sentence string, args Args) string {
	pairs := make([]string, 0, 2*len(args))
	for name, value := range args {
		pairs = append(pairs, "{"+name+"}", clean(value))
	}
	return strings.NewReplacer(pairs...).Replace(sentence)
}

// Has reports whether the catalogue has a sentence under k.
func (c Catalogue) Has(k Key) bool { _, ok := c[k]; return ok }

// Words returns the alternatives of a sentence that separates them with "|".
func (c Catalogue) Words(k Key) []string { return strings.Split(c[k], "|") }

func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, ""))
}
