package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/location"
	"voicememo/infra/bulk"
	"voicememo/infra/dynamo"
	"voicememo/infra/repair"
	"voicememo/infra/sqlite"
)

// Repair is voicememo repair.
type Repair struct {
	location.Flags

	AcceptDamage bool `name:"accept-damage" env:"-" help:"Create a new database from what can be read of a damaged one, which is kept beside it. SQLite only. Everyone must sign in again. If there is a backup, voicememo restore is better."`

	Accept bool `name:"accept" env:"-" help:"Show the rows that another program has changed while no server ran, and accept them as they are; with --dry-run they are only shown. SQLite only."`

	DryRun bool `name:"dry-run" env:"-" help:"Only show what would be done. A database of an earlier version is brought up to date nevertheless."`
}

// Help is shown with --help.
func (c *Repair) Help() string {
	return "Finishes interrupted operations, such as moves of memos and deletions of accounts, and checks whether people, " +
		"families and memos agree with each other. With --store dynamodb servers may keep running; the command reads the " +
		"whole tables, with the operator's own credentials. With SQLite stop the server first. " +
		"The exit status is 1 if something could not be repaired."
}

// Run repairs, and prints a line for each finding.
func (c *Repair) Run(ctx context.Context, t cli.Terminal) error {
	if err := c.Config().Check(); err != nil {
		return err
	}
	if c.Accept && c.Store == "dynamodb" {
		return &app.ConfigError{Flag: "accept", Problem: "is for a database of this machine, so --store must be sqlite"}
	}
	if c.AcceptDamage {
		if err := c.salvage(ctx, t.Out); err != nil {
			return err
		}
	}
	run, closeStore, err := c.open(ctx, t.Out)
	if err != nil {
		return err
	}
	findings, open := 0, 0
	err = run(ctx, c.DryRun, func(f repair.Finding) {
		findings++
		if f.Open {
			open++
		}
		c.show(t.Out, f)
	})
	err = errors.Join(err, closeStore())
	switch {
	case ctx.Err() != nil:
		return errors.New("interrupted; what is repaired stays repaired, and the same command resumes")
	case err != nil:
		return fmt.Errorf("the repair has stopped, and the same command resumes it: %w", err)
	case open > 0:
		return fmt.Errorf("%d of %d findings could not be repaired", open, findings)
	case findings == 0:
		_, _ = fmt.Fprintln(t.Out, "nothing to repair")
	case c.DryRun:
		_, _ = fmt.Fprintf(t.Out, "%d findings; without --dry-run they are repaired\n", findings)
	default:
		_, _ = fmt.Fprintf(t.Out, "%d findings, all repaired\n", findings)
	}
	return nil
}

func (c *Repair) show(w io.Writer, f repair.Finding) {
	mark := "repaired "
	switch {
	case f.Open:
		mark = "LEFT     "
	case c.DryRun:
		mark = "to repair"
	}
	_, _ = fmt.Fprintf(w, "%s  %s: %s\n", mark, f.What, f.Do)
}

// repairer repairs the records of an engine.
type repairer func(ctx context.Context, dry bool, found func(repair.Finding)) error

// open opens the store. Every error is a sentence that says what to do.
func (c *Repair) open(ctx context.Context, w io.Writer) (repairer, func() error, error) {
	if c.Store == "dynamodb" {
		return c.openTables(ctx)
	}
	dir := location.Location{Engine: c.Store, Name: c.Data}
	if err := dir.Existing(); err != nil {
		return nil, nil, err
	}
	var options sqlite.Options
	if c.Accept {
		options.Accept = func(rows []sqlite.Foreign) bool { return c.showRows(w, rows) }
	}
	db, err := sqlite.OpenWith(c.Data, options)
	if errors.Is(err, sqlite.ErrLocked) {
		return nil, nil, fmt.Errorf("%s is in use by a running server; stop the server first", c.Data)
	}
	if err != nil {
		return nil, nil, err
	}
	return db.Repair, db.Close, nil
}

// showRows prints the rows that another program has changed, and reports whether they are
// accepted.
func (c *Repair) showRows(w io.Writer, rows []sqlite.Foreign) bool {
	for _, row := range rows {
		_, _ = fmt.Fprintln(w, row)
	}
	switch {
	case len(rows) == 0:
		_, _ = fmt.Fprintln(w, "no row was changed by another program")
	case c.DryRun:
		_, _ = fmt.Fprintf(w, "changed rows: %d; without --dry-run they are accepted as they are\n", len(rows))
	default:
		_, _ = fmt.Fprintf(w, "accepted as they are: %d\n", len(rows))
	}
	return !c.DryRun
}

func (c *Repair) openTables(ctx context.Context) (repairer, func() error, error) {
	tables := location.Location{Engine: c.Store, Name: c.Environment}
	there, err := tables.Open(ctx) // the error says what to do if they do not exist
	if err != nil {
		return nil, nil, err
	}
	client, err := tables.Client(ctx)
	return func(ctx context.Context, dry bool, found func(repair.Finding)) error {
		return dynamo.Repair(ctx, location.Patient(client), c.Environment, dry, found)
	}, there.Close, err
}

// salvage creates a new database from a damaged one and prints the result.
func (c *Repair) salvage(ctx context.Context, w io.Writer) error {
	switch {
	case c.Store == "dynamodb":
		return &app.ConfigError{Flag: "accept-damage", Problem: "is for a database of this machine, so --store must be sqlite"}
	case c.DryRun:
		return &app.ConfigError{Flag: "accept-damage", Problem: "cannot be combined with --dry-run; the damaged database is kept in any case"}
	}
	found, err := sqlite.Salvage(ctx, c.Data, time.Now())
	switch {
	case errors.Is(err, sqlite.ErrLocked):
		return fmt.Errorf("%s is in use by a running server; stop the server first", c.Data)
	case err != nil:
		return err
	}
	_, _ = fmt.Fprintf(w, "A new database has %d memos of %d people. The damaged one is kept as %s.\n",
		found.Records[bulk.Memos], found.Records[bulk.People], found.Kept)
	if found.Broken {
		_, _ = fmt.Fprintln(w, "Some of it could not be read, so memos or people may be missing.")
	}
	for _, ref := range found.Doubtful {
		_, _ = fmt.Fprintf(w, "possibly not what was written, check it: memo %s of %s\n", ref.ID, ref.UserID)
	}
	return nil
}
