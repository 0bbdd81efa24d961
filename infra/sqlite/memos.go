package sqlite

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"voicememo/memo"
	"voicememo/models"
)

// memoStore implements memo.Store.
type memoStore struct{ db *DB }

type stored = models.Memo

// memoTable describes how memos are stored. content_checksum is the checksum of the content
// alone, with which a search verifies the memos that it does not return.
var memoTable = table[stored]{name: "memos", key: "user_id, id", columns: []column[stored]{
	text("family_id", func(m *stored) *string { return (*string)(&m.FamilyID) }),
	flag("deleted", func(m *stored) *bool { return &m.Deleted }),
	moment("timestamp", func(m *stored) *time.Time { return &m.Timestamp }),
	text("user_id", func(m *stored) *string { return (*string)(&m.UserID) }),
	text("id", func(m *stored) *string { return (*string)(&m.ID) }),
	text("content", func(m *stored) *string { return &m.Content }),
	text("created_by_name", func(m *stored) *string { return &m.CreatedByName }),
	moment("updated_at", func(m *stored) *time.Time { return &m.UpdatedAt }),
	text("updated_by", func(m *stored) *string { return (*string)(&m.UpdatedBy) }),
	number("version", func(m *stored) *int64 { return &m.Version }),
	moment("deleted_at", func(m *stored) *time.Time { return &m.DeletedAt }),
	moment("purge_at", func(m *stored) *time.Time { return &m.PurgeAt }),
	text("spoken_by", func(m *stored) *string { return (*string)(&m.SpokenBy) }),
	moment("done_at", func(m *stored) *time.Time { return &m.DoneAt }),
	text("done_by", func(m *stored) *string { return (*string)(&m.DoneBy) }),
	moment("edited_at", func(m *stored) *time.Time { return &m.EditedAt }),
	text("edited_by", func(m *stored) *string { return (*string)(&m.EditedBy) }),
	text("before_content", func(m *stored) *string { return &m.Before.Content }),
	moment("before_at", func(m *stored) *time.Time { return &m.Before.At }),
	text("before_by", func(m *stored) *string { return (*string)(&m.Before.By) }),
	text("via", func(m *stored) *string { return (*string)(&m.Via) }),
	flag("before_kept", func(m *stored) *bool { return &m.Before.Kept }),
	{
		contentChecksum, func(m *stored) any { return sumOfText(m.Content) }, func(*stored) any { return ignored{} },
		func(e encoded, m *stored) encoded { return e.integer(sumOfText(m.Content)) },
	},
}}

// contentChecksum is the column with the checksum of the content.
const contentChecksum = "content_checksum"

var (
	memoColumns = memoTable.names("")
	// selectMemo begins a query whose rows scanMemo reads.
	selectMemo = "SELECT " + memoColumns + ", checksum "
	// insertMemo inserts the values of memoRow.
	insertMemo = "INSERT INTO memos (" + memoColumns + ", checksum) VALUES (" + memoTable.places() + ", ?)"
)

// memoRow returns the values of memoColumns and the checksum, and more.
func memoRow(m *models.Memo, more ...any) []any {
	return append(memoTable.row(m, memoTable.sum(m)), more...)
}

// scanMemo reads a memo. It returns a damage if the checksum does not match.
func scanMemo(row scanner) (models.Memo, error) {
	m, whole, err := scanMemoAsIs(row)
	if err == nil && !whole {
		return models.Memo{}, changed("a memo is not what was written")
	}
	return m, err
}

// scanMemoAsIs reads a memo and reports whether it is what was written.
func scanMemoAsIs(row scanner) (m models.Memo, whole bool, err error) {
	var checksum int64
	err = row.Scan(memoTable.into(&m, &checksum)...)
	return m, err == nil && checksum == memoTable.sum(&m), orNotFound(err, models.ReasonMemo)
}

func (t tx) memo(ref models.MemoRef) (models.Memo, error) {
	return scanMemo(t.row(selectMemo+"FROM memos WHERE user_id = ? AND id = ?", ref.UserID, ref.ID))
}

// Add implements memo.Store. A memo's time is never before that of its family's newest
// memo, even if the clock is: a list is in the order in which its memos were spoken.
func (s memoStore) Add(ctx context.Context, m models.Memo, most int) (stored models.Memo, created bool, err error) {
	got, err := writeFor(ctx, s.db.writer, func(t tx) (added, error) { return t.add(m, most) })
	return got.memo, got.created, err
}

type added struct {
	memo    models.Memo
	created bool
}

