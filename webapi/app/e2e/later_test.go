package e2e

import (
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// withoutWorker is a browser without a service worker, as on plain http.
const withoutWorker = "delete Navigator.prototype.serviceWorker"

// TestLaterParts: parts not needed before the list are loaded after it, and are available
// then without the server.
func TestLaterParts(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	d := s.device(chromium.Settings{Language: "ja", Width: 1180, Height: 820, Before: withoutWorker})
	d.expected = append(d.expected, unreachable...)
	d.do(chromium.Visit(s.URL), household.SignsIn("太郎"), household.Adds("牛乳を買う"), chromium.Until("the parts come after the list", `(() => {
		const entries = performance.getEntriesByType('resource');
		const list = entries.find((e) => new URL(e.name).pathname === '/api/memos');
		const parts = ['/later_parts-', '/later-', '/rare_parts-', '/rare-'].map((name) => entries.find((e) => e.name.includes(name)));
		if (parts.some((part) => part?.startTime < list.responseEnd)) throw new Error('they came before it');
		return parts.every((part) => part?.responseEnd > 0);
	})()`))
	s.kill()
	d.do(household.Opens("牛乳を買う"), chromium.Sees("memo-edit", ""))
}

// TestRareParts: the other places are not loaded before they are opened; a browser with the service worker has them
// without the server.
func TestRareParts(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	d := s.phone()
	d.expected = append(d.expected, unreachable...)
	d.do(household.SignsIn("太郎"), household.Adds("牛乳を買う"), laterLoaded, shellKept,
		chromium.Until("the rare parts are not loaded", "!performance.getEntriesByType('resource').some((e) => /[/]rare[_-]/.test(e.name))"))
	s.kill()
	d.do(household.Goes("you"), chromium.Sees("settings-text-open", ""), household.Goes("trash"), chromium.Sees("trash", ""),
		household.Goes("family"), chromium.Sees("member", "太郎"))
}

// TestLaterPartsMissing: if they cannot be loaded, the page says so where they are
// needed, and a reload brings them. The list works meanwhile.
func TestLaterPartsMissing(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	for name, width := range map[string]int64{"phone": 390, "tablet": 1180} {
		t.Run(name, func(t *testing.T) {
			missing := map[string]string{"phone": "/later_parts-*", "tablet": "/later-*.css"}[name]
			here := &served{s.Server, t}
			d := here.device(chromium.Settings{Language: "ja", Width: width, Height: 844, Before: withoutWorker})
			d.expected = append(d.expected, unreachable...)
			restore, err := d.LoseAnswers("", missing)
			if err != nil {
				t.Fatal(err)
			}
			d.do(chromium.Visit(s.URL), household.SignsIn(name), household.Adds("牛乳を買う"),
				household.Opens("牛乳を買う"), chromium.Sees("part-reload", ""), chromium.Until("it says so", "document.querySelector('main, .detail') && document.body.innerText.includes('読み込めませんでした')"),
				household.Goes("family"), chromium.Sees("part-reload", ""), household.Goes("memos"), menuMissing(width),
				chromium.Visit(s.URL+"/trash"), chromium.Sees("part-reload", ""),
				household.Goes("memos"), household.Adds("卵を買う"), household.Opens("卵を買う"), chromium.Sees("part-reload", ""))
			d.do(marked, chromium.Clicks("part-reload", ""), chromium.Until("it is loaded anew", "!window.former"))
			if err := restore(); err != nil {
				t.Fatal(err)
			}
			d.do(chromium.Visit(s.URL), laterLoaded, household.Opens("牛乳を買う"),
				chromium.Clicks("memo-edit", ""), chromium.Sees("editor-text", ""), household.Goes("family"), chromium.Sees("member", name))
		})
	}
}

// TestPasteWithoutParts: lines that were pasted are sent as one memo while the question
// about them cannot be loaded.
func TestPasteWithoutParts(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	d := s.device(chromium.Settings{Language: "ja", Before: withoutWorker})
	d.expected = append(d.expected, unreachable...)
	if _, err := d.LoseAnswers("", "/later_parts-*"); err != nil {
		t.Fatal(err)
	}
	d.do(chromium.Visit(s.URL), household.SignsIn("太郎"), household.Listed, chromium.Pastes("composer", "米\n茶"), chromium.Clicks("send", ""),
		household.Settled, hasText("米\n茶"))
}

// menuMissing opens the menu of a phone, checks that it names what is missing, and closes it. A wide
// screen has none.
func menuMissing(width int64) chromium.Step {
	if width >= 900 {
		return chromium.Steps()
	}
	return chromium.Steps(chromium.Clicks("menu-open", ""), chromium.Sees(".menu [data-testid=part-reload]", ""), chromium.Clicks("menu-open", ""))
}

// laterLoaded waits until the parts after the list, and their sentences, are loaded and running.
var laterLoaded = chromium.Until("the parts after the list are at work", `(async () => {
	const loaded = performance.getEntriesByType('resource').filter((e) => /\/(later_parts|family_..)-/.test(e.name) && e.responseEnd > 0);
	await Promise.all(loaded.map((e) => import(e.name)));
	await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 50)));
	return loaded.length >= 2;
})()`)

// notAhead is a browser that loads the parts after the list only on use.
const notAhead = withoutWorker + "; { const later = setTimeout; window.setTimeout = (f, ms, ...more) => (ms === 500 && !window.asked ? 0 : later(f, ms, ...more)); }"

// TestWaitingMemoAsksForItsParts: a memo that cannot be sent can be edited, also if the connection failed before the
// parts were loaded.
func TestWaitingMemoAsksForItsParts(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	d := s.device(chromium.Settings{Language: "ja", Before: notAhead})
	d.expected = append(d.expected, unreachable...)
	d.do(chromium.Visit(s.URL), household.SignsIn("太郎"), household.Adds("届いたメモ"))
	restore, err := d.CutOff()
	if err != nil {
		t.Fatal(err)
	}
	d.do(chromium.Until("the parts are asked for", "window.asked = true"),
		chromium.Writes("composer", "届かないメモ"), chromium.Clicks("send", ""), household.Opens("届かないメモ"),
		chromium.Clicks("memo-edit", ""), chromium.Sees("editor-text", "届かないメモ"))
	if err := restore(); err != nil {
		t.Fatal(err)
	}
}
