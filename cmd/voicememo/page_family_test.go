package main

import (
	"testing"

	"voicememo/cmd/internal/chromium"
)

// pageFamily: two people side by side and an Echo see the same list, each change
// without a reload.
func pageFamily(t *testing.T, browser *chromium.Browser) {
	h := home{flags: []string{"--data", t.TempDir()}}
	s := h.serve(t, "--dev")
	t.Cleanup(s.stop)
	taro, hanako := s.phone(browser), s.phone(browser)
	taro.do(chromium.Clicks("sign-in", ""), chromium.Clicks("[name=name]", "太郎")) // one of those the provider offers
	taro.add("牛乳を買う")
	taro.do(chromium.Clicks("family-open", ""), chromium.Sees("member", "太郎"))
	code, _ := taro.invite()

	hanako.signIn("花子")
	hanako.do(chromium.Clicks("family-open", ""), chromium.Writes("join-code", code), chromium.Clicks("join-submit", ""),
		chromium.Clicks("join-confirm", ""), chromium.Sees("memo", "牛乳を買う"))
	taro.do(chromium.Sees("member", "花子"), chromium.Misses("invite-code", "")) // an invitation brings in one person

	echoJoins(t, h, taro)
	taro.do(chromium.Clicks("dialog-close", ""))
	hanako.add("傘を持っていく")
	taro.do(chromium.Sees("memo", "傘を持っていく"), chromium.Sees("memo", "花子"))
	s.alexa(addMemoRequest("page", echoAccount, "卵を買う"))
	taro.do(chromium.Sees("memo", "卵を買う"))
	hanako.do(chromium.Sees("memo", "卵を買う"))

	taro.do(chromium.Clicks("memo-delete", "傘を持っていく"), chromium.Misses("memo", "傘を持っていく"))
	hanako.do(chromium.Misses("memo", "傘を持っていく"))
	taro.do(chromium.Clicks("snackbar-undo", ""), chromium.Sees("memo", "傘を持っていく"))
	hanako.do(chromium.Sees("memo", "傘を持っていく"), chromium.Counts(3, "memo", ""))

	hanako.do(chromium.Clicks("family-open", ""), chromium.Writes("name-input", "はなちゃん"),
		chromium.Clicks("name-save", ""), chromium.Sees("member", "はなちゃん"))
	taro.do(chromium.Clicks("family-open", ""), chromium.Sees("member", "はなちゃん"),
		chromium.Clicks("dialog-close", ""), chromium.Sees("memo", "はなちゃん"), chromium.Misses("memo", "花子"))
}

// echoAccount is the Alexa account of `voicememo talk`.
const echoAccount = "amzn1.ask.account.TALK"

// echoJoins brings an Echo into the family whose owner has the family sheet open.
func echoJoins(t *testing.T, h home, owner *device) {
	t.Helper()
	code, _ := owner.invite()
	h.talk(t, "招待コード "+code+" で参加", "はい")
	owner.do(chromium.Sees("member", "Echo"))
}
