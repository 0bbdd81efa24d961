package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestShortcuts: the shortcuts, on a phone with a keyboard and on a wide screen;
// they do nothing while a person writes, and can be switched off.
func TestShortcuts(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	for name, settings := range map[string]chromium.Settings{
		"phone": {Language: "ja"}, "desk": {Language: "ja", Width: 1280, Height: 800},
	} {
		t.Run(name, func(t *testing.T) {
			here := &served{s.Server, t}
			d := here.device(settings)
			d.do(chromium.Visit(s.URL), household.SignsIn(name), household.Adds("卵"), household.Adds("牛乳"), laterLoaded, unfocused)
			d.do(chromium.Presses("j"), onRow("牛乳"), chromium.Presses("j"), onRow("卵"), chromium.Presses("k"), onRow("牛乳"),
				chromium.Presses(kb.ArrowDown), onRow("卵"), chromium.Presses(kb.Home), onRow("牛乳"), chromium.Presses(kb.End), onRow("卵"))
			d.do(chromium.Presses("x"), chromium.Sees("done-fold", "1"), household.Settled, chromium.Presses("z"), chromium.Misses("done-fold", ""), onRow("卵"), household.Settled)
			d.do(unfocused, chromium.Presses(kb.Escape), chromium.Presses("j"), chromium.Presses(kb.Home), onRow("牛乳"),
				chromium.Presses("e"), hasFocus("editor-text"), chromium.Presses("と豆乳"+kb.Enter), chromium.Sees(".memo .text", "牛乳と豆乳"), household.Settled,
				chromium.Presses(kb.Escape), chromium.Misses("memo-panel", ""), onRow("牛乳と豆乳"))
			d.do(chromium.Presses("#"), chromium.Misses(".memo", "牛乳"), onRow("卵"), chromium.Presses("z"), chromium.Sees("memo", "牛乳と豆乳"), onRow("牛乳と豆乳"), household.Settled)
			d.do(chromium.Presses(kb.Enter), chromium.Sees("memo-panel", ""), chromium.Presses(kb.Tab), chromium.Until("the focus is in it", "document.activeElement.matches('#detail button')"),
				chromium.Presses(kb.Escape), chromium.Misses("memo-panel", ""), onRow("牛乳と豆乳"))
			d.do(chromium.Presses("/"), hasFocus("search"), chromium.Presses("卵"), chromium.Counts(1, "memo", ""), chromium.Presses(kb.Escape), chromium.Counts(2, "memo", ""),
				chromium.Until("the focus has left the search", "document.activeElement.id !== 'search'"))
			d.do(chromium.Presses("n"), hasFocus("composer"), chromium.Presses("xj#"), chromium.Sees("composer", "xj#"), chromium.Counts(2, "memo", ""), empties)
			d.do(unfocused, chromium.Presses("?"), chromium.Sees("shortcuts", ""), chromium.Clicks("settings-keys", ""), chromium.Presses(kb.Escape),
				chromium.Misses("shortcuts", ""), unfocused, chromium.Presses("?"), chromium.Presses("n"), nothingHasFocus, chromium.Misses("shortcuts", ""))
		})
	}
}

var (
	// unfocused removes the focus, by a click on the name of the day.
	unfocused = chromium.Steps(chromium.Clicks(".top .title, .day h2", ""), nothingHasFocus)
	// nothingHasFocus waits until no control and no row has the focus.
	nothingHasFocus = chromium.Until("nothing has the focus", "document.activeElement.matches('body, main')")
)

// onRow waits until the row of a memo has the focus.
func onRow(text string) chromium.Step {
	return chromium.Until("the focus is on "+text, "document.activeElement.matches('.memo') && document.activeElement.querySelector('.text').textContent === '"+text+"'")
}
