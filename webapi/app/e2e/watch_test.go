package e2e

import (
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/sizes"
)

// TestWatch: the checks of every other case can fail.
func TestWatch(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	window, err := browser.ForTest(t).Open(chromium.Settings{Language: "ja"})
	if err != nil {
		t.Fatal(err)
	}
	defer window.Close()
	elsewhere := "http://" + s.Address() + "/healthz"
	for _, mistake := range []string{
		"console.error('wrong')",
		"new Image().src = 'https://elsewhere.example/'",
		"document.body.innerHTML = '<b>'",
		"setTimeout(() => { throw new Error('uncaught') })",
	} {
		before := len(window.Complaints())
		noticed := func(w *chromium.Window) error {
			if _, err := chromium.Eval[struct{}](w, "(() => { try { "+mistake+" } catch {} })()"); err != nil {
				return err
			}
			return chromium.Until("a breath", "new Promise((done) => setTimeout(() => done(true), 100))")(w)
		}
		if err := window.Do(chromium.Visit(s.URL), chromium.Sees("sign-in", ""), noticed); err != nil {
			t.Fatal(err)
		}
		if len(window.Complaints()) < before+1 {
			t.Errorf("%s goes unnoticed", mistake)
		}
	}
	if err := window.Do(chromium.Visit(elsewhere)); err != nil {
		t.Fatal(err)
	}
	if len(window.Hosts()) < 2 {
		t.Errorf("a request to %s goes unnoticed", elsewhere)
	}
}
