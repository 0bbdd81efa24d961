package push

import (
	"context"
	"encoding/json"

	"voicememo/family/push"
	"voicememo/infra/bulk"
	"voicememo/infra/sqlite"
	"voicememo/models"
)

// portable is what is copied between engines: the portable part of each person's record.
type portable struct{ *Store }

// Name implements bulk.Part.
func (portable) Name() string { return name }

// Each implements bulk.Part. Its single query reads one state.
func (p portable) Each(ctx context.Context, visit func([]bulk.ModuleRecord) error) error {
	var records []bulk.ModuleRecord
	var person models.UserID
	var r push.Record
	finish := func() error {
		part, some := sorted(r).Portable()
		r = push.Record{}
		if !some {
			return nil
		}
		value, err := json.Marshal(part)
		records = append(records, bulk.ModuleRecord{Module: name, Key: string(person), Value: value, Of: person})
		return err
	}
	err := p.db.Read(ctx, "SELECT user_id, item, data FROM push_items WHERE version = 0 ORDER BY user_id, item", nil, func(row sqlite.Row) error {
		var of models.UserID
		var item, data string
		if err := row.Scan(&of, &item, &data); err != nil {
			return err
		}
		if of != person {
			if err := finish(); err != nil {
				return err
			}
			person = of
		}
		return read(item, data, 0, &r)
	})
	if err == nil {
		err = finish()
	}
	if err != nil || len(records) == 0 {
		return err
	}
	return visit(records)
}

// Write implements bulk.Part.
func (p portable) Write(ctx context.Context, records []bulk.ModuleRecord) error {
	return p.db.Delete(ctx, func(t sqlite.Tx) error {
		for _, one := range records {
			var r push.Record
			if err := json.Unmarshal(one.Value, &r); err != nil {
				return models.Internalf("push: %w", err)
			}
			if err := write(t, models.UserID(one.Key), r); err != nil {
				return err
			}
		}
		return nil
	})
}

// write replaces what is stored about a person.
func write(t sqlite.Tx, person models.UserID, r push.Record) error {
	if err := erase(t, person); err != nil {
		return err
	}
	if (r.Settings != push.Settings{}) {
		if err := put(t, person, settingsItem, r.Settings); err != nil {
			return err
		}
	}
	for _, d := range r.Devices {
		if err := putDevice(t, person, d); err != nil {
			return err
		}
	}
	return nil
}

// Remove implements bulk.Part.
func (p portable) Remove(ctx context.Context, keys []string) error {
	return p.db.Delete(ctx, func(t sqlite.Tx) error {
		for _, key := range keys {
			if err := erase(t, models.UserID(key)); err != nil {
				return err
			}
		}
		return nil
	})
}