// addMemo inserts the values of memoRow if the author is a member of the family and the
// family has fewer memos than the last value, or that is 0. Otherwise, and if the memo exists or was
// removed, it does nothing. Unlike OR IGNORE, a full disk then undoes only this statement
// (https://sqlite.org/lang_transaction.html, "Response To Errors").
var addMemo = "INSERT INTO memos (" + memoColumns + ", checksum) SELECT " + memoTable.places() + fmt.Sprintf(", ?%d", len(memoTable.columns)+1) + `
	WHERE EXISTS (` + selectMember + `) AND ` + fmt.Sprintf("(?%[1]d = 0 OR (SELECT memo_count < ?%[1]d FROM families WHERE family_id = ?1))", len(memoTable.columns)+2) + `
		AND NOT EXISTS (` + selectRemoved + `)
	ON CONFLICT DO NOTHING`

// selectMember selects an account ?4 that is a member of the family ?1.
const selectMember = "SELECT 1 FROM users WHERE user_id = ?4 AND family_id = ?1 AND closing = 0 AND gone = 0"

// selectRemoved selects when the key of the removed memo ?5 of an author ?4 is forgotten.
const selectRemoved = "SELECT forget_at FROM removed WHERE user_id = ?4 AND id = ?5"

func (t tx) add(m models.Memo, most int) (added, error) {
	fresh := m
	if newest := t.newest(m.FamilyID); m.Timestamp.Before(newest) {
		fresh.Timestamp = newest.Add(time.Millisecond)
	}
	if t.run(addMemo, memoRow(&fresh, int64(most))...) == 0 {
		return t.notAdded(m, most)
	}
	t.remember(m.FamilyID, fresh.Timestamp)
	t.happened(models.Event{Kind: models.EventAdded, Family: m.FamilyID, Actor: m.UserID, Memo: m.Ref(), At: fresh.Timestamp})
	return added{fresh, true}, nil
}

// notAdded returns why addMemo did nothing: the stored memo, or an error.
func (t tx) notAdded(m models.Memo, most int) (added, error) {
	if stored, err := t.memo(m.Ref()); !models.IsCode(err, models.CodeNotFound) {
		return added{memo: stored}, err
	}
	t.check(one[bool](t, "SELECT EXISTS ("+selectMember+")", m.FamilyID, nil, nil, m.UserID), moved())
	if forget := one[int64](t, "SELECT coalesce(("+selectRemoved+"), 0)", nil, nil, nil, m.UserID, m.ID); forget > 0 {
		return added{memo: m.Removed(fromMillis(forget))}, nil
	}
	if most > 0 {
		t.check(one[bool](t, "SELECT memo_count < ? FROM families WHERE family_id = ?", most, m.FamilyID), models.Conflict(models.ReasonListFull))
	}
	return added{}, errors.New("a memo was not stored")
}

// maxNewest is the number of families whose newest memo's time the writer remembers.
const maxNewest = 10_000

// newest returns when the newest memo of a family was made; the zero time if there is
// none. A remembered time may be that of a memo that was rolled back, but is never too early.
func (t tx) newest(f models.FamilyID) time.Time {
	if at, known := t.w.newest[f]; known {
		return at
	}
	return fromMillis(one[int64](t, `SELECT coalesce(max(timestamp), 0) FROM (
		SELECT * FROM (SELECT timestamp FROM memos WHERE family_id = ?1 || '' AND deleted = 0 ORDER BY timestamp DESC LIMIT 1)
		UNION ALL
		SELECT * FROM (SELECT timestamp FROM memos WHERE family_id = ?1 || '' AND deleted = 1 ORDER BY timestamp DESC LIMIT 1))`, f))
}

// remember records when a family's newest memo was made.
func (t tx) remember(f models.FamilyID, at time.Time) {
	if len(t.w.newest) >= maxNewest {
		clear(t.w.newest)
	}
	t.w.newest[f] = at
}

// move moves an author's memos to a family.
func (t tx) move(author models.UserID, to models.FamilyID) {
	delete(t.w.newest, to)
	t.run(moveMemos, to, author)
}

// selectRefs selects the memos of a JSON array of keys, in one statement for any number of keys.
var selectRefs = selectMemo + `FROM (SELECT value ->> 0 AS author, value ->> 1 AS memo FROM json_each(?))
	CROSS JOIN memos ON user_id = author AND id = memo`

