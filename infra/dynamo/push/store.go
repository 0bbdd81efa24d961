// Package push keeps the devices, settings and batches of family/push in a DynamoDB table
// of its own.
//
// Everything stored about a person has their id as partition key, so that one query reads
// it. The sort key says what an item is: SETTINGS, DEVICE#<id> or DUE#<time>#<rest>, which
// is a batch. A batch that waits is also in an index, by the time when it is due. Finished
// batches and forgotten ones are deleted by TTL.
package push

import (
	"cmp"
	"context"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"
	"time"

	"voicememo/family/push"
	"voicememo/infra/dynamo"
	"voicememo/internal/parallel"
	"voicememo/models"
)

// Tables returns the tables of the module.
func Tables() []dynamo.Table { return []dynamo.Table{table()} }

func table() dynamo.Table {
	return dynamo.Table{
		Suffix: "notices", Partition: "userId", Sort: "itemId", TTL: "ttl",
		Indexes: []dynamo.Index{{Name: dueIndex, Partition: "shard", Sort: "dueAt", KeysOnly: true}},
		Bulk:    portable,
	}
}

// dueIndex lists the batches that wait, in shards parts by person.
const (
	dueIndex = "due-index"
	shards   = 4
)

// Store implements push.Store.
type Store struct{ rows dynamo.Rows }

// Open returns the store of db's environment.
func Open(db *dynamo.DB) *Store { return &Store{rows: db.Rows(table())} }

// Conditions on the item in place of one that is stored or deleted.
const (
	missing = "attribute_not_exists(#userId)"
	exists  = "attribute_exists(#userId)"
)

// Load reads all items of a person.
func (s *Store) Load(ctx context.Context, person models.UserID) (push.Record, error) {
	items, err := s.of(ctx, person)
	if err != nil {
		return push.Record{}, err
	}
	var r push.Record
	for _, it := range items {
		if err := read(person, it, &r); err != nil {
			return push.Record{}, err
		}
	}
	slices.SortFunc(r.Devices, func(a, b push.Device) int {
		return cmp.Or(a.AddedAt.Compare(b.AddedAt), cmp.Compare(a.ID, b.ID))
	})
	slices.SortFunc(r.Batches, func(a, b push.Batch) int { return cmp.Compare(a.ID, b.ID) })
	return r, nil
}

func (s *Store) of(ctx context.Context, person models.UserID) ([]dynamo.Item, error) {
	return s.rows.Query(ctx, dynamo.Selection{Key: "#userId = :user", Values: dynamo.Item{":user": dynamo.Text(person)}})
}

// SaveSettings puts the item.
func (s *Store) SaveSettings(ctx context.Context, person models.UserID, settings push.Settings) error {
	_, err := s.rows.Put(ctx, settingsItem(person, settings), "", nil)
	return err
}

// SaveDevice puts the item. A device that is new is counted.
func (s *Store) SaveDevice(ctx context.Context, person models.UserID, d push.Device) error {
	it := deviceItem(person, d)
	added, err := s.rows.Put(ctx, it, missing, nil)
	switch {
	case err != nil:
		return err
	case added:
		s.count(ctx, 1)
		return nil
	}
	_, err = s.rows.Put(ctx, it, "", nil)
	return err
}

// DeleteDevice deletes the item. A device that existed is no longer counted.
func (s *Store) DeleteDevice(ctx context.Context, person models.UserID, id push.DeviceID) error {
	deleted, err := s.rows.Delete(ctx, key(person, devicePrefix+string(id)), exists, nil)
	if deleted {
		s.count(ctx, -1)
	}
	return err
}

// SaveBatch puts the item if it has the version of b.
func (s *Store) SaveBatch(ctx context.Context, b push.Batch) error {
	only, values := missing, dynamo.Item(nil)
	if b.Version != 0 {
		only, values = "#version = :version", dynamo.Item{":version": dynamo.Number(b.Version)}
	}
	b.Version++
	saved, err := s.rows.Put(ctx, batchItem(b), only, values)
	if err == nil && !saved {
		err = models.Conflict(models.ReasonChanged)
	}
	return err
}

// waiting is a batch in the index.
type waiting struct {
	person models.UserID
	due    time.Time
}

// Due reads the index, which lags: it may name a person whose batches are not due any
// more, and lack one for a moment.
func (s *Store) Due(ctx context.Context, now time.Time, most int) (people []models.UserID, next time.Time, err error) {
	parts, reads := make([][]waiting, shards), make([]func(context.Context) error, shards)
	for i := range shards {
		reads[i] = func(ctx context.Context) (err error) {
			parts[i], err = s.dueOf(ctx, strconv.Itoa(i), most+1)
			return err
		}
	}
	if err := parallel.Do(ctx, reads...); err != nil {
		return nil, time.Time{}, err
	}
	all := slices.Concat(parts...)
	slices.SortFunc(all, func(a, b waiting) int { return a.due.Compare(b.due) })
	for _, w := range all {
		known := slices.Contains(people, w.person)
		if w.due.After(now) || !known && len(people) == most {
			return people, w.due, nil
		}
		if !known {
			people = append(people, w.person)
		}
	}
	for _, part := range parts {
		if len(part) > most { // there may be more after it
			next = now
		}
	}
	return people, next, nil
}

// dueOf reads up to most batches of a part of the index, those with the earliest time
// first. One whose time is damaged counts as due, so that only reading that person fails.
func (s *Store) dueOf(ctx context.Context, shard string, most int) ([]waiting, error) {
	items, err := s.rows.Query(ctx, dynamo.Selection{
		Index: dueIndex, Key: "#shard = :shard", Values: dynamo.Item{":shard": dynamo.Text(shard)}, Most: most,
	})
	if err != nil {
		return nil, err
	}
	all := make([]waiting, len(items))
	for i, it := range items {
		due, _ := models.ParseTime(dynamo.TextOf(it, "dueAt")) // zero if it is damaged
		all[i] = waiting{models.UserID(dynamo.TextOf(it, "userId")), due}
	}
	return all, nil
}

// shardOf returns the part of the index that has a person's batches.
func shardOf(person models.UserID) string {
	return strconv.FormatUint(uint64(crc32.ChecksumIEEE([]byte(person))%shards), 10)
}

// Erase deletes a person's items one by one.
func (s *Store) Erase(ctx context.Context, person models.UserID) error {
	items, err := s.of(ctx, person)
	if err != nil {
		return err
	}
	for _, it := range items {
		id := dynamo.TextOf(it, "itemId")
		deleted, err := s.rows.Delete(ctx, key(person, id), exists, nil)
		if err != nil {
			return err
		}
		if deleted && strings.HasPrefix(id, devicePrefix) {
			s.count(ctx, -1)
		}
	}
	return nil
}

// counter is the key of the item with the number of devices. No person has that id.
func counter() dynamo.Item { return key("#devices", "COUNT") }

// count adds n to the number of devices. It may fail: the number is only about right.
func (s *Store) count(ctx context.Context, n int64) { _ = s.rows.Add(ctx, counter(), "devices", n) }

// CountDevices reads the number of devices that count keeps.
func (s *Store) CountDevices(ctx context.Context) (int, error) {
	it, err := s.rows.Get(ctx, counter())
	return int(dynamo.NumberOf(it, "devices")), err
}
