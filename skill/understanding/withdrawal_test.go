package understanding_test

import "testing"

// withdrawn lists texts that take back a question or an intention.
var withdrawn = phrases("withdrawn")

// notWithdrawn lists answers, memos, corrections with the right text, and requests.
var notWithdrawn = phrases("not-withdrawn")

func TestWithdrawal(t *testing.T) {
	t.Parallel()
	for locale, table := range withdrawn {
		m := matcher(t, locale)
		for _, text := range lines(table) {
			if !m.Withdrawal(text) {
				t.Errorf("%s: %q: got no withdrawal, want one", locale, text)
			}
		}
	}
}

func TestNotAWithdrawal(t *testing.T) {
	t.Parallel()
	for locale, table := range notWithdrawn {
		m := matcher(t, locale)
		for _, text := range append(lines(table), "", " ", "。") {
			if m.Withdrawal(text) {
				t.Errorf("%s: %q: got a withdrawal, want none", locale, text)
			}
		}
	}
}
