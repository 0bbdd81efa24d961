package siege

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"voicememo/tools/testkit/person"
)

// recorder is a test that only records its failures.
type recorder struct {
	testing.TB
	said []string
}

// Errorf implements testing.TB.
func (r *recorder) Errorf(format string, args ...any) {
	r.said = append(r.said, fmt.Sprintf(format, args...))
}

// Fatal implements testing.TB. It ends the check.
func (r *recorder) Fatal(args ...any) { r.said = append(r.said, fmt.Sprint(args...)); panic(r) }

// Fatalf implements testing.TB.
func (r *recorder) Fatalf(format string, args ...any) { r.Fatal(fmt.Sprintf(format, args...)) }

// TestChecks checks that the checks of attacks find faults and nothing else.
func TestChecks(t *testing.T) {
	t.Parallel()
	file := func(p *play, mode os.FileMode) string {
		path := filepath.Join(t.TempDir(), "file")
		must(t, os.WriteFile(path, nil, 0o600))
		must(t, os.Chmod(path, mode))
		return path
	}
	answer := func(p *play, status int, body string, header ...string) reply {
		h := http.Header{}
		for i := 0; i < len(header); i += 2 {
			h.Set(header[i], header[i+1])
		}
		return reply{person.Answer{Status: status, Body: body, Header: h}, p}
	}
	log := func(text string) func(p *play) {
		return func(p *play) { p.secret("abcdef"); p.checkLog(p, text) }
	}
	for name, c := range map[string]struct {
		check func(*play)
		want  string // in the failure; "": none
	}{
		"a secret in a log":    {log("level=INFO token=abcdef"), `x: the log has the secret "abcdef"`},
		"no secret in a log":   {log("level=INFO token=abc status=404"), ""},
		"a panic in a log":     {log("panic: oh"), "the log tells of a crash"},
		"a status in a log":    {log(`{"status":500}`), "the log tells of a crash"},
		"a race in a log":      {log("WARNING: DATA RACE"), "the log tells of a crash"},
		"a status":             {func(p *play) { answer(p, 404, "").want(404, 409) }, ""},
		"another status":       {func(p *play) { answer(p, 200, "").want(404, 409) }, "got status 200"},
		"a refusal":            {func(p *play) { answer(p, 429, `{"reason":"wait"}`, "Retry-After", "3").because(429, "wait") }, ""},
		"a refusal for ever":   {func(p *play) { answer(p, 429, `{"reason":"wait"}`).because(429, "wait") }, `Retry-After ""`},
		"a refusal of another": {func(p *play) { answer(p, 403, `{"reason":"many"}`).because(403, "wait") }, "want reason wait"},
		"the same":             {func(p *play) { answer(p, 404, "a", "Date", "1").same(answer(p, 404, "a", "Date", "2")) }, ""},
		"another header":       {func(p *play) { answer(p, 404, "a", "X", "1").same(answer(p, 404, "a", "X", "2")) }, "are told apart"},
		"another body":         {func(p *play) { answer(p, 404, "a").same(answer(p, 404, "b")) }, "are told apart"},
		"a file for all":       {func(p *play) { p.private(file(p, 0o644)) }, "file has mode 0644"},
		"a private file":       {func(p *play) { p.private(file(p, 0o600)) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := &recorder{TB: t}
			func() {
				defer func() { _ = recover() }()
				c.check(&play{TB: r, site: &site{secrets: map[string]string{}}, name: "x"})
			}()
			if got := strings.Join(r.said, "\n"); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
