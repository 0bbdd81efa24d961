package main

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"voicememo/models"
	"voicememo/skill/talk"
	"voicememo/skill/understanding"
	catalogue "voicememo/skill/words"
	"voicememo/tools/testkit/must"
)

const guide = "../../docs/guide"

// guideRows are the intents of the rows of "everything you can say", in order.
var guideRows = [][]string{
	{"AddMemoIntent"}, {"AddMemoIntent"}, {"Correct"}, {"RestoreMemoIntent"},
	{"ReadMemosIntent"}, {"ReadNewMemosIntent"}, {"ReadMemosIntent"}, {"Count", "Who"}, {"ReadMemoIntent"}, {"ReadMoreIntent"},
	{"AMAZON.NextIntent", "AMAZON.PreviousIntent", "AMAZON.RepeatIntent"}, {"FindMemosIntent"},
	{"DoneMemoIntent"}, {"DoneMemoIntent"}, {"DeleteMemoIntent"}, {"DeleteMemoIntent"}, {"ChangeMemoIntent"},
	{"RestoreMemoIntent"}, {"DeleteAllMemosIntent"},
	{"CreateInviteIntent"}, {"JoinFamilyIntent"}, {"ConnectIntent"}, {"LinkAccountIntent"}, {"RecoverIntent"},
	{"FamilyMembersIntent"}, {"LeaveFamilyIntent"}, {"SetNameIntent"}, {"NameRoomIntent"},
	{"Wait"}, {"AMAZON.HelpIntent"}, {"AMAZON.StopIntent", "AMAZON.CancelIntent", "AMAZON.NoIntent"},
}

// TestGuidePhrases: each phrase of the guide has the meaning of its row, and no other.
func TestGuidePhrases(t *testing.T) {
	for file, c := range map[string]struct{ locale, title, quoted string }{
		"family.md":    {"en-US", "## Everything you can say", `“([^”]+)”`},
		"family.ja.md": {"ja-JP", "## 言えることのすべて", `「([^」]+)」`},
	} {
		t.Run(file, func(t *testing.T) {
			means := meanings(t, c.locale)
			rows := tableBelow(t, file, c.title)
			if len(rows) != len(guideRows) {
				t.Fatalf("got %d rows, want %d", len(rows), len(guideRows))
			}
			for i, row := range rows {
				phrases := regexp.MustCompile(c.quoted).FindAllStringSubmatch(row[1], -1)
				if len(phrases) == 0 {
					t.Errorf("got no phrase in %q", row)
				}
				for _, p := range phrases {
					if got := means(p[1]); !slices.ContainsFunc(got, func(intent string) bool { return slices.Contains(guideRows[i], intent) }) {
						t.Errorf("%q: got %s, want %s", p[1], got, guideRows[i])
					}
				}
			}
		})
	}
}

// meanings returns a function that returns the intent of a phrase that is said in a conversation,
// after a memo was added, and of a correction also what it means if the memo has no such words. A
// phrase that Alexa's model has must mean the same there.
func meanings(t *testing.T, locale string) func(phrase string) []string {
	t.Helper()
	samples, err := talk.NewMatcher(locale)
	must.OK(t, err)
	byWords := map[string]string{"DoneByTextIntent": "DoneMemoIntent", "DeleteByTextIntent": "DeleteMemoIntent"}
	return func(phrase string) []string {
		said := understanding.Said{Intent: understanding.SpeakIntent, Slots: map[string]string{"speech": phrase}}
		heard := understanding.Understand(catalogue.NewLocales().Of(locale), said, understanding.Session{
			Asked: understanding.AskAnother, Read: true, Acted: true, Last: models.ActAdded,
		})
		meant := []string{heard.Intent}
		if heard.Intent == understanding.CorrectIntent {
			meant = append(meant, heard.Then.Intent)
		}
		if literal := samples.Best(phrase, talk.Elicited{})[0].Intent; literal != understanding.FallbackIntent {
			if of := byWords[literal]; of != "" {
				literal = of
			}
			if !slices.Contains(meant, literal) && heard.Intent != understanding.StopIntent {
				return []string{literal + " in Alexa's model", heard.Intent + " in free speech"}
			}
		}
		return meant
	}
}

// tableBelow returns the cells of the first table after a heading.
func tableBelow(t *testing.T, file, heading string) (rows [][]string) {
	t.Helper()
	_, below, found := strings.Cut(readGuide(t, file), heading+"\n")
	if !found {
		t.Fatalf("got no heading %q", heading)
	}
	for _, line := range strings.Split(below, "\n") {
		switch cells := strings.Split(strings.Trim(line, "|"), "|"); {
		case strings.HasPrefix(line, "|"):
			rows = append(rows, cells)
		case len(rows) > 0:
			return rows[2:] // without its header
		}
	}
	t.Fatal("got no table")
	return nil
}

func readGuide(t *testing.T, file string) string {
	t.Helper()
	return text(t, filepath.Join(guide, file))
}

// TestGuideCommandsMatch: the pages about machines have the same commands and files in both
// languages.
func TestGuideCommandsMatch(t *testing.T) {
	t.Parallel()
	fence := regexp.MustCompile("(?s)```.*?```")
	comment := regexp.MustCompile(`#.*`)
	for _, page := range []string{"home-assistant", "nas", "raspberry-pi", "server", "tunnels"} {
		english, japanese := fence.FindAllString(readGuide(t, page+".md"), -1), fence.FindAllString(readGuide(t, page+".ja.md"), -1)
		same := slices.EqualFunc(english, japanese, func(a, b string) bool {
			return comment.ReplaceAllString(a, "") == comment.ReplaceAllString(b, "")
		})
		if !same {
			t.Errorf("%s: got blocks %q and %q, want the same", page, english, japanese)
		}
	}
}
