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

// Search finds the memos that have a text and are by certain people. Its first pass finds those
// that contain the whole text, whatever its spelling (internal/alike). Only if it finds nothing
// in the whole list, the next pass finds those with all words of the text, and the last one
// those with one of the items that the text joins.
//
// One call of a Service makes a pass and, where it reads the list from its beginning, also keeps
// what a later pass would find, so that most lists are read once. A Search belongs to that call,
// and it is not safe for concurrent use.
type Search struct {
	text  *alike.Text // nil: any text
	by    *authors    // nil: by all
	left  int         // how many more memos it examines
	want  int         // how many memos are enough
	pass  alike.Rank  // the rank of the memos that are wanted
	worst alike.Rank  // the last rank that is of use: pass, or the best that was found so far

	found  [alike.AnyWord + 1]int
	counts bool // Examine refuses the memos that it finds, because only their number is wanted
}

// NewSearch returns a search for a text, which ends after want memos that have it. A blank text
// is in every memo.
func NewSearch(text string, want int) *Search {
	s := &Search{text: alike.NewText(text), left: maxExamined, want: want, pass: alike.Contains}
	s.worst = s.last()
	return s
}

// last returns the rank of the last pass.
func (s *Search) last() alike.Rank {
	if s == nil || s.text == nil {
		return alike.Contains
	}
	return s.text.Last()
}

// ByAuthor reports whether Examine reads more of a memo than its content.
func (s *Search) ByAuthor() bool { return s.by != nil }

// Examine reports whether a memo is wanted. It reads the content and, if ByAuthor is true,
// UserID, SpokenBy and CreatedByName, and keeps nothing of them.
func (s *Search) Examine(m *models.Memo) bool {
	rank, quick := s.rank(m)
	if s.left--; !quick {
		s.left -= unusual - 1
	}
	if rank == alike.None {
		return false
	}
	s.found[rank]++
	return !s.counts && s.found[rank] <= s.want+1
}

// Spent reports whether the search has examined more than one request may, or found one memo
// more than are wanted.
func (s *Search) Spent() bool { return s.left < 0 || !s.counts && s.found[s.pass] > s.want }

// rank returns the rank of a memo, None if it is of no use.
func (s *Search) rank(m *models.Memo) (rank alike.Rank, quick bool) {
	switch {
	case s == nil:
		return alike.Contains, true
	case s.by != nil && !s.by.wrote(m):
		return alike.None, true
	case s.text == nil:
		return alike.Contains, true
	}
	if rank, quick = s.text.Rank(m.Content, s.worst); rank != alike.None {
		rank = max(rank, s.pass)
		s.worst = rank
	}
	return rank, quick
}

// best returns the best of the ranks that are counted; pass if none is.
func (s *Search) best(counted [alike.AnyWord + 1]int) alike.Rank {
	for rank := s.pass; rank <= s.last(); rank++ {
		if counted[rank] > 0 {
			return rank
		}
	}
	return s.pass
}

// Contains reports whether a memo's content contains the whole text, whatever its spelling, as
// the first pass of a search requires.
func Contains(content, text string) bool {
	rank, _ := NewSearch(text, 1).rank(&models.Memo{Content: content})
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
