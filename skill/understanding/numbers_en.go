package understanding

import (
	"slices"
	"strconv"
	"strings"
)

// Number words. Those below twenty are at the index of their value, the tens at a tenth
// of their value.
var (
	englishUnits = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	englishTens  = strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")
)

// longNumber is the number of numerals from which a number may be said digit by digit, with
// any pauses.
const longNumber = 8

// englishNumber returns a number in words or in digits. Below longNumber numerals it must be
// one number: "one two" and "one and three" are two.
func englishNumber(heard string) (string, bool) {
	numerals, commas, ok := englishNumerals(heard, true)
	switch {
	case !ok:
		return "", false
	case countDigits(numerals) >= longNumber:
		return withoutZeros(englishDigits(numerals))
	case commas:
		return "", false
	}
	parts := [][]string{numerals}
	if at := slices.Index(numerals, "hundred"); at >= 0 {
		parts = [][]string{numerals[:at], numerals[at+1:]}
	}
	for _, part := range parts {
		if len(part) > 0 && !isOneNumber(part) {
			return "", false
		}
	}
	return withoutZeros(englishDigits(numerals))
}

// isOneNumber reports whether numerals other than "hundred" are one number, such as
// "seven" and "twenty one".
func isOneNumber(numerals []string) bool {
	if len(numerals) == 2 {
		unit := slices.Index(englishUnits, numerals[1])
		return slices.Contains(englishTens[2:], numerals[0]) && unit > 0 && unit < 10
	}
	return len(numerals) == 1 && numerals[0] != "oh" && numerals[0] != "hundred"
}

// englishCode returns the digits of a code.
func englishCode(heard string) (string, bool) {
	numerals, _, ok := englishNumerals(heard, false)
	digits := englishDigits(numerals)
	return digits, ok && digits != ""
}

// withoutZeros removes leading zeros. It returns false for digits that are not a number.
func withoutZeros(digits string) (string, bool) {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return "", false
	}
	return strconv.Itoa(n), true
}

// countDigits returns the number of numerals, where each digit is one.
func countDigits(numerals []string) int {
	n := 0
	for _, word := range numerals {
		if isDigits(word) {
			n += len(word)
		} else {
			n++
		}
	}
	return n
}

func isDigits(word string) bool { return strings.Trim(word, "0123456789") == "" }

// englishNumerals splits a number into its words, without "and" after "hundred" if that is
// allowed. It reports whether commas or points separate them, and false for words that
// are not a number.
func englishNumerals(heard string, and bool) (numerals []string, commas, ok bool) {
	heard = plain(heard)
	all := strings.FieldsFunc(heard, func(r rune) bool { return strings.ContainsRune(" -,.", r) })
	for i, word := range all {
		switch {
		case isDigits(word), word == "oh", word == "hundred", slices.Contains(englishUnits, word), slices.Index(englishTens, word) > 1:
			numerals = append(numerals, word)
		case word != "and" || !and || i == 0 || all[i-1] != "hundred" || i == len(all)-1:
			return nil, false, false
		}
	}
	return numerals, strings.ContainsAny(heard, ",."), len(numerals) > 0
}

// englishDigits returns the digits of a number, including leading zeros: "oh three four
// five" is 0345, "twelve thirty four" 1234, "two hundred one" 201.
func englishDigits(numerals []string) string {
	if at := slices.Index(numerals, "hundred"); at >= 0 {
		return englishHundreds(englishDigits(numerals[:at]), englishDigits(numerals[at+1:]))
	}
	var groups []string // tens include the digit after them
	ten := 0            // the value of the word before, if it is one of the tens
	for _, word := range numerals {
		unit := slices.Index(englishUnits, word)
		switch {
		case ten > 0 && unit > 0 && unit < 10:
			groups[len(groups)-1] = strconv.Itoa(ten + unit)
		case unit >= 0:
			groups = append(groups, strconv.Itoa(unit))
		case word == "oh":
			groups = append(groups, "0")
		case isDigits(word):
			groups = append(groups, word)
		default:
			groups = append(groups, strconv.Itoa(10*slices.Index(englishTens, word)))
		}
		if ten = 0; unit < 0 {
			ten = 10 * max(slices.Index(englishTens, word), 0)
		}
	}
	return strings.Join(groups, "")
}

// englishHundreds returns a number from the digits before and after "hundred"; "" before
// is one.
func englishHundreds(before, after string) string {
	n, err := strconv.Atoi(before)
	if before == "" {
		n, err = 1, nil
	}
	m, errAfter := strconv.Atoi(after)
	if after == "" {
		m, errAfter = 0, nil
	}
	if err != nil || errAfter != nil || n > 99 || m > 99 {
		return ""
	}
	return strconv.Itoa(n*100 + m)
}
