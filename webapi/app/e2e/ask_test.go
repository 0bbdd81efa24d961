package e2e

import (
	"fmt"
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
)

// TestAskFirst: where the owner is asked first, a code files a request; both sides see the same check number, and the
// answer immediately.
func TestAskFirst(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	taro, hanako, jiro := s.phone(), s.phone(), s.phone()
	taro.do(household.SignsIn("太郎"), household.Adds("牛乳を買う"))
	code, _ := taro.invite()
	taro.do(chromium.Sees("invite-asks", "すぐに"), chromium.Sees("invite-for-one", "1人だけ"), chromium.Clicks("dialog-close", ""), household.FamilyMenu, chromium.Clicks("ask-first", ""), chromium.Clicks("dialog-close", ""),
		chromium.Clicks("invite-make", ""), chromium.Sees("invite-asks", "許可するまで")) // of a code that is still valid

	hanako.do(household.SignsIn("花子"), household.Adds("花子のメモ"))
	hanako.asksByWrong(code)
	hanako.do(chromium.Sees("pending", "太郎さん"))
	taro.do(chromium.Sees("request", "花子"), chromium.Misses("invite", "")) // the request is not covered
	if theirs, mine := hanako.read(".check b"), taro.read(".check b"); theirs != mine || len(mine) != 2 {
		t.Errorf("the person who asks sees %q, the owner %q", theirs, mine)
	}
	taro.do(chromium.Sees("request", "@example.test"), chromium.Sees("request", "招待コードで"), chromium.Misses("resembles", ""))
	for screen, d := range map[string]*device{"a request": taro, "waiting for the answer": hanako} {
		d.accessible(screen)
		d.fits(screen)
	}
	hanako.do(household.Goes("memos"), chromium.Misses("memo", "牛乳を買う")) // a person who asks sees nothing of the family
	taro.do(chromium.Clicks("request-allow", ""), chromium.Sees("member", "花子"), chromium.Misses("request", ""))
	hanako.do(chromium.Sees("memo", "牛乳を買う"), chromium.Sees("memo", "花子のメモ"))
	taro.do(household.Goes("memos"), chromium.Sees("memo", "花子のメモ"))

	jiro.do(household.SignsIn("花 子")) // looks like a member
	_, link := taro.invite()
	jiro.do(chromium.Visit(link), chromium.Sees("join-dialog", "代表"), chromium.Clicks("join-confirm", ""), chromium.Sees("pending", "太郎さん"))
	taro.do(chromium.Sees("request", "招待リンクで"), chromium.Sees("resembles", "花子"))
	jiro.do(chromium.Clicks("withdraw", ""), chromium.Misses("pending", ""))
	taro.do(chromium.Misses("request", ""))

	code, _ = taro.invite() // asking has not used up the code
	taro.do(chromium.Resize(390, 300), chromium.Until("the place is scrolled", "(scrollTo(0, 1e6), scrollY > 50)"))
	jiro.do(household.Asks(code))
	taro.do(chromium.Misses("invite", ""), chromium.Sees("request", ""), chromium.Until("the request is in view",
		"(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector('[data-testid=request]').getBoundingClientRect())"))
	taro.do(chromium.Resize(390, 844), household.Goes("memos"), chromium.Sees("badge", "1"), // the family calls from every place
		household.Goes("family"), chromium.Clicks("request-refuse", ""), chromium.Misses("request", ""))
	jiro.do(chromium.Misses("pending", ""), chromium.Counts(1, "member", ""), household.Goes("memos"), chromium.Counts(0, "memo", ""))
}

// asksByWrong enters a code with a wrong digit, which is returned for correction, and
// then the right one.
func (d *device) asksByWrong(code string) {
	d.t.Helper()
	wrong := code[:3] + string('0'+(code[3]-'0'+1)%10)
	d.expected = append(d.expected, "/api/family/join") // not found
	d.do(household.Asks(wrong), chromium.Sees("problem", "この番号では参加できません"), chromium.Misses("join-confirm", ""))
	d.accessible("a wrong code")
	d.fits("a wrong code")
	d.do(chromium.Clicks("to-digits", "番号を入れなおす"), hasFocus("join-code"),
		chromium.Until("the digits are kept", fmt.Sprintf("document.getElementById('join-code').value === %q", wrong)),
		chromium.Writes("join-code", code), chromium.Clicks("join-submit", ""), chromium.Clicks("join-confirm", ""))
}
