package e2e

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestLink: joining by the link of an invitation, which names the family first and
// works once, and leaves nothing for others to see.
func TestLink(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	taro := s.phone()
	taro.do(household.SignsIn("太郎"), household.Adds("ひみつの誕生日会"))
	_, link := taro.invite()
	own := s.phone() // the owner's other device
	own.do(household.SignsIn("太郎"))
	own.do(chromium.Sees("memo", "ひみつの誕生日会"), chromium.Visit(link), chromium.Sees("already-member", "もうこの家族のメンバーです"), chromium.Misses("join-confirm", ""))
	own.accessible("a link of one's own family")
	own.do(chromium.Clicks("already-member-close", ""), chromium.Misses("already-member", ""))
	taro.do(chromium.Sees("invite-asks", "すぐに"), chromium.Until("the way to copy the link is said in one line",
		"document.querySelector('[data-testid=invite-copy]').offsetHeight < 50"))

	hanako := s.device(chromium.Settings{Language: "ja"})
	hanako.signsInBy(link, "花子")
	hanako.do(household.Adds("花子のメモ"))
	hanako.do(chromium.Visit(link), chromium.Sees("join-dialog", "太郎さんの家族"), chromium.Sees("join-inviter", "太郎さん"), chromium.Sees("join-moves", "1件"), hidden)
	hanako.accessible("an invitation")
	hanako.fits("an invitation")
	hanako.do(chromium.Clicks("join-confirm", ""), chromium.Sees("memo", "ひみつの誕生日会"), chromium.Sees("notice", "太郎さんの家族"))
	taro.do(chromium.Sees("member", "花子"), chromium.Misses("invite", ""))

	stranger := s.device(chromium.Settings{Language: "ja"})
	stranger.expected = append(stranger.expected, "/api/family/invitations/preview") // not found
	stranger.do(chromium.Visit(link), household.SignsIn("次郎"))
	stranger.do(chromium.Sees("link-dead", "使えません"), chromium.Misses("join-confirm", ""))
	stranger.accessible("a dead link")
	stranger.do(chromium.Clicks("to-digits", ""), hasFocus("join-code"), chromium.Counts(1, "member", ""))
	stranger.do(chromium.Visit(s.URL+"/join#abc"), chromium.Sees("link-dead", ""), chromium.Presses(kb.Escape), chromium.Misses("link-dead", ""))
	stranger.knowsNothing("太郎", "花子", "ひみつの誕生日会")

	hanako.do(chromium.Clicks("snackbar-undo", "参加をやめる"), chromium.Misses("memo", "ひみつの誕生日会"), chromium.Sees("memo", "花子のメモ"),
		household.Goes("you"))
	hanako.do(leaves(chromium.Clicks("sign-out", "")))
	hanako.do(serverSignedOut)
	hanako.knowsNothing("太郎", "花子", "ひみつの誕生日会")
	hanako.do(chromium.Visit(s.URL), chromium.Sees("sign-in", ""))
	hanako.knowsNothing("太郎", "花子", "ひみつの誕生日会")
}

// signsInBy opens an invitation's link, signs in with it, and answers no. The token is in no address on the way to the
// issuer or afterwards.
func (d *device) signsInBy(link, name string) {
	d.t.Helper()
	u, err := url.Parse(link)
	if err != nil || len(u.Fragment) != 22 {
		d.t.Fatalf("the link is %q (%v)", link, err)
	}
	d.do(chromium.Visit(link), chromium.Sees("sign-in", "参加"), hidden, chromium.Clicks("sign-in", ""), chromium.Sees("#name", ""))
	if there, err := chromium.Eval[string](d.Window, "location.href + document.referrer"); err != nil || strings.Contains(there, u.Fragment) {
		d.t.Errorf("at the issuer the address is %q (%v)", there, err)
	}
	d.do(chromium.Writes("#name", name), chromium.Presses(kb.Enter), chromium.Sees("join-inviter", "太郎さん"), hidden,
		chromium.Clicks("join-cancel", ""), household.Listed, chromium.Counts(0, "memo", "")) // only after the confirmation
}

// hidden waits until the address has no token.
var hidden = chromium.Until("the token is not in the address", "location.hash + location.search === ''")

// knowsNothing checks that words are neither on the page nor in its storage.
func (d *device) knowsNothing(words ...string) {
	d.t.Helper()
	known, err := chromium.Eval[string](d.Window, `(async () => {
		const memos = await (await fetch('/api/memos')).text();
		const kept = [await `+inDatabases+`];
		for (const name of await caches.keys()) {
			for (const request of await (await caches.open(name)).keys()) kept.push(request.url);
		}
		return document.body.textContent + JSON.stringify([kept, { ...localStorage, ...sessionStorage }]) + memos;
	})()`)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, word := range words {
		if strings.Contains(known, word) {
			d.t.Errorf("%q is still to be found", word)
		}
	}
}
