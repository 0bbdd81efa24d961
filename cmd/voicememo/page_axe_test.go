package main

import (
	"os"
	"strings"
	"testing"

	"voicememo/cmd/internal/chromium"
)

// axeFile is the rule checker, installed with the tools that build the page.
const axeFile = "../../webapi/app/node_modules/axe-core/axe.min.js"

// axeRun gives what axe finds, a line each. The size of targets is not checked
// unless one asks for it.
const axeRun = `axe.run(document, { rules: { 'target-size': { enabled: true } } }).then(({ violations, passes }) => {
	if (passes.length < 10) throw new Error('axe checked almost nothing');
	return violations.flatMap((v) => v.nodes.map((n) => v.id + ' at ' + n.target + ': ' + n.failureSummary));
})`

// pageAccessibility: axe finds nothing on any screen, in either language, light or dark.
func pageAccessibility(t *testing.T, browser *chromium.Browser) {
	raw, err := os.ReadFile(axeFile)
	if err != nil {
		t.Fatalf("axe-core is not installed: run `make web` first (%v)", err)
	}
	for _, language := range []string{"ja", "en"} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			s := home{flags: []string{"--data", t.TempDir()}}.serve(t, "--dev")
			d := s.device(browser, chromium.Settings{Language: language})
			d.expected = append(d.expected, "ERR_CONNECTION_REFUSED")
			screens(s, d, func(screen string) { d.accessible(screen, string(raw)) })
		})
	}
}

// screens goes from screen to screen.
func screens(s *served, d *device, check func(screen string)) {
	d.t.Helper()
	look := func(screen string, steps ...chromium.Step) {
		d.t.Helper()
		d.do(steps...)
		check(screen)
	}
	look("welcome", chromium.Visit(s.url), chromium.Sees("sign-in", ""))
	look("whom to be", chromium.Clicks("sign-in", ""), chromium.Sees("#name", ""))
	d.do(chromium.Visit(s.url))
	d.signIn("Taro")
	look("no memos", chromium.Sees("composer", ""), chromium.Until("the list is there", "!document.querySelector('[aria-busy=true]')"))
	d.add("one")
	d.add("two")
	look("memos and a message", chromium.Clicks("memo-delete", "one"), chromium.Sees("snackbar-undo", ""))
	look("too long a memo", chromium.Writes("composer", strings.Repeat("long ", 101)), chromium.Sees("left", ""))
	d.do(chromium.Writes("composer", ""))
	look("family", chromium.Clicks("family-open", ""), chromium.Sees("member", "Taro"))
	look("invitation", chromium.Clicks("invite-make", ""), chromium.Sees("invite-code", ""))
	look("not a code", chromium.Writes("join-code", "12"), chromium.Clicks("join-submit", ""), chromium.Sees("problem", ""))
	look("join?", chromium.Writes("join-code", "1234"), chromium.Clicks("join-submit", ""), chromium.Sees("join-confirm", ""))
	d.do(chromium.Clicks("join-cancel", ""), chromium.Clicks("dialog-close", ""))
	s.kill()
	look("unsent", chromium.Writes("composer", "three"), chromium.Clicks("send", ""), chromium.Sees("memo-failed", ""), chromium.Sees("offline", ""))
}

// accessible runs axe on what is shown, in light and in dark colours.
func (d *device) accessible(screen, axe string) {
	d.t.Helper()
	if _, err := chromium.Eval[any](d.Window, axe+"; null"); err != nil {
		d.t.Fatalf("%s: %v", screen, err)
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
