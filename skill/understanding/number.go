package understanding

import (
	"slices"
	"strconv"
	"strings"
)

// Last is the result of Number for words such as "the last one".
const Last = -1

// Number returns a number or a position, in digits or words: 2 for "2", "two", 「二」,
// "the second one" and 「2番目」, and Last for "the last one" and 「最後」.
func (m *Matcher) Number(text string) (int, bool) { return m.language.position(plain(tidy(text))) }

// Ordinals up to twentieth are at the index of their value; those of the tens at a tenth
// of their value.
var (
	englishOrdinals    = strings.Fields("- first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth")
	englishTenOrdinals = strings.Fields("- tenth twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth")
)

// englishPosition returns the position in words such as "number two" or "the 2nd one".
func englishPosition(words string) (int, bool) {
	words = withoutSuffix(words, " please")
	if words == "the one" {
		return 0, false
	}
	words = withoutPrefix(words, "the ", "my ", "our ")
	bare := withoutPrefix(withoutPrefix(words, "memo ", "item ", "note "), "number ", "no. ")
	if n, ok := whole(englishNumber(bare)); ok {
		return n, true
	}
	words = withoutSuffix(words, " one", " memo", " item", " note")
	if slices.Contains(list("last|very last|final"), words) {
		return Last, true
	}
	if slices.Contains(list("very first|top"), words) {
		return 1, true
	}
	return englishOrdinal(words)
}

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

// japanesePositions are words for positions, and the native counters.
var japanesePositions = map[string]int{
	"最初": 1, "一番最初": 1, "1番最初": 1, "一番上": 1, "1番上": 1, "一番初め": 1, "初め": 1, "はじめ": 1, "先頭": 1,
	"最後": Last, "一番最後": Last, "1番最後": Last, "一番下": Last, "1番下": Last, "ラスト": Last,
	"ひとつ": 1, "一つ": 1, "1つ": 1, "ふたつ": 2, "二つ": 2, "2つ": 2, "みっつ": 3, "三つ": 3, "3つ": 3, "よっつ": 4, "四つ": 4, "4つ": 4,
	"いつつ": 5, "五つ": 5, "5つ": 5, "むっつ": 6, "六つ": 6, "6つ": 6, "ななつ": 7, "七つ": 7, "7つ": 7,
	"やっつ": 8, "八つ": 8, "8つ": 8, "ここのつ": 9, "九つ": 9, "9つ": 9,
}

// Words around a Japanese number. One that another ends with comes after it.
var (
	japaneseBefore = list("メモの|メモ|番号は|番号|第")
	japaneseAfter  = list("でお願いします|お願いします|です|だよ|のメモ|メモ|のやつ|やつ|のもの|の方|のほう|番目|番め|ばんめ|個目|件目|番|ばん|号|個|件|目|の|を|はもう|は|が|も|って")
)

// japanesePosition returns the position in words such as 「2番」 or 「二つ目のメモ」.
func japanesePosition(words string) (int, bool) {
	for {
		words = strings.TrimSpace(words)
		if n, ok := japanesePositions[strings.ReplaceAll(words, " ", "")]; ok {
			return n, true
		}
		if n, ok := whole(japaneseNumber(words)); ok {
			return n, true
		}
		shorter := withoutSuffix(words, japaneseAfter...)
		if strings.HasSuffix(words, "つ目") || strings.HasSuffix(words, "つめ") {
			shorter = strings.TrimSuffix(strings.TrimSuffix(words, "目"), "め") // the counter is ひとつ, not ひと
		}
		if shorter == words {
			shorter = withoutPrefix(words, japaneseBefore...)
		}
		if shorter == words || shorter == "" {
			return 0, false
		}
		words = shorter
	}
}

// whole returns the value of a number that a slotKind returned.
func whole(digits string, ok bool) (int, bool) {
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil
}

// withoutPrefix removes the first of the prefixes that words have.
func withoutPrefix(words string, prefixes ...string) string {
	for _, p := range prefixes {
		if rest, ok := strings.CutPrefix(words, p); ok {
			return rest
		}
	}
	return words
}

// withoutSuffix removes the first of the suffixes that words have.
func withoutSuffix(words string, suffixes ...string) string {
	for _, s := range suffixes {
		if rest, ok := strings.CutSuffix(words, s); ok {
			return rest
		}
	}
	return words
}
