package bulk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"voicememo/models"
)

// ModuleRecord is what a module keeps under a key of its own. Value is JSON that means the
// same on every engine; equal values have equal bytes.
type ModuleRecord struct {
	Module string          `json:"module"`
	Key    string          `json:"key"`
	Value  json.RawMessage `json:"value"`

	// Of is the person whose devices and settings the record holds, if it holds nothing
	// else: like their accesses, they are not replaced by those of an older copy.
	Of models.UserID `json:"-"`
}

// ErrMissing is the error of a Part whose table does not exist. What it keeps is then not
// known, which is not the same as nothing.
var ErrMissing = errors.New("the table of a module is missing")

// MissingError is returned by Store.Each if the store does not have what modules keep.
type MissingError struct{ Modules []string }

// Error implements error.
func (e *MissingError) Error() string {
	return "there is no table of module " + strings.Join(e.Modules, " and ")
}

// keySeparator stands between a module's name and its key in Key.ID.
const keySeparator = "#"

// Part is the records that one module keeps in one engine. Its methods have the rules of
// Store's.
type Part interface {
	// Name returns the module's name.
	Name() string
	// Each also returns ErrMissing.
	Each(ctx context.Context, visit func([]ModuleRecord) error) error
	Write(ctx context.Context, records []ModuleRecord) error
	Remove(ctx context.Context, keys []string) error
}

// EachPerson implements Part.Each for a module of which load returns what it keeps of each
// of people.
func EachPerson[T interface{ Portable() (T, bool) }](ctx context.Context, module string, people []models.UserID,
	load func(context.Context, models.UserID) (T, error), visit func([]ModuleRecord) error,
) error {
	var records []ModuleRecord
	for _, person := range people {
		stored, err := load(ctx, person)
		if err != nil {
			return err
		}
		part, some := stored.Portable()
		if !some {
			continue
		}
		value, err := json.Marshal(part)
		if err != nil {
			return err
		}
		records = append(records, ModuleRecord{Module: module, Key: string(person), Value: value, Of: person})
	}
	if len(records) == 0 {
		return nil
	}
	return visit(records)
}

// With returns s with the records of modules.
func With(s Store, parts ...Part) Store { return withModules{s, parts} }

type withModules struct {
	Store
	parts []Part
}

// Each implements Store.
func (w withModules) Each(ctx context.Context, kind Kind, visit func([]Record) error) error {
	if kind != Modules {
		return w.Store.Each(ctx, kind, visit)
	}
	var missing []string
	for _, p := range w.parts {
		err := p.Each(ctx, func(records []ModuleRecord) error {
			out := make([]Record, len(records))
			for i := range records {
				out[i].Module = &records[i]
			}
			return visit(out)
		})
		if errors.Is(err, ErrMissing) {
			missing, err = append(missing, p.Name()), nil
		}
		if err != nil {
			return err
		}
	}
	if missing != nil {
		return &MissingError{missing}
	}
	return nil
}

// Write implements Store.
func (w withModules) Write(ctx context.Context, records []Record) error {
	if len(records) == 0 || records[0].Kind() != Modules {
		return w.Store.Write(ctx, records)
	}
	of := map[string][]ModuleRecord{}
	for _, r := range records {
		of[r.Module.Module] = append(of[r.Module.Module], *r.Module)
	}
	for module := range of {
		if !slices.ContainsFunc(w.parts, func(p Part) bool { return p.Name() == module }) {
			return fmt.Errorf("this program has no module %q", module)
		}
	}
	return forEach(w.parts, of, func(p Part, records []ModuleRecord) error { return p.Write(ctx, records) })
}

// Remove implements Store.
func (w withModules) Remove(ctx context.Context, kind Kind, keys []Key) error {
	if kind != Modules {
		return w.Store.Remove(ctx, kind, keys)
	}
	of := map[string][]string{}
	for _, k := range keys {
		module, key, _ := strings.Cut(k.ID, keySeparator)
		of[module] = append(of[module], key)
	}
	return forEach(w.parts, of, func(p Part, keys []string) error { return p.Remove(ctx, keys) })
}

// forEach calls do for each part with what of has for it.
func forEach[T any](parts []Part, of map[string][]T, do func(Part, []T) error) error {
	for _, p := range parts {
		if all := of[p.Name()]; len(all) > 0 {
			if err := do(p, all); err != nil {
				return err
			}
		}
	}
	return nil
}
