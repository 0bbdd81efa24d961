package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// Texts that exist only in the browser: a new memo in the other tab, and an edit of a memo.
const (
	draftElsewhere = "別のタブで書きかけの長いメモ"
	halfEdit       = "牛乳を二本とチーズ"
)

// writer is a person with two tabs of one browser, who writes in both.
type writer struct {
	tab, other *device
}

// begins signs a person in in two tabs and begins a text in each of them.
func begins(s *served, name string) writer {
	s.t.Helper()
	w := writer{tab: s.phone()}
	w.tab.do(household.SignsIn(name), household.Adds("牛乳"))
	w.other = s.beside(w.tab)
	w.writes()
	return w
}

// writes begins a text in each tab.
func (w writer) writes() {
	w.tab.t.Helper()
	w.other.do(chromium.Sees("memo", "牛乳"), chromium.Writes("composer", draftElsewhere), chromium.Sees("composer", draftElsewhere), keeps(draftElsewhere))
	w.tab.do(household.Opens("牛乳"), chromium.Clicks("memo-edit", ""), chromium.Writes("editor-text", halfEdit),
		chromium.Presses(kb.Escape), household.Goes("you"))
}

// seesBoth checks that the open dialog shows both texts.
func (w writer) seesBoth() {
	w.tab.t.Helper()
	w.tab.do(chromium.Counts(2, "unsent-text", ""), chromium.Sees("unsent-text", draftElsewhere), chromium.Sees("unsent-text", halfEdit))
}

// hasBoth checks that each tab has its text again.
func (w writer) hasBoth() {
	w.tab.t.Helper()
	w.other.do(chromium.Sees("composer", draftElsewhere))
	w.tab.do(chromium.Sees("memo", "書きかけあり"), household.Opens("牛乳"), chromium.Clicks("memo-edit", ""), chromium.Sees("editor-text", halfEdit))
}

// keepsNothing checks that neither text is in the storage of the browser.
func (w writer) keepsNothing() {
	w.tab.t.Helper()
	for _, d := range []*device{w.tab, w.other} {
		d.do(chromium.Until("nothing is kept", fmt.Sprintf("%s.then((kept) => !/書きかけの長い|二本とチーズ/.test(kept))", inDatabases)))
	}
}

// TestSignOutKeepsWriting: a sign-out shows the drafts of every tab. What the person
// keeps comes back when the same person signs in, in the tab where it was written, and
// another person who signs in between sees nothing of it.
func TestSignOutKeepsWriting(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	w := begins(s, "太郎")
	w.tab.do(chromium.Clicks("sign-out", ""))
	w.seesBoth()
	w.tab.do(chromium.Clicks("sign-out-cancel", ""), chromium.Misses("sign-out-dialog", ""), chromium.Clicks("sign-out", ""))
	w.other.do(marked)
	w.tab.do(leaves(chromium.Clicks("sign-out-keep", "")), chromium.Sees("farewell", "2件、この端末に残っています"))
	w.other.do(anotherPage)

	w.tab.do(serverSignedOut, household.SignsIn("花子"), chromium.Sees("composer", ""), household.Listed)
	w.other.do(chromium.Sees("composer", ""))
	for _, d := range []*device{w.tab, w.other} {
		if draft := d.read("composer"); draft != "" {
			t.Errorf("another person sees %q", draft)
		}
	}
	w.tab.do(household.Goes("you"), leaves(chromium.Clicks("sign-out", "")), serverSignedOut)
	w.other.do(chromium.Sees("sign-in", ""))

	w.tab.do(household.SignsIn("太郎"), chromium.Sees("memo", "牛乳"))
	w.hasBoth()
}

// TestSignOutThrowsWritingAway: discarded drafts are on no disk afterwards, of
// any tab; the same holds for a deleted account, which shows the texts before.
func TestSignOutThrowsWritingAway(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	w := begins(s, "太郎")
	for _, way := range []string{"sign-out", "sign-out-everywhere"} {
		w.tab.do(chromium.Clicks(way, ""))
		w.seesBoth()
		w.other.do(marked)
		w.tab.do(leaves(chromium.Clicks(way+"-discard", "")), chromium.Sees("farewell", "この端末からサインアウトしました"), serverSignedOut)
		w.other.do(anotherPage)
		w.keepsNothing()
		w.tab.do(household.SignsIn("太郎"), chromium.Sees("memo", "牛乳"))
		w.writes()
	}
	w.tab.expected = append(w.tab.expected, "status of 403", accountGoes) // the first sign-in was not for this
	w.other.expected = append(w.other.expected, accountGoes)
	w.tab.do(chromium.Clicks("delete-account", ""))
	w.seesBoth()
	w.tab.do(chromium.Clicks("delete-account-confirm", ""), chromium.Clicks("delete-account-sign-in", ""), chromium.Clicks("[name=name]", "太郎"),
		chromium.Sees("delete-account-dialog", ""))
	w.seesBoth()
	w.tab.do(leaves(chromium.Clicks("delete-account-confirm", "")), chromium.Sees("farewell", "アカウントとメモを消しました"))
	w.other.do(chromium.Sees("sign-in", ""))
	w.keepsNothing()
}

// TestSignOutEverywhereKeepsWriting: signing out everywhere keeps the texts of this device if the person wants that.
func TestSignOutEverywhereKeepsWriting(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	w := begins(s, "太郎")
	w.tab.do(chromium.Clicks("sign-out-everywhere", ""))
	w.seesBoth()
	w.tab.do(leaves(chromium.Clicks("sign-out-everywhere-keep", "")), serverSignedOut, household.SignsIn("太郎"), chromium.Sees("memo", "牛乳"))
	w.hasBoth()
}

// TestLeavingKeepsWriting: leaving a family shows the drafts, and takes them along: a text over
// a memo of the former family is in the composer, with the reason.
func TestLeavingKeepsWriting(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	owner := s.phone()
	owner.do(household.SignsIn("花子"), household.Adds("牛乳"))
	code, _ := owner.invite()
	w := writer{tab: s.phone()}
	w.tab.expected = append(w.tab.expected, "status of 404") // the memo stays behind
	w.tab.do(household.SignsIn("太郎"), household.Joins(code), chromium.Sees("memo", "牛乳"))
	w.other = s.beside(w.tab)
	w.other.expected = append(w.other.expected, "status of 404")
	w.writes()
	w.tab.do(household.FamilyMenu, chromium.Clicks("leave", ""))
	w.seesBoth()
	w.tab.do(chromium.Clicks("leave-confirm", ""), chromium.Misses("leave-dialog", ""), household.Goes("memos"), chromium.Sees("composer", halfEdit))
	w.other.do(chromium.Misses("memo", "牛乳"), chromium.Sees("composer", draftElsewhere))
}
