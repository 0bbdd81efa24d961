package e2e

import (
	"os"
	"sync"
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/sizes"
)

// axeFile is the rule checker, installed with the tools that build the page.
const axeFile = "../node_modules/axe-core/axe.min.js"

// axeRun returns a line for each violation that axe finds. The size of targets is not checked
// unless it is enabled.
const axeRun = `axe.run(document, { rules: { 'target-size': { enabled: true } } }).then(({ violations, passes }) => {
	if (passes.length < 10) throw new Error('axe checked almost nothing');
	return violations.flatMap((v) => v.nodes.map((n) => v.id + ' at ' + n.target + ': ' + n.failureSummary));
})`

// TestScreens: axe finds nothing on any screen, in either language, light or dark, on a phone and on a tablet. On small
// screens and with large text nothing scrolls sideways, is cut off, or has the focus while something covers it.
func TestScreens(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	for name, settings := range map[string]chromium.Settings{
		"ja": {Language: "ja"}, "en": {Language: "en"}, "tablet": {Language: "ja", Width: 1180, Height: 820},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newHome(t).serve()
			d := s.device(settings)
			d.expected = append(d.expected, unreachable...)
			d.walk(s, func(screen string) {
				d.accessible(screen)
				if name != "tablet" {
					d.fits(screen)
				}
			})
		})
	}
}

// axe returns the source of the rule checker.
var axe = sync.OnceValues(func() (string, error) {
	raw, err := os.ReadFile(axeFile)
	return string(raw), err
})

// accessible runs axe on the page, in light and in dark colours.
func (d *device) accessible(screen string) {
	d.t.Helper()
	checker, err := axe()
	if err != nil {
		d.t.Fatalf("axe-core is not installed: run `make web` first (%v)", err)
	}
	if there, err := chromium.Eval[bool](d.Window, "!!window.axe"); err != nil || !there {
		if _, err := chromium.Eval[any](d.Window, checker+"; null"); err != nil {
			d.t.Fatalf("%s: %v", screen, err)
		}
	}
	for name, dark := range map[string]bool{"light": false, "dark": true} {
		if err := d.Dark(dark); err != nil {
			d.t.Fatal(err)
		}
		found, err := chromium.Eval[[]string](d.Window, axeRun)
		if err != nil {
			d.t.Fatalf("%s, %s: %v", screen, name, err)
		}
		for _, violation := range found {
			d.t.Errorf("%s, %s: %s", screen, name, violation)
		}
	}
}
