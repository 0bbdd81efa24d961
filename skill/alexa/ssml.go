package alexa

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"voicememo/models"
)

// pause marks a pause in a text to be spoken.
const pause = "\n"

// The start and end of speech.
const ssmlBegin, ssmlEnd = "<speak>", "</speak>"

// ssml returns a text as SSML. It is the only function that builds speech: it escapes
// markup characters, drops hidden characters (models.DropHidden) and those that XML does not
// allow, and writes pauses as breaks.
func ssml(text string) string {
	var b strings.Builder
	b.WriteString(ssmlBegin)
	for _, r := range models.DropHidden(text) {
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
