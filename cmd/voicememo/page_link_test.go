package main

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/cmd/internal/chromium"
)

// pageLink: joining by the link of an invitation, which works once, and what is
// left for others to see: nothing.
func pageLink(t *testing.T, browser *chromium.Browser) {
	s := home{flags: []string{"--data", t.TempDir()}}.serve(t, "--dev")
	t.Cleanup(s.stop)
	taro := s.phone(browser)
	taro.signIn("太郎")
	taro.add("ひみつの誕生日会")
	_, link := taro.invite()
	taro.do(chromium.Until("the way to copy the link is said in one line",
		"document.querySelector('[data-testid=invite-copy]').offsetHeight < 50"))

	hanako := s.device(browser, chromium.Settings{Language: "ja"})
	hanako.do(chromium.Visit(link))
	hanako.signIn("花子")
	hanako.do(chromium.Clicks("join-cancel", ""), listed, chromium.Counts(0, "memo", "")) // not without a yes
	hanako.do(chromium.Visit(link), chromium.Clicks("join-confirm", ""), chromium.Sees("memo", "ひみつの誕生日会"))
	taro.do(chromium.Sees("member", "花子"), chromium.Misses("invite", ""))

	stranger := s.device(browser, chromium.Settings{Language: "ja"})
	stranger.expected = append(stranger.expected, "/api/family/join") // refused
	stranger.do(chromium.Visit(link))
	stranger.signIn("次郎")
	stranger.do(chromium.Clicks("join-confirm", ""), chromium.Until("a refusal", refusal), chromium.Presses(kb.Escape),
		chromium.Misses("join-dialog", ""), goes("family"), chromium.Counts(1, "member", ""))
	stranger.knowsNothing("太郎", "花子", "ひみつの誕生日会")

	hanako.do(goes("family"), chromium.Clicks("sign-out", ""), chromium.Sees("sign-in", ""))
	hanako.knowsNothing("太郎", "花子", "ひみつの誕生日会")
	hanako.do(chromium.Visit(s.url), chromium.Sees("sign-in", ""))
	hanako.knowsNothing("太郎", "花子", "ひみつの誕生日会")
}

// refusal: the open question says why it cannot be.
const refusal = `!!document.querySelector('[data-testid=join-dialog] [data-testid=problem]')?.textContent`

// knowsNothing checks that words are neither on the page nor kept behind it.
func (d *device) knowsNothing(words ...string) {
	d.t.Helper()
	known, err := chromium.Eval[string](d.Window, `(async () => {
		const memos = await (await fetch('/api/memos')).text();
		const kept = [];
		for (const { name } of await indexedDB.databases()) {
			const db = await new Promise((done, fail) => Object.assign(indexedDB.open(name), { onsuccess: (e) => done(e.target.result), onerror: fail }));
			for (const store of db.objectStoreNames) {
				const all = db.transaction(store).objectStore(store).getAll();
				kept.push(await new Promise((done, fail) => Object.assign(all, { onsuccess: () => done(all.result), onerror: fail })));
			}
			db.close();
		}
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
