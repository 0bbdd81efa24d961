package sqlite

import (
	"strings"
	"testing"
	"time"

	"voicememo/infra/bulk"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// update changes a memo of inhabited.
func update(t *testing.T, db *DB, i int, c memo.Change) models.Memo {
	t.Helper()
	m, err := db.Memos().Update(t.Context(), memoOf(i).Ref(), c)
	must.OK(t, err)
	return m
}

// markDone marks a memo of inhabited as done at a time.
func markDone(t *testing.T, db *DB, i int, at, purgeAt time.Time) models.Memo {
	t.Helper()
	return update(t, db, i, memo.Change{From: memo.Open, To: memo.Done, By: "taro", At: at, PurgeAt: purgeAt})
}

// TestListPlans: every page is read in its order from the table's key or the index of done
// memos, without sorting.
func TestListPlans(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 1)
	const key, index = "SEARCH memos USING PRIMARY KEY (family_id=? AND deleted=?", "SEARCH memos USING INDEX memos_done (family_id=?"
	no, yes := false, true
	for name, c := range map[string]struct {
		deleted bool
		done    *bool
		want    []string
	}{
		"live": {false, nil, []string{key}}, "open": {false, &no, []string{key}}, "done": {false, &yes, []string{index}},
		"trash": {true, nil, []string{"MERGE (UNION ALL)", key, index}}, "trash, done": {true, &yes, []string{"MERGE (UNION ALL)", key, index}},
		"trash, not done": {true, &no, []string{key}},
	} {
		for _, after := range []*models.Position{nil, {Timestamp: time.UnixMilli(5), UserID: "taro", ID: "x"}} {
			query, args := listQuery(memo.Listing{Family: models.Family{ID: "f"}, Deleted: c.deleted, Done: c.done, After: after, Limit: 50, Now: time.Now()})
			values := []any{"f"}
			for _, arg := range args[1:] {
				switch v := arg.(type) {
				case models.UserID:
					arg = string(v)
				case models.MemoID:
					arg = string(v)
				}
				values = append(values, arg)
			}
			plan := planOf(t, db, query, values...)
			for _, want := range c.want {
				if !strings.Contains(plan, want) {
					t.Errorf("%s: got the plan\n%swant %s", name, plan, want)
				}
			}
			if n := strings.Count(plan, "SEARCH"); strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "SCAN") || n != strings.Count(strings.Join(c.want, ""), "SEARCH") {
				t.Errorf("%s: got the plan\n%swant only %q", name, plan, c.want)
			}
		}
	}
}

// TestSweepDone: Sweep removes done memos, deleted or not, at their purge time, and no memo
// that was reopened or is in the list without being done.
func TestSweepDone(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 5)
	now := time.UnixMilli(1_800_000_000_000).UTC()
	marked := now.AddDate(0, 0, -models.DoneDays-models.TrashDays)
	for i, purgeAt := range []time.Time{now, now.Add(time.Second), now, now, {}} { // a zero purge time: the memo stays
		markDone(t, db, i, marked, purgeAt)
	}
	update(t, db, 2, memo.Change{From: memo.Live, To: memo.Trashed, At: marked, PurgeAt: now})
	update(t, db, 3, memo.Change{From: memo.Live, To: memo.Open, At: marked})
	live := memoOf(5)
	live.PurgeAt = now
	must.OK(t, db.Bulk().Write(t.Context(), []bulk.Record{{Memo: &live}}))
	must.OK(t, db.Sweep(t.Context(), now))
	ids, err := lines(t.Context(), db.read.db, "SELECT id FROM memos ORDER BY id")
	if got, want := strings.Join(ids, " "), string(memoOf(1).ID+" "+memoOf(3).ID+" "+memoOf(4).ID+" "+live.ID); err != nil || got != want {
		t.Errorf("got the memos %s, %v, want %s", got, err, want)
	}
	if plan := planOf(t, db, "SELECT user_id, id FROM memos WHERE purge_at > 0 AND purge_at <= ?1 + 0 AND (deleted = 1 OR done_at > 0) LIMIT ?2 + 0", 1, 1); !strings.Contains(plan, "memos_to_purge (purge_at>? AND purge_at<?)") {
		t.Errorf("got the plan\n%swant a search of the index", plan)
	}
}
