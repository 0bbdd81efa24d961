package e2e

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/plenty"
	"voicememo/tools/testkit/sizes"
)

// column is a column of days, newest first, and its height in CSS pixels.
type column struct {
	Days   []int64
	Height float64
}

// columns evaluates to the columns of the list.
const columns = `[...document.querySelectorAll('.columns > .days')].map((column) => ({
	days: [...column.querySelectorAll('.day')].map((day) => Number(day.dataset.day)), height: column.offsetHeight,
}))`

// TestColumns: on a wide window the days are in two columns of about the same height; no day is in both, and each
// column is read downwards.
func TestColumns(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	h := newHome(t)
	s := h.serve()
	user := s.signIn("太郎").Call(http.MethodGet, "/api/me", "", http.StatusOK)["user"].(map[string]any)
	s.stop()
	const memos = 40
	if err := plenty.Apart(t.Context(), h.data, models.UserID(user["userId"].(string)), memos, 3*time.Hour); err != nil {
		t.Fatal(err)
	}
	s = h.serve()
	d := s.device(chromium.Settings{Language: "ja", Width: 1920, Height: 1080})
	d.do(chromium.Visit(s.URL), household.SignsIn("太郎"), chromium.Counts(memos, "memo", ""), laterLoaded, has(2))
	got, err := chromium.Eval[[]column](d.Window, columns)
	if err != nil {
		t.Fatal(err)
	}
	all := slices.Concat(got[0].Days, got[1].Days)
	slices.Sort(all)
	if len(all) < 4 || len(slices.Compact(all)) != len(got[0].Days)+len(got[1].Days) {
		t.Errorf("got the days %v, want each of them once", got)
	}
	for _, c := range got {
		if !slices.IsSortedFunc(c.Days, func(a, b int64) int { return int(b - a) }) {
			t.Errorf("got the days %v, want the newest first", c.Days)
		}
	}
	if newest := slices.Max(all); got[0].Days[0] != newest {
		t.Errorf("the first column begins with %d, want the newest day %d", got[0].Days[0], newest)
	}
	if low, high := min(got[0].Height, got[1].Height), max(got[0].Height, got[1].Height); low < high/3 {
		t.Errorf("the columns are %v and %v px high", low, high)
	}

	d.do(chromium.Resize(1280, 800), has(2), chromium.Clicks(".days + .days .memo .text", ""), chromium.Sees("memo-detail", ""),
		holds("the row is in view beside the panel", "box('memo-detail').right <= document.querySelector('.chosen').getBoundingClientRect().left"),
		chromium.Clicks("memo-close", ""), chromium.Resize(1279, 800), has(1), chromium.Resize(1679, 900), has(2),
		household.Opens("40: "), chromium.Sees("memo-detail", ""), has(2), chromium.Resize(1680, 900), has(2), chromium.Sees("memo-detail", ""),
		chromium.Clicks("memo-close", ""), chromium.Resize(820, 1180), has(1))
}

// has waits until the list has n columns.
func has(n int) chromium.Step {
	return chromium.Counts(n, ".columns > .days", "")
}
