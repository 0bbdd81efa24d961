package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"voicememo/cmd/internal/app"
	"voicememo/infra/sqlite"
	"voicememo/models"
)

type ownerCmd struct {
	storeFlags

	Family models.FamilyID `required:"" env:"-" placeholder:"ID" help:"The family's id: what a signed-in member sees at /api/me as family.id."`
	To     models.UserID   `env:"-" placeholder:"USER" help:"The member who becomes the owner, by id; a person, not an Echo. Without it the members are listed."`
}

// Help is shown with --help.
func (c *ownerCmd) Help() string {
	return "For a family whose owner cannot be reached: the owner alone invites, admits, removes and hands over. Without --to it " +
		"lists the members with their ids and changes nothing. The former owner stays a member, and the new one is told. With " +
		"--store dynamodb servers may run meanwhile. With SQLite stop the server first."
}

// Run lists the members of a family, or makes one of them its owner.
func (c *ownerCmd) Run(ctx context.Context, t terminal) (err error) {
	engine, at, err := c.openExisting(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, engine.Close()) }()
	families := app.NewServices(engine).Families
	if c.To != "" {
		if err := families.SetOwner(ctx, c.Family, c.To); err != nil {
			return c.explain(at, err)
		}
	}
	f, err := families.ByID(ctx, c.Family)
	if err != nil {
		return c.explain(at, err)
	}
	return showMembers(t.Out, f)
}

// explain says what to do about a refusal.
func (c *ownerCmd) explain(at place, err error) error {
	switch {
	case models.IsReason(err, models.ReasonFamily):
		return fmt.Errorf("there is no family %s in %s", c.Family, at)
	case models.IsReason(err, models.ReasonPerson):
		return fmt.Errorf("%s is not a member of family %s; the same command without --to lists its members", c.To, c.Family)
	case models.IsReason(err, models.ReasonOwnerIsEcho):
		return errors.New("an Echo cannot become the owner; name a person with --to")
	case models.IsReason(err, models.ReasonMoved):
		return errors.New("the family is changing at this moment; give the command again")
	}
	return fmt.Errorf("the command has stopped, and giving it again is safe: %w", err)
}

// showMembers lists the members of a family. Names come last, because their width is
// unknown.
func showMembers(out io.Writer, f models.Family) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "USER\tSOURCE\tJOINED\tOWNER\tNAME")
	for _, m := range f.Members {
		owner := ""
		if m.ID == f.OwnerID {
			owner = "owner"
		}
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", m.ID, m.Source, m.JoinedAt.Format("2006-01-02"), owner, m.Name)
	}
	return w.Flush()
}

// openExisting opens an engine that has been used before, and returns where it is.
// Every error is a sentence that says what to do.
func (f storeFlags) openExisting(ctx context.Context) (app.Engine, place, error) {
	at := place{engine: f.Store, name: f.Data}
	if f.Store == "dynamodb" {
		at.name = f.Environment
	}
	if err := f.config().Check(); err != nil {
		return nil, at, err
	}
	if !at.exists() {
		return nil, at, fmt.Errorf("there is no %s in %s; name the data directory of a server that has run", sqlite.FileName, f.Data)
	}
	engine, err := app.OpenEngine(ctx, f.config())
	if errors.Is(err, sqlite.ErrLocked) {
		return nil, at, fmt.Errorf("%s is in use by a running server; stop the server first", f.Data)
	}
	if err != nil {
		return nil, at, err
	}
	if at.engine == "dynamodb" {
		if err := at.explain(engine.Ping(ctx)); err != nil {
			return nil, at, errors.Join(err, engine.Close())
		}
	}
	return engine, at, nil
}
