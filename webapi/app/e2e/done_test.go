package e2e

import (
	"net/http"
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
)

// TestDone: a memo that is marked as done elsewhere is struck through on the open page, with
// a word for it, and no longer once it is not done.
func TestDone(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	d := s.phone()
	d.do(household.SignsIn("太郎"), household.Adds("牛乳を買う"), household.Adds("卵を買う"))
	account := s.signIn("太郎") // another session
	memos := account.Call(http.MethodGet, "/api/memos?q=%E7%89%9B%E4%B9%B3", "", http.StatusOK)["memos"].([]any)
	path := "/api/memos/" + memos[0].(map[string]any)["id"].(string) + "/done"

	d.do(chromium.Counts(2, "memo", ""), chromium.Counts(0, ".memo.done", ""))
	account.Call(http.MethodPut, path, `{"done":true}`, http.StatusOK)
	d.do(chromium.Sees(".memo.done", "済み"), chromium.Counts(1, ".memo.done", "牛乳を買う"), chromium.Counts(2, "memo", ""),
		chromium.Until("its text is struck through, and no other", struck))
	d.accessible("a memo that is done")
	d.do(chromium.Misses("memo", "変更あり"), chromium.Clicks("memo-open", "牛乳を買う"), chromium.Sees("memo-panel", "太郎さんが済みにしました"),
		chromium.Clicks("memo-open", "牛乳を買う"))
	account.Call(http.MethodPut, path, `{"done":false}`, http.StatusOK)
	d.do(chromium.Misses(".memo.done", ""), chromium.Misses("memo", "済み"), chromium.Counts(2, "memo", ""))
}

// struck: the memos whose text is struck through are those that are done.
const struck = `[...document.querySelectorAll('.memo-text')].every((e) =>
	getComputedStyle(e).textDecorationLine.includes('line-through') === !!e.closest('.done'))`
