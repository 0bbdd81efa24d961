package e2e

import (
	"slices"
	"strings"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
)

// screen is a view of the page.
type screen struct {
	name   string
	before func(*served)   // happens elsewhere first; may be nil
	steps  []chromium.Step // lead from the screen before to this one
	leave  []chromium.Step // close a screen that does not close by itself
}

// screens is a walk through everything that a person who is alone in a family can open at the server's address, the
// last screens without the server.
func screens(url string) []screen {
	return slices.Concat(welcomeScreens(url), memoScreens, trashScreens, familyScreens, yourScreens, awayScreens)
}

// walk opens each screen and runs the check.
func (d *device) walk(s *served, look func(screen string)) {
	d.t.Helper()
	for _, to := range screens(s.URL) {
		if to.before != nil {
			to.before(s)
		}
		d.do(to.steps...)
		look(to.name)
		d.do(to.leave...)
	}
}

func welcomeScreens(url string) []screen {
	return []screen{{
		name:  "welcome",
		steps: []chromium.Step{chromium.Visit(url), chromium.Sees("sign-in", "")},
	}, {
		name:  "privacy",
		steps: []chromium.Step{chromium.Visit(url + "/privacy")},
	}, {
		name:  "terms",
		steps: []chromium.Step{chromium.Visit(url + "/terms")},
	}, {
		name:  "the docs",
		steps: []chromium.Step{chromium.Visit(url + "/api/docs")},
		leave: []chromium.Step{chromium.Visit(url)},
	}}
}

var memoScreens = []screen{{
	name:  "no memos",
	steps: []chromium.Step{household.SignsIn("Taro"), chromium.Sees("composer", ""), household.Listed},
}, {
	name: "memos and a message",
	steps: []chromium.Step{
		household.Adds("buy milk"),
		household.Adds("a second memo that is a good deal longer, so that it needs more than one line of a phone"),
		household.Deletes("milk"), chromium.Sees("snackbar-undo", ""),
	},
}, {
	name:  "too long a memo",
	steps: []chromium.Step{chromium.Writes("composer", strings.Repeat("long ", 101)), chromium.Sees("left", "")},
	leave: []chromium.Step{chromium.Writes("composer", "")},
}, {
	name:  "open memo",
	steps: []chromium.Step{household.Opens("second"), chromium.Sees("memo-panel", "")},
}, {
	name:  "editor",
	steps: []chromium.Step{chromium.Clicks("memo-edit", ""), chromium.Sees("editor-text", "")},
	leave: []chromium.Step{chromium.Clicks("editor-cancel", ""), hasFocus("memo-edit"), chromium.Presses(kb.Escape), chromium.Misses("memo-panel", "")},
}, {
	name:  "a done memo",
	steps: []chromium.Step{household.Adds("post the letter"), household.Marks("letter"), chromium.Clicks("done-fold", ""), chromium.Sees("memo", "letter")},
	leave: []chromium.Step{chromium.Clicks("done-fold", "")},
}, {
	name:  "menu",
	steps: []chromium.Step{household.Menu, chromium.Sees("nav-trash", "")},
	leave: []chromium.Step{chromium.Presses(kb.Escape)},
}, {
	name:  "shortcuts",
	steps: []chromium.Step{opensShortcuts, chromium.Sees("shortcuts", "")},
	leave: []chromium.Step{chromium.Presses(kb.Escape), chromium.Misses("shortcuts", "")},
}, {
	name:  "several lines were pasted",
	steps: []chromium.Step{chromium.Pastes("composer", "milk\neggs"), chromium.Sees("paste-many", "")},
	leave: []chromium.Step{chromium.Presses(kb.Escape), chromium.Misses("paste-many", ""), chromium.Writes("composer", ""), chromium.Presses(kb.Delete)},
}, {
	name:  "search",
	steps: []chromium.Step{household.Searches("second"), chromium.Sees("found", "")},
}, {
	name:  "nothing found",
	steps: []chromium.Step{household.Searches("nowhere"), chromium.Sees("show-all", "")},
	leave: []chromium.Step{chromium.Clicks("show-all", "")},
}}

var trashScreens = []screen{{
	name:  "trash",
	steps: []chromium.Step{household.Goes("trash"), chromium.Sees("trash-memo", "milk")},
}, {
	name:  "for good?",
	steps: []chromium.Step{chromium.Clicks("trash-purge", ""), chromium.Sees("purge-confirm", "")},
	leave: []chromium.Step{chromium.Presses(kb.Escape), chromium.Misses("purge-dialog", "")},
}}

