package alike

import (
	"slices"
	"strconv"
	"strings"
)

// Whole reports whether a text occurs in a content as whole words, and returns what is left of
// the content without them, folded, with a space for each gap. Several English words may occur
// in any order, each in its singular or plural, and numbers as words or digits. A text in
// Japanese must be bounded on both sides by an end, a space, punctuation or a particle. Except
// for を, hiragana beside other hiragana are no particle, because they may be part of a word.
func Whole(content, text string) (whole bool, rest string) {
	form := style{katakana: true, spaces: true}
	c := []rune(form.fold(content))
	folded := form.fold(text)
	if folded == "" {
		return false, ""
	}
	if left, ok := without(c, []string{strings.ReplaceAll(folded, " ", "")}); ok {
		return true, tidy(left)
	}
	units := slices.DeleteFunc(strings.Fields(folded), func(w string) bool { return data().fillers[w] })
	if len(units) == 0 || strings.ContainsFunc(folded, isJapanese) {
		return false, ""
	}
	for _, unit := range units {
		forms := plurals(unit)
		if n, ok := data().numbers[unit]; ok {
			forms = spellings(n)
		} else if n, err := strconv.Atoi(unit); err == nil {
			forms = spellings(n)
		}
		left, ok := without(c, forms)
		if !ok {
			return false, ""
		}
		c = left
	}
	return true, tidy(c)
}

// taken stands for what was removed from a content.
const taken = '\x00'

// tidy returns what is left of a content.
func tidy(c []rune) string {
	return hiraganaOf(strings.Join(strings.Fields(strings.ReplaceAll(string(c), string(taken), " ")), " "))
}

// without removes the first whole occurrence of one of the forms of a word.
func without(c []rune, forms []string) (left []rune, ok bool) {
	for _, form := range forms {
		word := []rune(form)
		for i := range c {
			n := matched(c[i:], word)
			if n == 0 || !boundedBefore(c, i, word[0]) || !boundedAfter(c, i+n, word[len(word)-1]) {
				continue
			}
			left = append(slices.Clone(c[:i]), taken)
			return append(left, c[i+n:]...), true
		}
	}
	return nil, false
}

// matched returns how many characters of c are the word, whatever spaces c has within it; 0:
// c does not begin with it.
func matched(c, word []rune) (n int) {
	for _, r := range word {
		for n > 0 && n < len(c) && c[n] == ' ' {
			n++
		}
		if n == len(c) || kanaOf(c[n]) != kanaOf(r) {
			return 0
		}
		n++
	}
	return n
}

// kanaOf returns the hiragana of a katakana, and any other character as it is.
func kanaOf(r rune) rune {
	if r >= 'ァ' && r <= 'ヶ' {
		return r - ('ァ' - 'ぁ')
	}
	return r
}

// The particles that bound a word: those after it, and those before it. There で may be the end
// of a verb that belongs to the word, as in 茹で卵.
const (
	particlesAfter  = "をはがもとにでの"
	particlesBefore = "をはがもとにの"
)

// boundedBefore reports whether a word that begins with first may begin at c[i].
func boundedBefore(c []rune, i int, first rune) bool {
	return i == 0 || isBreak(c[i-1]) || strings.ContainsRune(particlesBefore, c[i-1]) &&
		(c[i-1] == 'を' || scriptOf(first) != hiragana && (i == 1 || scriptOf(c[i-2]) != hiragana))
}

// boundedAfter reports whether a word that ends with last may end before c[i].
func boundedAfter(c []rune, i int, last rune) bool {
	return i == len(c) || isBreak(c[i]) || strings.ContainsRune(particlesAfter, c[i]) &&
		(c[i] == 'を' || scriptOf(last) != hiragana && (i+1 == len(c) || scriptOf(c[i+1]) != hiragana && c[i+1] != 'ー'))
}

// isBreak reports whether r is a space or punctuation.
func isBreak(r rune) bool { return scriptOf(r) == other }
