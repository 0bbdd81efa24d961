package copy

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/location"
	"voicememo/cmd/voicememo/internal/permission"
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
	if !(location.Location{Engine: "sqlite", Name: data}).Exists() { // a wrong directory, or one that is not mounted
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
		_ = os.Chown(path, int(permission.OwnerOf(dir)), -1) // so that the server's own user can write it the next time
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
