package e2e

import (
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestFirstRun: three cards explain how to begin. Below the first memo they are lines without a
// filled button; each leads on, and goes once it was used or closed. Only one yellow
// fold is on the screen. Only the owner is asked to invite.
func TestFirstRun(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	taro, hanako := s.device(chromium.Settings{Language: "ja", Before: recogniser}), s.phone()
	taro.do(chromium.Visit(s.URL), household.SignsIn("太郎"), chromium.Sees("first", "太郎"), chromium.Counts(3, "first-hint", ""), oneFold,
		chromium.Misses("search-open", "")) // the list is empty, so the search is not shown
	taro.do(chromium.Clicks("first-write", ""), hasFocus("composer"), household.Adds("牛乳を買う"), chromium.Misses("first-write", ""), chromium.Counts(2, "first-hint", ""), oneFold, chromium.Misses("main .button.main", ""))
	taro.accessible("the lines below the first memo")
	taro.fits("the lines below the first memo")
	taro.do(chromium.Clicks("first-say", ""), listens, hears("卵を買う", true), chromium.Sees("composer", "卵を買う"),
		chromium.Clicks("send", ""), chromium.Sees("memo", "卵を買う"), household.Settled, chromium.Misses("first-say", ""), chromium.Counts(1, "first-hint", ""))

	taro.do(chromium.Clicks("first-invite", ""), chromium.Sees("invite-code", ""))
	code := taro.read("invite-code")
	hanako.do(household.SignsIn("花子"), chromium.Sees("first-invite", ""), household.Joins(code), household.Goes("memos"), chromium.Sees("memo", "牛乳を買う"),
		chromium.Misses("first-invite", ""), chromium.Sees("first-write", ""))
	taro.do(chromium.Misses("invite", ""), household.Goes("memos"), chromium.Sees("memo", "牛乳を買う"), chromium.Misses("first", ""))

	jiro := s.phone()
	jiro.do(household.SignsIn("次郎"), household.Adds("米を買う"), chromium.Clicks("first-close-say", ""), chromium.Counts(1, "first-hint", ""),
		chromium.Clicks("first-close-invite", ""), chromium.Misses("first", ""), chromium.Visit(s.URL), laterLoaded, chromium.Sees("memo", "米を買う"), chromium.Misses("first", ""))
}

// oneFold waits until one yellow fold is on the screen, besides that of the app's name.
var oneFold = chromium.Until("there is one fold", "[...document.querySelectorAll('main :is(.mark-fold, .folded)')].filter((e) => e.checkVisibility()).length === 1")
