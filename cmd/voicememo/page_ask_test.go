package main

import (
	"testing"

	"voicememo/cmd/internal/chromium"
)

// pageAskFirst: where the owner is asked first, a code only asks; the answer is
// seen at once on both sides.
func pageAskFirst(t *testing.T, browser *chromium.Browser) {
	s := home{flags: []string{"--data", t.TempDir()}}.serve(t, "--dev")
	t.Cleanup(s.stop)
	taro, hanako, jiro := s.phone(browser), s.phone(browser), s.phone(browser)
	taro.signIn("太郎")
	taro.add("牛乳を買う")
	taro.do(goes("family"), chromium.Clicks("ask-first", ""))
	code, _ := taro.invite()

	hanako.signIn("花子")
	hanako.add("花子のメモ")
	hanako.asksBy(code)
	hanako.do(chromium.Sees("pending", "太郎"))
	taro.do(chromium.Sees("request", "花子"), chromium.Misses("invite", "")) // an invitation brings in one person
	for screen, d := range map[string]*device{"a request": taro, "waiting for the answer": hanako} {
		d.accessible(screen)
		d.fits(screen)
	}
	hanako.do(goes("memos"), chromium.Misses("memo", "牛乳を買う")) // asking shows nothing of the family
	taro.do(chromium.Clicks("request-allow", ""), chromium.Sees("member", "花子"), chromium.Misses("request", ""))
	hanako.do(chromium.Sees("memo", "牛乳を買う"), chromium.Sees("memo", "花子のメモ"))
	taro.do(goes("memos"), chromium.Sees("memo", "花子のメモ"))

	jiro.signIn("次郎")
	code, _ = taro.invite()
	jiro.asksBy(code)
	taro.do(chromium.Sees("request", "次郎"))
	jiro.do(chromium.Clicks("withdraw", ""), chromium.Misses("pending", ""))
	taro.do(chromium.Misses("request", ""))

	code, _ = taro.invite()
	jiro.asksBy(code)
	taro.do(chromium.Misses("invite", ""), goes("memos"), chromium.Sees("badge", "1"), // the family calls from every place
		goes("family"), chromium.Clicks("request-refuse", "次郎"), chromium.Misses("request", ""))
	jiro.do(chromium.Misses("pending", ""), chromium.Counts(1, "member", ""), goes("memos"), chromium.Counts(0, "memo", ""))
}
