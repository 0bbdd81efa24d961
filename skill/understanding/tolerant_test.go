package understanding_test

import (
	"strings"
	"testing"

	"voicememo/skill/understanding"
)

// TestPoliteCommands checks requests that no sample has literally, with the deployed
// models.
func TestPoliteCommands(t *testing.T) {
	t.Parallel()
	for locale, table := range politeCommands {
		m, n := deployed(t, locale), 0
		for _, line := range lines(table) {
			meaning, text, found := strings.Cut(line, "\t")
			if !found {
				t.Fatalf("%s: got line %q, want a meaning and a text", locale, line)
			}
			n++
			intent, want, _ := strings.Cut(meaning, " ")
			got, ok := m.Command(text)
			if !ok || got.Intent != intent || got.Value != want {
				t.Errorf("%s: %q: got %q, want %q", locale, text, said(got), meaning)
			}
			if intent == "AddMemoIntent" && want != "" {
				if carried := m.Carried(m.Request(text)); carried != want {
					t.Errorf("%s: %q: got memo %q, want %q", locale, text, carried, want)
				}
			}
		}
		if n < 60 {
			t.Errorf("%s: got %d phrases, want at least 60", locale, n)
		}
	}
}

// TestPoliteMemos checks memos that ask a person for something or that begin or end like
// a polite request: they are no commands and are kept as a whole.
func TestPoliteMemos(t *testing.T) {
	t.Parallel()
	for locale, table := range politeMemos {
		m := deployed(t, locale)
		if n := len(lines(table)); n < 60 {
			t.Errorf("%s: got %d memos, want at least 60", locale, n)
		}
		for _, text := range lines(table) {
			if got, ok := m.Command(text); ok {
				t.Errorf("%s: %q: got %q, want no command", locale, text, said(got))
			}
			if got := m.Carried(text); got != text {
				t.Errorf("%s: %q: got memo %q, want all of it", locale, text, got)
			}
		}
	}
}

// TestAnswersAreNoPoliteCommands checks that a bare number and a closing, which answer a
// question, are no shorter form of a sample such as "number two again" or "more please".
func TestAnswersAreNoPoliteCommands(t *testing.T) {
	t.Parallel()
	for locale, texts := range map[string][]string{
		"en-US": {"number two", "the second one please", "memo four", "number three as well", "no more for now", "nothing more thanks"},
		"ja-JP": {"2番", "2番です", "2つ目", "三つ目のメモ", "一番最初の", "最初のメモ", "2番は", "ほかはもうないです", "いいね", "もういいよね"},
	} {
		m := deployed(t, locale)
		for _, text := range texts {
			if got, ok := m.Command(text); ok {
				t.Errorf("%s: %q: got %q, want no command", locale, text, said(got))
			}
		}
	}
}

// TestBestIsLiteral checks that Best, which stands for Alexa's literal match, does not
// leave out polite words.
func TestBestIsLiteral(t *testing.T) {
	t.Parallel()
	for locale, text := range map[string]string{"en-US": "could you go ahead and read the memos now", "ja-JP": "メモを読んでくれませんか"} {
		m := deployed(t, locale)
		if got := said(m.Best(text, understanding.Asked{})...); got != understanding.FallbackIntent {
			t.Errorf("%s: %q: got %q, want %q", locale, text, got, understanding.FallbackIntent)
		}
		if got, ok := m.Command(text); !ok {
			t.Errorf("%s: %q: got command %q, want one", locale, text, said(got))
		}
	}
}
