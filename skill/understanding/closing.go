package understanding

import "strings"

// closings has the fragments that a closing consists of, in the form for comparison.
type closings struct {
	fragments []fragment
	never     []string // phrases that no closing contains
}

// fragment is a part of a closing.
type fragment struct {
	words string
	sign  sign
	after bool // only after another fragment
}

// sign says what a fragment contributes to a closing. Fragments of a text add up.
type sign uint8

const (
	filler sign = 0
	ends   sign = 1 // closes
	thanks sign = 2 // closes unless the text agrees
	agrees sign = 4 // means yes

	sumsOfSigns = 8 // the number of different sums
)

// fragmentLists has the fragments of a language by what they contribute.
type fragmentLists struct {
	ends, thanks, agrees, fillers, particles, never []string
}

// maxClosing is the length in bytes of the longest text that may be a closing.
const maxClosing = 200

func (l *language) closingsOf(f fragmentLists) closings {
	c := closings{never: l.folded(f.never)}
	add := func(words []string, s sign, after bool) {
		for _, w := range l.folded(words) {
			c.fragments = append(c.fragments, fragment{w, s, after})
		}
	}
	add(f.ends, ends, false)
	add(f.thanks, thanks, false)
	add(f.agrees, agrees, false)
	add(f.fillers, filler, false)
	add(f.particles, filler, true)
	return c
}

// Closing reports whether the whole text says that there is nothing more to say, such
// as "no that's all thanks" or 「もう大丈夫です」. A bare yes or OK is not a closing, and
// neither is a correction.
func (m *Matcher) Closing(text string) bool {
	s := m.language.hear(text)
	if !m.language.closes(s.words) {
		return false
	}
	_, corrected := m.language.corrects(s)
	return !corrected
}

// closes reports whether words consist of closing fragments that close together. It
// finds which sums of signs are possible up to each position.
func (l *language) closes(words string) bool {
	if len(words) > maxClosing {
		return false
	}
	for _, never := range l.closings.never {
		if strings.Contains(words, never) {
			return false
		}
	}
	sums := make([][sumsOfSigns]bool, len(words)+1)
	sums[0][0] = true
	for at := range words {
		if sums[at] == [sumsOfSigns]bool{} {
			continue // no fragment ends here
		}
		for _, f := range l.closings.fragments {
			if next, fits := l.follows(words, at, f); fits {
				for sum, possible := range sums[at] {
					sums[next][sign(sum)|f.sign] = sums[next][sign(sum)|f.sign] || possible
				}
			}
		}
	}
	last := sums[len(words)]
	for sum, possible := range last {
		if s := sign(sum); possible && (s&ends != 0 || s&thanks != 0 && s&agrees == 0) {
			return true
		}
	}
	return false
}

// follows reports whether a fragment is at a position of words, and returns the position
// after it.
func (l *language) follows(words string, at int, f fragment) (next int, ok bool) {
	if f.after && at == 0 || !strings.HasPrefix(words[at:], f.words) {
		return 0, false
	}
	next = at + len(f.words)
	if l.unspaced || next == len(words) {
		return next, true
	}
	return next + 1, words[next] == ' '
}
