package main

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/cmd/internal/chromium"
)

// pageKeyboard: all of it without a pointer, with the focus to be seen and never lost.
func pageKeyboard(t *testing.T, browser *chromium.Browser) {
	s := home{flags: []string{"--data", t.TempDir()}}.serve(t, "--dev")
	t.Cleanup(s.stop)
	d := s.phone(browser)
	d.do(
		chromium.TabsTo("sign-in", ""), chromium.Presses(kb.Enter),
		chromium.TabsTo("#name", ""), chromium.Presses("太郎"+kb.Enter),
		chromium.TabsTo("composer", ""), chromium.Presses("牛乳を買う"+kb.Enter), chromium.Sees("memo", "牛乳を買う"),
		hasFocus("composer"), chromium.Presses("卵を買う"), chromium.TabsTo("send", ""), chromium.Presses(kb.Enter),
		chromium.Sees("memo", "卵を買う"), chromium.Misses("memo-sending", ""),
	)
	d.do(
		chromium.TabsTo("memo-delete", "牛乳を買う"), chromium.Presses(kb.Enter), chromium.Misses("memo", "牛乳を買う"),
		hasFocus("snackbar-undo"), chromium.Presses(kb.Enter), chromium.Sees("memo", "牛乳を買う"),
		chromium.Counts(2, "memo", ""),
	)
	d.do(
		chromium.TabsTo("family-open", ""), chromium.Presses(kb.Enter),
		chromium.TabsTo("invite-make", ""), chromium.Presses(" "), chromium.Sees("invite-code", ""),
		chromium.TabsTo("invite-revoke", ""), chromium.Presses(kb.Enter), chromium.Misses("invite-code", ""),
		chromium.Presses(kb.Escape), chromium.Misses("family", ""), hasFocus("family-open"),
	)
}

// hasFocus waits until a target has the focus.
func hasFocus(testid string) chromium.Step {
	return chromium.Until(testid+" has the focus", "document.activeElement?.dataset.testid === '"+testid+"'")
}
