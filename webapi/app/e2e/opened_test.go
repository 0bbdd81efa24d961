package e2e

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"voicememo/models"
	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/plenty"
	"voicememo/tools/testkit/sizes"
)

// places evaluates to the positions of the rendered rows, by their text.
const places = `Object.fromEntries([...document.querySelectorAll('.memo')].map((row) => {
	const { left, top } = row.getBoundingClientRect();
	return [row.querySelector('.text').textContent, left + ' ' + top];
}))`

// rowsStay checks that no row moves during some steps.
func (d *device) rowsStay(what string, steps ...chromium.Step) {
	d.t.Helper()
	before, err := chromium.Eval[map[string]string](d.Window, places)
	if err != nil {
		d.t.Fatal(err)
	}
	d.do(steps...)
	after, err := chromium.Eval[map[string]string](d.Window, places)
	if err != nil || len(before) == 0 || !maps.Equal(before, after) {
		d.t.Errorf("%s: the rows were at %v and are at %v (%v)", what, before, after, err)
	}
}

// TestDrawer: on a phone a memo opens in a drawer. The list does not move, nothing behind it can be reached, and each
// way of closing it returns to the row.
func TestDrawer(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	d := s.phone()
	d.do(household.SignsIn("太郎"))
	for n := range 15 {
		d.do(household.Adds(fmt.Sprintf("メモ%02d", n)))
	}
	d.do(laterLoaded, inMiddle)
	closed := chromium.Steps(chromium.Misses("memo-detail", ""), isPath("/"), chromium.Until("the row has the focus", "document.activeElement.matches('.memo')"))
	for name, out := range map[string]chromium.Step{
		"Escape": chromium.Presses(kb.Escape), "Back": stepsBack, "the cross": chromium.Clicks("memo-close", ""),
		"beside it": chromium.ClicksAt(195, 20, 1), "pulled down": chromium.Pulls(".drawer .bar", "", 300),
	} {
		d.rowsStay(name, chromium.Clicks(".memo .text", "メモ05"), chromium.Sees("memo-detail", "メモ05"), settled,
			chromium.Until("the focus is in it", "document.activeElement.closest('[role=dialog]')?.ariaModal === 'true'"),
			chromium.Pulls("memo-detail", "", -200), out, closed)
	}
	d.do(chromium.Clicks(".memo .text", "メモ05"), settled)
	for range 15 {
		d.do(chromium.Presses(kb.Tab), chromium.Until("the focus is in it or nowhere", "document.activeElement.matches('body, .drawer *, .notices *')"))
	}
	d.do(chromium.Resize(390, 420), chromium.Clicks("memo-edit", ""), chromium.Writes("editor-text", strings.Repeat("とても長い文。", 40)), // as above a keyboard
		chromium.Until("the text and its button are in view", `['editor-text', 'editor-save'].every((name) => {
			const { top, bottom } = document.querySelector('[data-testid=' + name + ']').getBoundingClientRect();
			return top < innerHeight && bottom > 0;
		})`), chromium.Clicks("editor-save", ""), hasFocus("memo-edit"), chromium.Sees("snackbar-undo", ""), chromium.Clicks("snackbar-undo", ""),
		chromium.Resize(390, 844), chromium.Sees("memo-detail", "メモ05"))
	d.do(chromium.Clicks("memo-mark", ""), chromium.Misses("memo-detail", ""), chromium.Sees("done-fold", "1"), chromium.Sees("snackbar-undo", ""))
}

// inMiddle scrolls a row to the middle, where a tap scrolls nothing.
var inMiddle = chromium.Until("the row is in the middle",
	"([...document.querySelectorAll('.memo .text')].find((text) => text.textContent === 'メモ05').scrollIntoView({ block: 'center' }), scrollY > 40)")

// settled waits until an opened memo takes clicks.
var settled = chromium.Until("the opened memo takes clicks", "!!document.querySelector('#detail:not(.fresh)')")

