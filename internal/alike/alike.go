package alike

import (
	"bytes"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Equal reports whether two texts are the same but for what a fold ignores, emoji, spaces
// between words and punctuation at the end.
func Equal(a, b string) bool { return squeezed(a) == squeezed(b) }

// squeezed returns the form that Equal compares.
func squeezed(s string) string {
	folded := []byte(style{}.fold(s))
	if len(folded) == 0 {
		folded = []byte(style{emoji: true}.fold(s))
	}
	if ended := bytes.TrimRight(folded, endings); len(ended) > 0 {
		folded = ended
	}
	out := folded[:0]
	for i, c := range folded {
		if c != ' ' || isDigit(folded[i-1]) && isDigit(folded[i+1]) {
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		return plain(s)
	}
	return string(out)
}

// endings is the punctuation that ends a sentence.
const endings = ".。!?、, "

// plain returns a form of s without differences of case and width. It is for texts of which a
// fold leaves nothing, such as a single hyphen.
func plain(s string) string {
	return cases.Fold().String(norm.NFKC.String(strings.Join(strings.Fields(s), " ")))
}

// Key returns the form in which two names are the same if Equal is, or differ only in a title
// such as さん.
func Key(name string) string {
	key := squeezed(name)
	for _, title := range titles {
		if rest := strings.TrimSuffix(key, title); rest != "" && rest != key {
			return rest
		}
	}
	return key
}
