package talk

import (
	"regexp"
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

var englishWord = regexp.MustCompile(`[0-9]+|[a-z]+`)

// englishNumeral returns the expression for one word of a number.
func englishNumeral() string {
	words := slices.Concat(englishUnits, englishTens[2:], []string{"oh", "hundred"})
	slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) }) // "sixteen" before "six"
	return strings.Join(words, "|") + "|[0-9]+"
}

// englishNumber parses a number below a thousand: in words or in digits, as one number
// or digit by digit.
func englishNumber(heard string) string {
	n, err := strconv.Atoi(englishDigits(heard))
	if err != nil {
		return ""
	}
	return strconv.Itoa(n)
}

// englishDigits returns the digits of a number, including leading zeros: "oh three four
// five" is 0345, "twelve thirty four" 1234, "two hundred and one" 201.
func englishDigits(heard string) string {
	var groups []int // tens include the digit after them
	var digits strings.Builder
	tens := false
	for _, word := range englishWord.FindAllString(strings.ToLower(heard), -1) {
		unit, ten := slices.Index(englishUnits, word), slices.Index(englishTens, word)
		last := len(groups) - 1
		switch {
		case word == "hundred":
			return englishHundreds(heard)
		case tens && unit > 0 && unit < 10:
			groups[last] += unit
		case ten > 0:
			groups = append(groups, ten*10)
		case unit >= 0:
			groups = append(groups, unit)
		case word == "oh":
			groups = append(groups, 0)
		case word != "and":
			digits.WriteString(joined(groups) + word)
			groups = nil
		}
		tens = ten > 0
	}
	return digits.String() + joined(groups)
}

func joined(groups []int) string {
	s := ""
	for _, n := range groups {
		s += strconv.Itoa(n)
	}
	return s
}

// englishHundreds parses the parts before and after "hundred".
func englishHundreds(heard string) string {
	before, after, _ := strings.Cut(strings.ToLower(heard), "hundred")
	n, m := 1, 0
	if before = englishDigits(before); before != "" {
		n, _ = strconv.Atoi(before)
	}
	if after = englishDigits(after); after != "" {
		m, _ = strconv.Atoi(after)
	}
	return strconv.Itoa(n*100 + m)
}
