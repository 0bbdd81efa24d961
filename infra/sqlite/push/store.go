package push

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"voicememo/family/push"
	"voicememo/infra/bulk"
	"voicememo/infra/sqlite"
	"voicememo/models"
)

// name is the module's name.
const name = "push"

//go:embed 0001_items.sql
var items string

// Part returns the module's table.
func Part() sqlite.Part {
	return sqlite.Part{
		Name: name, Migrations: []string{items},
		Tables: []sqlite.Table{{Name: "push_items", Key: "user_id, item", Columns: "user_id, item, data, due, until, version"}},
		Sweep: []string{`DELETE FROM push_items WHERE (user_id, item) IN
			(SELECT user_id, item FROM push_items WHERE until > 0 AND until <= ?1 + 0 LIMIT ?2 + 0)`},
		Redate: []string{
			redate("due", "until + ?2", "until > 0 AND ?2 > 0 AND ?4 > 0"),
			redate("CASE WHEN due > 0 THEN ?4 ELSE 0 END", "?4 + "+twoDays, "until > ?4 + 2 * "+twoDays),
		},
		Bulk: func(db *sqlite.DB) bulk.Part { return portable{Open(db)} },
	}
}

// twoDays, in milliseconds, is how long a batch is kept from its first due time, which is
// within a day if the clock was right.
const twoDays = "172800000"

// redate returns a statement of sqlite.Part.Redate that changes two times of batches, which
// are also in their data.
func redate(due, until, condition string) string {
	instant := func(t string) string { return "strftime('%Y-%m-%dT%H:%M:%fZ', (" + t + ") / 1000.0, 'unixepoch')" }
	return "UPDATE push_items SET due = " + due + ", until = " + until + ", data = json_set(data, '$.Until', " + instant(until) +
		", '$.Due', CASE WHEN due > 0 THEN " + instant(due) + " ELSE data ->> '$.Due' END) WHERE " + condition
}

// Store implements push.Store.
type Store struct{ db *sqlite.DB }

// Open returns the store of a database that was opened with Part.
func Open(db *sqlite.DB) *Store { return &Store{db} }

// The column item is settingsItem, or begins with one of the prefixes.
const (
	settingsItem = "settings"
	devicePrefix = "device#"
	batchPrefix  = "batch#"
)

// devices is the condition of rows that are devices: "$" follows "#".
const devices = "item >= 'device#' AND item < 'device$'"

// read adds what a row has to the record of a person.
func read(item, data string, version int64, r *push.Record) error {
	var to any = &r.Settings
	switch {
	case strings.HasPrefix(item, devicePrefix):
		r.Devices = append(r.Devices, push.Device{})
		to = &r.Devices[len(r.Devices)-1]
	case strings.HasPrefix(item, batchPrefix):
		r.Batches = append(r.Batches, push.Batch{})
		to = &r.Batches[len(r.Batches)-1]
	}
	if err := json.Unmarshal([]byte(data), to); err != nil {
		return models.Internalf("push: %s: %w", item, err)
	}
	if b, ok := to.(*push.Batch); ok {
		b.Version = version
	}
	return nil
}

// sorted returns a record with the devices in the order in which they were added.
func sorted(r push.Record) push.Record {
	slices.SortFunc(r.Devices, func(a, b push.Device) int {
		return cmp.Or(a.AddedAt.Compare(b.AddedAt), cmp.Compare(a.ID, b.ID))
	})
	return r
}

// Load implements push.Store. Its single query reads one state.
func (s *Store) Load(ctx context.Context, person models.UserID) (push.Record, error) {
	var r push.Record
	err := s.db.Read(ctx, "SELECT item, data, version FROM push_items WHERE user_id = ? ORDER BY item", []any{person}, func(row sqlite.Row) error {
		var item, data string
		var version int64
		if err := row.Scan(&item, &data, &version); err != nil {
			return err
		}
		return read(item, data, version, &r)
	})
	if err != nil {
		return push.Record{}, err
	}
	return sorted(r), nil
}

// put stores a value that does not wait and does not expire.
func put(t sqlite.Tx, person models.UserID, item string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return models.Internalf("push: %w", err)
	}
	t.Exec(`INSERT INTO push_items (user_id, item, data, due, until, version) VALUES (?, ?, ?, 0, 0, 0)
		ON CONFLICT DO UPDATE SET data = excluded.data`, person, item, string(data))
	return nil
}

