package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// Limits of this test. A burst may have twice as many writes as a minute. The number is small, so that a slow machine
// sends them all before the next write is possible.
const (
	writesAMinute = 6
	manyMemos     = 2*writesAMinute + 2
)

// TestLimits: changes beyond the server's rate limit are sent later, in
// order, and a refusal is shown beside the composer and the search.
func TestLimits(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve(fmt.Sprintf("--rate-writes=%d", writesAMinute), "--rate-searches=2", fmt.Sprintf("--max-memos=%d", manyMemos))
	d := s.phone()
	d.expected = append(d.expected, "status of 429", "status of 409")
	d.do(household.SignsIn("太郎"))
	d.do(chromium.Sees("composer", ""), household.Listed, chromium.Clicks("composer", ""))
	for i := range manyMemos { // faster than most people type
		d.do(chromium.Presses(fmt.Sprintf("メモ %d", i+1) + kb.Enter))
	}
	d.do(chromium.Sees("sync", "まで待っています"), chromium.Sees("notice", "続きは"), chromium.Sees("memo-sending", "あとで送ります"),
		household.Settled, chromium.Misses("sync", "まで待っています"))
	arrivedInOrder(t, s.signIn("太郎"))

	d.do(chromium.Writes("composer", "一件多い"), chromium.Clicks("send", ""), chromium.Sees("memo-failed", "家族のメモがいっぱいです"),
		chromium.Sees("memo-problem", "家族のメモがいっぱいです"), chromium.Misses("[data-kind=error]", ""),
		chromium.Clicks("memo-to-trash", ""), chromium.Sees("#trash", ""), household.Goes("memos"))
	for i := range 2 {
		d.do(household.Searches(fmt.Sprintf("メモ 1%d", i)), chromium.Until("the server was asked", fmt.Sprintf(searched, i+1)))
	}
	d.do(household.Searches("メモ 12"), chromium.Sees("found", "短い時間に検索や書き出しが続きました"), chromium.Misses("offline", ""),
		chromium.Misses("found", "短い時間に検索や書き出しが続きました"), chromium.Sees("found", "1件見つかりました"))
}

// searched waits until the server has answered n searches.
const searched = `performance.getEntriesByType('resource').filter((e) => e.name.includes('q=') && e.responseStatus === 200).length >= %d`

// arrivedInOrder checks that the server has all the memos, in the order they were written.
func arrivedInOrder(t *testing.T, b *devsignin.Browser) {
	t.Helper()
	var got []string
	for cursor := ""; ; {
		page := b.Call("GET", "/api/memos?limit=100"+cursor, "", 200)
		for _, m := range page["memos"].([]any) {
			got = append(got, m.(map[string]any)["content"].(string))
		}
		next, ok := page["nextCursor"].(string)
		if !ok || next == "" {
			break
		}
		cursor = "&cursor=" + next
	}
	slices.Reverse(got)
	var want []string
	for i := range manyMemos {
		want = append(want, fmt.Sprintf("メモ %d", i+1))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), strings.Join(want, ", "))
	}
}
