package talk

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// readings maps the kanji of a digit or unit to its readings.
var readings = map[rune]string{
	'〇': "れい|ぜろ|まる", '一': "いち|いっ", '二': "に", '三': "さん", '四': "よん|し|よ", '五': "ご",
	'六': "ろく|ろっ", '七': "なな|しち", '八': "はち|はっ", '九': "きゅう|く",
	'十': "じゅう|じゅっ|じっ", '百': "ひゃく|びゃく|ぴゃく", '千': "せん|ぜん",
}

// kanjiDigits has each digit at the index of its value.
const kanjiDigits = "〇一二三四五六七八九"

// kana maps each reading to its kanji.
var kana = func() map[string]rune {
	all := map[string]rune{}
	for kanji, words := range readings {
		for _, word := range strings.Split(words, "|") {
			all[word] = kanji
		}
	}
	return all
}()

var oneNumeral = regexp.MustCompile(kanaNumerals())

// kanaNumerals returns the expression for one numeral in any script, longer readings
// first: 「しち」 is seven, not four and another numeral.
func kanaNumerals() string {
	words := []string{}
	for word := range kana {
		words = append(words, word, katakana(word))
	}
	slices.SortFunc(words, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return strings.Join(words, "|") + "|[0-9０-９零" + kanjiDigits + "十百千]"
}

func katakana(hiragana string) string {
	return strings.Map(func(r rune) rune { return r - 'ぁ' + 'ァ' }, hiragana)
}

// numerals writes a number in kanji, one character for each numeral.
func numerals(heard string) (kanji []rune) {
	for _, word := range oneNumeral.FindAllString(heard, -1) {
		r := []rune(word)[0]
		switch {
		case r >= '0' && r <= '9':
			r = []rune(kanjiDigits)[r-'0']
		case r >= '０' && r <= '９':
			r = []rune(kanjiDigits)[r-'０']
		case r == '零':
			r = '〇'
		case r >= 'ぁ' && r <= 'ん':
			r = kana[word]
		case r >= 'ァ' && r <= 'ン':
			r = kana[hiragana(word)]
		}
		kanji = append(kanji, r)
	}
	return kanji
}

func hiragana(katakana string) string {
	return strings.Map(func(r rune) rune { return r - 'ァ' + 'ぁ' }, katakana)
}

// japaneseNumber parses a number as it is said (二十一), or digit by digit (二一).
func japaneseNumber(heard string) string {
	n, err := strconv.Atoi(japaneseDigits(heard))
	if err != nil {
		return ""
	}
	return strconv.Itoa(n)
}

// japaneseDigits returns the digits of a number, including leading zeros.
func japaneseDigits(heard string) string {
	kanji := numerals(heard)
	if !strings.ContainsAny(string(kanji), "十百千") {
		var digits strings.Builder
		for _, r := range kanji {
			digits.WriteString(strconv.Itoa(digitOf(r)))
		}
		return digits.String()
	}
	total, digit := 0, 0
	for _, r := range kanji {
		if unit := map[rune]int{'十': 10, '百': 100, '千': 1000}[r]; unit > 0 {
			total, digit = total+max(digit, 1)*unit, 0
		} else {
			digit = digitOf(r)
		}
	}
	return strconv.Itoa(total + digit)
}

func digitOf(kanji rune) int { return slices.Index([]rune(kanjiDigits), kanji) }
