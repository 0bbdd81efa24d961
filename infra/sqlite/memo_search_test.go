package sqlite

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// searchOf searches the memos of inhabited.
func searchOf(t *testing.T, db *DB, text string, change func(*memo.Listing)) (memo.Page, error) {
	t.Helper()
	l := memo.Listing{
		Family: models.Family{ID: "f", MemberIDs: []models.UserID{"taro"}}, Viewer: models.User{ID: "taro"},
		Limit: 500, Now: time.Now(), Search: memo.NewSearch(text, 50),
	}
	change(&l)
	return db.Memos().List(t.Context(), l)
}

func asItIs(*memo.Listing) {}

// TestSearchFindsDamage: a search reports a memo that is not what was written, although its
// text does not contain the searched one.
func TestSearchFindsDamage(t *testing.T) {
	t.Parallel()
	for _, damage := range []string{
		"UPDATE memos SET content = 'mem0' WHERE id LIKE '%7'",
		"UPDATE memos SET content = CAST('memo' AS BLOB) WHERE id LIKE '%7'",
		"UPDATE memos SET content_checksum = 1 WHERE id LIKE '%7'",
		"UPDATE memos SET content_checksum = 'x' WHERE id LIKE '%7'",
	} {
		noticed(t, damage, func(db *DB) (memo.Page, error) { return searchOf(t, db, "nothing", asItIs) })
	}
}

// TestSearchBounded: a search examines 10,000 memos and returns the position at which it
// stopped. The next call continues there.
func TestSearchBounded(t *testing.T) {
	t.Parallel()
	const many = 20_100
	db, _ := inhabited(t, t.TempDir(), 0)
	err := db.writer.write(t.Context(), func(w tx) error {
		for i := range many {
			m := memoOf(i)
			if i == 3 || i == many-2 {
				m.Content = fmt.Sprint("Milk ", i)
			}
			if _, err := w.exec(insertMemo, memoRow(&m)...); err != nil {
				return err
			}
		}
		return nil
	})
	must.OK(t, err)
	var got []string
	var stops []int64
	for after := (*models.Position)(nil); ; stops = append(stops, after.Timestamp.UnixMilli()) {
		page, err := searchOf(t, db, "MILK", func(l *memo.Listing) { l.After = after })
		must.OK(t, err)
		for _, m := range page.Memos {
			got = append(got, m.Content)
		}
		if after = page.Next; after == nil {
			break
		}
	}
	// The memo at which a search stops is returned whatever it contains.
	want := []string{fmt.Sprint("Milk ", many-2), "memo", "memo", "Milk 3"}
	if wantStops := []int64{many - 10_000, many - 20_001}; !slices.Equal(got, want) || !slices.Equal(stops, wantStops) {
		t.Errorf("got %q with stops at %v, want %q with stops at %v", got, stops, want, wantStops)
	}
}

// TestSearchStops: the memos of a search end with the first one after those that it wants.
func TestSearchStops(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 60)
	for want, next := range map[int]bool{1: true, 59: true, 60: false, 70: false} {
		page, err := searchOf(t, db, "MEMO", func(l *memo.Listing) { l.Search = memo.NewSearch("MEMO", want) })
		if err != nil || len(page.Memos) != min(want+1, 60) || (page.Next != nil) != next {
			t.Errorf("%d wanted: got %d memos, next %v, %v", want, len(page.Memos), page.Next, err)
		}
	}
	n := 0
	examinations.Range(func(any, any) bool { n++; return true })
	if n > 50 { // other tests may be searching
		t.Errorf("got %d examinations that did not end, want none", n)
	}
}
