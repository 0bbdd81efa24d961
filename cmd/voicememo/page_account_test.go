package main

import (
	"testing"

	"voicememo/tools/testkit/chromium"
)

// accountGoes is what Chromium logs of a list that is read while the account goes.
const accountGoes = "status of 404"

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

	tablet.do(marked)
	phone.do(goes("family"))
	phone.leavesBy(chromium.Clicks("sign-out-everywhere", ""), chromium.Clicks("sign-out-everywhere-confirm", ""))
	tablet.do(anotherPage, chromium.Sees("farewell", "この端末はサインアウトされました"))
	phone.do(told)
	for _, d := range []*device{phone, tablet} {
		d.knowsNothing("太郎", "ひみつのメモ")
	}

	phone.signIn("太郎")
	phone.expected = append(phone.expected, "status of 403", accountGoes) // the first sign-in was not for this
	phone.do(chromium.Sees("memo", "ひみつのメモ"), goes("family"), chromium.Clicks("delete-account", ""),
		chromium.Clicks("delete-account-cancel", ""), chromium.Misses("delete-account-dialog", ""), // not without a yes
		chromium.Clicks("delete-account", ""), chromium.Clicks("delete-account-confirm", ""),
		chromium.Clicks("delete-account-sign-in", ""), chromium.Clicks("[name=name]", "太郎"), // the provider asks again
		chromium.Sees("delete-account-dialog", ""))
	phone.leavesBy(chromium.Clicks("delete-account-confirm", ""))
	phone.do(chromium.Sees("farewell", "アカウントとメモを消しました"))
	phone.knowsNothing("太郎", "ひみつのメモ")
	phone.signIn("太郎")
	phone.do(chromium.Sees("composer", ""), listed, chromium.Counts(0, "memo", ""), goes("trash"), chromium.Counts(0, "memo", ""))
}