// TestShare: a memo leaves the app by the system's sheet on a phone. Closing the sheet
// shows no message, and a failure copies the text. A desktop has a menu.
func TestShare(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	d := s.device(chromium.Settings{Language: "ja", Before: `navigator.share = async ({ text }) => {
		window.shared = navigator.userActivation.isActive && text;
		if (window.refusal) throw new DOMException('', window.refusal);
	}`})
	d.do(chromium.Visit(s.URL), household.SignsIn("太郎"), household.Adds("牛乳を\n2本"), household.Opens("牛乳"), settled)
	shares := func(refusal string) chromium.Step {
		return chromium.Steps(chromium.Until("the sheet is prepared", "(window.shared = '', window.refusal = '"+refusal+"', true)"),
			chromium.Taps("memo-share", ""), chromium.Until("the text is shared", `window.shared === '牛乳を\n2本'`))
	}
	d.do(shares(""), shares("AbortError"), shares("AbortError"), chromium.Misses("notice", "コピー"),
		shares("NotAllowedError"), chromium.Sees("notice", "メモをコピーしました"), household.Shuts)

	d.do(chromium.Resize(1280, 800), household.Opens("牛乳"), chromium.Clicks("memo-share", ""), hasFocus("memo-copy"), chromium.Presses(kb.Escape),
		hasFocus("memo-share"), chromium.Misses("memo-copy", ""), chromium.Clicks("memo-share", ""), chromium.Clicks("memo-link", ""),
		chromium.Sees("notice", "リンク"), chromium.Clicks("memo-share", ""), chromium.Clicks("memo-copy", ""), chromium.Sees("notice", "メモをコピーしました"))
	d.do(chromium.Writes("composer", ""), chromium.PressesWith(chromium.Control, "v"), chromium.Sees("composer", "牛乳を\n2本"))
}

// TestMouse: one click at the end of a row opens its memo, before and after the tools of the row have appeared. The
// tools do not appear under the pointer or over the text.
func TestMouse(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	d := s.device(chromium.Settings{Language: "ja", Width: 1920, Height: 1080})
	link := strings.Repeat("牛乳と卵とにんじん、", 11) + "https://example.com/a/long/way/to/the/end"
	texts := []string{"納豆", "お茶を買う", link}
	d.do(chromium.Visit(s.URL), household.SignsIn("太郎"))
	for _, text := range texts {
		d.do(household.Adds(text))
	}
	d.do(laterLoaded)
	rested := chromium.Until("the pointer has rested", "new Promise((done) => setTimeout(() => done(true), 400))")
	for _, text := range texts {
		row, err := chromium.Eval[struct{ Left, Right, Y float64 }](d.Window, fmt.Sprintf(`(() => {
			const row = [...document.querySelectorAll('.memo')].find((row) => row.textContent.includes(%q));
			const { left, right, bottom } = row.getBoundingClientRect();
			return { left, right, y: bottom - 16 }; // below the text, which may end with a link
		})()`, text))
		if err != nil {
			t.Fatal(err)
		}
		away, out := chromium.Points(40, 1000), chromium.Steps(chromium.Clicks("memo-close", ""), chromium.Misses("memo-detail", ""), chromium.Points(40, 1000))
		opened := chromium.Steps(chromium.Sees("memo-detail", text), settled, out)
		d.do(away, chromium.ClicksAt(row.Right-30, row.Y, 1), opened)
		d.do(chromium.Points(row.Right-30, row.Y), rested, chromium.ClicksAt(row.Right-30, row.Y, 1), opened)
		for _, from := range []float64{60, 80, 100, 130} {
			d.do(away, chromium.Points(row.Right-from, row.Y), rested, chromium.ClicksAt(row.Right-from, row.Y, 1), opened)
		}
		d.do(chromium.Points(row.Left+200, row.Y), rested)
		if text == link {
			d.do(chromium.Misses("quick-edit", ""))
			continue
		}
		d.do(chromium.Sees("quick-edit", ""), chromium.ClicksAt(row.Right-30, row.Y, 1), opened)
		d.do(chromium.Points(row.Left+200, row.Y), chromium.Clicks("quick-edit", ""), hasFocus("editor-text"), chromium.Presses(kb.Escape), out)
	}
	d.do(chromium.Counts(len(texts), "memo", ""))
}

