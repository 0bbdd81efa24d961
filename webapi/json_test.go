package webapi

import (
	"reflect"
	"strings"
	"testing"

	"voicememo/tools/testkit/must"
	"voicememo/webapi/contracttest"
)

// TestMemoHasItsFields: the contract has every field of a memo, also those that are rarely
// set.
func TestMemoHasItsFields(t *testing.T) {
	document, err := contracttest.Load(contract)
	must.OK(t, err)
	listed := document.Components.Schemas["Memo"].Value.Properties
	for _, f := range reflect.VisibleFields(reflect.TypeFor[memoJSON]()) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); listed[name] == nil {
			t.Errorf("the contract of a memo lacks %s", name)
		}
	}
}
