package understanding_test

import (
	"strings"
	"testing"
)

// lines splits a table into its lines, without empty ones.
func lines(table string) []string {
	return strings.FieldsFunc(table, func(r rune) bool { return r == '\n' })
}

// closing lists texts that say that there is nothing more to say.
var closing = phrases("closing")

// notClosing lists memos and answers that must not end a session.
var notClosing = phrases("not-closing")

func TestClosing(t *testing.T) {
	check := func(t *testing.T, tables map[string]string, want bool) {
		for locale, table := range tables {
			m := matcher(t, locale)
			if n := len(lines(table)); n < 80 {
				t.Errorf("%s: got %d phrases, want at least 80", locale, n)
			}
			for _, text := range lines(table) {
				if got := m.Closing(text); got != want {
					t.Errorf("%s: %q: got closing %v, want %v", locale, text, got, want)
				}
			}
		}
	}
	t.Run("closings", func(t *testing.T) { check(t, closing, true) })
	t.Run("others", func(t *testing.T) { check(t, notClosing, false) })
}

// TestClosingTakesNothingBack checks that no closing is also a correction.
func TestClosingTakesNothingBack(t *testing.T) {
	for locale, table := range closing {
		m := matcher(t, locale)
		for _, text := range lines(table) {
			if rest, ok := m.Correction(text); ok {
				t.Errorf("%s: %q: got a correction to %q, want none", locale, text, rest)
			}
		}
	}
}

// TestLongTextIsNotAClosing checks that a text longer than any closing is not one.
func TestLongTextIsNotAClosing(t *testing.T) {
	if m := matcher(t, "en-US"); m.Closing(strings.Repeat("no ", 100)) {
		t.Error("got a closing of 100 words, want none")
	}
}
