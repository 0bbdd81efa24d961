package sqlite

import (
	"context"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// TestRedate: Redate moves the dates of deletions and marks made since a time and those made
// before it, each by whole seconds, and no others. Dates that are too far ahead become the
// latest possible ones. The checksums remain right.
func TestRedate(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 7)
	since := time.UnixMilli(1_800_000_000_000).UTC()
	in, before := since.Add(time.Hour), since.Add(-time.Millisecond)
	purgeAt := since.AddDate(0, 0, models.DoneDays+models.TrashDays)
	deletion := func(at time.Time) memo.Change {
		return memo.Change{From: memo.Live, To: memo.Trashed, By: "taro", At: at, PurgeAt: purgeAt}
	}
	want := []models.Memo{
		markDone(t, db, 0, in, purgeAt), markDone(t, db, 1, before, purgeAt), update(t, db, 2, deletion(in)), {},
		update(t, db, 4, memo.Change{From: memo.Live, By: "taro", At: in}), {}, {},
	}
	markDone(t, db, 3, before, purgeAt)
	want[3] = update(t, db, 3, deletion(in))
	const years = 3650 * 24 * time.Hour
	want[5] = update(t, db, 5, memo.Change{From: memo.Live, To: memo.Trashed, By: "taro", At: in.Add(years), PurgeAt: purgeAt.Add(years)})
	want[6] = markDone(t, db, 6, in.Add(years), purgeAt.Add(years))
	now := since.AddDate(0, 0, 2)
	must.OK(t, db.Redate(t.Context(), Redating{Since: since, Newer: 36*time.Hour - time.Millisecond, Older: -time.Hour, Times: Times{Steady: now}}))
	move := func(i int, by time.Duration) {
		want[i].PurgeAt = want[i].PurgeAt.Add(by)
		if want[i].Deleted {
			want[i].DeletedAt = want[i].DeletedAt.Add(by)
		} else {
			want[i].DoneAt = want[i].DoneAt.Add(by)
		}
	}
	move(0, 36*time.Hour)
	move(1, -time.Hour)
	move(2, 36*time.Hour)
	move(3, 36*time.Hour)
	move(5, now.AddDate(0, 0, models.TrashDays).Sub(want[5].PurgeAt))
	move(6, now.AddDate(0, 0, models.DoneDays+models.TrashDays).Sub(want[6].PurgeAt))
	for i, m := range want {
		got, err := db.Memos().Get(t.Context(), []models.MemoRef{memoOf(i).Ref()})
		if err != nil || len(got) != 1 || got[0] != m {
			t.Errorf("memo %d: got %+v, %v, want %+v", i, got, err, m)
		}
	}
	late := update(t, db, 4, deletion(since)) // by a request that read the clock before
	if by := late.DeletedAt.Sub(now); by != 0 || late.PurgeAt.Before(purgeAt.AddDate(0, 0, 2)) {
		t.Errorf("got a deletion %v after the correction and purged at %v, want both moved", by, late.PurgeAt)
	}
	must.OK(t, db.Check(t.Context()))
}

// TestRedateOthers: Redate also moves the erasure of accounts and what an invitation made
// while the clock was slow is valid for, and ends what stays for years after the clock was
// ahead.
func TestRedateOthers(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 0)
	since := time.UnixMilli(1_800_000_000_000).UTC()
	now := since.AddDate(0, 0, 2)
	const years = 3650 * 24 * time.Hour
	run := func(query string, args ...any) {
		t.Helper()
		must.OK(t, db.writer.write(t.Context(), func(x tx) error { _, err := x.exec(query, args...); return err }))
	}
	run("UPDATE users SET updated_at = ?1 + 1, erase_at = ?1 + 1000, joined_at = ?2, requested_at = ?2", millis(since), millis(now.Add(years)))
	code := func(code string, at time.Time) {
		run(`INSERT INTO invite_codes (code, invite_id, family_id, created_by, created_at, expires_at, admits) VALUES (?, 'i', 'f', 'taro', ?, ?, 0)`, code, millis(at), millis(at.Add(models.InviteLifetime)))
	}
	code("0001", since.Add(time.Minute)) // by the slow clock
	code("0002", now.Add(-time.Minute))
	code("0003", now.Add(years))
	run("INSERT INTO ledgers (name, version, entries, expires_at) VALUES ('l', 1, '[]', ?)", millis(now.Add(years)))
	by := 47 * time.Hour
	must.OK(t, db.Redate(t.Context(), Redating{Since: since, Newer: by, Times: Times{Steady: now}}))
	for query, want := range map[string]time.Time{
		"SELECT erase_at FROM users":                                        since.Add(by + time.Second),
		"SELECT joined_at FROM users":                                       now,
		"SELECT requested_at FROM users":                                    now,
		"SELECT expires_at FROM invite_codes WHERE code = '0001'":           since.Add(by + time.Minute + models.InviteLifetime),
		"SELECT expires_at FROM invite_codes WHERE code = '0002'":           now.Add(models.InviteLifetime - time.Minute),
		"SELECT expires_at FROM invite_codes WHERE code = '0003'":           now,
		"SELECT coalesce(max(expires_at), 0) FROM ledgers WHERE name = 'l'": {},
	} {
		var got int64
		if err := db.read.row(context.Background(), query).Scan(&got); err != nil || !fromMillis(got).Equal(want) {
			t.Errorf("%s: got %v, %v, want %v", query, fromMillis(got), err, want)
		}
	}
	must.OK(t, db.Check(t.Context()))
}
