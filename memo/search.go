package memo

import (
	"voicememo/internal/alike"
	"voicememo/models"
)

// How much one search examines. A memo with unusual characters costs about as much as
// unusual others.
const (
	maxExamined = 10_000
	unusual     = 5
)

// Search finds the memos that contain a text, whatever its spelling (internal/alike), and are
// by certain people. It belongs to one call of a Service, and it is not safe for concurrent use.
type Search struct {
	text *alike.Text // nil: any text
	by   *authors    // nil: by all
	left int         // how many more memos it examines
	want int         // how many memos are enough

	found   int
	counts  bool // Examine counts the memos that it finds, and refuses them
	counted int
}

// NewSearch returns a search for a text, which ends after want memos that have it. A blank text
// is in every memo.
func NewSearch(text string, want int) *Search {
	return &Search{text: alike.NewText(text), left: maxExamined, want: want}
}

// ByAuthor reports whether Examine reads more of a memo than its content.
func (s *Search) ByAuthor() bool { return s.by != nil }

// Examine reports whether a memo is wanted. It reads the content and, if ByAuthor is true,
// UserID, SpokenBy and CreatedByName, and keeps nothing of them.
func (s *Search) Examine(m *models.Memo) bool {
	s.left--
	if s.by != nil && !s.by.wrote(m) {
		return false
	}
	if s.text != nil {
		rank, quick := s.text.Rank(m.Content, alike.Contains)
		if !quick {
			s.left -= unusual - 1
		}
		if rank == alike.None {
			return false
		}
	}
	if s.counts {
		s.counted++
		return false
	}
	s.found++
	return true
}

// Spent reports whether the search has examined more than one request may, or found one memo
// more than are wanted.
func (s *Search) Spent() bool { return s.left < 0 || s.found > s.want }

// finds is Examine for a memo that does not count. A memo that Examine counted is not found
// again.
func (s *Search) finds(m *models.Memo) bool {
	if s.counts && s.left < maxExamined || s.by != nil && !s.by.wrote(m) {
		return false
	}
	if s.text == nil {
		return true
	}
	rank, _ := s.text.Rank(m.Content, alike.Contains)
	return rank != alike.None
}

// Exact reports whether a memo's content is the text, whatever its spelling: case, width, kind
// of kana, diacritics, apostrophes, old and new forms of kanji, emoji, spaces, hyphens and
// punctuation at the end do not matter.
func Exact(content, text string) bool { return alike.Equal(content, text) }

// Whole reports whether a memo's content has the text as whole words: "milk" in "buy milk" and
// 卵 in 卵を買う, but not "apple" in "pineapple" or 卵 in 卵焼き器. rest is what is left of the
// content without them, in lower case and with hiragana in place of katakana.
func Whole(content, text string) (whole bool, rest string) { return alike.Whole(content, text) }
