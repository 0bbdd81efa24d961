package skill_test

import (
	"fmt"
	"strings"
	"testing"
)

// cases plays the conversations of testdata/cases in both languages. They are written as rounds
// are, with their own memos after the situation: "closed" is a one-shot, and "each" begins anew
// for every sentence. Words are free speech unless they have an intent. Besides the outcomes of
// rounds there are "ask WORDS", after which nothing is changed and a question has these words, and
// "nothing", after which nothing is changed.
func cases(t *testing.T, name string) {
	t.Helper()
	for _, locale := range []string{"en-US", "ja-JP"} {
		for _, c := range readRound(t, "testdata/cases/"+name+"."+locale[:2]+".txt") {
			situation, each := strings.CutPrefix(c.situation, "each ")
			for _, turns := range conversationsOf(c.turns, each) {
				t.Run(fmt.Sprint(locale[:2], " ", c.line, " ", turns[len(turns)-1].words), func(t *testing.T) {
					t.Parallel()
					s := newStageOf(t, locale, situation)
					for _, turn := range turns {
						if !strings.HasPrefix(turn.words, "[") {
							turn.words = "[SpeakIntent speech=" + turn.words + "]"
						}
						if f := s.plays(turn); f.text != "" {
							t.Errorf("%s: %s", turn.words, f.text)
						}
					}
				})
			}
		}
	}
}

// conversationsOf returns the turns of a case as one conversation, or each as its own.
func conversationsOf(turns []roundTurn, each bool) (all [][]roundTurn) {
	if !each {
		return [][]roundTurn{turns}
	}
	for _, turn := range turns {
		all = append(all, []roundTurn{turn})
	}
	return all
}

// TestDeletingAnotherPersonsMemoAsks checks that words that name another person's memo ask before
// it is deleted, and that they mark it as done at once.
func TestDeletingAnotherPersonsMemoAsks(t *testing.T) { cases(t, "another-person") }

// TestPartOfAWordAsks checks that a memo is changed at once only if its text is what was said, or
// says besides it only what to do.
func TestPartOfAWordAsks(t *testing.T) { cases(t, "part-of-a-word") }

// TestPointingWords checks words that point at memos: by time, by what was said last, by number.
func TestPointingWords(t *testing.T) { cases(t, "pointing") }

// TestExplicitAddsAreKept checks that words that had a carrier are a memo, whatever they say.
func TestExplicitAddsAreKept(t *testing.T) { cases(t, "explicit-adds") }

// TestNotForTheList checks that what is said to the skill and is no memo is not written.
func TestNotForTheList(t *testing.T) { cases(t, "not-for-the-list") }

// TestCorrectionsChange checks that a correction changes what is wrong in the last memo and keeps
// the rest of it.
func TestCorrectionsChange(t *testing.T) { cases(t, "corrections") }

// TestTextsAreClean checks that a memo has all its words and none of the request.
func TestTextsAreClean(t *testing.T) { cases(t, "clean-texts") }

// TestOneWordTooMany checks that words around the name of a memo do not hide it.
func TestOneWordTooMany(t *testing.T) { cases(t, "one-word-too-many") }

// TestHowMany checks that the number of memos is said.
func TestHowMany(t *testing.T) { cases(t, "how-many") }

// TestStatementsRenameNothing checks that what is said about a place renames no Echo.
func TestStatementsRenameNothing(t *testing.T) { cases(t, "statements") }

// TestWaitKeepsListening checks that "wait" leaves the session and its question open.
func TestWaitKeepsListening(t *testing.T) { cases(t, "wait") }
