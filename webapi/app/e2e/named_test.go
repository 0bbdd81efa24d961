package e2e

import (
	"net/http"
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
)

// TestNamed: an address that names a memo opens it, in the list of a phone and beside the
// list of a wide screen, and afterwards is the address of the list.
func TestNamed(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	taro := s.signIn("太郎")
	var ids []string
	for _, content := range []string{"牛乳を買う", "卵を買う", "米を買う"} {
		ids = append(ids, taro.Call(http.MethodPost, "/api/memos", `{"content":"`+content+`"}`, http.StatusCreated)["id"].(string))
	}
	taro.Call(http.MethodPut, "/api/memos/"+ids[0]+"/done", `{"done":true}`, http.StatusOK)
	for _, settings := range []chromium.Settings{{Language: "ja"}, {Language: "ja", Width: 1280, Height: 800}} {
		d := s.device(settings)
		d.do(chromium.Visit(s.URL), household.SignsIn("太郎"), chromium.Sees("composer", ""), household.Listed)
		for i, content := range map[int]string{0: "牛乳を買う", 1: "卵を買う"} {
			d.do(chromium.Visit(s.URL+"/?memo="+ids[i]), chromium.Sees("memo-panel", ""), chromium.Sees(".memo.open, .memo.chosen", content),
				chromium.Until("the address is that of the list", "location.pathname + location.search === '/'"))
		}
	}
}
