package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"voicememo/cmd/internal/app"
	"voicememo/infra/sqlite"
)

// noteBackup records in a data directory that a backup was made. Errors are ignored: the
// user may be allowed only to read the directory.
func noteBackup(data, target string) {
	if note(data, app.BackupNote, target) {
		_ = os.Remove(filepath.Join(data, app.BackupFailureNote)) // what remains is older than the success
	}
}

// noteFailure records that a backup failed. A disk may be so full that the note stays
// empty, which still says when.
func noteFailure(data string, err error) {
	if !(location{engine: "sqlite", name: data}).exists() { // a wrong directory, or one that is not mounted
		return
	}
	note(data, app.BackupFailureNote, failure(err)+"\n"+strings.ReplaceAll(err.Error(), "\n", "; "))
}

// note writes a note and reports whether it could.
func note(data, name, text string) bool {
	path := filepath.Join(data, name)
	if os.WriteFile(path, []byte(text+"\n"), 0o600) != nil {
		return false
	}
	if dir, err := os.Stat(data); err == nil && os.Geteuid() == 0 {
		_ = os.Chown(path, int(ownerOf(dir)), -1) // so that the server's own user can write it the next time
	}
	return true
}

// failure returns why a backup failed, in words that tell a stranger nothing.
func failure(err error) string {
	switch {
	case sqlite.IsFull(err):
		return "the disk is full"
	case errors.Is(err, sqlite.ErrRefused):
		return "the database is damaged"
	case errors.Is(err, fs.ErrPermission) || sqlite.IsReadOnly(err):
		return "its directory cannot be written"
	case errors.Is(err, fs.ErrNotExist):
		return "its directory does not exist"
	}
	return "see voicememo doctor"
}

// checkBackup checks whether the newest backup succeeded, and its age.
func checkBackup(_ context.Context, c app.Config) []finding {
	if c.Store != "sqlite" || !(location{engine: c.Store, name: c.Data}).exists() {
		return nil
	}
	found, err := app.LookForBackups(c.Data)
	if err != nil {
		return nil // checkData reports it
	}
	f := finding{what: "newest backup (none yet; create one with voicememo backup)"}
	switch {
	case found.Elsewhere:
		f.what = "backups (made by other means, says " + app.BackupElsewhereNote + ")"
	case !found.Last.IsZero():
		f.what = "newest backup (" + found.Last.UTC().Format(time.DateOnly) + ")"
	}
	if !c.Dev {
		f.advice = aboutBackups(found, time.Now())
	}
	return []finding{f}
}

// aboutBackups says what to do about backups; "": nothing.
func aboutBackups(b app.Backups, now time.Time) string {
	const look = "for example with systemctl status voicememo-backup"
	switch days := func(since time.Time) int { return int(now.Sub(since).Hours() / 24) }; {
	case !b.Failed.IsZero() && b.Err == "":
		return fmt.Sprintf("the one of %s failed, and its reason could not be noted; find it, %s", b.Failed.UTC().Format(time.DateOnly), look)
	case !b.Failed.IsZero():
		return fmt.Sprintf("the one of %s failed: %s", b.Failed.UTC().Format(time.DateOnly), b.Err)
	case b.Elsewhere:
	case !b.Last.IsZero() && now.Sub(b.Last) > app.MaxBackupAge:
		return fmt.Sprintf("it is %d days old; find out why there is no newer one, %s", days(b.Last), look)
	case b.Last.IsZero() && !b.Since.IsZero() && now.Sub(b.Since) > app.MaxBackupAge:
		return fmt.Sprintf("the data is at least %d days old and has never been backed up; run voicememo backup every night, for example with systemctl enable --now voicememo-backup.timer", days(b.Since))
	}
	return ""
}
