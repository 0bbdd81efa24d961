package conversation

import (
	"encoding/base64"
	"fmt"
	"html"
	"strings"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/words"
)

// drawing returns a turn of a device with a screen, whose session has numbered memos
// with the given content.
func drawing(n int, content string) (*Turn, []models.Memo) {
	t := &Turn{Locale: words.NewLocales().Of("ja-JP"), began: time.Now()}
	t.state.Reading = &reading{}
	memos := make([]models.Memo, n)
	for i := range memos {
		memos[i] = models.Memo{UserID: "amzn1.x", ID: models.MemoID(fmt.Sprintf("%025d", i)), Content: content, CreatedByName: "太郎", Timestamp: t.began}
		t.state.Reading.add(memos[i].Ref())
	}
	return t, memos
}

// listOf returns the data of a list screen.
func listOf(d alexa.RenderDocument) alexa.List {
	return d.Sources["memos"].(alexa.DataSource[alexa.List]).Properties
}

// TestListFitsAnAnswer: the rows from the page heard last on take precedence, and no memo
// is cut.
func TestListFitsAnAnswer(t *testing.T) {
	kanji := strings.Repeat("字", models.MaxContent)
	for name, tc := range map[string]struct {
		n, heard    int // the number of the page heard last
		content     string
		first, rows int // the least rows, and the number of the first
	}{
		"a launch":                    {21, 0, kanji, 1, 21},
		"many":                        {100, 0, kanji, 1, 35},
		"many, in the middle":         {100, 50, kanji, 50, 35},
		"many, at the end":            {100, 98, kanji, 0, 35},
		"all a session can number":    {100, 0, "牛乳", 1, 100},
		"all, in the middle":          {100, 50, "牛乳", 1, 100},
		"the longest, with escapes":   {100, 7, strings.Repeat("$", models.MaxContent), 7, 20},
		"the longest, with separator": {100, 0, strings.Repeat("\u2028x", models.MaxContent/2), 1, 20},
	} {
		t.Run(name, func(t *testing.T) {
			turn, memos := drawing(tc.n, tc.content)
			turn.state.Reading.From = tc.heard
			screen := drawnList(turn, memos)
			raw, err := alexa.Marshal(screen)
			if err != nil || len(raw) > 72<<10 {
				t.Fatalf("got %v, %d bytes, want at most %d", err, len(raw), 72<<10)
			}
			list := listOf(screen)
			if len(list.Rows) < tc.rows || len(list.Rows) < tc.n && len(raw) < (72-4)<<10 {
				t.Fatalf("got %d rows in %d bytes", len(list.Rows), len(raw))
			}
			if tc.first > 0 && list.Rows[0].Number != fmt.Sprint(tc.first) {
				t.Errorf("got first number %s, want %d", list.Rows[0].Number, tc.first)
			}
			if got, want := list.Rows[list.First].Number, fmt.Sprint(max(tc.heard, 1)); got != want {
				t.Errorf("got scrolled to %s, want %s", got, want)
			}
			for _, r := range list.Rows {
				if html.UnescapeString(r.Content) != tc.content {
					t.Fatalf("got %d characters of %s, want all", len([]rune(r.Content)), r.Number)
				}
			}
		})
	}
}

// TestListScrollsToWhatChanged: the memo of the turn comes before the page.
func TestListScrollsToWhatChanged(t *testing.T) {
	turn, memos := drawing(13, "牛乳")
	turn.state.Reading.From, turn.focus = 6, memos[11].Ref()
	if list := listOf(drawnList(turn, memos)); list.First != 11 {
		t.Errorf("got row %d, want 11", list.First)
	}
}

func TestTitleOfTheList(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(*Turn)
		want   string
	}{
		"the list":  {func(*Turn) {}, "家族ボイスメモ"},
		"a search":  {func(t *Turn) { t.state.Reading.Text = "${x}<b>" }, "「&#36;{x}&lt;b&gt;」のメモ"},
		"new memos": {func(t *Turn) { t.state.Reading.OnlyNew = true }, "新しいメモ"},
		"a search, and one new": {func(t *Turn) {
			t.state.Reading.Text = "x"
			t.state.push(act{Kind: actAdded, Refs: []models.MemoRef{{ID: "1"}}})
		}, "家族ボイスメモ"},
	} {
		t.Run(name, func(t *testing.T) {
			turn, memos := drawing(1, "牛乳")
			tc.change(turn)
			if got := listOf(drawnList(turn, memos)).Title; got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}

// TestRefsOnScreens: a reference names its memo within the family whose screen it is on,
// and no account.
func TestRefsOnScreens(t *testing.T) {
	family := models.Family{ID: "f1", MemberIDs: []models.UserID{"amzn1.a", "google-b"}, FormerIDs: []models.UserID{"amzn1.c"}}
	for _, author := range []models.UserID{"amzn1.a", "google-b", "amzn1.c"} {
		m := models.Memo{UserID: author, ID: "1700000000000abcdef012345", FamilyID: family.ID}
		ref := screenRef(m)
		raw, err := base64.RawURLEncoding.DecodeString(ref)
		if err != nil || strings.Contains(string(raw), string(author)) {
			t.Errorf("got %q, %v", raw, err)
		}
		mark, id, ok := parseScreenRef(ref)
		if got, known := findAuthor(family, mark); !ok || !known || got != author || id != m.ID {
			t.Errorf("%s: got %s by %s, %v", author, id, got, known)
		}
		other := family
		if other.ID = "f2"; ref == screenRef(models.Memo{UserID: author, ID: m.ID, FamilyID: "f2"}) {
			t.Error("got the same reference in two families")
		}
		if got, known := findAuthor(other, mark); known {
			t.Errorf("in another family: got %s, want none", got)
		}
		mark[0]++
		if got, known := findAuthor(family, mark); known {
			t.Errorf("forged: got %s, want none", got)
		}
	}
	stranger, _, _ := parseScreenRef(screenRef(models.Memo{UserID: "amzn1.d", ID: "1", FamilyID: family.ID}))
	if got, known := findAuthor(family, stranger); known {
		t.Errorf("of no member: got %s, want none", got)
	}
}

func TestRefsThatAreNone(t *testing.T) {
	encode := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	for name, ref := range map[string]string{
		"empty": "", "not base64url": "+/+/+/+/+/+/", "padded": encode("12345678id") + "=", "no id": encode("12345678"),
		"too long": encode("12345678" + strings.Repeat("1", maxMemoID+1)), "not UTF-8": encode("12345678\xff"),
	} {
		if mark, id, ok := parseScreenRef(ref); ok {
			t.Errorf("%s: got %x, %q", name, mark, id)
		}
	}
	if _, id, ok := parseScreenRef(encode("\xff\xfe345678" + strings.Repeat("1", maxMemoID))); !ok || len(id) != maxMemoID {
		t.Errorf("the longest: got %q, %v", id, ok)
	}
}
