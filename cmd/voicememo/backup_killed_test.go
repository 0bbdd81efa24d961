package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/program"
)

// hidden returns the names of hidden files in a directory.
func hidden(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must.OK(t, err)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names
}

// underway starts a backup into a directory and sends it a signal while it writes there. It
// returns the process and its end. A backup that was faster than the signal is repeated.
func underway(t *testing.T, data, place string, signal os.Signal) (*os.Process, <-chan error) {
	t.Helper()
	before := hidden(t, place)
	writes := func() bool {
		return slices.ContainsFunc(hidden(t, place), func(name string) bool { return !slices.Contains(before, name) })
	}
	for range 50 {
		cmd, ended := exec.CommandContext(t.Context(), binary, "backup", "--data", data, "--to", place, "--force"), make(chan error, 1)
		must.OK(t, cmd.Start())
		go func() { ended <- cmd.Wait() }()
		for !writes() && len(ended) == 0 {
			runtime.Gosched()
		}
		_ = cmd.Process.Signal(signal) // it may have ended
		if signal == syscall.SIGKILL {
			ended <- <-ended
		}
		if writes() {
			return cmd.Process, ended
		}
		<-ended
		done, _ := filepath.Glob(filepath.Join(place, "voicememo-*.db"))
		for _, name := range done {
			_ = os.Remove(name)
		}
	}
	t.Fatal("got no unfinished backup")
	return nil, nil
}

// TestKilledBackups: a backup removes what killed ones, also of earlier versions, have left in
// its directory ten minutes ago, and nothing of one that is running.
func TestKilledBackups(t *testing.T) {
	t.Parallel()
	program.Needed(t)
	data, place := large(t), t.TempDir()
	for range 2 {
		underway(t, data, place, syscall.SIGKILL)
	}
	killed := hidden(t, place)
	if len(killed) != 2 {
		t.Fatalf("got %v of killed backups, want two", killed)
	}
	for _, name := range killed {
		within, err := filepath.Glob(filepath.Join(place, name, ".*"))
		must.OK(t, err)
		for _, file := range within {
			aged(t, place, filepath.Join(name, filepath.Base(file)), 1)
		}
		aged(t, place, name, 1)
	}
	earlier := []string{".voicememo-20261122-030000.db-45", ".voicememo-20261122-030000.db-45-journal", ".voicememo-20261122-030001.db-46"}
	for i, name := range append(earlier, ".notes") {
		write(t, filepath.Join(place, name), "memos")
		if i < 2 {
			aged(t, place, name, 1)
		}
	}
	first, ended := underway(t, data, place, syscall.SIGSTOP)
	if _, stderr, code := runHere("backup", "--data", data, "--to", filepath.Join(place, "second.db")); code != 0 {
		t.Fatal(stderr)
	}
	if left := hidden(t, place); len(left) != 3 || left[0] != ".notes" {
		t.Errorf("got %v beside a running backup, want what it writes, %s and .notes", left, earlier[2])
	}
	check.Equal(t, errors.Join(first.Signal(syscall.SIGCONT), <-ended), nil, "the backup that was running")
	if left := hidden(t, place); !slices.Equal(left, []string{".notes", earlier[2]}) {
		t.Errorf("got %v after all backups, want .notes and %s", left, earlier[2])
	}
	if entries, err := os.ReadDir(place); err != nil || len(entries) != 4 {
		t.Errorf("got %v, %v, want two backups and two others", entries, err)
	}
}
