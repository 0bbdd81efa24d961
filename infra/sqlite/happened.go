package sqlite

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"voicememo/models"
)

// happenedFor is how long an event is kept that no module takes.
const happenedFor = 7 * 24 * time.Hour

const happenedColumns = "id, kind, family_id, actor, person, author, memo_id, at"

// addHappened inserts an event if a listener other than its actor is a member of the family,
// or is the person concerned.
const addHappened = `INSERT INTO happened (kind, family_id, actor, person, author, memo_id, at)
	SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE
	EXISTS (SELECT 1 FROM users CROSS JOIN listeners USING (user_id) WHERE family_id = ?2 || '' AND user_id <> ?3 AND gone = 0)
	OR ?4 <> ?3 AND EXISTS (SELECT 1 FROM listeners WHERE user_id = ?4 || '')`

// happened records events in the transaction of their change, after it. An EventChanged is
// not recorded: only pages need it, which a restart reconnects.
func (t tx) happened(events ...models.Event) {
	for _, e := range events {
		if t.w.heard && e.Kind != models.EventChanged {
			n := t.run(addHappened, string(e.Kind), string(e.Family), string(e.Actor), string(e.Person),
				string(e.Memo.UserID), string(e.Memo.ID), millis(e.At))
			t.w.noted = t.w.noted || n > 0
		}
	}
}

// idPrefix distinguishes the ids of this engine's events.
const idPrefix = "s"

// Happened returns up to most events that are recorded, the oldest first: memos added,
// edited, done, reopened, trashed or restored by a call of a service, and people who asked to
// join, joined, left, were removed or became an owner. They are recorded with the change, and
// only while a module listens for another member of the family. Each is returned until
// Forget. One whose time is damaged has the zero time, so that it does not hold up the others.
func (db *DB) Happened(ctx context.Context, most int) ([]models.Event, error) {
	if !db.writer.pending.Swap(false) {
		return nil, nil
	}
	events, err := collect(ctx, db.read, "SELECT id, kind, family_id, actor, person, author, memo_id, iif(typeof(at) = 'integer', at, 0) FROM happened ORDER BY id LIMIT ? + 0", []any{most}, func(row scanner) (e models.Event, err error) {
		var id int64
		err = row.Scan(&id, &e.Kind, &e.Family, &e.Actor, &e.Person, &e.Memo.UserID, &e.Memo.ID, (*stamp)(&e.At))
		e.ID = idPrefix + strconv.FormatInt(id, 10)
		return e, err
	})
	if len(events) == 0 && err == nil {
		return nil, nil
	}
	db.writer.pending.Store(true)
	return events, err
}

// Forget deletes events that Happened returned. Those that do not exist are ignored.
func (db *DB) Forget(ctx context.Context, events []models.Event) error {
	var ids []int64
	for _, e := range events {
		number, own := strings.CutPrefix(e.ID, idPrefix)
		if id, err := strconv.ParseInt(number, 10, 64); own && err == nil {
			ids = append(ids, id)
		}
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return models.Internalf("sqlite: %w", err)
	}
	return db.writer.free(ctx, func(t tx) error {
		t.run("DELETE FROM happened WHERE id IN (SELECT value FROM json_each(?))", string(list))
		return nil
	})
}
