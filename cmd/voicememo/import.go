package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"voicememo/infra/bulk"
	"voicememo/infra/dynamo"
	"voicememo/infra/legacy"
)

type importCmd struct {
	From place `required:"" placeholder:"dynamodb:NAME" help:"Environment in the names of the earlier system's tables. Nothing there is changed."`
	To   place `required:"" placeholder:"PLACE" help:"Where to bring everything: sqlite:DIRECTORY or dynamodb:ENVIRONMENT, whose tables must be there."`

	MemosTable string `name:"memos-table" placeholder:"TABLE" help:"Table with the memos, if its name is another than alexa-voice-memo-NAME-memos."`
	UsersTable string `name:"users-table" placeholder:"TABLE" help:"Table with the users, likewise."`
}

// Help is shown with --help.
func (c *importCmd) Help() string {
	return "Brings every memo, person and family of the earlier system, whose tables have the keys userId and memoId, " +
		"into this one. Invitations stay behind: they live five minutes, and new ones are made here. What is in the " +
		"target already stays as it is there, so that the command can be repeated and goes on where it was " +
		"interrupted. Run it before people use the target: a memo that they delete permanently would come back with " +
		"another import."
}

// Run imports and says what became of everything.
func (c *importCmd) Run(ctx context.Context, t terminal) (err error) {
	source, err := c.source(ctx)
	if err != nil {
		return err
	}
	target, err := c.To.openTarget(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.close()) }()
	reading := startProgress(t.Err, "reading", unknown)
	var writing *progress
	report, err := legacy.Import{
		Source: source, Target: target, Now: time.Now().UTC(),
		Reading: reading.add,
		Writing: func(n, total int) {
			if writing == nil {
				reading.finish()
				writing = startProgress(t.Err, "importing", int64(total))
			}
			writing.add(n)
		},
	}.Run(ctx)
	cmp.Or(writing, reading).finish()
	if ctx.Err() != nil {
		return fmt.Errorf("interrupted; what has arrived in %s stays there, and the same command goes on", c.To)
	}
	if err != nil {
		return fmt.Errorf("the import has stopped, and the same command goes on where it was: %w", err)
	}
	showImport(t.Out, report)
	if !report.Complete() {
		return fmt.Errorf("not everything is in %s; somebody has changed it meanwhile, so run the same command again", c.To)
	}
	_, _ = fmt.Fprintf(t.Out, "everything else of %s is in %s\n", c.From, c.To)
	return nil
}

// source finds the tables of the earlier system.
func (c *importCmd) source(ctx context.Context) (legacy.Source, error) {
	if c.From.engine != "dynamodb" {
		return legacy.Source{}, errors.New("the earlier system has its tables in DynamoDB: write --from dynamodb:NAME, with the name of their environment")
	}
	client, err := c.From.client(ctx)
	if err != nil {
		return legacy.Source{}, err
	}
	names := dynamo.TablesOf(c.From.name)
	s := legacy.Source{
		Client: client, Memos: cmp.Or(c.MemosTable, names.Memos), Users: cmp.Or(c.UsersTable, names.Users),
	}
	ours := dynamo.TablesOf(c.To.name)
	err = s.Check(ctx)
	var wrong *legacy.TableError
	switch {
	case errors.Is(err, legacy.ErrPresentForm):
		return s, fmt.Errorf("%s has the form of this program already; use: voicememo copy --from %s --to %s", c.From, c.From, c.To)
	case errors.As(err, &wrong):
		return s, fmt.Errorf("%w; name the earlier system's tables with --memos-table and --users-table", wrong)
	case err != nil:
		return s, fmt.Errorf("the tables of %s cannot be read; check AWS_REGION, the credentials and AWS_ENDPOINT_URL_DYNAMODB: %w", c.From, err)
	case c.To.engine == "dynamodb" && slices.ContainsFunc([]string{s.Memos, s.Users}, func(name string) bool {
		return name == ours.Memos || name == ours.Users || name == ours.InviteCodes
	}):
		return s, fmt.Errorf("%s names the tables of the earlier system itself; import into another environment", c.To)
	}
	s.Client = patient(client)
	return s, nil
}

// shownIDs is how many memos are named at most that are left behind.
const shownIDs = 50

// showImport prints what became of everything, a line for each kind and one for
// everything that somebody may wonder about.
func showImport(w io.Writer, r legacy.Report) {
	for _, kind := range importedKinds {
		c := r.Counts[kind.kind]
		line := fmt.Sprintf("%s: %d read, %d imported, %d there already", kind.name, c.Read, c.Imported, c.Present)
		if c.Missing > 0 {
			line += fmt.Sprintf(", %d NOT THERE", c.Missing)
		}
		_, _ = fmt.Fprintln(w, line)
		for _, why := range slices.Sorted(maps.Keys(c.Left)) {
			_, _ = fmt.Fprintf(w, "  left behind: %d %s\n", c.Left[why], why)
		}
	}
	for i, id := range r.Named {
		if i == shownIDs {
			_, _ = fmt.Fprintf(w, "memo left behind: %d more\n", len(r.Named)-i)
			break
		}
		_, _ = fmt.Fprintf(w, "memo left behind: %s\n", id)
	}
	for _, note := range []struct {
		n    int
		text string
	}{
		{r.Followed, "memos are where their authors are, who have left the family that listed them"},
		{r.Long, "memos are longer or of another form than new ones may be; they stay as they are until somebody edits them"},
		{r.Undated, "memos are listed as of 1970, because nothing says when they were made"},
		{r.Added, "people had memos or a family but no entry of their own, and have one now"},
	} {
		if note.n > 0 {
			_, _ = fmt.Fprintf(w, "%d %s\n", note.n, note.text)
		}
	}
	_, _ = fmt.Fprintln(w, "invitations stay behind: they live five minutes, and new ones are made here")
}

// importedKinds are the kinds of what is imported, as people call them.
var importedKinds = []struct {
	kind bulk.Kind
	name string
}{{bulk.People, "people"}, {bulk.Families, "families"}, {bulk.Memos, "memos"}}
