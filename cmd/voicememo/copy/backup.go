package copy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/location"
	"voicememo/infra/sqlite"
)

// Backup is voicememo backup.
type Backup struct {
	location.Flags

	To string `default:"." env:"-" placeholder:"FILE" help:"File to write, or a directory in which to write voicememo-DATE-TIME.db; default the current directory."`
	cli.OutputFlags
	Force bool `env:"-" help:"Overwrite the file if it exists."`
}

// Help says what no flag says.
func (c *Backup) Help() string {
	return "Writes everything to one SQLite file, which voicememo restore can restore into either engine. The server may keep " +
		"running: over SQLite the file is the state of one moment, with every memo acknowledged before it. Over DynamoDB " +
		"everything is read again until nothing changes during the reading. The file is checked before it gets its final name. " +
		"Anyone who has the file can read every memo. It does not contain the session keys, because anyone who has them can sign " +
		"in as any person: keep session-keys.json of the data directory separately, or everyone must sign in again after a loss."
}

// Run writes the backup.
func (c *Backup) Run(ctx context.Context, t cli.Terminal) error {
	config := c.Config()
	if err := config.Check(); err != nil {
		return err
	}
	target, err := c.target(time.Now())
	if err != nil {
		return err
	}
	if config.Store == "dynamodb" {
		err = backupTables(ctx, cli.Terminal{Out: t.Out, Err: c.Notices(t)}, c.Environment, target)
	} else {
		cli.Say(c.Notices(t), "Copying %s. A running server keeps working.", filepath.Join(c.Data, sqlite.FileName))
		err = sqlite.Backup(ctx, c.Data, target)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return errors.New("interrupted; nothing was written")
	case err != nil && config.Store == "sqlite":
		noteFailure(c.Data, err)
		return err
	case err != nil:
		return err
	case config.Store == "sqlite":
		noteBackup(c.Data, target)
	}
	return c.done(t.Out, target)
}

// BackupReport is the output of backup --json.
type BackupReport struct {
	Path  string `json:"path"`
	Bytes int64  `json:"bytes"`
}

// done prints what was written.
func (c *Backup) done(out io.Writer, target string) error {
	switch {
	case c.JSON:
		info, err := os.Stat(target)
		if err != nil {
			return err
		}
		return cli.WriteJSON(out, BackupReport{target, info.Size()})
	case c.Quiet:
		return nil
	}
	_, err := fmt.Fprintf(out, "%s is written and checked (%s). It does not contain the keys: keep %s separately.\n", target, sizeOf(target), app.KeysFile)
	return err
}

// target returns the file to write.
func (c *Backup) target(now time.Time) (string, error) {
	target := c.To
	if info, err := os.Stat(target); err == nil && info.IsDir() {
		target = filepath.Join(target, "voicememo-"+now.Format(stamp)+".db")
	}
	if _, err := os.Lstat(target); err == nil && !c.Force {
		return "", &app.ConfigError{Flag: "to", Problem: "names a file that exists, " + target + "; name another one, or overwrite it with --force"}
	}
	return target, nil
}

// stamp is the layout of a time in a file's name.
const stamp = "20060102-150405"

// sizeOf returns the size of a file as text.
func sizeOf(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return "size unknown"
	}
	return cli.Size(info.Size())
}