// Get implements memo.Store.
func (s memoStore) Get(ctx context.Context, refs []models.MemoRef) ([]models.Memo, error) {
	keys, err := json.Marshal(pairs(refs))
	if err != nil {
		return nil, models.Internalf("sqlite: %w", err)
	}
	return collect(ctx, s.db.read, selectRefs, []any{string(keys)}, scanMemo)
}

// Update implements memo.Store. A change is never dated before the last correction of dates
// (DB.Redate): that of a request that read the clock before it would not be corrected.
func (s memoStore) Update(ctx context.Context, ref models.MemoRef, c memo.Change) (models.Memo, error) {
	submit := writeFor[models.Memo]
	if c.To == memo.Trashed {
		submit = freeFor[models.Memo]
	}
	return submit(ctx, s.db.writer, func(t tx) (models.Memo, error) { return t.change(ref, c) })
}

// changedColumns are what a memo.Change changes.
var (
	changedColumns = memoTable.only("deleted", "content", "updated_at", "updated_by", "version", "deleted_at", "purge_at", "done_at", "done_by",
		"edited_at", "edited_by", "before_content", "before_at", "before_by", "before_kept", contentChecksum)
	updateMemo = "UPDATE memos SET " + changedColumns.assignments() + ", checksum = ? WHERE user_id = ? AND id = ?"
)

// change applies c to one memo; see memo.Store.Update.
func (t tx) change(ref models.MemoRef, c memo.Change) (models.Memo, error) {
	m, err := t.memo(ref)
	if err != nil {
		return models.Memo{}, err
	}
	c = c.NotBefore(t.w.dated)
	if !c.Holds(m) {
		return models.Memo{}, models.Stale(m)
	}
	m = c.Apply(m)
	t.run(updateMemo, changedColumns.row(&m, memoTable.sum(&m), ref.UserID, ref.ID)...)
	t.happened(models.Event{Kind: c.Event(), Family: m.FamilyID, Actor: c.By, Memo: ref, At: c.At})
	return m, nil
}

// Remove implements memo.Store.
func (s memoStore) Remove(ctx context.Context, ref models.MemoRef, version int64, forget time.Time) error {
	return s.db.writer.free(ctx, func(t tx) error {
		t.need(models.NotFound(models.ReasonMemo), "DELETE FROM memos WHERE user_id = ? AND id = ? AND deleted = 1 AND version = ?", ref.UserID, ref.ID, version)
		t.removed(ref, forget)
		return nil
	})
}

// removed keeps the key of a memo that was removed until forget.
func (t tx) removed(ref models.MemoRef, forget time.Time) {
	t.w.purged.Store(true)
	t.run("REPLACE INTO removed (user_id, id, forget_at) VALUES (?,?,?)", ref.UserID, ref.ID, millis(forget))
}

// Count implements memo.Store.
func (s memoStore) Count(ctx context.Context, author models.UserID) (n int, err error) {
	err = s.db.read.row(ctx, "SELECT count(*) FROM memos WHERE user_id = ? || '' AND deleted = 0", author).Scan(&n)
	return n, translate(err)
}

// NoteEmptied implements memo.Store.
func (s memoStore) NoteEmptied(ctx context.Context, family models.FamilyID, e models.Emptied) error {
	return s.db.writer.free(ctx, func(t tx) error {
		t.run("UPDATE families SET emptied_by = ?, emptied_at = ?, emptied_count = ? WHERE family_id = ?",
			e.By, millis(e.At), e.Count, family)
		return nil
	})
}

// Settle implements memo.Store. Memos move in the joining transaction itself, so there
// is never anything left to do.
func (s memoStore) Settle(context.Context, models.Family, int) (bool, error) { return true, nil }

// Erase implements memo.Store.
func (s memoStore) Erase(ctx context.Context, author models.UserID, limit int) (done bool, err error) {
	return freeFor(ctx, s.db.writer, func(t tx) (bool, error) {
		if !one[bool](t, "SELECT count(*) FROM users WHERE user_id = ? AND closing = 1", author) {
			return true, nil
		}
		n := t.run(`DELETE FROM memos WHERE user_id = ?1 AND id IN
			(SELECT id FROM memos WHERE user_id = ?1 LIMIT ?2 + 0)`, author, limit)
		if n == int64(limit) {
			return false, nil
		}
		t.run("DELETE FROM accesses WHERE user_id = ?", author)
		t.run("DELETE FROM invite_codes WHERE created_by = ?", author)
		t.run("DELETE FROM users WHERE user_id = ?", author)
		t.w.purged.Store(true)
		return true, nil
	})
}
