// Package check compares values in tests.
package check

import (
	"fmt"
	"slices"
)

// T is a test, a benchmark or a check of package rapid.
type T interface {
	Helper()
	Errorf(format string, args ...any)
}

// Equal fails a test if got is not want. what says which value this is: nothing, a value
// such as the name of a case, or a format and its arguments.
func Equal[V comparable](t T, got, want V, what ...any) {
	t.Helper()
	if got != want {
		fail(t, got, want, what)
	}
}

func fail(t T, got, want any, what []any) {
	t.Helper()
	switch format, _ := append(what, "")[0].(string); len(what) {
	case 0:
		t.Errorf("got %s, want %s", shown(got), shown(want))
	case 1:
		t.Errorf("%v: got %s, want %s", what[0], shown(got), shown(want))
	default:
		t.Errorf("%s: got %s, want %s", fmt.Sprintf(format, what[1:]...), shown(got), shown(want))
	}
}

// shown returns a text in quotation marks, and everything else with the names of its fields.
func shown(v any) string {
	switch v.(type) {
	case string, []string:
		return fmt.Sprintf("%q", v)
	}
	return fmt.Sprintf("%+v", v)
}

// Slices is Equal for slices.
func Slices[S ~[]E, E comparable](t T, got, want S, what ...any) {
	t.Helper()
	if !slices.Equal(got, want) {
		fail(t, got, want, what)
	}
}
