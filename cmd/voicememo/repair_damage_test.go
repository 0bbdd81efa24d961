package main

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/infra/sqlite"
	"voicememo/tools/testkit/must"
)

// TestRepairAcceptsDamage: without a backup, a family keeps the memos that can be read. The
// command lists doubtful memos and keeps the damaged database.
func TestRepairAcceptsDamage(t *testing.T) {
	dir := t.TempDir()
	h := home{flags: []string{"--data", dir}}
	s := h.serveHere(t)
	taro := s.signIn("太郎")
	for _, text := range []string{"milk-before-the-damage", "bread", "eggs"} {
		taro.Call(http.MethodPost, "/api/memos", `{"content":"`+text+`"}`, http.StatusCreated)
	}
	s.stop()
	path := filepath.Join(dir, sqlite.FileName)
	content := text(t, path)
	damaged := strings.ReplaceAll(content, "milk-before", "silk-before")
	write(t, path, damaged)

	run := func(want int, args ...string) string {
		t.Helper()
		out, code := h.runHere(t, "", append(args, "--data", dir)...)
		if code != want {
			t.Errorf("%v: got exit %d, want %d\n%s", args, code, want, out)
		}
		return out
	}
	run(cli.ExitConfiguration, "serve", "--dev", "--addr", "127.0.0.1:0")
	run(cli.ExitConfiguration, "repair")
	run(cli.ExitConfiguration, "repair", "--accept-damage", "--dry-run")
	out := run(0, "repair", "--accept-damage")
	if !strings.HasPrefix(out, "A new database has 3 memos of 1 people. The damaged one is kept as "+path+".damaged-") ||
		strings.Count(out, "possibly not what was written, check it: memo ") != 1 {
		t.Errorf("the repair says:\n%s", out)
	}
	s = h.serveHere(t)
	got := strings.Split(s.signIn("太郎").Contents(), " / ")
	if slices.Sort(got); !slices.Equal(got, []string{"bread", "eggs", "silk-before-the-damage"}) { // memos of the same millisecond have any order
		t.Errorf("got %q", got)
	}
	s.stop()
}

// TestNewDatabaseIsAnnounced: a directory without files of a server is treated as new, without
// --new, and the start says so on the screen and in the log. A missing database is replaced
// only with --new.
func TestNewDatabaseIsAnnounced(t *testing.T) {
	dir := t.TempDir()
	h := home{flags: []string{"--data", dir}}
	for _, made := range []bool{true, false} {
		s := h.serveHere(t)
		s.stop()
		if log := s.log.String(); strings.Contains(log, "a new, empty database was made") != made || strings.Contains(s.out.String(), "a new, empty database") != made {
			t.Errorf("a database was created: got a start that says %v, want %v\n%s%s", !made, made, log, &s.out)
		}
	}
	must.OK(t, os.Remove(filepath.Join(dir, sqlite.FileName)))
	out, code := h.runHere(t, "", "serve", "--dev", "--addr", "127.0.0.1:0", "--data", dir)
	if code != cli.ExitConfiguration || !strings.Contains(out, "voicememo serve --new") {
		t.Errorf("got exit %d, want %d and the flag\n%s", code, cli.ExitConfiguration, out)
	}
	h.serveHere(t, "--new").stop()
}
