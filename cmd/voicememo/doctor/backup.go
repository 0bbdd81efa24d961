package doctor

import (
	"context"
	"fmt"
	"time"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/location"
)

// checkBackup checks whether the newest backup succeeded, and its age.
func checkBackup(_ context.Context, c app.Config) []finding {
	if c.Store != "sqlite" || !(location.Location{Engine: c.Store, Name: c.Data}).Exists() {
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
