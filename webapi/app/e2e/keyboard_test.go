package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
)

// TestKeyboard: two people use the page at the same time, without a pointer,
// with the focus always visible.
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

// presses moves to a target by the Tab key and presses it.
func presses(target, text string) chromium.Step {
	return func(w *chromium.Window) error {
		return w.Do(chromium.TabsTo(target, text), chromium.Presses(kb.Enter))
	}
}

// goesToRow moves to the list by the Tab key, and in it by the arrow keys to the memo with the text.
func goesToRow(text string) chromium.Step {
	there := fmt.Sprintf("document.activeElement.matches('.memo') && document.activeElement.textContent.includes(%q)", text)
	return func(w *chromium.Window) error {
		err := w.Do(chromium.Sees("memo", text), chromium.TabsTo("[data-testid=memo][tabindex='0']", ""), chromium.Presses(kb.Home))
		for range maxRows {
			if err != nil {
				return err
			}
			if is, err := chromium.Eval[bool](w, there); err != nil || is {
				return err
			}
			err = w.Do(chromium.Presses(kb.ArrowDown))
		}
		return fmt.Errorf("%q cannot be reached by the arrows", text)
	}
}

// goesToTrash opens the trash from the menu.
var goesToTrash = chromium.Steps(presses("menu-open", ""), hasFocus("nav-trash"), chromium.Presses(kb.Enter), chromium.Sees("trash", ""))

// memosByKeyboard: add, edit, mark as done, delete and undo.
func memosByKeyboard(d *device) {
	d.t.Helper()
	d.do(chromium.TabsTo("composer", ""), chromium.Presses("牛乳を買う"+kb.Enter), chromium.Sees("memo", "牛乳を買う"),
		hasFocus("composer"), chromium.Presses("卵を買う"), presses("send", ""), chromium.Sees("memo", "卵を買う"), household.Settled)
	d.do(goesToRow("牛乳を買う"), chromium.Presses(kb.Enter), presses("memo-edit", ""), hasFocus("editor-text"),
		chromium.Presses("、2本"), presses("editor-save", ""), chromium.Sees("memo", "牛乳を買う、2本"), household.Settled, hasFocus("memo-edit"),
		chromium.Presses(kb.Escape), chromium.Misses("memo-panel", ""), hasFocus("memo"))
	d.do(chromium.Presses(kb.Enter), presses("memo-mark", ""), chromium.Sees("done-fold", "1"), household.Settled, presses("snackbar-undo", ""),
		chromium.Misses("done-fold", ""), chromium.Counts(2, "memo", ""), household.Settled)
	d.do(goesToRow("牛乳を買う"), opensByKey, presses("memo-delete", ""), chromium.Misses(".memo", "牛乳を買う"), hasFocus("memo"),
		presses("snackbar-undo", ""), chromium.Sees("memo", "牛乳を買う"), chromium.Counts(2, "memo", ""))
}

// opensByKey opens the row that has the focus, unless it is open.
var opensByKey = func(w *chromium.Window) error {
	if open, err := chromium.Eval[bool](w, "document.activeElement.matches('.open, .chosen')"); err != nil || open {
		return err
	}
	return w.Do(chromium.Presses(kb.Enter), chromium.Sees("memo-panel", ""))
}

// trashByKeyboard: delete, restore, and delete permanently.
func trashByKeyboard(d *device) {
	d.t.Helper()
	d.do(goesToRow("卵を買う"), opensByKey, presses("memo-delete", ""), chromium.Misses(".memo", "卵を買う"), household.Settled,
		goesToTrash, presses("trash-restore", ""), chromium.Misses("trash-memo", ""), household.Settled,
		presses("nav-memos", ""), chromium.Sees("memo", "卵を買う"))
	d.do(goesToRow("卵を買う"), opensByKey, presses("memo-delete", ""), household.Settled, goesToTrash, chromium.Sees("trash-memo", "卵を買う"),
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
		presses("join-confirm", ""), chromium.Sees("memo", "牛乳を買う")) // the focus is among the memos
	taro.do(chromium.Misses("invite", ""), presses("member-menu", "花子"), presses("member-hand-over", ""), presses("hand-over-confirm", ""), chromium.Misses("hand-over-dialog", ""),
		presses("family-menu", ""), presses("leave", ""), presses("leave-confirm", ""), chromium.Counts(1, "member", ""))
	hanako.do(chromium.Misses("memo", "牛乳を買う"), presses("nav-family", ""), chromium.Sees("invite-make", ""), presses("nav-you", ""), presses("sign-out", ""),
		chromium.Sees("sign-in", ""))
}
