package e2e

import (
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/sizes"
)

// Limits of compressed bytes over the wire.
const (
	scriptBudget = 52 << 10
	styleBudget  = 8 << 10
	firstBudget  = 90 << 10
)

// loaded returns the bytes on the wire for the page: bodies of scripts and style sheets, and everything with headers.
const loaded = `(() => {
	const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
	const bodies = (end) => all.filter((e) => new URL(e.name).pathname.endsWith(end)).reduce((n, e) => n + e.encodedBodySize, 0);
	return { script: bodies('.js'), style: bodies('.css'), total: all.reduce((n, e) => n + e.transferSize, 0) };
})()`

// TestWeight: the cost of a first visit over a slow line.
func TestWeight(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	d := s.phone()
	d.do(chromium.Sees("sign-in", ""))
	got, err := chromium.Eval[struct{ Script, Style, Total int }](d.Window, loaded)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("script %d, style sheet %d, all %d bytes", got.Script, got.Style, got.Total)
	for what, c := range map[string]struct{ bytes, budget int }{
		"scripts": {got.Script, scriptBudget}, "style sheets": {got.Style, styleBudget}, "the first visit": {got.Total, firstBudget},
	} {
		if c.bytes == 0 || c.bytes > c.budget {
			t.Errorf("%s: %d bytes, want some and at most %d", what, c.bytes, c.budget)
		}
	}
}
