package copy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/smithy-go/logging"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/location"
	"voicememo/cmd/voicememo/internal/progress"
	"voicememo/infra/bulk"
	"voicememo/infra/dynamo"
	"voicememo/infra/dynamo/connect"
	"voicememo/infra/legacy"
)

// Import is voicememo import.
type Import struct {
	From location.Location `env:"-" required:"" placeholder:"dynamodb:NAME" help:"Location of the earlier system's tables; NAME is the environment in their names. They are not changed."`
	To   location.Location `env:"-" required:"" placeholder:"LOCATION" help:"Location to import into: sqlite:DIRECTORY, or dynamodb:ENVIRONMENT, whose tables must exist."`

	MemosTable string `env:"-" name:"memos-table" placeholder:"TABLE" help:"Table with the memos, if its name is not alexa-voice-memo-NAME-memos."`
	UsersTable string `env:"-" name:"users-table" placeholder:"TABLE" help:"Table with the users, if its name is not alexa-voice-memo-NAME-users."`

	TrustMemoFamily bool   `env:"-" name:"trust-memo-family" help:"Make an author who has no entry in the table with the users a member of the family that their newest memo names. The earlier system did not show them that family."`
	Report          string `env:"-" placeholder:"FILE" help:"Also write the report to this file, with every id that it names. An earlier report in the file is replaced."`
}

// Help is shown with --help.
func (c *Import) Help() string {
	return "Imports every memo, person and family of the earlier system, whose tables have the keys userId and memoId. " +
		"Each memo stays in the list in which the earlier system showed it, and no person is shown another list; the " +
		"report names every exception. Invitations are not imported: they last five minutes, and new ones are created " +
		"here. What the target already has does not change, so the command can be repeated, and it resumes where it was " +
		"interrupted. Run it before people use the target: a memo that they delete permanently would come back with " +
		"another import."
}

// Run imports and prints the report.
func (c *Import) Run(ctx context.Context, t cli.Terminal) (err error) {
	source, err := c.source(ctx)
	if err != nil {
		return err
	}
	target, err := c.To.OpenTarget(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	file, err := openReport(c.Report)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	report, err := c.bring(ctx, t, source, target)
	if err != nil {
		return err
	}
	cut := showImport(t.Out, report, shownIDs)
	if err := file.write(report); err != nil {
		return err
	}
	if cut && c.Report == "" {
		_, _ = fmt.Fprintln(t.Out, "for every id, repeat the command with --report FILE")
	}
	if !report.Complete() {
		return fmt.Errorf("not everything is in %s; it changed during the import, so run the same command again", c.To)
	}
	_, _ = fmt.Fprintf(t.Out, "everything else from %s is in %s\n", c.From, c.To)
	return nil
}

// bring imports and shows its progress.
func (c *Import) bring(ctx context.Context, t cli.Terminal, source legacy.Source, target bulk.Store) (legacy.Report, error) {
	reading := progress.Start(t.Err, "reading", progress.Unknown)
	var writing *progress.Progress
	report, err := legacy.Import{
		Source: source, Target: target, Now: time.Now().UTC().Truncate(time.Millisecond), TrustMemoFamily: c.TrustMemoFamily,
		Reading: reading.Add,
		Writing: func(n, total int) {
			if writing == nil {
				reading.Finish()
				writing = progress.Start(t.Err, "importing", int64(total))
			}
			writing.Add(n)
		},
	}.Run(ctx)
	cmp.Or(writing, reading).Finish()
	if ctx.Err() != nil {
		return legacy.Report{}, fmt.Errorf("interrupted; what is in %s stays there, and the same command resumes", c.To)
	}
	if err != nil {
		return legacy.Report{}, fmt.Errorf("the import has stopped, and the same command resumes it: %w", connect.Explain(err))
	}
	return report, nil
}

// source returns the tables of the earlier system.
func (c *Import) source(ctx context.Context) (legacy.Source, error) {
	if c.From.Engine != "dynamodb" {
		return legacy.Source{}, cli.WrongUse("the earlier system has its tables in DynamoDB: write --from dynamodb:NAME, with the name of their environment")
	}
	client, err := c.From.Client(ctx)
	if err != nil {
		return legacy.Source{}, err
	}
	names := dynamo.TablesOf(c.From.Name)
	s := legacy.Source{
		Client: client, Memos: cmp.Or(c.MemosTable, names.Memos), Users: cmp.Or(c.UsersTable, names.Users),
		Codes: names.InviteCodes,
	}
	ours := dynamo.TablesOf(c.To.Name)
	err = s.Check(ctx)
	var wrong *legacy.TableError
	switch {
	case errors.Is(err, legacy.ErrPresentForm):
		return legacy.Source{}, cli.WrongUse("%s already has the format of this program; use: voicememo copy --from %s --to %s", c.From, c.From, c.To)
	case errors.As(err, &wrong):
		return legacy.Source{}, cli.WrongUse("%w; name the earlier system's tables with --memos-table and --users-table", wrong)
	case err != nil:
		return legacy.Source{}, fmt.Errorf("the tables of %s cannot be read: %w", c.From, connect.Explain(err))
	case c.To.Engine == "dynamodb" && slices.ContainsFunc([]string{s.Memos, s.Users}, func(name string) bool {
		return name == ours.Memos || name == ours.Users || name == ours.InviteCodes
	}):
		return legacy.Source{}, cli.WrongUse("%s names the tables of the earlier system itself; import into another environment", c.To)
	}
	s.Client = dynamodb.New(location.Patient(client).Options(), func(o *dynamodb.Options) { o.Logger = logging.Nop{} }) // retries are not shown on a terminal
	return s, nil
}
