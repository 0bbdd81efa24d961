package promised_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"voicememo/tools/testkit/promised"
)

// recorder collects failures instead of failing.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

// TestCheck: a promise that is not kept and an offer that is not promised are reported; an
// update adds the second and does not forget the first.
func TestCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	check := func(update bool, offers ...string) []string {
		r := &recorder{TB: t}
		promised.Check(r, offers, update)
		return r.failures
	}
	if got := check(false, "b", "a"); len(got) != 1 || !strings.Contains(got[0], `["b" "a"]`) {
		t.Errorf("without a list: got %q, want the two that are not in it", got)
	}
	if got := check(true, "b", "a", "b"); len(got) != 0 {
		t.Errorf("the first update: got %q, want no failure", got)
	}
	if got := promised.Read(t); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("got the promises %q, want a and b", got)
	}
	if got := check(false, "a", "b"); len(got) != 0 {
		t.Errorf("what was promised: got %q, want no failure", got)
	}
	for _, update := range []bool{false, true} {
		if got := check(update, "a"); len(got) != 1 || !strings.HasSuffix(got[0], "not kept: b") {
			t.Errorf("update %v without b: got %q, want one failure about b", update, got)
		}
	}
	if got := check(true, "a", "c"); len(got) != 1 {
		t.Errorf("an update without b: got %q, want one failure", got)
	}
	if got := promised.Read(t); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("got the promises %q, want b among them", got)
	}
	if raw, err := os.ReadFile("testdata/promised.txt"); err != nil || !strings.HasPrefix(string(raw), "# ") {
		t.Errorf("got %q and error %v, want a list with a comment", raw, err)
	}
}
