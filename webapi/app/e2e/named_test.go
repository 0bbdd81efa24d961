package e2e

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestMemoAddress: an address that names a memo opens it in any place, in the list of a phone and beside the list of a
// wide screen, also after a sign-in because the session had ended. An open memo is a step of the history.
func TestMemoAddress(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	taro := s.signIn("太郎")
	var ids []string
	for _, content := range []string{"牛乳を買う", "卵を買う", "米を買う"} {
		ids = append(ids, taro.Call(http.MethodPost, "/api/memos", `{"content":"`+content+`"}`, http.StatusCreated)["id"].(string))
	}
	taro.Call(http.MethodPut, "/api/memos/"+ids[0]+"/done", `{"done":true}`, http.StatusOK)
	taro.Call(http.MethodDelete, "/api/memos/"+ids[2], "", http.StatusOK)
	for _, settings := range []chromium.Settings{{Language: "ja"}, {Language: "ja", Width: 1280, Height: 800}} {
		d := s.device(settings)
		d.expected = append(d.expected, accountGoes) // the missing memo
		d.do(chromium.Visit(s.URL), household.SignsIn("太郎"), chromium.Sees("composer", ""), household.Listed)
		d.followsAddresses(s.URL, ids)
		d.stepsOfHistory(s.URL, ids[1])
		d.do(marked)
		s.signIn("太郎").Call(http.MethodPost, "/auth/logout-everywhere", "", http.StatusNoContent)
		d.do(anotherPage, chromium.Sees("farewell", ""), chromium.Visit(s.URL+"/memos/"+ids[1]), chromium.Sees("farewell", ""), isPath("/memos/"+ids[1]),
			household.SignsIn("太郎"), chromium.Sees("memo-panel", ""), isPath("/memos/"+ids[1]))
	}
}

// followsAddresses visits the addresses of a done memo, a live one, a deleted one and
// one that is not there.
func (d *device) followsAddresses(home string, ids []string) {
	d.t.Helper()
	for i, content := range []string{"牛乳を買う", "卵を買う"} {
		for _, address := range []string{"/memos/" + ids[i], "/?memo=" + ids[i]} {
			d.do(chromium.Visit(home+address), chromium.Sees("memo-panel", ""), chromium.Sees(".memo.open, .memo.chosen", content), isPath("/memos/"+ids[i]),
				stepsBack, chromium.Misses("memo-panel", ""), isPath("/"), household.Listed)
		}
	}
	d.do(chromium.Visit(home+"/memos/"+ids[2]), isPath("/trash"), chromium.Sees("trash-memo", "米を買う"), chromium.Sees("notice", "ゴミ箱"),
		stepsBack, isPath("/"), chromium.Visit(home+"/memos/bm90aGluZw"), chromium.Sees("notice", "見つかりません"), isPath("/"), chromium.Sees("memo", "卵を買う"))
}

// stepsOfHistory opens a memo of the list: Back closes it, a reload opens it again, and
// closing it leaves no step behind.
func (d *device) stepsOfHistory(home, id string) {
	d.t.Helper()
	opens, closes := household.Opens("卵を買う"), chromium.Steps(chromium.Presses(kb.Escape), chromium.Misses("memo-panel", ""), isPath("/"))
	d.do(chromium.Visit(home+"/trash"), household.Goes("memos"), opens, chromium.Sees("memo-panel", ""), isPath("/memos/"+id),
		stepsBack, chromium.Misses("memo-panel", ""), isPath("/"))
	for range 2 {
		d.do(opens, household.Copies, closes) // the focus is in the memo
	}
	d.do(stepsBack, isPath("/trash"), chromium.Sees("trash", ""), household.Goes("memos"), opens, isPath("/memos/"+id), marked,
		chromium.Until("it is reloaded", "(location.reload(), true)"), chromium.Until("it is another page", "!window.former"), chromium.Sees("memo-panel", ""), isPath("/memos/"+id),
		stepsBack, chromium.Misses("memo-panel", ""), isPath("/"))
}

// stepsBack goes back one step in the history.
var stepsBack = chromium.Until("it goes back", "(history.back(), true)")

// isPath waits until the address is this path without a query.
func isPath(path string) chromium.Step {
	return chromium.Until("the address is "+path, "location.pathname + location.search === '"+path+"'")
}

// TestMemoAddressOffline: without the server, the address of a memo that this device keeps opens it.
func TestMemoAddressOffline(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	taro := s.signIn("太郎")
	id := taro.Call(http.MethodPost, "/api/memos", `{"content":"牛乳を買う"}`, http.StatusCreated)["id"].(string)
	d := s.phone()
	d.expected = append(d.expected, unreachable...)
	d.do(household.SignsIn("太郎"), chromium.Sees("memo", "牛乳を買う"), shellKept, keeps("牛乳を買う"))
	s.kill()
	d.do(chromium.Visit(s.URL+"/memos/"+id), chromium.Sees("memo-panel", ""), isPath("/memos/"+id), stepsBack, chromium.Misses("memo-panel", ""), isPath("/"))
}
