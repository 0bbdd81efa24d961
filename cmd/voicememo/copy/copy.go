// Package copy has the commands that move all data: copy, import, backup and restore, and
// the tables they need.
package copy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/location"
	"voicememo/infra/bulk"
	"voicememo/infra/dynamo/connect"
)

// Copy is voicememo copy.
type Copy struct {
	From    location.Location `env:"-" required:"" placeholder:"LOCATION" help:"Location to copy from: sqlite:DIRECTORY or dynamodb:ENVIRONMENT."`
	To      location.Location `env:"-" required:"" placeholder:"LOCATION" help:"Location to copy to. A data directory is created; tables must exist (voicememo tables create)."`
	Replace bool              `env:"-" help:"Make the target equal to the source, whatever it has: overwrite what differs, and remove what the source does not have. People who are in both keep the sign-ins and devices of the target."`
	DryRun  bool              `env:"-" help:"Only show what would be done. A database of an earlier version is brought up to date nevertheless."`
}

// Help says what no flag says.
func (c *Copy) Help() string {
	return "Copies memos, people with their accesses, families, invitations, limits and what modules keep of people. Stop the servers of both locations first, because they would " +
		"keep writing. If it is interrupted, the same command resumes it; at the end both locations are read again and compared. " +
		keysStay
}

// Run copies, or says what would be copied.
func (c *Copy) Run(ctx context.Context, t cli.Terminal) (err error) {
	if c.From.Same(c.To) {
		return &app.ConfigError{Flag: "to", Problem: "is the same location as --from"}
	}
	from, err := c.From.OpenExisting(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	to, err := c.openTarget(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	k := copier{from: from, to: to, replace: c.Replace, keep: c.Replace, now: time.Now(), screen: t.Err}
	return k.explain(ctx, c.run(ctx, &k, t.Out))
}

func (c *Copy) run(ctx context.Context, k *copier, out io.Writer) error {
	if err := k.compare(ctx); err != nil {
		return err
	}
	if err := k.refuseNothing(); err != nil {
		return err
	}
	if c.DryRun {
		return k.announce(out)
	}
	if err := k.copy(ctx); err != nil {
		return err
	}
	return k.check(ctx, out)
}

// openTarget opens the target. If it does not exist, it is created, except by a dry run.
func (c *Copy) openTarget(ctx context.Context) (location.Opened, error) {
	if c.DryRun && !c.To.Exists() {
		return location.Opened{Location: c.To, Store: nothing{}, Close: func() error { return nil }}, nil
	}
	return c.To.OpenTarget(ctx)
}

// nothing is the empty store of a location that does not exist.
type nothing struct{ bulk.Store }

// Each implements bulk.Store.
func (nothing) Each(context.Context, bulk.Kind, func([]bulk.Record) error) error { return nil }

// verdictError is a refusal by the command itself, which needs no explanation.
type verdictError struct{ error }

// Unwrap returns the refusal, which says its exit status.
func (e verdictError) Unwrap() error { return e.error }

// explain adds to an error what to do about it.
func (k *copier) explain(ctx context.Context, err error) error {
	var own verdictError
	var missing *types.ResourceNotFoundException
	switch {
	case err == nil || errors.As(err, &own):
		return err
	case ctx.Err() != nil:
		return errors.New("interrupted; what is copied stays, and the same command resumes there")
	}
	if errors.As(err, &missing) {
		return cli.WrongUse("a table is missing; run voicememo tables create for the environment, and then the same command again")
	}
	return fmt.Errorf("the copy from %s to %s has stopped; what is copied stays, and the same command resumes there: %w", k.from, k.to, connect.Explain(err))
}
