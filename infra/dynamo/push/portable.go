package push

import (
	"context"
	"encoding/json"

	"voicememo/family/push"
	"voicememo/infra/bulk"
	"voicememo/infra/dynamo"
	"voicememo/models"
)

// part implements bulk.Part: one record for each person of whom anything can be copied.
type part struct {
	*Store
	client dynamo.BulkClient
}

// portable returns what can be copied from the table of an environment.
func portable(client dynamo.BulkClient, environment string) bulk.Part {
	return part{Open(dynamo.Open(client, environment)), client}
}

// Name implements bulk.Part.
func (part) Name() string { return "push" }

// Each implements bulk.Part. It scans the table for people, and reads what each of them
// has.
func (p part) Each(ctx context.Context, visit func([]bulk.ModuleRecord) error) error {
	seen := map[models.UserID]bool{}
	return p.rows.Scan(ctx, p.client, func(page []dynamo.Item) error {
		var people []models.UserID
		for _, it := range page {
			if person := models.UserID(dynamo.TextOf(it, "userId")); !seen[person] {
				seen[person] = true
				people = append(people, person)
			}
		}
		return bulk.EachPerson(ctx, p.Name(), people, p.Load, visit)
	})
}

// Write implements bulk.Part. Whatever else is stored about the people is deleted.
func (p part) Write(ctx context.Context, records []bulk.ModuleRecord) error {
	for _, record := range records {
		var r push.Record
		if err := json.Unmarshal(record.Value, &r); err != nil {
			return err
		}
		if err := p.replace(ctx, models.UserID(record.Key), r); err != nil {
			return err
		}
	}
	return nil
}

func (p part) replace(ctx context.Context, person models.UserID, r push.Record) error {
	if err := p.Erase(ctx, person); err != nil {
		return err
	}
	if (r.Settings != push.Settings{}) {
		if err := p.SaveSettings(ctx, person, r.Settings); err != nil {
			return err
		}
	}
	for _, d := range r.Devices {
		if err := p.SaveDevice(ctx, person, d); err != nil {
			return err
		}
	}
	return nil
}

// Remove implements bulk.Part.
func (p part) Remove(ctx context.Context, keys []string) error {
	for _, key := range keys {
		if err := p.Erase(ctx, models.UserID(key)); err != nil {
			return err
		}
	}
	return nil
}
