package household

import (
	"fmt"

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

// Opens opens a memo by its text, and does nothing if it is open.
func Opens(content string) chromium.Step {
	open := fmt.Sprintf("[...document.querySelectorAll('.memo.open, .memo.chosen')].some((row) => row.textContent.includes(%q))", content)
	return func(w *chromium.Window) error {
		if is, err := chromium.Eval[bool](w, open); err == nil && is { // it fails between two documents
			return nil
		}
		return w.Do(Shuts, chromium.Clicks(".memo .text", content), chromium.Until(fmt.Sprintf("%q is open", content), open))
	}
}

// Shuts closes the drawer over the list of a phone, if one is open. It may close by itself
// meanwhile, when its memo has two texts to choose from.
func Shuts(w *chromium.Window) error {
	if !hasDrawer(w) {
		return nil
	}
	if err := w.Do(chromium.Clicks("memo-close", "")); err != nil && hasDrawer(w) {
		return err
	}
	return w.Do(chromium.Misses(".scrim", ""))
}

// hasDrawer reports whether a drawer is open; between two documents there is none.
func hasDrawer(w *chromium.Window) bool {
	open, err := chromium.Eval[bool](w, "!!document.querySelector('.scrim')")
	return err == nil && open
}

// Copies copies the text of the open memo, from the menu of what can be shared.
var Copies = chromium.Steps(chromium.Clicks("memo-share", ""), chromium.Clicks("memo-copy", ""))

// Edits replaces the text of a memo without waiting for the server, and leaves the list in reach.
func Edits(from, to string) chromium.Step {
	return chromium.Steps(Opens(from), chromium.Clicks("memo-edit", ""), chromium.Writes("editor-text", to),
		chromium.Clicks("editor-save", ""), chromium.Misses("editor", ""), Shuts, chromium.Sees(".memo", to))
}

// Marks marks a memo as done by its circle, and waits until it is no longer among those
// that are not done.
func Marks(content string) chromium.Step {
	return chromium.Steps(chromium.ClicksIn(".memo:not(.done)", content, "memo-done"), chromium.Misses(".memo:not(.done)", content))
}

// Deletes deletes a memo, and waits until it is no longer on the list.
func Deletes(content string) chromium.Step {
	return chromium.Steps(Opens(content), chromium.Clicks("memo-delete", ""), chromium.Misses(".memo", content))
}

// Searches writes into the search. On a phone it is opened first.
func Searches(text string) chromium.Step {
	return chromium.Steps(uncovers("search", "search-open"), chromium.Writes("search", text))
}

// Goes opens a place: "memos", "family", "you" or "trash". The trash of a phone is in the
// menu of the memos.
func Goes(place string) chromium.Step {
	link := chromium.Clicks("nav-"+place, "")
	if place == "trash" {
		return chromium.Steps(Shuts, Goes("memos"), Menu, link)
	}
	return chromium.Steps(Shuts, link)
}

// Menu opens the menu of a phone. What is in it is at the side of a wide screen.
var Menu = uncovers("nav-trash", "menu-open")

// FamilyMenu opens the menu of the family, unless it is open.
var FamilyMenu = chromium.Steps(Goes("family"), uncovers("family-menu-dialog", "family-menu"))

// Chooses opens the row of a setting, unless it is open, and chooses one of its values.
func Chooses(setting, value string) chromium.Step {
	return chromium.Steps(uncovers(setting, setting+"-open"), chromium.Clicks(setting, value))
}

// uncovers clicks the way to a target unless the target is there.
func uncovers(target, way string) chromium.Step {
	there := fmt.Sprintf("!!document.querySelector('[data-testid=%s]')", target)
	either := fmt.Sprintf("!!document.querySelector('[data-testid=%s], [data-testid=%s]')", target, way)
	return func(w *chromium.Window) error {
		if err := w.Do(chromium.Until(target+" or the way to it is there", either)); err != nil {
			return err
		}
		if is, err := chromium.Eval[bool](w, there); err == nil && is { // it fails between two documents
			return nil
		}
		return w.Do(chromium.Clicks(way, ""), chromium.Sees(target, ""))
	}
}

// Invites makes an invitation in the family place, and leaves it open.
var Invites = chromium.Steps(Goes("family"), chromium.Clicks("invite-make", ""))

// Asks enters a code in the family place, or in the family's menu if the person is not alone
// there, and confirms. That joins the family immediately,
// unless its owner is asked first.
func Asks(code string) chromium.Step {
	return chromium.Steps(Goes("family"), chromium.Sees("family", ""), uncovers("join-code", "family-menu"), chromium.Writes("join-code", code), chromium.Clicks("join-submit", ""), chromium.Clicks("join-confirm", ""))
}

// Joins joins a family by a code.
func Joins(code string) chromium.Step {
	return chromium.Steps(Asks(code), chromium.Misses("join-dialog", ""))
}

// Settled waits until the server has everything that was written and changed here, also
// for memos that are not shown, such as those under a fold.
var Settled = chromium.Until("nothing is on its way",
	"!document.querySelector('[data-testid=memo-sending], [data-testid=memo-failed], [data-testid=memo-conflict], main[data-current=false]')")

// Listed waits until the list has been read.
var Listed = chromium.Until("the list is there", "!document.querySelector('[aria-busy=true]')")
