package e2e

import (
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
)

// withoutWorker is a browser that keeps no scripts for the page, as on plain http.
const withoutWorker = "delete Navigator.prototype.serviceWorker"

// TestLaterParts: what is not needed before the list is loaded after it, and is there
// then without the server.
func TestLaterParts(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	d := s.device(chromium.Settings{Language: "ja", Width: 1180, Height: 820, Before: withoutWorker})
	d.expected = append(d.expected, unreachable...)
	d.do(chromium.Visit(s.URL), household.SignsIn("太郎"), household.Adds("牛乳を買う"), chromium.Until("the parts come after the list", `(() => {
		const entries = performance.getEntriesByType('resource');
		const list = entries.find((e) => new URL(e.name).pathname === '/api/memos');
		const parts = entries.find((e) => e.name.includes('/later_parts-'));
		if (parts && parts.startTime < list.responseEnd) throw new Error('they came before it');
		return parts?.responseEnd > 0;
	})()`))
	s.kill()
	d.do(chromium.Clicks("memo-open", "牛乳を買う"), chromium.Sees("memo-edit", ""), household.Goes("trash"), chromium.Sees("trash", ""),
		household.Goes("family"), chromium.Sees("member", "太郎"))
}

// TestLaterPartsMissing: when they cannot be loaded the page says so where they are
// needed, and a reload brings them. The list works meanwhile.
func TestLaterPartsMissing(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	for name, width := range map[string]int64{"phone": 390, "tablet": 1180} {
		t.Run(name, func(t *testing.T) {
			here := &served{s.Server, t}
			d := here.device(chromium.Settings{Language: "ja", Width: width, Height: 844, Before: withoutWorker})
			d.expected = append(d.expected, unreachable...)
			restore, err := d.LoseAnswers("", "/later_parts-*")
			if err != nil {
				t.Fatal(err)
			}
			d.do(chromium.Visit(s.URL), household.SignsIn(name), household.Adds("牛乳を買う"),
				chromium.Clicks("memo-open", "牛乳を買う"), chromium.Sees("part-reload", ""), chromium.Until("it says so", "document.querySelector('main, .detail') && document.body.innerText.includes('読み込めませんでした')"),
				household.Goes("trash"), chromium.Sees("part-reload", ""), household.Goes("family"), chromium.Sees("part-reload", ""),
				household.Goes("memos"), household.Adds("卵を買う"), chromium.Clicks("memo-open", "卵を買う"), chromium.Sees("part-reload", ""))
			if err := restore(); err != nil {
				t.Fatal(err)
			}
			d.do(reloadsParts, chromium.Clicks("memo-open", "牛乳を買う"),
				chromium.Clicks("memo-edit", ""), chromium.Sees("editor-text", ""), household.Goes("family"), chromium.Sees("member", name))
		})
	}
}

// reloadsParts reloads the page where it offers that. The parts may have come by themselves.
var reloadsParts = chromium.Until("it is asked to reload", "(document.querySelector('[data-testid=part-reload]')?.click(), true)")

// laterLoaded waits until the parts are loaded that come after the list.
var laterLoaded = chromium.Until("the parts after the list are loaded",
	"performance.getEntriesByType('resource').some((e) => e.name.includes('/later_parts-') && e.responseEnd > 0)")

// neverAhead is a browser in which the load after the list does not begin by itself.
const neverAhead = withoutWorker + "; { const later = setTimeout; window.setTimeout = (f, ms, ...more) => (ms === 500 ? 0 : later(f, ms, ...more)); }"

// TestWaitingMemoAsksForItsParts: a memo that cannot be sent can be rewritten, also if the
// connection failed before the parts were loaded.
func TestWaitingMemoAsksForItsParts(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	d := s.device(chromium.Settings{Language: "ja", Before: neverAhead})
	d.expected = append(d.expected, unreachable...)
	d.do(chromium.Visit(s.URL), household.SignsIn("太郎"), household.Adds("届いたメモ"))
	restore, err := d.CutOff()
	if err != nil {
		t.Fatal(err)
	}
	d.do(chromium.Writes("composer", "届かないメモ"), chromium.Clicks("send", ""), chromium.Clicks("memo-rewrite", ""),
		chromium.Sees("composer", "届かないメモ"))
	if err := restore(); err != nil {
		t.Fatal(err)
	}
}
