package skill

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// pause is the mark of a pause in a text that is to be spoken. No text that
// people wrote can have it: arguments of messages have no control characters.
const pause = "\n"

// What speech begins and ends with.
const ssmlBegin, ssmlEnd = "<speak>", "</speak>"

// ssml is the one place where speech is built: it escapes what XML would take
// for markup, drops what XML cannot hold, and writes pauses as breaks.
func ssml(text string) string {
	var b strings.Builder
	b.WriteString(ssmlBegin)
	for _, r := range text {
		switch {
		case string(r) == pause:
			b.WriteString(`<break time="500ms"/>`)
		case unicode.IsControl(r), r == '\uFFFE', r == '\uFFFF', r == utf8.RuneError:
		default:
			b.WriteString(escape(r))
		}
	}
	b.WriteString(ssmlEnd)
	return b.String()
}

func escape(r rune) string {
	switch r {
	case '&':
		return "&amp;"
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	case '"':
		return "&quot;"
	case '\'':
		return "&apos;"
	}
	return string(r)
}

// cut gives the first n characters of s, and whether there were more.
func cut(s string, n int) (string, bool) {
	runes := []rune(s)
	if len(runes) <= n {
		return s, false
	}
	return strings.TrimSpace(string(runes[:max(n, 0)])), true
}
