package memo

import (
	"testing"

	"voicememo/models"
)

// TestSearchSpends: a search examines 10,000 memos, fewer that are expensive to fold, and the
// one at which it stops.
func TestSearchSpends(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]int{"牛乳を買う": 10_001, "ﾐﾙｸを買う": 2001} {
		s, n := NewSearch("ミルク", maxExamined), 0
		for ; !s.Spent(); n++ {
			if got := s.Examine(&models.Memo{Content: content}); got != (want == 2001) {
				t.Fatalf("%s: got %v from Examine", content, got)
			}
		}
		if n != want {
			t.Errorf("%s: got %d memos, want %d", content, n, want)
		}
	}
}
