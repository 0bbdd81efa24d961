package e2e

import (
	"fmt"
	"testing"
	"time"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
	"voicememo/webapi/live"
)

// TestAccess: a person sees where they are signed in, also at the second attempt, and
// signs a device out, which ends its session at once and lists its unsent texts.
func TestAccess(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	phone, tablet := s.phone(), s.device(chromium.Settings{Language: "ja", Width: 1180, Height: 820})
	phone.do(household.SignsIn("太郎"))
	tablet.do(chromium.Visit(s.URL), household.SignsIn("太郎"), household.Adds("届いたメモ"))
	tablet.expected = append(tablet.expected, unreachable...)
	restore, err := tablet.LoseAnswers("POST", "/api/memos")
	if err != nil {
		t.Fatal(err)
	}
	tablet.do(chromium.Writes("composer", "返事を待つメモ"), chromium.Clicks("send", ""), chromium.Sees("memo-sending", "返事を待つメモ"),
		chromium.Writes("composer", "書きかけ"), marked)

	phone.listsAccess()
	phone.do(chromium.Counts(2, "access-item", ""), chromium.Counts(1, "access-item", "この端末"), chromium.Clicks("access-end", ""),
		chromium.Clicks("end-access-cancel", ""), chromium.Misses("end-access-dialog", ""), chromium.Counts(2, "access-item", ""),
		chromium.Clicks("access-end", ""), chromium.Clicks("end-access-confirm", ""))
	began := time.Now()
	tablet.do(chromium.Sees("farewell", "この端末はサインアウトされました"))
	if took := time.Since(began); took > live.Heartbeat*3/4 {
		t.Errorf("the other device heard after %v, want at once and not with the next heartbeat", took)
	}
	tablet.do(chromium.Sees("farewell", "まだ送っていないものが2件、この端末に残っています"), anotherPage)
	tablet.knowsNothing("太郎", "届いたメモ")
	phone.do(chromium.Counts(1, "access-item", ""), chromium.Misses("access-end", ""))

	if err := restore(); err != nil {
		t.Fatal(err)
	}
	tablet.do(chromium.Visit(s.URL), chromium.Sees("farewell", "2件"), household.SignsIn("太郎"))
	tablet.do(household.Settled, chromium.Counts(2, "memo", ""), chromium.Counts(1, "memo", "返事を待つメモ"))
	if draft := tablet.read("composer"); draft != "書きかけ" {
		t.Errorf("the composer holds %q", draft)
	}
}

// listsAccess opens the list of accesses: first without its answer.
func (d *device) listsAccess() {
	d.t.Helper()
	d.expected = append(d.expected, unreachable...)
	d.do(household.Goes("you"), chromium.Sees("access", "2"), household.Goes("memos"))
	restore, err := d.LoseAnswers("GET", "/api/me/access")
	if err != nil {
		d.t.Fatal(err)
	}
	d.do(household.Goes("you"), chromium.Clicks("access", ""), chromium.Sees("access-retry", ""), saysWhy)
	if err := restore(); err != nil {
		d.t.Fatal(err)
	}
	d.do(chromium.Clicks("access-retry", ""), chromium.Misses("access-retry", ""))
}

// TestTabs: a sign-out in one tab signs out every tab of the browser, without the
// server too, and one of them notifies the server.
func TestTabs(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	h := newHome(t)
	s := h.serve()
	tabs := make([]*device, 3)
	for i := range tabs {
		tabs[i] = s.device(chromium.Settings{Language: "ja", Shared: true}) // the only test that does
		tabs[i].expected = append(tabs[i].expected, unreachable...)
		tabs[i].do(chromium.Visit(s.URL))
	}
	first := tabs[0]
	first.do(household.SignsIn("太郎"), household.Adds("ひみつのメモ"))
	for _, tab := range tabs {
		tab.do(chromium.Sees("memo", "ひみつのメモ"), shellKept, marked)
	}
	account := s.signIn("太郎") // another session, which continues
	s.kill()
	first.do(household.Goes("you"), chromium.Clicks("sign-out", ""))
	for _, tab := range tabs {
		tab.do(anotherPage, chromium.Sees("farewell", "サインアウトの手続きは、つながったときに"))
	}
	first.do(chromium.Visit(s.URL), chromium.Sees("farewell", "サインアウトの手続きは、つながったときに"),
		chromium.Clicks("sign-in", ""), saysWhy)
	h.serve("--addr", s.Address())
	requests := 0
	for _, tab := range tabs {
		tab.do(serverSignedOut)
		n, err := chromium.Eval[int](tab.Window, fmt.Sprintf(answered, "/auth/logout"))
		if err != nil {
			t.Fatal(err)
		}
		requests += n
		if asked, err := chromium.Eval[int](tab.Window, fmt.Sprintf(answered, "/api/me")); err != nil || asked > 0 {
			t.Errorf("got %d questions to a session that is over (%v), want none", asked, err)
		}
	}
	if requests != 1 {
		t.Errorf("got %d sign-outs at the server, want 1", requests)
	}
	account.Call("GET", "/api/me", "", 200)
	first.do(household.SignsIn("太郎"))
	for _, tab := range tabs {
		tab.do(chromium.Sees("memo", "ひみつのメモ"))
	}
}

// answered counts the requests of a page to a path that the server has answered.
const answered = `performance.getEntriesByType('resource').filter((e) => new URL(e.name).pathname === %q && e.responseStatus > 0).length`
