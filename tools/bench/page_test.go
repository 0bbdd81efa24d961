package bench

import (
	"context"
	"fmt"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/plenty"
	"voicememo/tools/testkit/program"
)

// BenchmarkPageScroll measures the times between frames while scrolling through a fully
// loaded list of 10,000 memos.
func BenchmarkPageScroll(b *testing.B) {
	w := longList(b, openBrowser(b), 10_000)
	var frames []time.Duration
	for b.Loop() {
		times, err := scrolled(w, 60)
		must.OK(b, err)
		frames = append(frames, times...)
	}
	noTime(b)
	b.ReportMetric(millis(quantile(frames, 0.5)), "frame-ms")
	b.ReportMetric(millis(quantile(frames, 0.99)), "p99-ms")
	b.ReportMetric(millis(quantile(frames, 1)), "worst-ms")
}

// BenchmarkPageTravel measures the time from the press that sends a memo until the page of
// another member shows it.
func BenchmarkPageTravel(b *testing.B) {
	here, there := twoPages(b, openBrowser(b))
	var times []time.Duration
	for b.Loop() {
		took, err := travel(here, there, fmt.Sprintf("memo number %d of the measurement", len(times)))
		must.OK(b, err)
		times = append(times, took)
	}
	noTime(b)
	b.ReportMetric(millis(quantile(times, 0.5)), "ms")
	b.ReportMetric(millis(quantile(times, 0.95)), "p95-ms")
	b.ReportMetric(millis(quantile(times, 1)), "worst-ms")
}

// english is the settings of every window.
var english = chromium.Settings{Language: "en"}

// openBrowser starts a browser, which ends with the test.
func openBrowser(t testing.TB) *chromium.Browser {
	t.Helper()
	browser, err := chromium.Start(context.WithoutCancel(t.Context()))
	must.OK(t, err)
	t.Cleanup(browser.Close)
	return browser
}

// serve starts the program on a data directory. It ends with stop, or with the test.
func serve(t testing.TB, data string) (url string, stop func()) {
	t.Helper()
	path, err := program.Build(t.Context())
	must.OK(t, err)
	server, err := program.Start(context.WithoutCancel(t.Context()), path, data)
	must.OK(t, err)
	stop = func() { must.OK(t, server.Stop()) }
	t.Cleanup(stop)
	return server.URL, stop
}

// enter opens a window in which a person has signed in.
func enter(t testing.TB, browser *chromium.Browser, url, name string) *chromium.Window {
	t.Helper()
	w, err := household.SignIn(browser, english, url, name)
	must.OK(t, err)
	t.Cleanup(w.Close)
	return w
}

// longList opens the page of a person with this many memos, and loads all of them.
func longList(t testing.TB, browser *chromium.Browser, memos int) *chromium.Window {
	t.Helper()
	data := t.TempDir()
	url, stop := serve(t, data)
	first := enter(t, browser, url, "Taro")
	author, err := chromium.Eval[string](first, "fetch('/api/me').then((r) => r.json()).then((me) => me.user.userId)")
	must.OK(t, err)
	stop()
	must.OK(t, plenty.Memos(t.Context(), data, models.UserID(author), memos))
	url, _ = serve(t, data)
	w := enter(t, browser, url, "Taro")
	must.OK(t, loadAll(t.Context(), w))
	return w
}

// loadAll scrolls down until the list ends.
func loadAll(ctx context.Context, w *chromium.Window) error {
	for ctx.Err() == nil {
		end, err := chromium.Eval[bool](w, `(async () => {
			for (let n = 0; n < 20; n++) {
				scrollTo(0, document.documentElement.scrollHeight);
				await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
			}
			return !document.querySelector('[data-testid=more]');
		})()`)
		if err != nil || end {
			return err
		}
	}
	return ctx.Err()
}

// scrolled scrolls by a quarter of the screen each frame, as many frames up as down, and
// up by whole screens for a fifth of that, and returns the times between frames.
func scrolled(w *chromium.Window, frames int) ([]time.Duration, error) {
	micros, err := chromium.Eval[[]float64](w, fmt.Sprintf(`(async (frames) => {
		const times = [];
		const frame = () => new Promise((done) => requestAnimationFrame(done));
		for (const [steps, part] of [[frames, -0.25], [frames, 0.25], [frames / 5, -1]]) {
			let before = await frame();
			for (let n = 0; n < steps; n++) {
				scrollBy(0, innerHeight * part);
				const at = await frame();
				times.push((at - before) * 1000);
				before = at;
			}
		}
		return times;
	})(%d)`, frames))
	times := make([]time.Duration, len(micros))
	for i, m := range micros {
		times[i] = time.Duration(m * float64(time.Microsecond))
	}
	return times, err
}

// twoPages opens the pages of two members of a family at their lists.
func twoPages(t testing.TB, browser *chromium.Browser) (here, there *chromium.Window) {
	t.Helper()
	url, _ := serve(t, t.TempDir())
	here, there = enter(t, browser, url, "Hanako"), enter(t, browser, url, "Jiro")
	must.OK(t, household.Join(here, there))
	must.OK(t, here.Do(household.Goes("memos")))
	must.OK(t, there.Do(household.Goes("memos")))
	return here, there
}

// travel sends one memo and returns the time until the other page shows it. Both pages
// take the time by the clock of this machine; the text is entered before, so that only
// the transfer is timed.
func travel(here, there *chromium.Window, content string) (time.Duration, error) {
	watch := fmt.Sprintf(`(window.arrived = 0, new MutationObserver((_, watching) => {
		if (!document.body.textContent.includes(%q)) return;
		window.arrived = Date.now();
		watching.disconnect();
	}).observe(document.body, { childList: true, subtree: true, characterData: true }), null)`, content)
	if _, err := chromium.Eval[any](there, watch); err != nil {
		return 0, err
	}
	if err := here.Do(chromium.Writes("composer", content)); err != nil {
		return 0, err
	}
	sent, err := chromium.Eval[float64](here, "(() => { const at = Date.now(); document.querySelector('[data-testid=send]').click(); return at; })()")
	if err != nil {
		return 0, err
	}
	if err := there.Do(chromium.Until(content+" has arrived", "window.arrived > 0")); err != nil {
		return 0, err
	}
	arrived, err := chromium.Eval[float64](there, "window.arrived")
	return time.Duration(arrived-sent) * time.Millisecond, err
}
