package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestInvited: where an invitation is needed to sign up, the person sees until when
// they have to join, and in the end that the family refused them; a second person with
// the same link sees that it was used.
func TestInvited(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	h := newHome(t)
	s := h.serve()
	taro := s.phone()
	taro.do(household.SignsIn("太郎"), household.Adds("牛乳を買う"))
	s.stop()
	s = h.serve("--signup", "invited", "--addr", s.Address())
	taro.expected = append(taro.expected, unreachable...) // while the server restarts
	taro.do(chromium.Visit(s.URL), household.FamilyMenu, chromium.Clicks("ask-first", ""), chromium.Clicks("dialog-close", ""))
	_, link := taro.invite()

	hanako, jiro := s.device(chromium.Settings{Language: "ja"}), s.device(chromium.Settings{Language: "ja"})
	hanako.signsInBy(link, "花子")
	hanako.do(chromium.Sees("not-admitted", "まだ家族に入っていません"))
	hanako.accessible("an account that is not admitted")
	hanako.fits("an account that is not admitted")
	jiro.do(chromium.Visit(link), chromium.Clicks("sign-in", ""), chromium.Writes("#name", "次郎"), chromium.Presses(kb.Enter),
		chromium.Sees("sign-in-problem", "もう使われたか"))

	hanako.do(chromium.Visit(link), chromium.Clicks("join-confirm", "参加を申し込む"), chromium.Sees("pending-erases", "アカウント"),
		chromium.Misses("not-admitted", ""))
	hanako.expected = append(hanako.expected, accountGoes)
	taro.do(chromium.Sees("request", "花子"), chromium.Clicks("request-refuse", ""), chromium.Misses("request", ""))
	hanako.do(chromium.Sees("farewell", "許可されませんでした"), chromium.Sees("sign-in", ""))
}
