package main

import (
	"database/sql"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/tools/testkit/must"

	_ "modernc.org/sqlite"

	"voicememo/infra/sqlite"
	"voicememo/skill/talk"
)

// firstSchema writes a database of the first schema, with a memo of the Echo of `talk`.
func firstSchema(t *testing.T, dir string) {
	t.Helper()
	script := text(t, filepath.Join(root, "infra/sqlite/migrations/0001_tables.sql"))
	db, err := sql.Open("sqlite", filepath.Join(dir, sqlite.FileName))
	must.OK(t, err)
	for _, query := range []string{
		script,
		`INSERT INTO users VALUES ('ECHO', 'f', 'Echo', '', '', 1, 1000, 1000, 1000, 'alexa', 1, 0, 0)`,
		`INSERT INTO families VALUES ('f', 'ECHO', 1000, '')`,
		`INSERT INTO memos VALUES ('f', 0, 5000, 'ECHO', '1720789912345a1b2c3d4e5f6', 'buy milk', 'Echo', 0, '', 1, 0, 0)`,
		"PRAGMA user_version = 1",
	} {
		must.OK(t, must.Err(db.Exec(strings.ReplaceAll(query, "ECHO", talk.DefaultUserID))))
	}
	must.OK(t, db.Close())
}

// TestUpgradeAndRollback: a start upgrades a database of an earlier schema and keeps a copy.
// The way back in docs/operations.md restores that copy as the earlier program wrote it, and
// keeps what was written since, which the next upgrade can restore.
func TestUpgradeAndRollback(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	firstSchema(t, dir)
	h := home{flags: []string{"--data", dir}}
	hears := func(contents ...string) {
		t.Helper()
		said, code := h.run(t, "read the memos\n", append([]string{"talk", "--new", "--locale", "en-US"}, h.flags...)...)
		for _, content := range []string{"buy milk", "call Grandma", "water the flowers"} {
			if got, want := strings.Contains(said, content), slices.Contains(contents, content); code != 0 || got != want {
				t.Errorf("%s: got listed %v and exit %d, want listed %v and exit 0: %s", content, got, code, want, said)
			}
		}
	}
	adds := func(content string) {
		t.Helper()
		if said, code := h.run(t, "", append([]string{"talk", "--locale", "en-US", "add " + content}, h.flags...)...); code != 0 {
			t.Fatalf("got exit %d, want 0: %s", code, said)
		}
	}
	hears("buy milk") // which upgrades the file
	adds("call Grandma")
	copied := filepath.Join(dir, sqlite.FileName+".schema-1")
	h.restores(t, copied)
	if got := schemaOf(t, filepath.Join(dir, sqlite.FileName)); got != 1 {
		t.Errorf("got schema %d after the rollback, want 1", got)
	}
	since, err := filepath.Glob(filepath.Join(dir, sqlite.FileName+".before-restore-*"))
	if err != nil || len(since) != 1 {
		t.Fatalf("got the files %v and error %v, want the one from before the restore", since, err)
	}
	adds("water the flowers")
	hears("buy milk", "water the flowers")
	h.restores(t, since[0])
	hears("buy milk", "call Grandma")
}

// TestUpgradeIsTold: the first start after an upgrade logs what it did and where the copy is,
// the next one nothing. An earlier program names the copy, and the command that goes back to it.
func TestUpgradeIsTold(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	firstSchema(t, dir)
	copied := filepath.Join(dir, sqlite.FileName+".schema-1")
	for _, want := range []int{1, 0} {
		s := home{flags: []string{"--data", dir}}.serve(t, "--dev")
		s.stop()
		if got := strings.Count(s.log.String(), "the database was brought up to date"); got != want || want > 0 &&
			!(strings.Contains(s.log.String(), "copy="+copied) && strings.Contains(s.log.String(), "kept_days=30")) {
			t.Errorf("got %d lines, want %d with the copy: %s", got, want, s.log.String())
		}
	}
	overwrite(t, filepath.Join(dir, sqlite.FileName), 60, "\x00\x00\x03\xe7") // as in TestStartUpFaults
	_, said, code := tryServe(t, dir)
	back := "restore " + copied + " --data " + dir
	if code != cli.ExitConfiguration || !strings.Contains(said, "use that version, or go back to the state before the upgrade with voicememo "+back) {
		t.Errorf("got exit %d, %q, want %d and the copy", code, said, cli.ExitConfiguration)
	}
	if out, code := (home{}).run(t, "", strings.Fields(back)...); code != 0 {
		t.Errorf("got exit %d, %q, want 0", code, out)
	}
	if got := schemaOf(t, filepath.Join(dir, sqlite.FileName)); got != 1 {
		t.Errorf("got schema %d after going back, want 1", got)
	}
}

// schemaOf returns the schema of a file.
func schemaOf(t *testing.T, file string) (version int) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	must.OK(t, err)
	defer func() { _ = db.Close() }()
	must.OK(t, db.QueryRow("PRAGMA user_version").Scan(&version))
	return version
}
