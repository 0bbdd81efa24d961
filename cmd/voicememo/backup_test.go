package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/locationtest"
	"voicememo/infra/bulk"
	"voicememo/infra/sqlite"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/program"
)

// backs backs a home up and returns the file.
func (h home) backs(t *testing.T) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "backup.db")
	out, code := h.runHere(t, "", append([]string{"backup", "--to", file}, h.flags...)...)
	if code != 0 || !strings.Contains(out, file+" is written and checked") {
		t.Fatalf("backup: exit %d\n%s", code, out)
	}
	return file
}

// restores restores a file to a home and returns the output.
func (h home) restores(t *testing.T, file string) string {
	t.Helper()
	out, code := h.runHere(t, "", append([]string{"restore", file}, h.flags...)...)
	if code != 0 {
		t.Fatalf("restore: exit %d\n%s", code, out)
	}
	return out
}

// unpacked returns the lines of a backup's records.
func unpacked(t *testing.T, file string) []string {
	t.Helper()
	dir := t.TempDir()
	home{flags: []string{"--data", dir}}.restores(t, file)
	return locationtest.Lines(t, onDisk(t, dir))
}

// TestBackupBesideTheServer: while people write, the backup has every memo that was
// acknowledged before it began. After a restore the server has that state, and earlier
// sessions are valid.
func TestBackupBesideTheServer(t *testing.T) {
	dir := t.TempDir()
	h := home{flags: []string{"--data", dir}}
	s := h.serveHere(t, "--rate-writes=0") // the writer does not wait
	taro := s.signIn("太郎")
	var acknowledged atomic.Int64
	stop := make(chan struct{})
	var writer sync.WaitGroup
	writer.Go(func() {
		for n := 1; ; n++ {
			taro.Call(http.MethodPost, "/api/memos", fmt.Sprintf(`{"content":"メモ%d"}`, n), http.StatusCreated)
			acknowledged.Store(int64(n))
			select {
			case <-stop:
				return
			default:
			}
		}
	})
	for acknowledged.Load() < 10 {
		time.Sleep(time.Millisecond)
	}
	least := int(acknowledged.Load())
	file := h.backs(t)
	atMost := int(acknowledged.Load()) + 1
	close(stop)
	writer.Wait()
	taro.Call(http.MethodPost, "/api/memos", `{"content":"後で"}`, http.StatusCreated)
	s.stop()

	before := locationtest.Lines(t, onDisk(t, dir))
	out := h.restores(t, file)
	_, kept, _ := strings.Cut(strings.TrimSpace(out), "is kept as ")
	kept, _, _ = strings.Cut(kept, ".\n")
	if d := cmp.Diff(before, unpacked(t, kept)); d != "" {
		t.Error("the previous data is not kept:", d)
	}
	s = h.serveHere(t)
	defer s.stop()
	taro.Home = s.url
	count := 0
	for page := "/api/memos?limit=100"; page != ""; {
		answer := taro.Call(http.MethodGet, page, "", http.StatusOK)
		for _, m := range answer["memos"].([]any) {
			if m.(map[string]any)["content"] == "後で" {
				t.Error("a memo from after the backup is there")
			}
			count++
		}
		next, _ := answer["nextCursor"].(string)
		if page = ""; next != "" {
			page = "/api/memos?limit=100&cursor=" + next
		}
	}
	if count < least || count > atMost {
		t.Errorf("got %d memos, want %d to %d: those acknowledged before and after the backup", count, least, atMost)
	}
}

