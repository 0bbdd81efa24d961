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

// Each implements bulk.Part. No server changes the people whom it reads one after another.
func (p portable) Each(ctx context.Context, visit func([]bulk.ModuleRecord) error) error {
	var people []models.UserID
	err := p.db.Read(ctx, "SELECT DISTINCT user_id FROM push_items WHERE version = 0", nil, func(row sqlite.Row) error {
		var person models.UserID
		err := row.Scan(&person)
		people = append(people, person)
		return err
	})
	if err != nil {
		return err
	}
	return bulk.EachPerson(ctx, name, people, p.Load, visit)
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
	erase(t, person)
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
			erase(t, models.UserID(key))
		}
		return nil
	})
}
