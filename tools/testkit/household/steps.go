package household

import (
	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
)

// SignsIn signs in from the welcome page, under a name typed at the issuer's page.
func SignsIn(name string) chromium.Step {
	return chromium.Steps(chromium.Clicks("sign-in", ""), chromium.Writes("#name", name), chromium.Presses(kb.Enter))
}

// Adds writes a memo and waits until the server has it.
func Adds(content string) chromium.Step {
	return chromium.Steps(chromium.Writes("composer", content), chromium.Clicks("send", ""), chromium.Sees("memo", content), Settled)
}

// Edits replaces the text of a memo without waiting for the server.
func Edits(from, to string) chromium.Step {
	return chromium.Steps(chromium.Clicks("memo-open", from), chromium.Clicks("memo-edit", ""), chromium.Writes("editor-text", to),
		chromium.Clicks("editor-save", ""), chromium.Misses("editor", ""), chromium.Sees(".memo", to))
}

// Deletes deletes a memo, and waits until it is no longer on the list.
func Deletes(content string) chromium.Step {
	return chromium.Steps(chromium.Clicks("memo-delete", content), chromium.Misses(".memo", content))
}

// Goes opens a place: "memos", "trash" or "family".
func Goes(place string) chromium.Step { return chromium.Clicks("nav-"+place, "") }

// Invites makes an invitation in the family place, and leaves it open.
var Invites = chromium.Steps(Goes("family"), chromium.Clicks("invite-make", ""))

// Asks enters a code in the family place and confirms. That joins the family immediately,
// unless its owner is asked first.
func Asks(code string) chromium.Step {
	return chromium.Steps(Goes("family"), chromium.Writes("join-code", code), chromium.Clicks("join-submit", ""), chromium.Clicks("join-confirm", ""))
}

// Joins joins a family by a code.
func Joins(code string) chromium.Step {
	return chromium.Steps(Asks(code), chromium.Misses("join-dialog", ""))
}

// Settled waits until the server has everything that was written and changed here.
var Settled = chromium.Until("nothing is on its way",
	"!document.querySelector('[data-testid=memo-sending], [data-testid=memo-failed], [data-testid=memo-conflict]')")

// Listed waits until the list has been read.
var Listed = chromium.Until("the list is there", "!document.querySelector('[aria-busy=true]')")
