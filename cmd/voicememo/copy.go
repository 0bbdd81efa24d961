package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"voicememo/cmd/internal/app"
	"voicememo/infra/bulk"
)

type copyCmd struct {
	From    place `required:"" placeholder:"PLACE" help:"Where everything is: sqlite:DIRECTORY or dynamodb:ENVIRONMENT."`
	To      place `required:"" placeholder:"PLACE" help:"Where it shall be, too. A data directory is made; tables must be there (voicememo tables create)."`
	Replace bool  `env:"-" help:"Make the target the same, whatever it has: overwrite what differs and remove what the source has not."`
	DryRun  bool  `env:"-" help:"Say what would be done, and copy nothing. A database of an earlier version is brought up to date all the same."`
}

// Help says what no flag says.
func (c *copyCmd) Help() string {
	return "Copies memos, people, families, invitations and limits. Stop the servers of both places first: they would go on " +
		"writing. Whenever it is interrupted, the same command goes on; at the end both places are read again and compared. " +
		keysStay
}

// Run copies, or says what would be copied.
func (c *copyCmd) Run(ctx context.Context, t terminal) (err error) {
	if c.From.same(c.To) {
		return &app.ConfigError{Flag: "to", Problem: "is the same place as --from"}
	}
	from, err := c.From.openExisting(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.close()) }()
	to, err := c.openTarget(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.close()) }()
	k := copier{from: from, to: to, replace: c.Replace, now: time.Now(), screen: t.Err}
	return k.explain(ctx, c.run(ctx, &k, t.Out))
}

func (c *copyCmd) run(ctx context.Context, k *copier, out io.Writer) error {
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

// openTarget opens the target. One that is not there is made, but not by a dry run.
func (c *copyCmd) openTarget(ctx context.Context) (opened, error) {
	if c.DryRun && !c.To.exists() {
		return opened{place: c.To, Store: nothing{}, close: func() error { return nil }}, nil
	}
	return c.To.openTarget(ctx)
}

// nothing is what a place has that is not there.
type nothing struct{ bulk.Store }

// Each implements bulk.Store.
func (nothing) Each(context.Context, bulk.Kind, func([]bulk.Record) error) error { return nil }

// verdictError is an answer of the command's own, which needs no explanation.
type verdictError struct{ error }

// explain adds to an error what to do about it.
func (k *copier) explain(ctx context.Context, err error) error {
	var own verdictError
	switch {
	case err == nil || errors.As(err, &own):
		return err
	case ctx.Err() != nil:
		return errors.New("interrupted; what is copied stays, and the same command goes on from there")
	}
	return fmt.Errorf("the copy from %s to %s has stopped; what is copied stays, and the same command goes on from there: %w", k.from, k.to, err)
}
