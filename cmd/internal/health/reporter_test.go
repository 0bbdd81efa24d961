package health_test

import (
	"bytes"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"voicememo/cmd/internal/health"
)

// TestOneLineForEachChange: a line is logged when a result changes, and only then. No result
// yet, and other digits, are not a change.
func TestOneLineForEachChange(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	r := &health.Reporter{Logger: slog.New(slog.NewTextHandler(&log, nil)), Details: func(check string) []any { return []any{"of", check + "!"} }}
	for _, step := range []struct{ check, result, want string }{
		{"backup", health.Unknown, ""},
		{"backup", health.OK, ""},
		{"backup", "9 days old", `level=WARN .* check=backup found="9 days old" do="find out .*" of=backup!`},
		{"backup", "10 days old", ""},
		{"backup", health.Unknown, ""},
		{"backup", "failed 2026-11-20: the disk is full", `level=WARN .* found="failed .*`},
		{"backup", health.OK, "level=INFO .* check=backup"},
		{"disk", "full", `level=WARN .* check=disk found=full do="make room .* deleted`},
		{"a new one", "broken", `level=WARN .* do="run voicememo doctor`},
	} {
		log.Reset()
		r.Report(map[string]string{step.check: step.result})
		if got := strings.TrimSpace(log.String()); (got == "") != (step.want == "") || !regexp.MustCompile(step.want).MatchString(got) {
			t.Errorf("%s %s: got %q, want %q", step.check, step.result, got, step.want)
		}
	}
	if passed := r.Passed(); len(passed) != 3 || !passed["backup"] || passed["disk"] {
		t.Errorf("got %v as passed, want only backup of three", passed)
	}
}
