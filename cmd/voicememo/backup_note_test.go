package main

import (
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/locationtest"
	"voicememo/infra/sqlite"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/program"
)

// aged sets the time of a file in a data directory to some days ago, and returns it.
func aged(t *testing.T, data, name string, days int) time.Time {
	t.Helper()
	then := time.Now().AddDate(0, 0, -days)
	must.OK(t, os.Chtimes(filepath.Join(data, name), then, then))
	return then
}

// lived is a server whose backups are watched.
type lived struct {
	home
	counting

	data  string
	flags []string // of the server and of doctor
}

// lives starts a server with an issuer of its own.
func lives(t *testing.T) lived {
	t.Helper()
	issuer := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(issuer.Close)
	l := lived{data: t.TempDir(), flags: []string{"--oidc-client-id", "x", "--oidc-issuer", issuer.URL}}
	mode(t, l.data, 0o700)
	l.home = home{flags: []string{"--data", l.data}}
	at := freePort(t)
	l.counting = counting{served: l.serve(t, append(slices.Clone(l.flags), "--metrics-addr", at)...), metrics: "http://" + at + "/metrics"}
	return l
}

// says compares what /readyz, doctor and the metrics say about the backups.
func (l lived) says(t *testing.T, state, line string, failed float64) {
	t.Helper()
	res, err := http.Get(app.RunningURL(t.Context(), l.data) + "/readyz")
	must.OK(t, err)
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		t.Errorf("/readyz: got %s", res.Status)
	}
	ready, err := app.AskReady(t.Context(), app.RunningURL(t.Context(), l.data))
	if err != nil || ready.Checks["backup"] != state {
		t.Errorf("/readyz: got %q, %v, want %q", ready.Checks["backup"], err, state)
	}
	out, _, code := runHere(append([]string{"doctor", "--data", l.data}, l.flags...)...)
	if !strings.Contains(out, line) || strings.HasPrefix(line, "BAD") && code != cli.ExitFailed {
		t.Errorf("doctor: exit %d, want %q\n%s", code, line, out)
	}
	values, _ := l.scrape()
	check.Equal(t, values["voicememo_backup_failed{}"], failed, "the metric of failures")
}

// TestBackupHealth: /readyz, doctor and the metrics report that backups fail, become old or
// were never made. The server is ready in each case, and strangers learn no path.
func TestBackupHealth(t *testing.T) {
	program.Needed(t)
	l := lives(t)
	today := time.Now().UTC().Format(time.DateOnly)
	l.says(t, "ok", "ok  newest backup (none yet", 0)
	aged(t, l.data, app.KeysFile, 7)
	l.says(t, "ok", "ok  newest backup (none yet", 0)
	if values, _ := l.scrape(); values["voicememo_backup_last_success_timestamp_seconds{}"] != 0 {
		t.Errorf("got a time of the newest backup, want none: %v", values)
	}
	aged(t, l.data, app.KeysFile, 9)
	elsewhere := filepath.Join(l.data, app.BackupElsewhereNote)
	write(t, elsewhere, "")
	l.says(t, "ok", "ok  backups (made by other means, says "+app.BackupElsewhereNote+")", 0)
	must.OK(t, os.Remove(elsewhere))
	l.says(t, "none yet", "BAD newest backup (none yet; create one with voicememo backup): the data is at least 9 days old and has never been backed up", 0)

	missing := filepath.Join(t.TempDir(), "missing")
	if out, code := l.run(t, "", append([]string{"backup", "--to", filepath.Join(missing, "x.db")}, l.home.flags...)...); code == 0 {
		t.Fatal(out)
	}
	l.says(t, "failed "+today+": its directory does not exist", "BAD newest backup (none yet; create one with voicememo backup): the one of "+today+" failed: "+l.data, 1)

	l.backs(t)
	l.says(t, "ok", "ok  newest backup ("+today+")\n", 0)
	if values, _ := l.scrape(); time.Since(time.Unix(int64(values["voicememo_backup_last_success_timestamp_seconds{}"]), 0)).Abs() > time.Hour {
		t.Errorf("the last success: got %v", values)
	}
	if _, err := os.Stat(filepath.Join(l.data, app.BackupFailureNote)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the note of the failure: got %v, want none", err)
	}
	then := aged(t, l.data, app.BackupNote, 9)
	l.says(t, "9 days old", "BAD newest backup ("+then.UTC().Format(time.DateOnly)+"): it is 9 days old; find out why", 0)

	write(t, filepath.Join(l.data, app.BackupFailureNote), "") // the disk had no room for the reason
	l.says(t, "failed "+today, "BAD newest backup ("+then.UTC().Format(time.DateOnly)+"): the one of "+today+" failed, and its reason could not be noted", 1)
	if out, _, _ := runHere("doctor", "--dev", "--data", l.data); !strings.Contains(out, "ok  newest backup (") {
		t.Errorf("doctor --dev: %s", out)
	}
}

// TestBackupHealthElsewhere: a server for trying, and one over DynamoDB, report no backups.
func TestBackupHealthElsewhere(t *testing.T) {
	for name, h := range homes(t) {
		s := h.serveHere(t)
		ready, err := app.AskReady(t.Context(), s.url)
		if _, there := ready.Checks["backup"]; err != nil || there {
			t.Errorf("%s: got %v, %v", name, ready, err)
		}
		s.stop()
	}
}

// TestNotedFailures: only a backup that failed is noted, not one that a person interrupted
// or for which a flag was wrong, and none in a directory without a database.
func TestNotedFailures(t *testing.T) {
	dir, empty := locationtest.Stored(t, locationtest.FamilyOfOne("taro", "牛乳")...), t.TempDir()
	taken := filepath.Join(t.TempDir(), "taken")
	write(t, taken, "x")
	for _, data := range []string{dir, empty} {
		if _, stderr, code := runHere("backup", "--data", data, "--to", taken); code == 0 {
			t.Errorf("got exit 0, %s", stderr)
		}
		if _, err := os.Stat(filepath.Join(data, app.BackupFailureNote)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("got a note in %s: %v", data, err)
		}
	}
	if _, _, code := runHere("backup", "--data", empty, "--to", filepath.Join(empty, "x.db")); code == 0 {
		t.Error("got exit 0 without a database")
	}
	if entries, err := os.ReadDir(empty); err != nil || len(entries) > 0 {
		t.Errorf("got %v, %v in a directory without a database", entries, err)
	}
}

// TestBackupOfADamagedDatabase: the refusal and the note say that the database is damaged,
// what to do, and nothing is left behind.
func TestBackupOfADamagedDatabase(t *testing.T) {
	dir, place := locationtest.Stored(t, locationtest.FamilyOfOne("taro", "牛乳")...), t.TempDir()
	path := filepath.Join(dir, sqlite.FileName)
	file := contentOf(t, path)
	const page = 4096
	for at := 4 * page; at < len(file); at++ { // the pages of the tables; the schema stays
		file[at] = 'x'
	}
	write(t, path, string(file))
	out, stderr, code := runHere("backup", "--data", dir, "--to", place)
	if code != cli.ExitConfiguration || out != "" || !strings.Contains(stderr, "the database is damaged (") || !strings.Contains(stderr, "voicememo restore") {
		t.Errorf("got exit %d, %q, %q", code, out, stderr)
	}
	b, err := app.LookForBackups(dir)
	if err != nil || b.Reason != "the database is damaged" {
		t.Errorf("got the reason %q, %v, want that the database is damaged", b.Reason, err)
	}
	if entries, err := os.ReadDir(place); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}
