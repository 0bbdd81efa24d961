package memo

import "voicememo/internal/alike"

// How much one search examines. A memo with unusual characters costs about as much as
// unusual others.
const (
	maxExamined = 10_000
	unusual     = 5
)

// Search finds the memos that contain a text, whatever its spelling (internal/alike). It
// belongs to one call of Service.List, and it is not safe for concurrent use.
type Search struct {
	text *alike.Text
	left int // how many more contents it examines
}

// NewSearch returns a search for text; nil if every memo contains it.
func NewSearch(text string) *Search {
	t := alike.NewText(text)
	if t == nil {
		return nil
	}
	return &Search{text: t, left: maxExamined}
}

// Examine reports whether a content contains the text. The content is not kept.
func (s *Search) Examine(content string) bool {
	s.left--
	rank, quick := s.text.Rank(content, alike.Contains)
	if !quick {
		s.left -= unusual - 1
	}
	return rank == alike.Contains
}

// Spent reports whether the search has examined more than one request may.
func (s *Search) Spent() bool { return s.left < 0 }

// finds is Examine for a content that does not count.
func (s *Search) finds(content string) bool {
	rank, _ := s.text.Rank(content, alike.Contains)
	return rank == alike.Contains
}

// Exact reports whether a memo's content is the text, whatever its spelling: case, width, kind
// of kana, diacritics, apostrophes, old and new forms of kanji, emoji, spaces, hyphens and
// punctuation at the end do not matter.
func Exact(content, text string) bool { return alike.Equal(content, text) }

// Whole reports whether a memo's content has the text as whole words: "milk" in "buy milk" and
// 卵 in 卵を買う, but not "apple" in "pineapple" or 卵 in 卵焼き器. rest is what is left of the
// content without them, in lower case and with hiragana in place of katakana.
func Whole(content, text string) (whole bool, rest string) { return alike.Whole(content, text) }
