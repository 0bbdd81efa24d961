package bulk_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"

	"voicememo/infra/bulk"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// shelf is a bulk.Part in memory.
type shelf struct {
	name   string
	values map[string]string
}

// Name implements bulk.Part.
func (s shelf) Name() string { return s.name }

// Each implements bulk.Part. There is no shelf without values.
func (s shelf) Each(_ context.Context, visit func([]bulk.ModuleRecord) error) error {
	if s.values == nil {
		return bulk.ErrMissing
	}
	for _, key := range slices.Sorted(maps.Keys(s.values)) {
		if err := visit([]bulk.ModuleRecord{{Module: s.name, Key: key, Value: json.RawMessage(s.values[key])}}); err != nil {
			return err
		}
	}
	return nil
}

// Write implements bulk.Part.
func (s shelf) Write(_ context.Context, records []bulk.ModuleRecord) error {
	for _, r := range records {
		s.values[r.Key] = string(r.Value)
	}
	return nil
}

// Remove implements bulk.Part.
func (s shelf) Remove(_ context.Context, keys []string) error {
	for _, key := range keys {
		delete(s.values, key)
	}
	return nil
}

// TestModules: the records of modules go to their parts, and all others to the store.
func TestModules(t *testing.T) {
	first, second := shelf{"first", map[string]string{}}, shelf{"second", map[string]string{}}
	own := onSQLite(t)
	s := bulk.With(own.Store, first, second)
	record := func(module, key string) bulk.Record {
		return bulk.Record{Module: &bulk.ModuleRecord{Module: module, Key: key, Value: json.RawMessage("1")}}
	}
	people := []bulk.Record{{Person: &models.User{ID: "u", CreatedAt: begin, Membership: models.Membership{JoinedAt: begin}, UpdatedAt: begin}}}
	all := append(slices.Clone(people), record("first", "a#b"), record("second", "c"), record("second", "d"))
	write(t, s, all)
	must.OK(t, s.Remove(t.Context(), bulk.Modules, []bulk.Key{record("second", "d").Key(), record("first", "none").Key()}))
	if got, want := dump(t, s), lines(t, all[:len(all)-1]); !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if len(first.values) != 1 || len(second.values) != 1 {
		t.Errorf("got %v and %v, want one value in each", first.values, second.values)
	}
	if got, want := dump(t, own.Store), lines(t, people); !slices.Equal(got, want) {
		t.Errorf("the store itself: got %v\nwant %v", got, want)
	}
	found := 0
	var missing *bulk.MissingError
	err := bulk.With(own.Store, shelf{name: "none"}, second).Each(t.Context(), bulk.Modules, func(r []bulk.Record) error { found += len(r); return nil })
	if !errors.As(err, &missing) || !slices.Equal(missing.Modules, []string{"none"}) || found != 1 {
		t.Errorf("a missing table: got %d records, %v, want those of the other module and its name", found, err)
	}
	if err := s.Write(t.Context(), []bulk.Record{record("removed", "a")}); err == nil {
		t.Error("a module that the program does not have: got nil, want an error")
	}
}
