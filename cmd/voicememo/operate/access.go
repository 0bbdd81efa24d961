package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/internal/operator"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/location"
	"voicememo/models"
)

// Access is voicememo access.
type Access struct {
	List accessListCmd `cmd:"" help:"List a person's accesses, or the people who sign in."`
	End  accessEndCmd  `cmd:"" help:"End one access of a person, or all of them."`
}

type accessListCmd struct {
	location.Flags
	cli.JSONFlag

	User models.UserID `arg:"" optional:"" help:"Id of the person. Without it, the command lists the people who sign in, with their ids and e-mail addresses."`
}

// Help is shown with --help.
func (c *accessListCmd) Help() string {
	return "Lists a person's accesses as their own page does, each with the day of its last use. " + besideServer
}

// Run lists a person's accesses, or the people who sign in.
func (c *accessListCmd) Run(ctx context.Context, t cli.Terminal) (err error) {
	o, err := reach(ctx, t, c.Flags)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.close()) }()
	if c.User == "" {
		people, err := o.People(ctx)
		if err != nil {
			return stopped(err)
		}
		if c.JSON {
			return cli.WriteJSON(t.Out, map[string]any{"people": reportPeople(people)})
		}
		return showPeople(t.Out, people)
	}
	all, err := o.Accesses(ctx, c.User)
	if err != nil {
		return explainAccess(o.at, c.User, "", err)
	}
	if c.JSON {
		return cli.WriteJSON(t.Out, map[string]any{"accesses": reportAccess(all)})
	}
	return showAccess(t.Out, all)
}

type accessEndCmd struct {
	location.Flags

	User models.UserID   `arg:"" help:"Id of the person."`
	ID   models.AccessID `arg:"" optional:"" help:"Id of the access, as voicememo access list shows it."`
	All  bool            `env:"-" help:"End every access of the person, and refuse the ID tokens issued until now."`
}

// Help is shown with --help.
func (c *accessEndCmd) Help() string {
	return "An ended access is refused at its next request, and an open page asks its person to sign in again. " + besideServer
}

// Run ends one access of a person, or all.
func (c *accessEndCmd) Run(ctx context.Context, t cli.Terminal) (err error) {
	if c.All == (c.ID != "") {
		return &app.ConfigError{Flag: "all", Problem: "or the id of one access is needed, but not both"}
	}
	o, err := reach(ctx, t, c.Flags)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.close()) }()
	done := fmt.Sprintf("Access %s of %s has ended.", c.ID, c.User)
	if c.All {
		done = fmt.Sprintf("Every access of %s has ended.", c.User)
		err = o.EndAll(ctx, c.User)
	} else {
		err = o.EndAccess(ctx, c.User, c.ID)
	}
	if err != nil {
		return explainAccess(o.at, c.User, c.ID, err)
	}
	_, err = fmt.Fprintln(t.Out, done)
	return err
}

// explainAccess says what to do about a refusal.
func explainAccess(at location.Location, person models.UserID, id models.AccessID, err error) error {
	switch {
	case models.IsReason(err, models.ReasonPerson):
		return cli.WrongUse("there is no person %s in %s; voicememo access list without a person lists the people who sign in", person, at)
	case models.IsReason(err, models.ReasonAccess):
		return cli.WrongUse("%s has no access %s; voicememo access list %s lists the person's accesses", person, id, person)
	}
	return stopped(err)
}

// showPeople lists people. Names come last, because their width is unknown.
func showPeople(out io.Writer, people []operator.Person) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "USER\tACCESSES\tE-MAIL\tNAME")
	for _, p := range people {
		_, _ = fmt.Fprintf(w, "%s\t%d\t%s\t%s\n", p.ID, p.Accesses, p.Email, p.Name)
	}
	return w.Flush()
}

// showAccess lists a person's accesses.
func showAccess(out io.Writer, all []models.Access) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "ID\tKIND\tSINCE\tLAST USED\tENDS\tNAME")
	for _, a := range all {
		day := func(t time.Time) string { return t.Format(time.DateOnly) }
		if a.Host != "" {
			a.Name += " (not verified, " + a.Host + ")"
		}
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", a.ID, a.Kind, day(a.Since), day(a.LastUsed), day(a.Until), a.Name)
	}
	return w.Flush()
}
