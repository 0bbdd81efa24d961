package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/infra/sqlite"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/program"
	"voicememo/tools/testkit/sizes"
)

// damagesInShort is how many damages an ordinary test run makes: one of each kind.
// MEMOTEST_DAMAGES sets another number, with more memos, and MEMOTEST_DAMAGE_SEED other
// damages; see make damage.
const damagesInShort = kinds

// TestDamage: after any damage to the files of a server, the next start either refuses and
// names the command that helps, or every person sees the same list as before. doctor,
// /readyz and backup agree, before the start and after it.
func TestDamage(t *testing.T) {
	program.Needed(t)
	count, seed := sizes.Number(t, "MEMOTEST_DAMAGES", damagesInShort), sizes.Number(t, "MEMOTEST_DAMAGE_SEED", 1)
	memos := damagedMemos
	if count <= damagesInShort {
		memos = damagedMemosInShort
	}
	w := newDamageWorld(t, memos)
	var outcomes tally
	t.Cleanup(func() { t.Log(outcomes.table()) })
	for n := range count {
		kind := damages[n%len(damages)]
		t.Run(fmt.Sprintf("%d %s", n, kind.name), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(seed), uint64(n))) //nolint:gosec // repeatable, and not a secret
			state := w.stopped
			if kind.killed {
				state = w.killed
			}
			dir := privateDir(t)
			copyFiles(t, state.dir, dir)
			what := kind.do(t, r, dir)
			outcome := w.start(t, dir, state.seen, n%2 == 0, kind.folds)
			outcomes.count(kind.name, outcome)
			if t.Failed() {
				t.Logf("seed %d, damage %d: %s, %s", seed, n, kind.name, what)
			}
		})
	}
}

// start starts a server on a directory and returns the outcome: "refused", "right", "late"
// or "WRONG". doctor and backup run before it or afterwards. A refused start does not change
// the files, except that with folds it may have merged the log into the file.
func (w *damageWorld) start(t *testing.T, dir string, before []string, askFirst, folds bool) string {
	t.Helper()
	var first verdict
	if askFirst {
		first = ask(t, dir)
	}
	files := filesOf(t, dir)
	s, said, code := tryServe(t, dir)
	if s == nil {
		if !askFirst {
			first = ask(t, dir)
		}
		return refused(t, said, code, first, folds || bytes.Equal(files, filesOf(t, dir)))
	}
	defer s.stop()
	now := w.look(t, s.url)
	readiness := w.readiness(t, s.url)
	wrong := differs(before, now)
	switch {
	case wrong != "" && strings.HasPrefix(readiness, "200"):
		t.Errorf("it serves other memos without an error (readyz %s): %s", readiness, wrong)
		return "WRONG"
	case wrong != "":
		t.Errorf("the start was not refused (readyz %s): %s", readiness, wrong)
		return "late"
	}
	beside := ask(t, dir)
	if !beside.doctor || !beside.backup || askFirst && first != beside || !strings.HasPrefix(readiness, "200") {
		t.Errorf("it serves the right memos, but doctor and backup say %+v before and %+v during it, readyz %s", first, beside, readiness)
	}
	return "right"
}

// helping matches the command or action that a refusal names.
var helping = regexp.MustCompile(`voicememo (restore|repair --accept-damage|serve --new)|put it back|restore a backup`)

// refused checks a start that was refused.
func refused(t *testing.T, said string, code int, v verdict, untouched bool) string {
	t.Helper()
	if code != cli.ExitConfiguration || strings.Count(said, "\n") != 1 || !helping.MatchString(said) {
		t.Errorf("refused with exit %d, want %d and one sentence that names the command that helps:\n%s", code, cli.ExitConfiguration, said)
	}
	if v.doctor || v.backup {
		t.Errorf("refused (%s), but doctor and backup say %+v", strings.TrimSpace(said), v)
	}
	if !untouched {
		t.Error("refused, but the files have changed")
	}
	return "refused"
}

// verdict says which commands accept a database.
type verdict struct{ doctor, backup bool }

