package bench

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/must"
)

// noteInteractions notes the slowest event of each interaction, in milliseconds, as the
// metric Interaction to Next Paint counts them (https://web.dev/articles/inp).
const noteInteractions = `window.took = new Map();
new PerformanceObserver((list) => {
	for (const { interactionId, duration } of list.getEntries())
		if (interactionId) took.set(interactionId, Math.max(duration, took.get(interactionId) ?? 0));
}).observe({ type: 'event', durationThreshold: 16 })`

// BenchmarkPageInteractions measures Interaction to Next Paint on a fully loaded list of
// 10,000 memos: writing, sending, opening, closing, marking as done and searching. Of fewer
// than 50 interactions it is the slowest, and one more is left out for every 50.
func BenchmarkPageInteractions(b *testing.B) {
	w := longList(b, openBrowser(b), 10_000)
	must.OK(b, must.Err(chromium.Eval[any](w, "(() => {"+noteInteractions+"; scrollTo(0, 0); return null })()")))
	for round := 0; b.Loop(); round++ {
		memo := fmt.Sprintf("milk %d", round)
		must.OK(b, w.Do(chromium.Clicks("composer", ""), chromium.Presses(memo), chromium.Presses(kb.Enter), chromium.Sees("memo", memo), household.Settled,
			household.Opens(memo), chromium.Presses(kb.Escape), household.Marks(memo),
			household.Searches("number"), chromium.Presses("s"), chromium.PressesWith(chromium.Control, "a"), chromium.Presses(kb.Delete)))
	}
	took, err := chromium.Eval[[]float64](w, "new Promise((done) => setTimeout(() => done([...took.values()].sort((a, b) => b - a)), 1000))")
	must.OK(b, err)
	noTime(b)
	b.ReportMetric(float64(len(took)), "interactions")
	b.ReportMetric(took[min(len(took)/50, len(took)-1)], "inp-ms")
}