// TestBackupOfEitherEngine: the file is the same for both engines, and can be restored
// into either.
func TestBackupOfEitherEngine(t *testing.T) {
	program.Needed(t)
	cloud := homes(t)["dynamodb"]
	s := cloud.serveHere(t)
	taro := s.signIn("太郎")
	milk := taro.Call(http.MethodPost, "/api/memos", `{"content":"牛乳を買う"}`, http.StatusCreated)
	taro.Call(http.MethodPut, fmt.Sprintf("/api/memos/%v/done", milk["id"]), `{"done":true}`, http.StatusOK)
	code := taro.Call(http.MethodPost, "/api/family/invite-codes", "{}", http.StatusCreated)["code"].(string)
	hanako := s.signIn("花子")
	hanako.Call(http.MethodPost, "/api/memos", `{"content":"🥛"}`, http.StatusCreated)
	hanako.Call(http.MethodPost, "/api/family/join", fmt.Sprintf(`{"inviteCode":%q}`, code), http.StatusOK)
	if got := taro.Contents(); got != "🥛 / 牛乳を買う" { // listing them also finishes the move
		t.Fatalf("Taro sees %q", got)
	}
	then := locationtest.Lines(t, cloud.tables())
	if !strings.Contains(strings.Join(then, "\n"), `"DoneBy":"`+milk["userId"].(string)) {
		t.Errorf("got no memo done by Taro in %v", then)
	}
	file := cloud.backs(t) // while the server runs
	if d := cmp.Diff(then, unpacked(t, file)); d != "" {
		t.Fatal("the backup differs:", d)
	}
	taro.Call(http.MethodPost, "/api/memos", `{"content":"後で"}`, http.StatusCreated)
	s.stop()
	later := locationtest.Lines(t, cloud.tables())

	out := cloud.restores(t, file)
	if d := cmp.Diff(then, locationtest.Lines(t, cloud.tables())); d != "" || !strings.Contains(out, "The tables of ") {
		t.Error("the tables differ:", d, out)
	}
	kept, err := filepath.Glob(filepath.Join(filepath.Dir(file), "voicememo-*-before-restore-*.db"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("got kept backups %v, %v, want one", kept, err)
	}
	if d := cmp.Diff(later, unpacked(t, kept[0])); d != "" {
		t.Error("the previous data is not kept:", d)
	}
}

// large creates a data directory of over a megabyte.
func large(t *testing.T) string {
	t.Helper()
	var all []bulk.Record
	for n := range 150 {
		all = append(all, locationtest.FamilyOfOne(fmt.Sprint("person-", n), strings.Repeat("🥛", 2000))...)
	}
	return locationtest.Stored(t, all...)
}

// TestBackupRefused: a refusal is one sentence that says what to do, and leaves no files.
func TestBackupRefused(t *testing.T) {
	dir, place := locationtest.Stored(t, locationtest.FamilyOfOne("taro", "牛乳")...), t.TempDir()
	taken := filepath.Join(place, "taken.db")
	write(t, taken, "mine")
	for name, c := range map[string]struct {
		data, to string
		code     int
		want     string
	}{
		"the file is there":    {dir, taken, cli.ExitConfiguration, "--to names a file that exists"},
		"no such folder":       {dir, filepath.Join(place, "none", "x.db"), cli.ExitConfiguration, "write in " + filepath.Join(place, "none") + ": no such file or directory"},
		"a file as the folder": {dir, filepath.Join(taken, "x.db"), cli.ExitConfiguration, "not a directory"},
		"no database":          {place, filepath.Join(place, "x.db"), cli.ExitConfiguration, "there is no database"},
	} {
		t.Run(name, func(t *testing.T) {
			out, stderr, code := runHere("backup", "--data", c.data, "--to", c.to)
			if code != c.code || out != "" || !strings.Contains(stderr, c.want) {
				t.Errorf("exit %d, %q, %q", code, out, stderr)
			}
		})
	}
	if _, stderr, code := runHere("backup", "--data", dir, "--to", taken, "--force"); code != 0 {
		t.Errorf("--force: exit %d, %q", code, stderr)
	}
	if _, stderr, code := runHere("backup", "--data", dir, "--to", place); code != 0 {
		t.Errorf("into a directory: exit %d, %q", code, stderr)
	}
	entries, err := filepath.Glob(filepath.Join(place, "*"))
	if err != nil || len(entries) != 2 || !strings.HasPrefix(filepath.Base(entries[1]), "voicememo-") {
		t.Errorf("got files %v, %v", entries, err)
	}
}

// TestFullDisk: a limit of the file size stands for a full disk.
func TestFullDisk(t *testing.T) {
	dir, place := large(t), t.TempDir()
	file := home{flags: []string{"--data", dir}}.backs(t)
	before := locationtest.Lines(t, onDisk(t, dir))
	for name, args := range map[string][]string{
		"backup": {"backup", "--data", dir, "--to", filepath.Join(place, "x.db")}, "restore": {"restore", file, "--data", dir},
	} {
		out, err := exec.Command("sh", append([]string{"-c", `ulimit -f 64; exec "$@"`, "sh", binary}, args...)...).CombinedOutput()
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		if err == nil || !strings.Contains(lines[len(lines)-1], "cannot be copied to") || len(lines) > 2 {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, "*.*"))
	known := []string{app.BackupNote, app.BackupFailureNote, sqlite.FileName, "voicememo.lock", "voicememo.reserve"}
	left = slices.DeleteFunc(left, func(path string) bool { return slices.Contains(known, filepath.Base(path)) })
	if hidden, _ := os.ReadDir(place); err != nil || len(left) > 0 || len(hidden) > 0 {
		t.Errorf("left behind: %v %v, %v", left, hidden, err)
	}
	if d := cmp.Diff(before, locationtest.Lines(t, onDisk(t, dir))); d != "" {
		t.Error(d)
	}
}

// TestRestoreRefused: a refusal is one sentence, and the database does not change.
func TestRestoreRefused(t *testing.T) {
	dir := locationtest.Stored(t, locationtest.FamilyOfOne("taro", "牛乳")...)
	h := home{flags: []string{"--data", dir}}
	file := h.backs(t)
	no := filepath.Join(t.TempDir(), "none.db")
	for given, c := range map[string]struct {
		want string
		code int
	}{
		no:                                  {"there is no database " + no, cli.ExitConfiguration},
		filepath.Join(dir, sqlite.FileName): {"is the database itself", cli.ExitConfiguration},
		binary:                              {"not a database", cli.ExitConfiguration},
	} {
		if out, stderr, code := runHere("restore", given, "--data", dir); code != c.code || out != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("got exit %d, %q, %q, want exit %d and %q", code, out, stderr, c.code, c.want)
		}
	}
	s := h.serveHere(t)
	defer s.stop()
	if _, stderr, code := runHere("restore", file, "--data", dir); code != cli.ExitFailed || !strings.Contains(stderr, "stop the server first") {
		t.Errorf("while the server runs: exit %d, %q", code, stderr)
	}
}