// SaveSettings implements push.Store.
func (s *Store) SaveSettings(ctx context.Context, person models.UserID, settings push.Settings) error {
	return s.db.Write(ctx, func(t sqlite.Tx) error { return put(t, person, settingsItem, settings) })
}

// SaveDevice implements push.Store. From then on events are recorded for the person.
func (s *Store) SaveDevice(ctx context.Context, person models.UserID, d push.Device) error {
	return s.db.Write(ctx, func(t sqlite.Tx) error { return putDevice(t, person, d) })
}

func putDevice(t sqlite.Tx, person models.UserID, d push.Device) error {
	t.Listen(name, person, true)
	return put(t, person, devicePrefix+string(d.ID), d)
}

// DeleteDevice implements push.Store. After a person's last device, no events are recorded
// for them.
func (s *Store) DeleteDevice(ctx context.Context, person models.UserID, id push.DeviceID) error {
	return s.db.Delete(ctx, func(t sqlite.Tx) error {
		t.Exec("DELETE FROM push_items WHERE user_id = ? AND item = ?", person, devicePrefix+string(id))
		t.Listen(name, person, t.Is("SELECT EXISTS (SELECT 1 FROM push_items WHERE user_id = ? AND "+devices+")", person))
		return nil
	})
}

// SaveBatch implements push.Store.
func (s *Store) SaveBatch(ctx context.Context, b push.Batch) error {
	data, err := json.Marshal(b)
	if err != nil {
		return models.Internalf("push: %w", err)
	}
	query := `INSERT INTO push_items (data, due, until, version, user_id, item) VALUES (?1, ?2, ?3, ?4 + 1, ?5, ?6) ON CONFLICT DO NOTHING`
	if b.Version != 0 {
		query = `UPDATE push_items SET data = ?1, due = ?2, until = ?3, version = ?4 + 1 WHERE user_id = ?5 AND item = ?6 AND version = ?4`
	}
	return s.db.Write(ctx, func(t sqlite.Tx) error {
		if t.Exec(query, string(data), millis(b.Due), millis(b.Until), b.Version, b.Person, batchPrefix+string(b.ID)) == 0 {
			return models.Conflict(models.ReasonChanged)
		}
		return nil
	})
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// Due implements push.Store. Between its two reads a batch may change; then next may be too
// early. A damaged time of one batch hides that batch only.
func (s *Store) Due(ctx context.Context, now time.Time, most int) (people []models.UserID, next time.Time, err error) {
	err = s.db.Read(ctx, `SELECT user_id FROM push_items WHERE due > 0 AND due <= ? + 0 GROUP BY user_id ORDER BY min(due), user_id LIMIT ? + 0`,
		[]any{millis(now), most}, func(row sqlite.Row) error {
			var person models.UserID
			err := row.Scan(&person)
			people = append(people, person)
			return err
		})
	if err != nil {
		return nil, time.Time{}, err
	}
	list, err := json.Marshal(people)
	if err != nil {
		return nil, time.Time{}, models.Internalf("push: %w", err)
	}
	err = s.db.Read(ctx, `SELECT due FROM push_items WHERE due > 0 AND typeof(due) = 'integer' AND NOT (due <= ? + 0 AND user_id IN (SELECT value FROM json_each(?)))
		ORDER BY due LIMIT 1`, []any{millis(now), string(list)}, func(row sqlite.Row) error {
		var due int64
		err := row.Scan(&due)
		next = time.UnixMilli(due).UTC()
		return err
	})
	return people, next, err
}

// Erase implements push.Store. The database does the same when the person's account is
// erased.
func (s *Store) Erase(ctx context.Context, person models.UserID) error {
	return s.db.Delete(ctx, func(t sqlite.Tx) error {
		erase(t, person)
		return nil
	})
}

func erase(t sqlite.Tx, person models.UserID) {
	t.Exec("DELETE FROM push_items WHERE user_id = ?", person)
	t.Listen(name, person, false)
}

// CountDevices implements push.Store.
func (s *Store) CountDevices(ctx context.Context) (n int, err error) {
	err = s.db.Read(ctx, "SELECT count(*) FROM push_items WHERE "+devices, nil, func(row sqlite.Row) error { return row.Scan(&n) })
	return n, err
}
