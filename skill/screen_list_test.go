package skill

import (
	"encoding/json"
	"fmt"
	"html"
	"strings"
	"testing"
	"time"

	"voicememo/models"
)

// drawing returns a turn of a device with a screen, whose session has numbered memos
// with the given content.
func drawing(n int, user models.UserID, content string) (*turn, []models.Memo) {
	t := &turn{locale: newLocales().of("ja-JP"), began: time.Now()}
	t.req.Ext.Context.System.Device.SupportedInterfaces = map[string]json.RawMessage{aplInterface: nil}
	t.state.Reading = &reading{}
	memos := make([]models.Memo, n)
	for i := range memos {
		memos[i] = models.Memo{UserID: user, ID: models.MemoID(fmt.Sprintf("%025d", i)), Content: content, CreatedByName: "太郎", Timestamp: t.began}
		t.state.Reading.add(memos[i].Ref())
	}
	return t, memos
}

func TestListFitsAnAnswer(t *testing.T) {
	usual := models.UserID("amzn1.ask.account." + strings.Repeat("A", 190))
	longest := models.UserID("amzn1." + strings.Repeat("A", 2000))
	for name, tc := range map[string]struct {
		n             int
		user          models.UserID
		content       string
		rows, atLeast int // of rows, and of characters in each
	}{
		"a page":                   {5, usual, strings.Repeat("$", models.MaxContent), 5, models.MaxContent},
		"many":                     {25, usual, strings.Repeat("字", models.MaxContent), 25, models.MaxContent},
		"many that need escapes":   {25, usual, strings.Repeat("$", models.MaxContent), 25, models.MaxContent / 2},
		"all a session can number": {100, usual, strings.Repeat("\u2028x", models.MaxContent/2), 100, fewestOnARow},
		"long references":          {100, longest, strings.Repeat("$", models.MaxContent), 12, fewestOnARow},
	} {
		t.Run(name, func(t *testing.T) {
			turn, memos := drawing(tc.n, tc.user, tc.content)
			screen, ok := turn.fittingList(memos)
			raw, err := marshal(screen)
			if !ok || err != nil || len(raw) > maxScreen {
				t.Fatalf("%v, %v, %d bytes", ok, err, len(raw))
			}
			rows := screen.Sources["memos"].(dataSource[shownList]).Properties.Rows
			if len(rows) < tc.rows || rows[0].Number != "1" {
				t.Fatalf("%d rows", len(rows))
			}
			if got := len([]rune(html.UnescapeString(rows[len(rows)-1].Content))); got < tc.atLeast {
				t.Errorf("%d characters of each", got)
			}
		})
	}
}

func TestListShowsWhatHasANumber(t *testing.T) {
	turn, memos := drawing(2, "amzn1.x", "牛乳")
	other := models.Memo{UserID: "amzn1.y", ID: "1", Content: "卵"}
	screen, ok := turn.fittingList(append(memos, other))
	if !ok || len(screen.Sources["memos"].(dataSource[shownList]).Properties.Rows) != 2 {
		t.Errorf("drawn: %+v", screen.Sources)
	}
	for name, r := range map[string]Reply{
		"nothing numbered": turn.withList(Reply{}, []models.Memo{other}),
		"nothing at all":   turn.withList(Reply{}, nil),
	} {
		if len(r.Directives) > 0 {
			t.Errorf("%s is drawn", name)
		}
	}
	turn.state.Reading = nil
	if r := turn.withList(Reply{}, memos); len(r.Directives) > 0 {
		t.Error("got a screen without a reading, want none")
	}
}

func TestSearchIsTheTitle(t *testing.T) {
	turn, memos := drawing(1, "amzn1.x", "牛乳")
	turn.state.Reading.Text = "${x}<b>"
	screen, _ := turn.fittingList(memos)
	if got := screen.Sources["memos"].(dataSource[shownList]).Properties.Title; got != "「&#36;{x}&lt;b&gt;」のメモ" {
		t.Errorf("title %s", got)
	}
}

func TestPageShownWithANumber(t *testing.T) {
	turn, _ := drawing(13, "amzn1.x", "牛乳")
	r := turn.state.Reading
	r.From, r.To = 4, 8
	for number, want := range map[int]string{4: "4-8", 8: "4-8", 1: "1-5", 3: "1-5", 9: "6-10", 13: "11-13"} {
		refs := r.page(number)
		first, _ := r.number(refs[0])
		last, _ := r.number(refs[len(refs)-1])
		if got := fmt.Sprintf("%d-%d", first, last); got != want {
			t.Errorf("with %d: %s, want %s", number, got, want)
		}
	}
}
