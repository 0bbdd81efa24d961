package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"voicememo/cmd/internal/app"
)

// backupNote is a file in the data directory. Its time is that of the last backup.
const backupNote = "voicememo.backup"

// maxBackupAge is how old the newest backup may be. Weekly ones are within it.
const maxBackupAge = 8 * 24 * time.Hour

// noteBackup records that a backup was made. Errors are ignored: the user may be allowed
// only to read the directory.
func noteBackup(data, target string) {
	path := filepath.Join(data, backupNote)
	if os.WriteFile(path, []byte(target+"\n"), 0o600) != nil {
		return
	}
	if dir, err := os.Stat(data); err == nil && os.Geteuid() == 0 {
		_ = os.Chown(path, int(ownerOf(dir)), -1) // so that the server's own user can write it the next time
	}
}

// checkBackup checks the age of the newest backup.
func checkBackup(_ context.Context, c app.Config) []finding {
	note, err := os.Stat(filepath.Join(c.Data, backupNote))
	switch {
	case c.Store != "sqlite" || !(location{engine: c.Store, name: c.Data}).exists():
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return []finding{{what: "newest backup (none yet; create one with voicememo backup)"}}
	case err != nil:
		return nil // checkData reports it
	}
	f := finding{what: "newest backup (" + note.ModTime().UTC().Format(time.DateOnly) + ")"}
	if age := time.Since(note.ModTime()); age > maxBackupAge {
		f.advice = fmt.Sprintf("it is %d days old; find out why there is no newer one, for example with systemctl status voicememo-backup", int(age.Hours()/24))
	}
	return []finding{f}
}