// TestRestoreInterrupted: an interruption before any change says so, on either engine.
func TestRestoreInterrupted(t *testing.T) {
	dir := locationtest.Stored(t, locationtest.FamilyOfOne("taro", "牛乳")...)
	file := home{flags: []string{"--data", dir}}.backs(t)
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	for _, store := range []string{"sqlite", "dynamodb"} {
		var said bytes.Buffer
		args := []string{"restore", file, "--data", dir, "--store", store}
		if code := run(ctx, args, cli.Terminal{In: strings.NewReader(""), Out: io.Discard, Err: &said}); code != cli.ExitFailed ||
			!strings.HasSuffix(said.String(), "voicememo: interrupted; nothing was changed\n") {
			t.Errorf("%s: exit %d, %q", store, code, &said)
		}
	}
}

// TestRestoreInterruptedTooLate: an interruption after the restore is complete does not
// say that nothing was changed.
func TestRestoreInterruptedTooLate(t *testing.T) {
	dir := locationtest.Stored(t, locationtest.FamilyOfOne("taro", "牛乳")...)
	file := home{flags: []string{"--data", dir}}.backs(t)
	path := filepath.Join(dir, sqlite.FileName)
	old, err := os.Stat(path)
	must.OK(t, err)
	ctx := interruptedWhen{t.Context(), func() bool {
		now, err := os.Stat(path)
		return err == nil && !os.SameFile(old, now)
	}}
	var out bytes.Buffer
	code := run(ctx, []string{"restore", file, "--data", dir}, cli.Terminal{In: strings.NewReader(""), Out: &out, Err: io.Discard})
	if ctx.Err() == nil || code != 0 || !strings.Contains(out.String(), "is restored from "+file) {
		t.Errorf("exit %d, %v, %q", code, ctx.Err(), &out)
	}
}

// interruptedWhen is a context that has ended when something has happened.
type interruptedWhen struct {
	context.Context

	happened func() bool
}

// Err implements context.Context.
func (i interruptedWhen) Err() error {
	if i.happened() {
		return context.Canceled
	}
	return i.Context.Err()
}
