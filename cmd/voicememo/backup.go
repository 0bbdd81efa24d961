package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/dustin/go-humanize"

	"voicememo/cmd/internal/app"
	"voicememo/infra/sqlite"
)

type backupCmd struct {
	storeFlags

	To    string `default:"." env:"-" placeholder:"FILE" help:"File to write, or a directory to write voicememo-DATE-TIME.db into; default the current directory."`
	Force bool   `env:"-" help:"Overwrite the file if it is there."`
}

// Help says what no flag says.
func (c *backupCmd) Help() string {
	return "Writes everything to one SQLite file that voicememo restore takes back, into either engine. The server may go on " +
		"meanwhile: over SQLite the file is the state of one moment, with every memo acknowledged before it. Over DynamoDB " +
		"everything is read until nothing has changed while it was. The file is checked before it gets its name. " +
		"Whoever has it can read every memo. The keys of sessions are not in it, because whoever has them can sign in as " +
		"anybody: keep session-keys.json of the data directory apart, or everybody signs in again after a loss."
}

// Run writes the backup.
func (c *backupCmd) Run(ctx context.Context, t terminal) error {
	config := c.config()
	if err := config.Check(); err != nil {
		return err
	}
	target, err := c.target(time.Now())
	if err != nil {
		return err
	}
	if config.Store == "dynamodb" {
		err = backupTables(ctx, t, c.Environment, target)
	} else {
		_, _ = fmt.Fprintf(t.Err, "Copying %s. A running server goes on meanwhile.\n", filepath.Join(c.Data, sqlite.FileName))
		err = sqlite.Backup(ctx, c.Data, target)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return errors.New("interrupted; nothing was written")
	case err != nil:
		return err
	case config.Store == "sqlite":
		noteBackup(c.Data, target)
	}
	_, err = fmt.Fprintf(t.Out, "%s is written and checked (%s). Keys are not in it: keep %s apart.\n", target, sizeOf(target), app.KeysFile)
	return err
}

// target is the file to write.
func (c *backupCmd) target(now time.Time) (string, error) {
	target := c.To
	if info, err := os.Stat(target); err == nil && info.IsDir() {
		target = filepath.Join(target, "voicememo-"+now.Format(stamp)+".db")
	}
	if _, err := os.Lstat(target); err == nil && !c.Force {
		return "", &app.ConfigError{Flag: "to", Problem: "names a file that is there, " + target + "; name another one, or overwrite it with --force"}
	}
	return target, nil
}

// stamp is a moment as part of a file's name.
const stamp = "20060102-150405"

// sizeOf tells how large a file is.
func sizeOf(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return "size unknown"
	}
	return size(info.Size())
}

// size says bytes as people do.
func size(bytes int64) string { return humanize.Bytes(uint64(max(bytes, 0))) }
