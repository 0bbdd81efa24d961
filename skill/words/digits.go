package words

import "strings"

// groups splits a number of eight or ten digits into the groups in which it is written
// and said: 4-4 or 3-3-4.
func groups(number string) []string {
	switch len(number) {
	case 8:
		return []string{number[:4], number[4:]}
	case 10:
		return []string{number[:3], number[3:6], number[6:]}
	}
	return []string{number}
}

// Written formats a number in groups.
func Written(number string) string { return strings.Join(groups(number), " ") }

// Spelled spells a number digit by digit, with pauses between groups.
func (l Locale) Spelled(number string) string {
	var said []string
	for _, group := range groups(number) {
		said = append(said, l.Digits(group))
	}
	return strings.Join(said, l.Text(GroupGap, nil))
}

// Slowly spells a code or connection number with pauses long enough to write it down.
func (l Locale) Slowly(number string) string {
	var said string
	for ; len(number) >= 4; number = number[4:] {
		said += l.Text(SlowDigits, Args{
			"a": number[:1], "b": number[1:2], "c": number[2:3], "d": number[3:4],
		})
	}
	return said
}
