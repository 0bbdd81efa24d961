package memo_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"voicememo/memo"
	"voicememo/models"
)

// TestNewcomersLoseNoText: after any edits and swaps, the text that the author or an
// established member wrote or brought back last is the content or the text before. Of a
// newcomer's text that they brought back nothing is promised.
func TestNewcomersLoseNoText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := models.Memo{UserID: "author", Content: "start", Version: 1}
		safe, now := m.Content, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		newcomer := map[models.UserID]bool{"author": rapid.Bool().Draw(t, "new author"), "guest": true, "other": true}
		for range rapid.IntRange(1, 12).Draw(t, "changes") {
			now = now.Add(time.Minute)
			by := rapid.SampledFrom([]models.UserID{"author", "member", "guest", "other"}).Draw(t, "by")
			c := memo.Change{By: by, At: now, Newcomer: newcomer[by]}
			if c.Swap = m.HasBefore() && rapid.Bool().Draw(t, "swap"); !c.Swap {
				c.Content = rapid.SampledFrom([]string{"a", "b", "c", "d", "e"}).Draw(t, "content")
			}
			was := m
			if m = c.Apply(m); (by == "author" || by == "member") && m.Content != was.Content {
				safe = m.Content
				if newcomer[m.Present().By] && m.Present().By != m.UserID {
					safe = ""
				}
			}
			if safe != "" && m.Content != safe && (m.Before.Content != safe || !m.Before.Kept) {
				t.Fatalf("after %+v of %+v: got %+v, want %q kept", c, was, m, safe)
			}
		}
	})
}
