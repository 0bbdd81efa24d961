package understanding

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Number returns a number, in English also an ordinal, in digits or words: 2 for "2", "two",
// "second", 「二」 and 「ふたつ」.
func Number(language, text string) (int, bool) {
	words := plain(tidy(text))
	if language == "ja" {
		if n, ok := japanesePositions[words]; ok {
			return n, true
		}
		return whole(japaneseNumber(words))
	}
	if n, ok := whole(englishNumber(strings.TrimSuffix(words, "'"))); ok {
		return n, true
	}
	return englishOrdinal(words)
}

// list splits a list of phrases.
func list(phrases string) []string { return strings.Split(phrases, "|") }

// plain returns words in lower case, with characters of ordinary width.
func plain(heard string) string { return folded(heard) }

// tidy removes surrounding spaces and punctuation, and writes apostrophes and spaces
// alike.
func tidy(text string) string {
	return strings.Join(strings.Fields(strings.Trim(strings.ReplaceAll(text, "’", "'"), spaces+"。.!！?？")), " ")
}

// Ordinals up to twentieth are at the index of their value; those of the tens at a tenth
// of their value.
var (
	englishOrdinals    = strings.Fields("- first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth")
	englishTenOrdinals = strings.Fields("- tenth twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth")
)

// englishOrdinal returns the value of an ordinal: "second", "2nd", "twenty first".
func englishOrdinal(words string) (int, bool) {
	for _, ending := range list("st|nd|rd|th") {
		if digits, ok := strings.CutSuffix(words, ending); ok && isDigits(digits) {
			return whole(englishNumber(digits))
		}
	}
	if n := slices.Index(englishTenOrdinals, words); n > 0 {
		return 10 * n, true
	}
	before, last := "", words
	if at := strings.LastIndexAny(words, " -"); at >= 0 {
		before, last = words[:at], words[at+1:]
	}
	n := slices.Index(englishOrdinals, last)
	switch tens := slices.Index(englishTens, before); {
	case n > 0 && before == "":
		return n, true
	case n > 0 && n < 10 && tens > 1:
		return 10*tens + n, true
	}
	return 0, false
}

// japanesePositions are the native counters.
var japanesePositions = map[string]int{
	"ひとつ": 1, "一つ": 1, "1つ": 1, "ふたつ": 2, "二つ": 2, "2つ": 2, "みっつ": 3, "三つ": 3, "3つ": 3, "よっつ": 4, "四つ": 4, "4つ": 4,
	"いつつ": 5, "五つ": 5, "5つ": 5, "むっつ": 6, "六つ": 6, "6つ": 6, "ななつ": 7, "七つ": 7, "7つ": 7,
	"やっつ": 8, "八つ": 8, "8つ": 8, "ここのつ": 9, "九つ": 9, "9つ": 9,
}

// whole returns the value of a number that a slotKind returned.
func whole(digits string, ok bool) (int, bool) {
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil
}

// SlotValue returns the value of a slot as Alexa writes it, and reports whether what was heard fits
// the slot's type: a number in digits, a code with its zeros, a name, or any words.
func SlotValue(locale, slotType, heard string) (value string, ok bool) {
	g := grammarOf(locale)
	switch slotType {
	case "AMAZON.NUMBER":
		n, ok := Number(g.language, heard)
		if value, isNumber := longNumberOf(g.language, heard); isNumber {
			return value, true
		}
		return strconv.Itoa(n), ok
	case "AMAZON.FOUR_DIGIT_NUMBER":
		if g.spaced {
			return englishCode(heard)
		}
		return japaneseCode(heard)
	case "AMAZON.FirstName":
		if g.spaced {
			return englishName(heard)
		}
		return heard, heard != "" && !strings.ContainsAny(heard, " 　0123456789０１２３４５６７８９、。を")
	}
	return heard, heard != ""
}

// longNumberOf returns the digits of a number that is said digit by digit.
func longNumberOf(language, heard string) (string, bool) {
	if language == "ja" {
		return japaneseNumber(heard)
	}
	return englishNumber(heard)
}

// maxNameWords is the maximum number of words of an English name.
const maxNameWords = 3

// englishName reports whether words are a name: one to three words of letters.
func englishName(heard string) (string, bool) {
	all := strings.Fields(heard)
	for _, word := range all {
		first, _ := utf8.DecodeRuneInString(word)
		if !unicode.IsLetter(first) || strings.ContainsFunc(word, isNotOfName) {
			return "", false
		}
	}
	return heard, len(all) > 0 && len(all) <= maxNameWords
}

func isNotOfName(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("'.-", r) }
