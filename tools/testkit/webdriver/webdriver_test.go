package webdriver

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/must"
)

// TestSteps takes each kind of step on a page with a strict content security policy, in
// each browser that MEMOTEST_BROWSERS names.
func TestSteps(t *testing.T) {
	if os.Getenv("MEMOTEST_BROWSERS") == "" {
		t.Skip("set MEMOTEST_BROWSERS to run: make test-long does")
	}
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; require-trusted-types-for 'script'")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<form action="/sent"><input data-testid="text" name="text"><button data-testid="send">Send</button></form>`)
	}))
	defer page.Close()
	for _, name := range Names {
		t.Run(name, func(t *testing.T) {
			b := ForTest(t, name)
			w, err := b.Open(context.Background())
			must.OK(t, err)
			err = w.Do(chromium.Visit(page.URL), chromium.Sees("send", "Send"), chromium.Writes("text", "牛乳 and milk"),
				chromium.Until("the text is there", "Promise.resolve(document.querySelector('input').value === '牛乳 and milk')"),
				chromium.Presses(kb.Tab), chromium.Until("the button has the focus", "document.activeElement.tagName === 'BUTTON'"),
				chromium.Clicks("send", ""), chromium.Until("it was sent", "location.pathname === '/sent'"))
			if err != nil {
				t.Error(err)
			}
		})
	}
}
