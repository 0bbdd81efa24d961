package textstest

import (
	"slices"
	"testing"
)

func TestPlaceholders(t *testing.T) {
	for text, want := range map[string][]string{
		"none":                        nil,
		"{b}, {a} and {a}":            {"{a}", "{b}"},
		"{in time}":                   {"{in time}"},
		"%s is in %d":                 {"%[1]s", "%[2]d"},
		"%[2]d is in %[1]s":           {"%[1]s", "%[2]d"},
		"open %s within %[3]d: %[2]s": {"%[1]s", "%[2]s", "%[3]d"},
	} {
		if got := Placeholders(text); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
