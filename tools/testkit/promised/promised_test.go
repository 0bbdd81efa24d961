package promised

import (
	"fmt"
	"os"
	"slices"
	"testing"
)

// recorder collects failures instead of failing.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

func (r *recorder) Failed() bool { return len(r.failures) > 0 }

// TestCheck: what is no longer offered is reported, what is new is not. Only with the
// variable is it added, and only if nothing is reported.
func TestCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("testdata", 0o700); err != nil {
		t.Fatal(err)
	}
	list := head + "a\nb\n"
	if err := os.WriteFile(file, []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	broken := []string{"promised until 2.0.0, but not kept: a"}
	for _, c := range []struct {
		promise  string
		offers   []string
		failures []string
		list     string
	}{
		{"", []string{"b", "a", "c"}, nil, list},
		{"", []string{"b", "c"}, broken, list},
		{"1", []string{"b", "c"}, broken, list},
		{"1", []string{"c", "b", "a", "c"}, nil, list + "c\n"},
	} {
		t.Setenv(variable, c.promise)
		r := &recorder{TB: t}
		Check(r, c.offers)
		if raw, err := os.ReadFile(file); err != nil || string(raw) != c.list || !slices.Equal(r.failures, c.failures) {
			t.Errorf("%q: got %q and %q, %v, want %q and %q", c.offers, r.failures, raw, err, c.failures, c.list)
		}
	}
}

// TestNewlyRequired: what becomes required is found in what was promised, and not in what is
// new.
func TestNewlyRequired(t *testing.T) {
	promises := []string{
		"POST /a", "POST /a takes json: A", "parameter Old", "request A.b: string", "request A: object", "request POST /b.json: object",
		"request POST /b.json.x: string", "tool t", "tool t.x",
	}
	for line, want := range map[string]bool{
		"request A.b: string, required":            true,
		"request A.c: string, required":            true,
		"request A.c: string":                      false,
		"request N.c: string, required":            false,
		"request POST /b.json.y: string, required": true,
		"request POST /a.field: text, required":    false,
		"tool t.y, required":                       true,
		"tool n.y, required":                       false,
		"POST /a query q: string, required":        true,
		"POST /a query q: string":                  false,
		"POST /b path id: string, required":        false,
		"parameter Old, required":                  true,
		"parameter New, required":                  true,
		"output New":                               false,
	} {
		if got := newlyRequired(promises, line); got != want {
			t.Errorf("%q: got %v, want %v", line, got, want)
		}
	}
}
