package memo

import (
	"regexp"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"

	"voicememo/models"
)

// cleanContent returns a memo's text as it is stored: without hidden characters
// (models.DropHidden), trimmed and in NFC, each line break as "\n" without spaces before it,
// and at most one empty line in a row. It returns the
// errors of models.CheckContent.
func cleanContent(s string) (string, error) {
	s = lineBreaks.Replace(norm.NFC.String(models.DropHidden(s)))
	s = strings.TrimSpace(manyBreaks().ReplaceAllString(spaceBefore().ReplaceAllString(s, "\n"), "\n\n"))
	return s, models.CheckContent(s)
}

// The parts of a memo's text that cleanContent replaces. U+0085, U+2028 and U+2029 are
// line breaks (https://www.unicode.org/reports/tr14/, classes NL and BK).
var (
	lineBreaks  = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")
	spaceBefore = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\t\p{Zs}]+\n`) })
	manyBreaks  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\n{3,}`) })
)
