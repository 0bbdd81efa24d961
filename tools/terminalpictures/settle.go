package main

import (
	"regexp"
	"strings"
)

// What differs from run to run besides invite codes.
var (
	portPattern     = regexp.MustCompile(`(127\.0\.0\.1|localhost):\d{4,5}\b`)
	japanesePattern = regexp.MustCompile(`\d{1,2}時\d{2}分`)
	englishPattern  = regexp.MustCompile(`\b\d{1,2}:\d{2} (?:AM|PM)(?: [A-Z]{3,5})?`)
	recoveryPattern = regexp.MustCompile(`\b\d{3} \d{3} \d{4}\b`)
)

// The examples that stand in for an invite code and a recovery number.
const (
	exampleCode     = "4071"
	exampleRecovery = "920 585 6440"
)

// settle replaces ports, times of day, recovery numbers and the invite code by
// examples, so that the same program always makes the same picture.
func settle(lines []line, code string) []line {
	written, typed := make([]string, len(lines)), make([]string, len(lines))
	for i, l := range lines {
		written[i], typed[i] = l.written, respell(l.typed, code)
	}
	text := strings.Join(written, "\n")
	text = portPattern.ReplaceAllString(text, "${1}:8080")
	text = japanesePattern.ReplaceAllString(text, "19時05分")
	text = englishPattern.ReplaceAllString(text, "7:05 PM")
	text = recoveryPattern.ReplaceAllString(respell(text, code), exampleRecovery)
	settled := make([]line, len(lines))
	for i, w := range strings.Split(text, "\n") {
		settled[i] = line{w, typed[i]}
	}
	return settled
}

// respell replaces a code wherever its digits follow each other, also with the
// marks and pauses of speech between them, which stay.
func respell(text, code string) string {
	if code == "" {
		return text
	}
	spoken := regexp.MustCompile(strings.Join(strings.Split(code, ""), `\D{0,16}`))
	return spoken.ReplaceAllStringFunc(text, func(found string) string {
		next := 0
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				r = rune(exampleCode[next])
				next++
			}
			return r
		}, found)
	})
}
