package main

import (
	"testing"

	"voicememo/cmd/internal/chromium"
)

// pageAccount: ending the sessions of every device, seen on the other one
// without a reload, and deleting the account with all that belongs to it.
func pageAccount(t *testing.T, browser *chromium.Browser) {
	s := home{flags: []string{"--data", t.TempDir()}}.serve(t, "--dev")
	t.Cleanup(s.stop)
	phone, tablet := s.phone(browser), s.device(browser, chromium.Settings{Language: "ja", Width: 1180, Height: 820})
	phone.signIn("太郎")
	phone.add("ひみつのメモ")
	tablet.do(chromium.Visit(s.url))
	tablet.signIn("太郎")
	tablet.do(chromium.Sees("memo", "ひみつのメモ"))

	phone.do(goes("family"), chromium.Clicks("sign-out-everywhere", ""), chromium.Clicks("sign-out-everywhere-confirm", ""),
		chromium.Sees("sign-in", ""))
	tablet.do(chromium.Sees("sign-in", ""))
	for _, d := range []*device{phone, tablet} {
		d.knowsNothing("太郎", "ひみつのメモ")
	}

	phone.signIn("太郎")
	phone.do(chromium.Sees("memo", "ひみつのメモ"), goes("family"), chromium.Clicks("delete-account", ""),
		chromium.Clicks("delete-account-cancel", ""), chromium.Misses("delete-account-dialog", ""), // not without a yes
		chromium.Clicks("delete-account", ""), chromium.Clicks("delete-account-confirm", ""), chromium.Sees("sign-in", ""))
	phone.knowsNothing("太郎", "ひみつのメモ")
	phone.signIn("太郎")
	phone.do(chromium.Sees("composer", ""), listed, chromium.Counts(0, "memo", ""), goes("trash"), chromium.Counts(0, "memo", ""))
}
