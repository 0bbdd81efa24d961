package models

import (
	"strings"
	"testing"
)

// TestOneEmoji: what people see as one emoji is accepted, whatever it is made of.
func TestOneEmoji(t *testing.T) {
	for name, s := range map[string]string{
		"a pictograph": "🐻", "of an early version": "☕", "as in text": "❤", "in color": "❤\uFE0F", "a sign": "©\uFE0F",
		"a flag": "🇯🇵", "a flag of a region": "🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F",
		"a keycap": "1\uFE0F\u20E3", "a keycap as in text": "#\u20E3", "a tone of skin": "👍🏽", "a tone after the color": "☝\uFE0F🏽",
		"a profession": "👩🏽\u200D🍳", "a family": "👨\u200D👩\u200D👧\u200D👦", "a pair": "👩🏻\u200D❤\uFE0F\u200D💋\u200D👨🏿",
		"a person by gender": "🕵🏻\u200D♂\uFE0F", "the rainbow": "🏳\uFE0F\u200D🌈", "an arrow": "🙂\u200D↔\uFE0F", "the newest": "🫩", "one reserved for later": "\U0001FAFF",
	} {
		if err := CheckEmoji("emoji", s); err != nil {
			t.Errorf("%s, %q: got %v, want none", name, s, err)
		}
	}
}

// TestNotOneEmoji: everything else is refused.
func TestNotOneEmoji(t *testing.T) {
	for name, s := range map[string]string{
		"nothing": "", "a letter": "a", "a kanji": "熊", "a digit": "1", "a digit in color": "1\uFE0F", "a blank": " ", "a blank after": "🐻 ",
		"a line": "🐻\n", "two": "🐻🐻", "with a letter": "🐻a", "two flags": "🇯🇵🇫🇷", "half a flag": "🇯", "a tone alone": "🏽", "a joiner alone": "\u200D",
		"a joiner at the end": "🐻\u200D", "joined to a letter": "a\u200D🐻", "marks piled up": "🐻\u0301\u0301", "another direction": "\u202E🐻",
		"tags without a flag": "🐻\U000E0061\U000E007F", "tags of no region": "🏴\U000E0075\U000E0073\U000E0074\U000E0078\U000E007F", "tags without an end": "🏴\U000E0067", "not UTF-8": "\xF0\x9F\x90", "with a NUL": "🐻\x00", "an entity": "&#128059;",
		"too long": strings.Repeat("👩\u200D", 6) + "👩",
	} {
		if err := CheckEmoji("emoji", s); !IsReason(err, ReasonOneEmoji) {
			t.Errorf("%s, %q: got %v, want it refused", name, s, err)
		}
	}
}
