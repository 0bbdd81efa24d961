package copy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/location"
	"voicememo/cmd/voicememo/internal/progress"
	"voicememo/infra/sqlite"
)

// Restore is voicememo restore.
type Restore struct {
	location.Flags

	File string `arg:"" complete:"files" help:"File that voicememo backup has written."`
}

// Help says what no flag says.
func (c *Restore) Help() string {
	return "Replaces all data with a backup. Stop the server first. The previous data is kept: over SQLite beside the " +
		"database, over DynamoDB as a backup beside FILE. Over SQLite nothing changes before the last step, so the command may be " +
		"interrupted at any time and run again; over DynamoDB the same command resumes. The next start brings a backup of an " +
		"earlier version up to date. Everything done since the backup is undone: accounts closed " +
		"and people removed since then are back, and so is the trash of that day, from which the next start purges memos that " +
		"have been there for more than ten days. Over DynamoDB, people who are in both keep the sign-ins and devices that they have now. Over SQLite, " + revived
}

// revived says what a restore over SQLite does to accesses.
const revived = "sessions and tokens that have ended since the backup are valid again. To end all of them, run voicememo keys rotate " +
	"and then voicememo keys withdraw for every older key, before the server starts."

// Run restores.
func (c *Restore) Run(ctx context.Context, t cli.Terminal) error {
	config := c.Config()
	if err := config.Check(); err != nil {
		return err
	}
	if config.Store == "dynamodb" {
		return c.restoreTables(ctx, t)
	}
	kept, err := restoreFile(ctx, t, c.File, c.Data)
	switch {
	case errors.Is(err, sqlite.ErrLocked):
		return fmt.Errorf("%s is in use by a running server; stop the server first", c.Data)
	case err != nil:
		return untouched(ctx, err)
	}
	_, _ = fmt.Fprintf(t.Out, "%s is restored from %s.\n", filepath.Join(c.Data, sqlite.FileName), c.File)
	if kept != "" {
		_, _ = fmt.Fprintf(t.Out, "The previous data is kept as %s.\n", kept)
	}
	_, err = fmt.Fprintf(t.Out, "Note: %s\nYou can start the server now.\n", revived)
	return err
}

// untouched explains an error that occurred before anything was changed.
func untouched(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return errors.New("interrupted; nothing was changed")
	}
	return err
}

// restoreFile restores into a data directory and shows its progress.
func restoreFile(ctx context.Context, t cli.Terminal, file, dir string) (kept string, err error) {
	var size int64
	if info, err := os.Stat(file); err == nil {
		size = info.Size()
	}
	p := progress.Start(t.Err, "copying bytes", size)
	defer p.Finish()
	return sqlite.Restore(ctx, file, dir, time.Now(), p.Add)
}

// restoreTables replaces the contents of the tables of an environment with the file.
func (c *Restore) restoreTables(ctx context.Context, t cli.Terminal) (err error) {
	dir, err := os.MkdirTemp("", "voicememo-restore-*") // 0700
	if err != nil {
		return fmt.Errorf("the backup cannot be unpacked: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if _, err := restoreFile(ctx, t, c.File, dir); err != nil {
		return untouched(ctx, err)
	}
	kept := filepath.Join(filepath.Dir(c.File), fmt.Sprintf("voicememo-%s-before-restore-%s.db", c.Environment, time.Now().Format(stamp)))
	if err := backupTables(ctx, t, c.Environment, kept); err != nil {
		return untouched(ctx, fmt.Errorf("nothing was changed, because the previous data cannot be kept: %w", err))
	}
	_, _ = fmt.Fprintf(t.Out, "The previous data is kept as %s.\n", kept)
	if err := c.write(ctx, t, dir); err != nil {
		return err
	}
	_, err = fmt.Fprintf(t.Out, "The tables of %s are restored from %s.\n", c.Environment, c.File)
	return err
}

// write replaces the contents of the tables with the database in dir, and compares them.
func (c *Restore) write(ctx context.Context, t cli.Terminal, dir string) (err error) {
	from, err := location.Location{Engine: "sqlite", Name: dir}.Open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	to, err := location.Location{Engine: "dynamodb", Name: c.Environment}.OpenTarget(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	k := copier{from: from, to: to, replace: true, keep: true, now: time.Now(), screen: t.Err}
	for _, step := range []func() error{
		func() error { return k.compare(ctx) }, func() error { return k.copy(ctx) }, func() error { return k.check(ctx, io.Discard) },
	} {
		if err := step(); err != nil {
			return k.explain(ctx, err)
		}
	}
	_, err = fmt.Fprint(t.Out, k.notes())
	return err
}
