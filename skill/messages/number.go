package messages

import "strconv"

// Number formats a non-negative number for a length of time: in digits, or in kanji
// below 100 if Numerals lists them.
func (c Catalogue) Number(n int) string {
	ones := []rune(c[Numerals])
	if len(ones) != 11 || n > 99 { // zero to ten
		return strconv.Itoa(n)
	}
	if n <= 10 {
		return string(ones[n])
	}
	var s string
	if n >= 20 {
		s = string(ones[n/10])
	}
	if s += string(ones[10]); n%10 > 0 {
		s += string(ones[n%10])
	}
	return s
}
