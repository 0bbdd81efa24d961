package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
)

// TestKeyboard: what two people do side by side, all of it without a pointer,
// with the focus to be seen and never lost.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	taro, hanako := s.phone(), s.phone()
	for d, name := range map[*device]string{taro: "太郎", hanako: "花子"} {
		d.do(presses("sign-in", ""), chromium.TabsTo("#name", ""), chromium.Presses(name+kb.Enter), chromium.Sees("composer", ""), household.Listed)
	}
	memosByKeyboard(taro)
	trashByKeyboard(taro)
	familyByKeyboard(taro, hanako)
}

// presses goes to a target by the Tab key and presses it.
func presses(target, text string) chromium.Step {
	return func(w *chromium.Window) error {
		return w.Do(chromium.TabsTo(target, text), chromium.Presses(kb.Enter))
	}
}

// memosByKeyboard: add, edit, delete and undo.
func memosByKeyboard(d *device) {
	d.t.Helper()
	d.do(chromium.TabsTo(".skip", ""), chromium.Presses(kb.Enter), hasFocus("composer"), // past the list, however long
		chromium.Presses("牛乳を買う"+kb.Enter), chromium.Sees("memo", "牛乳を買う"),
		hasFocus("composer"), chromium.Presses("卵を買う"), presses("send", ""), chromium.Sees("memo", "卵を買う"), household.Settled)
	d.do(presses("memo-open", "牛乳を買う"), presses("memo-edit", ""), hasFocus("editor-text"),
		chromium.Presses("、2本"), presses("editor-save", ""), chromium.Sees("memo", "牛乳を買う、2本"), household.Settled, hasFocus("memo-edit"),
		chromium.Presses(kb.Escape), chromium.Misses("memo-panel", ""), hasFocus("memo-open"))
	d.do(presses("memo-delete", "牛乳を買う"), chromium.Misses(".memo", "牛乳を買う"),
		hasFocus("snackbar-undo"), chromium.Presses(kb.Enter), chromium.Sees("memo", "牛乳を買う"), chromium.Counts(2, "memo", ""))
}

// trashByKeyboard: delete, restore, and delete permanently.
func trashByKeyboard(d *device) {
	d.t.Helper()
	d.do(presses("memo-delete", "卵を買う"), chromium.Misses(".memo", "卵を買う"), household.Settled,
		presses("nav-trash", ""), presses("trash-restore", ""), chromium.Misses("trash-memo", ""), household.Settled,
		presses("nav-memos", ""), chromium.Sees("memo", "卵を買う"))
	d.do(presses("memo-delete", "卵を買う"), household.Settled, presses("nav-trash", ""), chromium.Sees("trash-memo", "卵を買う"),
		presses("trash-purge", ""), presses("purge-confirm", ""), chromium.Misses("trash-memo", ""), household.Settled,
		presses("nav-memos", ""), chromium.Counts(1, "memo", ""))
}

// familyByKeyboard: invite and revoke, join, hand over, and leave.
func familyByKeyboard(taro, hanako *device) {
	taro.t.Helper()
	taro.do(presses("nav-family", ""), presses("invite-make", ""), chromium.Sees("invite-code", ""),
		presses("invite-revoke", ""), chromium.Misses("invite", ""), presses("invite-make", ""))
	code := taro.read("invite-code")
	hanako.do(presses("nav-family", ""), chromium.TabsTo("join-code", ""), chromium.Presses(code+kb.Enter),
		presses("join-confirm", ""), chromium.Sees("memo", "牛乳を買う")) // one lands among the memos
	taro.do(chromium.Misses("invite", ""), presses("member-hand-over", "花子"), presses("hand-over-confirm", ""), chromium.Misses("hand-over-dialog", ""),
		presses("leave", ""), presses("leave-confirm", ""), chromium.Counts(1, "member", ""))
	hanako.do(chromium.Misses("memo", "牛乳を買う"), presses("nav-family", ""), chromium.Sees("invite-make", ""), presses("sign-out", ""),
		chromium.Sees("sign-in", ""))
}
