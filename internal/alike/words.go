package alike

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// The data of the second pass. Particles and fillers do not count as words.
const (
	fillersEN = "the a an already again about something some one my our"
	// fillersJA are listed so that a longer one comes before its beginning.
	fillersJA = "について についての に関する のこと のやつ とか から まで より さん ちゃん くん って もう は の が を も と や に で へ"
	joints    = "and or と や とか"
	titlesJA  = "さん ちゃん くん 君 さま 様"
	numbersEN = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
	digitsJA  = "〇一二三四五六七八九"
)

// tables is that data, ready to use.
type tables struct {
	fillers, joints map[string]bool
	particles       []string // longest first
	numbers         map[string]int
	english         []string
}

var data = sync.OnceValue(func() tables {
	t := tables{set(fillersEN + " " + fillersJA), set(joints), strings.Fields(fillersJA), map[string]int{}, strings.Fields(numbersEN)}
	slices.SortStableFunc(t.particles, func(a, b string) int { return len(b) - len(a) })
	for n, name := range t.english {
		t.numbers[name] = n
	}
	return t
})

var titles = strings.Fields(titlesJA)

func set(words string) map[string]bool {
	in := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		in[word] = true
	}
	return in
}

// script is what the characters of a run have in common.
type script int

const (
	other script = iota
	latin
	digit
	kanji
	hiragana
	katakana
	symbol // an emoji
)

func scriptOf(r rune) script {
	switch {
	case r >= '0' && r <= '9':
		return digit
	case r >= 'ぁ' && r <= 'ゟ':
		return hiragana
	case r >= 'ァ' && r <= 'ヿ':
		return katakana
	case isEmoji(r):
		return symbol
	case r >= firstKanji && r <= lastKanji, r == '々', r == '〇', r >= 0xF900 && r <= 0xFAFF, r >= 0x20000 && r <= 0x3FFFF:
		return kanji
	case r < '0', r > '9' && r < 'a', r > 'z' && r < 0xAA, isJapanese(r):
		return other
	}
	return latin
}

// run is the longest part of a text in one script. A comma is a run of its own.
type run struct {
	text   string
	script script
	joined bool // nothing is between it and the run before it
}

// runs returns the runs of a folded text.
func runs(s string) (list []run) {
	last := other
	for _, r := range s {
		now := scriptOf(r)
		if r == 'ー' && last == hiragana {
			now = hiragana
		}
		switch {
		case r == ',' || r == '、', now != other && (now != last || now == symbol):
			list = append(list, run{string(r), now, last != other})
		case now != other:
			list[len(list)-1].text += string(r)
		}
		last = now
	}
	return list
}

// kanjiNumber returns the number that a text of kanji is, up to 99.
func kanjiNumber(s string) (n int, ok bool) {
	for _, r := range s {
		switch d := strings.IndexRune(digitsJA, r); {
		case r == '十':
			n = max(n, 1) * 10
		case d >= 0 && n%10 == 0:
			n += d / len("〇")
		default:
			return 0, false
		}
	}
	return n, s != "" && n < 100
}

// inKanji returns a number up to 99 in kanji.
func inKanji(n int) string {
	digits := strings.Split(digitsJA, "")
	switch tens, ones := n/10, n%10; {
	case tens == 0:
		return digits[ones]
	case ones > 0:
		return inKanji(10*tens) + digits[ones]
	case tens > 1:
		return digits[tens] + "十"
	}
	return "十"
}

// spellings returns the forms of a number that is spelled in one of them.
func spellings(n int) []string {
	forms := []string{strconv.Itoa(n)}
	if n < 100 {
		forms = append(forms, inKanji(n))
	}
	if english := data().english; n < len(english) {
		forms = append(forms, english[n])
	}
	return forms
}

// plurals returns an English word, its simple plural and what it may be the plural of.
func plurals(word string) []string {
	forms := []string{word}
	hissing := func(s string) bool {
		return slices.ContainsFunc([]string{"s", "x", "z", "ch", "sh"}, func(end string) bool { return strings.HasSuffix(s, end) })
	}
	if stem, ok := strings.CutSuffix(word, "ies"); ok && len(stem) > 1 {
		forms = append(forms, stem+"y")
	}
	if stem, ok := strings.CutSuffix(word, "es"); ok && len(stem) > 1 && (hissing(stem) || strings.HasSuffix(stem, "o")) {
		forms = append(forms, stem)
	}
	if stem, ok := strings.CutSuffix(word, "s"); ok && len(stem) > 1 && !hissing(stem) && !strings.HasSuffix(stem, "u") && !strings.HasSuffix(stem, "i") {
		forms = append(forms, stem)
	}
	switch last := len(word) - 1; {
	case last < 1:
	case word[last] == 'y' && !strings.ContainsRune("aeiou", rune(word[last-1])):
		forms = append(forms, word[:last]+"ies")
	case hissing(word), word[last] == 'o':
		forms = append(forms, word+"es")
	default:
		forms = append(forms, word+"s")
	}
	return forms
}
