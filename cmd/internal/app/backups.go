package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"voicememo/cmd/internal/health"
)

// The notes of "voicememo backup" in a data directory. Their times are those of the last
// backup that succeeded and of the last that failed.
const (
	BackupNote        = "voicememo.backup"        // the file that was written
	BackupFailureNote = "voicememo.backup-failed" // the reason, which is public, and on the second line the error
)

// BackupElsewhereNote is a file that the operator creates in a data directory that is backed
// up by other means. Its content does not matter.
const BackupElsewhereNote = "voicememo.backup-elsewhere"

// MaxBackupAge is how old the newest backup may be. Weekly ones are within it.
const MaxBackupAge = 8 * 24 * time.Hour

// noBackup is the value of the check if the directory is older than MaxBackupAge and has
// never been backed up.
const noBackup = "none yet"

// Backups is what the notes in a data directory say.
type Backups struct {
	Last   time.Time // when the last backup succeeded; zero: never
	Failed time.Time // when one failed after that; zero: none has
	Reason string    // why, in words that may be public; "" if it is not known
	Err    string    // the whole error; "" if it is not known
	Since  time.Time // since when the directory has been in use; zero: it has not

	Elsewhere bool // the directory is backed up by other means, so no backup is missing
}

// LookForBackups reads the notes in a data directory.
func LookForBackups(data string) (b Backups, err error) {
	if b.Last, err = noted(data, BackupNote); err != nil {
		return Backups{}, err
	}
	if b.Failed, err = noted(data, BackupFailureNote); err != nil {
		return Backups{}, err
	}
	if b.Since, err = noted(data, KeysFile); err != nil { // changed only by an operator
		return Backups{}, err
	}
	elsewhere, err := noted(data, BackupElsewhereNote)
	if err != nil {
		return Backups{}, err
	}
	b.Elsewhere = !elsewhere.IsZero()
	if !b.Failed.After(b.Last) {
		b.Failed = time.Time{}
		return b, nil
	}
	text, err := os.ReadFile(filepath.Join(data, BackupFailureNote)) //nolint:gosec // the operator names the directory
	if err != nil {
		return Backups{}, err
	}
	b.Reason, b.Err, _ = strings.Cut(strings.TrimSpace(string(text)), "\n")
	return b, nil
}

// noted returns the time of a file; zero: there is none.
func noted(data, name string) (time.Time, error) {
	info, err := os.Stat(filepath.Join(data, name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return time.Time{}, nil
	case err != nil:
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

// State returns the value of the check "backup" of /readyz: "ok" or what is wrong.
func (b Backups) State(now time.Time) string {
	switch {
	case !b.Failed.IsZero():
		return strings.TrimSuffix(fmt.Sprintf("failed %s: %s", b.Failed.UTC().Format(time.DateOnly), b.Reason), ": ")
	case b.Elsewhere:
	case !b.Last.IsZero() && now.Sub(b.Last) > MaxBackupAge:
		return fmt.Sprintf("%d days old", int(now.Sub(b.Last).Hours()/24))
	case b.Last.IsZero() && !b.Since.IsZero() && now.Sub(b.Since) > MaxBackupAge:
		return noBackup
	}
	return health.OK
}

// backsUp reports whether this program's data should be backed up with voicememo backup:
// DynamoDB has its own recovery, and --dev is for trying.
func (c Config) backsUp() bool { return c.Store == "sqlite" && !c.Dev }

// backup returns the value of the check "backup"; "": there is none.
func (a *App) backup() string {
	if !a.Config.backsUp() {
		return ""
	}
	found, err := LookForBackups(a.Config.Data)
	if err != nil {
		return health.Unknown
	}
	return found.State(time.Now())
}
