package main

import (
	"strings"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
)

// screens goes from screen to screen of the page, through everything a person
// who is alone in a family can open, and at the end without the server.
func screens(s *served, d *device, check func(screen string)) {
	d.t.Helper()
	look := func(screen string, steps ...chromium.Step) {
		d.t.Helper()
		d.do(steps...)
		check(screen)
	}
	look("welcome", chromium.Visit(s.url), chromium.Sees("sign-in", ""))
	look("privacy", chromium.Visit(s.url+"/privacy"))
	look("terms", chromium.Visit(s.url+"/terms"))
	d.do(chromium.Visit(s.url))
	d.signIn("Taro")
	look("no memos", chromium.Sees("composer", ""), listed)
	d.add("buy milk")
	d.add("a second memo that is a good deal longer, so that it needs more than one line of a phone")
	look("memos and a message", chromium.Clicks("memo-delete", "milk"), chromium.Sees("snackbar-undo", ""))
	memoScreens(d, look)
	look("trash", goes("trash"), chromium.Sees("trash-memo", "milk"))
	look("for good?", chromium.Clicks("trash-purge", ""), chromium.Sees("purge-confirm", ""))
	d.do(chromium.Presses(kb.Escape), chromium.Misses("purge-dialog", ""))
	s.signIn("Taro") // on another device
	familyScreens(d, look)
	s.kill()
	look("unsent", goes("memos"), chromium.Writes("composer", "three"), chromium.Clicks("send", ""),
		chromium.Sees("memo-sending", ""), chromium.Sees("offline", ""))
	look("unsent is lost?", goes("family"), marked, chromium.Clicks("sign-out", ""), chromium.Sees("unsent-lost", ""))
	look("signed out, and the server not told", chromium.Clicks("sign-out-confirm", ""), anotherPage,
		chromium.Until("it says so", "document.querySelectorAll('[data-testid=farewell] p').length > 1"))
	look("cannot sign in", chromium.Clicks("sign-in", ""), chromium.Until("it says so", problemShown))
}

// problemShown: the page says what went wrong.
const problemShown = `[...document.querySelectorAll('[data-testid=problem]')].some((e) => e.textContent)`

// echoRefusal: the open form says that this is not a number.
const echoRefusal = `!!document.querySelector('[data-testid=echo-dialog] [data-testid=problem]')?.textContent`

type lookAt = func(screen string, steps ...chromium.Step)

func memoScreens(d *device, look lookAt) {
	d.t.Helper()
	look("too long a memo", chromium.Writes("composer", strings.Repeat("long ", 101)), chromium.Sees("left", ""))
	d.do(chromium.Writes("composer", ""))
	look("open memo", chromium.Clicks("memo-open", "second"), chromium.Sees("memo-panel", ""))
	look("editor", chromium.Clicks("memo-edit", ""), chromium.Sees("editor-text", ""))
	d.do(chromium.Clicks("editor-cancel", ""), chromium.Clicks("memo-open", "second"))
	look("menu of the list", chromium.Clicks("list-menu", ""), chromium.Sees("export-csv", ""))
	look("search", chromium.Presses(kb.Escape), chromium.Writes("search", "second"), chromium.Sees("found", ""))
	look("nothing found", chromium.Writes("search", "nowhere"), chromium.Sees("show-all", ""))
	d.do(chromium.Clicks("show-all", ""))
}

func familyScreens(d *device, look lookAt) {
	d.t.Helper()
	look("family", goes("family"), chromium.Sees("member", "Taro"))
	look("invitation", chromium.Clicks("invite-make", ""), chromium.Sees("invite-code", ""), chromium.Sees("invite-qr", "QR"))
	d.do(chromium.Clicks("dialog-close", ""), chromium.Misses("invite", ""))
	look("add an Echo", chromium.Clicks("add-echo", ""), chromium.Sees("echo-number", ""))
	look("not a number", chromium.Writes("echo-number", "12"), chromium.Clicks("echo-next", ""), chromium.Until("a refusal", echoRefusal))
	d.do(chromium.Clicks("dialog-close", ""), chromium.Misses("echo-dialog", ""))
	look("not a code", chromium.Writes("join-code", "12"), chromium.Clicks("join-submit", ""), chromium.Sees("problem", ""))
	look("join?", chromium.Writes("join-code", "1234"), chromium.Clicks("join-submit", ""), chromium.Sees("join-confirm", ""))
	d.do(chromium.Clicks("join-cancel", ""), chromium.Misses("join-dialog", ""))
	look("sign out everywhere?", chromium.Clicks("sign-out-everywhere", ""), chromium.Sees("sign-out-everywhere-confirm", ""))
	d.do(chromium.Clicks("sign-out-everywhere-cancel", ""), chromium.Misses("sign-out-everywhere-dialog", ""))
	look("where one is signed in", chromium.Clicks("access", ""), chromium.Counts(2, "access-item", ""))
	look("sign a device out?", chromium.Clicks("access-end", ""), chromium.Sees("end-access-confirm", ""))
	d.do(chromium.Clicks("end-access-cancel", ""), chromium.Misses("end-access-dialog", ""))
	look("delete the account?", chromium.Clicks("delete-account", ""), chromium.Sees("delete-account-confirm", ""))
	d.do(chromium.Clicks("delete-account-cancel", ""), chromium.Misses("delete-account-dialog", ""))
}