// ask runs doctor and backup.
func ask(t *testing.T, dir string) (v verdict) {
	t.Helper()
	out, _, code := runHere("doctor", "--dev", "--data", dir)
	bad := regexp.MustCompile(`(?m)^BAD (store|server).*$`).FindString(out)
	v.doctor = bad == "" && strings.Contains(out, "ok  store sqlite (") && !strings.Contains(out, "no database yet")
	if bad != "" && code != cli.ExitFailed {
		t.Errorf("doctor: exit %d\n%s", code, out)
	}
	_, _, code = runHere("backup", "--data", dir, "--to", filepath.Join(t.TempDir(), "backup.db"))
	v.backup = code == 0
	return v
}

// readiness returns the status and body of /readyz.
func (w *damageWorld) readiness(t *testing.T, home string) string {
	t.Helper()
	a := w.people[0].fetch(home, http.MethodGet, "/readyz", "")
	if a.Err != nil {
		t.Fatal(a.Err)
	}
	return fmt.Sprintf("%d %s", a.Status, strings.TrimSpace(a.Body))
}

// tryServe starts a server. If the server exits, it returns nil with the output and the
// exit code.
func tryServe(t *testing.T, dir string) (s *served, said string, code int) {
	t.Helper()
	s = &served{
		t: t, through: http.DefaultTransport,
		cmd: program.Command(context.Background(), binary, dir, "--rate-writes", "0"),
	}
	if err := s.run(); err != nil {
		if s.cmd.ProcessState == nil {
			t.Fatal(err)
		}
		return nil, s.log.String(), s.cmd.ProcessState.ExitCode()
	}
	return s, "", 0
}

// tally counts outcomes by the kind of damage.
type tally struct {
	mu    sync.Mutex
	kinds map[string]map[string]int
}

func (c *tally) count(kind, outcome string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kinds == nil {
		c.kinds = map[string]map[string]int{}
	}
	if c.kinds[kind] == nil {
		c.kinds[kind] = map[string]int{}
	}
	c.kinds[kind][outcome]++
}

// table returns a line for each kind.
func (c *tally) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%-28s %8s %8s %8s %8s\n", "damage", "refused", "right", "late", "WRONG")
	for _, kind := range slices.Sorted(maps.Keys(c.kinds)) {
		n := c.kinds[kind]
		fmt.Fprintf(&b, "%-28s %8d %8d %8d %8d\n", kind, n["refused"], n["right"], n["late"], n["WRONG"])
	}
	return b.String()
}

// TestFilesGoneUnderTheServer: after the files of a running server are removed, writes are
// refused, /readyz and doctor report it, and the next start does not create a database.
func TestFilesGoneUnderTheServer(t *testing.T) {
	t.Parallel()
	dir := privateDir(t)
	s := home{flags: []string{"--data", dir}}.serve(t, "--dev")
	taro := s.signIn("太郎")
	taro.Call(http.MethodPost, "/api/memos", `{"content":"牛乳"}`, http.StatusCreated)
	for _, suffix := range []string{"", "-wal", "-shm"} {
		must.OK(t, os.Remove(filepath.Join(dir, sqlite.FileName+suffix)))
	}
	taro.Call(http.MethodPost, "/api/memos", `{"content":"卵"}`, http.StatusServiceUnavailable)
	for range 20 { // over every connection
		if a := taro.Ask(http.MethodGet, "/api/memos", "").Want(http.StatusOK, http.StatusServiceUnavailable); a.Status == http.StatusOK && !strings.Contains(a.Body, `"content":"牛乳"`) {
			t.Errorf("got %s", a.Body)
		}
	}
	check.Equal(t, taro.Call(http.MethodGet, "/readyz", "", http.StatusServiceUnavailable)["checks"].(map[string]any)["store"], "removed")
	if v := ask(t, dir); v.doctor || v.backup {
		t.Errorf("got %+v, want neither", v)
	}
	s.kill()
	if _, said, code := tryServe(t, dir); code != cli.ExitConfiguration || !helping.MatchString(said) {
		t.Errorf("exit %d, want %d\n%s", code, cli.ExitConfiguration, said)
	}
}
