package understanding

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// kanjiDigits has each digit at the index of its value.
const kanjiDigits = "〇一二三四五六七八九"

// digitRunes has the characters of kanjiDigits.
var digitRunes = []rune(kanjiDigits)

// japaneseUnits has the values of the kanji that multiply the digit before them.
var japaneseUnits = map[rune]int{'十': 10, '百': 100, '千': 1000}

// readings has the readings of each numeral, longer ones first: 「しち」 is seven, not
// four and another numeral.
var readings = []struct {
	kana  string
	kanji rune
}{
	{"じゅう", '十'}, {"じゅっ", '十'}, {"ひゃく", '百'}, {"びゃく", '百'}, {"ぴゃく", '百'}, {"きゅう", '九'},
	{"じっ", '十'}, {"せん", '千'}, {"ぜん", '千'}, {"れい", '〇'}, {"ぜろ", '〇'}, {"まる", '〇'},
	{"いち", '一'}, {"いっ", '一'}, {"さん", '三'}, {"よん", '四'}, {"ろく", '六'}, {"ろっ", '六'},
	{"なな", '七'}, {"しち", '七'}, {"はち", '八'}, {"はっ", '八'},
	{"に", '二'}, {"し", '四'}, {"よ", '四'}, {"ご", '五'}, {"く", '九'},
}

// japaneseNumber returns a number in digits or as it is said (二十一). A number of at least
// eight numerals may be said digit by digit, with any pauses; shorter ones are several
// numbers (一三) or a word: いちご is a strawberry, not one and five.
func japaneseNumber(heard string) (string, bool) {
	kanji, paused, ok := japaneseNumerals(heard)
	one := isDigits(plain(heard)) || !paused && isOneKanjiNumber(kanji)
	if !ok || !one && len(kanji) < longNumber {
		return "", false
	}
	return withoutZeros(japaneseDigits(kanji))
}

// isOneKanjiNumber reports whether numerals are one number as it is said: at most one
// digit before each unit and after the last, and smaller units after larger ones.
func isOneKanjiNumber(kanji []rune) bool {
	digit, last := false, 10*japaneseUnits['千']
	for _, r := range kanji {
		next := japaneseUnits[r]
		if next >= last || next == 0 && (digit || r == '〇' && len(kanji) > 1) {
			return false
		}
		if digit = next == 0; !digit {
			last = next
		}
	}
	return true
}

// japaneseCode returns the digits of a code.
func japaneseCode(heard string) (string, bool) {
	kanji, _, ok := japaneseNumerals(heard)
	if !ok {
		return "", false
	}
	return japaneseDigits(kanji), true
}

// japaneseNumerals writes a number in kanji, one character for each numeral. It reports
// whether the numerals have pauses between them, and false for words that are not a
// number.
func japaneseNumerals(heard string) (kanji []rune, paused, ok bool) {
	rest := strings.Map(func(r rune) rune {
		if r >= 'ァ' && r <= 'ヶ' {
			return hiragana(r)
		}
		return r
	}, plain(heard))
	for rest != "" {
		if numeral, size := japaneseNumeral(rest); size > 0 {
			kanji, rest = append(kanji, numeral), rest[size:]
			continue
		}
		after := strings.TrimLeft(rest, " 、,。・-")
		if after == rest {
			return nil, false, false
		}
		rest, paused = after, true
	}
	return kanji, paused, len(kanji) > 0
}

// japaneseNumeral returns the numeral at the start of words, with its size in bytes; 0:
// there is none.
func japaneseNumeral(words string) (kanji rune, size int) {
	r, _ := utf8.DecodeRuneInString(words)
	switch {
	case r >= '0' && r <= '9':
		return digitRunes[r-'0'], 1
	case r == '零':
		return '〇', len("零")
	case strings.ContainsRune(kanjiDigits+"十百千", r):
		return r, len(string(r))
	}
	for _, reading := range readings {
		if strings.HasPrefix(words, reading.kana) {
			return reading.kanji, len(reading.kana)
		}
	}
	return 0, 0
}

// japaneseDigits returns the digits of a number in kanji, including leading zeros.
func japaneseDigits(kanji []rune) string {
	if !slices.ContainsFunc(kanji, func(r rune) bool { return japaneseUnits[r] > 0 }) {
		var digits strings.Builder
		for _, r := range kanji {
			digits.WriteString(strconv.Itoa(digitOf(r)))
		}
		return digits.String()
	}
	total, digit := 0, 0
	for _, r := range kanji {
		if unit := japaneseUnits[r]; unit > 0 {
			total, digit = total+max(digit, 1)*unit, 0
		} else {
			digit = digitOf(r)
		}
	}
	return strconv.Itoa(total + digit)
}

func digitOf(kanji rune) int { return slices.Index(digitRunes, kanji) }

// hiragana returns the hiragana for a katakana.
func hiragana(katakana rune) rune { return katakana - 'ァ' + 'ぁ' }
