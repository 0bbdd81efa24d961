package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestToken: a key that is made on the page works for a program, within its scope, until it
// is ended on the page. Only the dialog that creates it shows it.
func TestToken(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	d := s.phone()
	d.do(household.SignsIn("太郎"), household.Adds("牛乳を買う"), household.Goes("you"), chromium.Clicks("access", ""),
		chromium.Clicks("key-open", ""), hasFocus("key-name"), chromium.Clicks("key-save", ""), chromium.Sees("problem", "名前を入れてください"),
		chromium.Writes("key-name", "台所のタブレット"), chromium.Clicks("key-save", ""), chromium.Sees("key-token", ""), hasFocus("key-copy"))
	d.do(chromium.Presses(kb.Escape), chromium.Presses(kb.Escape), chromium.Sees("key-token", "")) // before it was copied
	token := d.read("key-token")
	if !strings.HasPrefix(token, "vm_") {
		t.Fatalf("got a key of %d characters that begins otherwise than vm_", len(token))
	}
	s.asks(token, http.MethodGet, "/api/memos", "", http.StatusOK)
	s.asks(token, http.MethodPost, "/api/memos", `{"content":"卵を買う"}`, http.StatusForbidden)
	d.do(chromium.Clicks("key-close", ""), chromium.Misses("key-dialog", ""), chromium.Counts(2, "access-item", ""),
		chromium.Counts(1, "access-item", "台所のタブレット"), chromium.Counts(1, "access-item", "読むだけ"))
	d.knowsNothing(token)

	d.do(chromium.ClicksIn("access-item", "台所のタブレット", "access-end"), chromium.Sees("end-access-dialog", "台所のタブレット"),
		chromium.Clicks("end-access-confirm", ""), chromium.Misses("access-item", "台所のタブレット"))
	s.asks(token, http.MethodGet, "/api/memos", "", http.StatusUnauthorized)
	if strings.Contains(s.Log(), token) {
		t.Error("the key is in the log")
	}
}

// asks sends a request as a program with a key.
func (s *served) asks(token, method, path, body string, want int) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != want {
		s.t.Errorf("%s %s: got status %d, want %d", method, path, res.StatusCode, want)
	}
}
