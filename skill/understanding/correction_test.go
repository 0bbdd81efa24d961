package understanding_test

import (
	"strings"
	"testing"
)

// corrections lists corrections, with the right text after a tab.
var corrections = phrases("corrections")

// notCorrections lists memos and answers that take nothing back.
var notCorrections = phrases("not-corrections")

func TestCorrection(t *testing.T) {
	for locale, table := range corrections {
		m := matcher(t, locale)
		for _, line := range lines(table) {
			text, want, _ := strings.Cut(line, "\t")
			if got, ok := m.Correction(text); !ok || got != want {
				t.Errorf("%s: %q: got %q, %v, want %q", locale, text, got, ok, want)
			}
			if m.Closing(text) {
				t.Errorf("%s: %q: got a closing, want a correction only", locale, text)
			}
		}
	}
}

func TestNotACorrection(t *testing.T) {
	for locale, table := range notCorrections {
		m := matcher(t, locale)
		for _, text := range lines(table) {
			if got, ok := m.Correction(text); ok || got != "" {
				t.Errorf("%s: %q: got %q, %v, want no correction", locale, text, got, ok)
			}
		}
	}
}
