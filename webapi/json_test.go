package webapi

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"voicememo/webapi/contracttest"
)

// TestMemoHasItsFields: the contract has every field of a memo, also those that are rarely
// set, and no others.
func TestMemoHasItsFields(t *testing.T) {
	document, err := contracttest.Load(contract)
	if err != nil {
		t.Fatal(err)
	}
	var sent []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[memoJSON]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		sent = append(sent, name)
	}
	slices.Sort(sent)
	if listed := slices.Sorted(maps.Keys(document.Components.Schemas["Memo"].Value.Properties)); !slices.Equal(sent, listed) {
		t.Errorf("a memo is sent with %q, and the contract has %q", sent, listed)
	}
}
