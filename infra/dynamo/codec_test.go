package dynamo

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"voicememo/tools/testkit/schemapage"
)

// TestEveryFieldIsDescribed: each field of what is stored is written and read, except those
// that others keep, and reads as it was written.
func TestEveryFieldIsDescribed(t *testing.T) {
	t.Parallel()
	described(t, memoAttributes)
	described(t, earlierAttributes)
	described(t, personAttributes, "Latest") // shiftLatest writes it
	described(t, familyAttributes, "Members", "SettledAt")
	described(t, workAttributes)
	described(t, linkAttributes)
	described(t, connectionAttributes)
	described(t, emptiedAttributes)
	described(t, ownRequest, "UserID") // the item is theirs
	described(t, actAttributes("x"), "Refs")
	described(t, useAttributes)
	described(t, accessAttributes, "ID", "LastUsed", "By")
	described(t, codeAttributes)
	described(t, ledgerAttributes, "Name")
	described(t, entryAttributes)
	described(t, deviceAttributes)
	described(t, connectedAttributes)
}

func described[T any](t *testing.T, describe func(*codec, *T), except ...string) {
	t.Helper()
	var full T
	schemapage.Fill(&full)
	got, err := read(describe, itemOf(describe, full))
	again, againErr := read(describe, itemOf(describe, got))
	if err != nil || againErr != nil || !reflect.DeepEqual(got, again) {
		t.Fatalf("got %+v, %v, and then %+v, %v", got, err, again, againErr)
	}
	stored(t, reflect.ValueOf(got), except)
}

func stored(t *testing.T, of reflect.Value, except []string) {
	t.Helper()
	for field, v := range of.Fields() {
		switch {
		case slices.Contains(except, field.Name):
		case v.IsZero():
			t.Errorf("%v.%s is not stored", of.Type(), field.Name)
		case v.Kind() == reflect.Struct && field.Type != reflect.TypeFor[time.Time]():
			stored(t, v, except)
		}
	}
}