// TestPanelMovesNothing: beside or over a list of one or two columns, no row moves when a memo opens, and both clicks
// of a double click belong to the memo that they hit.
func TestPanelMovesNothing(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	h := newHome(t)
	s := h.serve()
	user := s.signIn("太郎").Call(http.MethodGet, "/api/me", "", http.StatusOK)["user"].(map[string]any)
	s.stop()
	const memos = 40
	if err := plenty.Apart(t.Context(), h.data, models.UserID(user["userId"].(string)), memos, 3*time.Hour); err != nil {
		t.Fatal(err)
	}
	s = h.serve()
	d := s.device(chromium.Settings{Language: "ja", Width: 1920, Height: 1080})
	d.do(chromium.Visit(s.URL), household.SignsIn("太郎"), chromium.Counts(memos, "memo", ""), laterLoaded)
	for _, size := range [][2]int64{{900, 700}, {1180, 820}, {1280, 800}, {1440, 900}, {1679, 1050}, {1920, 1080}} {
		d.do(chromium.Resize(size[0], size[1]), has(map[bool]int{false: 1, true: 2}[size[0] >= 1280]), painted)
		for _, column := range []string{":first-child", ":last-child"} {
			at, err := chromium.Eval[[]float64](d.Window, fmt.Sprintf(`(() => {
				const { right, bottom } = document.querySelectorAll('.columns > .days%s .memo')[2].getBoundingClientRect();
				return [right - 60, bottom - 16]; // below the text, where a double click would select a word
			})()`, column))
			if err != nil {
				t.Fatal(err)
			}
			what := fmt.Sprintf("%d, %s", size[0], column)
			text, err := chromium.Eval[string](d.Window, fmt.Sprintf("document.elementFromPoint(%v, %v).closest('.memo').querySelector('.text').textContent", at[0], at[1]))
			if err != nil {
				t.Fatal(err)
			}
			d.rowsStay(what, chromium.ClicksAt(at[0], at[1], 2), chromium.Sees("memo-detail", text), chromium.Counts(1, ".memo.chosen", text))
			d.rowsStay(what+", closed", settled, chromium.Clicks("memo-close", ""), chromium.Misses("memo-detail", ""))
		}
	}
}

// TestPanelCoversNoRow: beside an open memo each row of the only column takes clicks over its whole width, and the page
// of a new person has cards of a readable width.
func TestPanelCoversNoRow(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	for _, language := range []string{"ja", "en"} {
		d := s.device(chromium.Settings{Language: language, Width: 1280, Height: 800})
		d.do(chromium.Visit(s.URL), household.SignsIn(language), chromium.Counts(3, "first-hint", ""), laterLoaded)
		for _, width := range []int64{900, 960, 1024, 1180, 1280, 1440, 1920} {
			d.do(chromium.Resize(width, 800), painted, chromium.Until("the cards are readable",
				"document.documentElement.scrollWidth <= innerWidth && [...document.querySelectorAll('.card p')].every((p) => p.clientWidth > 150)"))
		}
	}

	d := s.device(chromium.Settings{Language: "ja", Width: 1280, Height: 800})
	d.do(chromium.Visit(s.URL), household.SignsIn("太郎"))
	texts := []string{"牛乳", "卵", "米", "茶"}
	for _, text := range texts {
		d.do(household.Adds(text))
	}
	for _, width := range []int64{900, 1280, 1440, 1679} {
		d.do(chromium.Resize(width, 800), painted, household.Opens("牛乳"))
		for i, text := range texts[1:] {
			at, err := chromium.Eval[[]float64](d.Window, fmt.Sprintf(`(() => {
				const row = [...document.querySelectorAll('.memo')].find((row) => row.querySelector('.text').textContent === %q);
				const { left, right, top } = row.getBoundingClientRect();
				return [left + 70 + (right - left - 90) * %d / 2, top + 20];
			})()`, text, i))
			if err != nil {
				t.Fatal(err)
			}
			d.rowsStay(fmt.Sprintf("%d, %s", width, text), settled, chromium.ClicksAt(at[0], at[1], 1), chromium.Sees("memo-detail", text))
		}
		d.do(settled, chromium.Clicks("memo-close", ""), chromium.Misses("memo-detail", ""))
	}
}