var familyScreens = []screen{{
	name:   "family",
	before: func(s *served) { s.signIn("Taro") }, // on another device
	steps:  []chromium.Step{household.Goes("family"), chromium.Sees("member", "Taro")},
}, {
	name:  "invitation",
	steps: []chromium.Step{chromium.Clicks("invite-make", ""), chromium.Sees("invite-code", ""), chromium.Sees("invite-qr", "QR")},
	leave: []chromium.Step{chromium.Clicks("dialog-close", ""), chromium.Misses("invite", "")},
}, {
	name:  "the family's menu",
	steps: []chromium.Step{household.FamilyMenu, chromium.Sees("time-zone", "")},
	leave: []chromium.Step{chromium.Clicks("dialog-close", ""), chromium.Misses("family-menu-dialog", "")},
}, {
	name:  "add an Echo",
	steps: []chromium.Step{chromium.Clicks("add-echo", ""), chromium.Sees("echo-number", "")},
}, {
	name:  "not a number",
	steps: []chromium.Step{chromium.Writes("echo-number", "12"), chromium.Clicks("echo-next", ""), refusesNumber},
	leave: []chromium.Step{chromium.Clicks("dialog-close", ""), chromium.Misses("echo-dialog", "")},
}, {
	name:  "not a code",
	steps: []chromium.Step{chromium.Writes("join-code", "12"), chromium.Clicks("join-submit", ""), chromium.Sees("problem", "")},
}, {
	name:  "join?",
	steps: []chromium.Step{chromium.Writes("join-code", "1234"), chromium.Clicks("join-submit", ""), chromium.Sees("join-confirm", "")},
	leave: []chromium.Step{chromium.Clicks("join-cancel", ""), chromium.Misses("join-dialog", "")},
}}

var yourScreens = []screen{{
	name:  "you",
	steps: []chromium.Step{household.Goes("you"), chromium.Sees("access", "2")},
}, {
	name: "settings",
	steps: []chromium.Step{
		chromium.Clicks("settings-language-open", ""), chromium.Clicks("settings-text-open", ""), chromium.Clicks("settings-theme-open", ""),
		chromium.Clicks("exports", ""), chromium.Sees("export-csv", ""),
	},
}, {
	name:  "a name and an emoji",
	steps: []chromium.Step{chromium.Clicks("profile-open", ""), chromium.Sees("profile-save", "")},
	leave: []chromium.Step{chromium.Clicks("profile-cancel", ""), chromium.Misses("profile-dialog", "")},
}, {
	name:  "sign out everywhere?",
	steps: []chromium.Step{chromium.Clicks("sign-out-everywhere", ""), chromium.Sees("sign-out-everywhere-confirm", "")},
	leave: []chromium.Step{chromium.Clicks("sign-out-everywhere-cancel", ""), chromium.Misses("sign-out-everywhere-dialog", "")},
}, {
	name:  "where one is signed in",
	steps: []chromium.Step{chromium.Clicks("access", ""), chromium.Counts(2, "access-item", "")},
}, {
	name:  "sign a device out?",
	steps: []chromium.Step{chromium.Clicks("access-end", ""), chromium.Sees("end-access-confirm", "")},
	leave: []chromium.Step{chromium.Clicks("end-access-cancel", ""), chromium.Misses("end-access-dialog", "")},
}, {
	name:  "a key for a program",
	steps: []chromium.Step{chromium.Clicks("key-open", ""), chromium.Sees("key-save", "")},
}, {
	name:  "the key",
	steps: []chromium.Step{chromium.Writes("key-name", "Kitchen tablet"), chromium.Clicks("key-save", ""), chromium.Sees("key-token", "")},
	leave: []chromium.Step{chromium.Clicks("key-close", ""), chromium.Misses("key-dialog", "")},
}, {
	name:  "end the key?",
	steps: []chromium.Step{chromium.ClicksIn("access-item", "Kitchen tablet", "access-end"), chromium.Sees("end-access-confirm", "")},
	leave: []chromium.Step{chromium.Clicks("end-access-cancel", ""), chromium.Misses("end-access-dialog", "")},
}, {
	name:  "delete the account?",
	steps: []chromium.Step{chromium.Clicks("delete-account", ""), chromium.Sees("delete-account-confirm", "")},
	leave: []chromium.Step{chromium.Clicks("delete-account-cancel", ""), chromium.Misses("delete-account-dialog", "")},
}}

var awayScreens = []screen{{
	name:   "unsent",
	before: (*served).kill,
	steps: []chromium.Step{
		household.Goes("memos"), chromium.Writes("composer", "three"), chromium.Clicks("send", ""),
		chromium.Sees("memo-sending", ""), chromium.Sees("offline", ""),
	},
}, {
	name:  "unsent is lost?",
	steps: []chromium.Step{household.Goes("you"), marked, chromium.Clicks("sign-out", ""), chromium.Sees("unsent-text", "")},
}, {
	name: "signed out, and the server not told",
	steps: []chromium.Step{
		chromium.Clicks("sign-out-discard", ""), anotherPage,
		chromium.Until("it says so", "document.querySelectorAll('[data-testid=farewell] p').length > 1"),
	},
}, {
	name:  "cannot sign in",
	steps: []chromium.Step{chromium.Clicks("sign-in", ""), saysWhy},
}}
