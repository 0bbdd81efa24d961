package e2e

import (
	_ "embed" // for fit.js
	"fmt"

	"voicememo/tools/testkit/chromium"
)

//go:embed fit.js
var fitScript string

// narrow are the screens on which everything must fit: a small phone, a screen
// of 1280 by 800 enlarged to 200 %, one of 1280 by 1024 to 400 % (WCAG 1.4.10),
// and a phone whose reader wants text twice as large (1.4.4).
var narrow = map[string]struct{ width, height, text int64 }{
	"320 px": {320, 568, 16}, "200 %": {640, 400, 16}, "400 %": {320, 256, 16}, "large text": {390, 844, 32},
}

// fits checks the page on each of the narrow screens.
func (d *device) fits(screen string) {
	d.t.Helper()
	for name, n := range narrow {
		d.do(chromium.Resize(n.width, n.height), chromium.TextSize(n.text),
			chromium.Until("it is drawn", "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true))))"))
		found, err := chromium.Eval[[]string](d.Window, fmt.Sprintf("(%s)(%d)", fitScript, n.width))
		if err != nil {
			d.t.Fatalf("%s, %s: %v", screen, name, err)
		}
		for _, misfit := range found {
			d.t.Errorf("%s, %s: %s", screen, name, misfit)
		}
	}
	d.do(chromium.Resize(390, 844), chromium.TextSize(16))
}
