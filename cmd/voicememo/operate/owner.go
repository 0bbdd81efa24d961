package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"voicememo/cmd/internal/operator"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/location"
	"voicememo/models"
)

// Owner is voicememo owner.
type Owner struct {
	location.Flags
	cli.JSONFlag

	Family models.FamilyID `required:"" env:"-" placeholder:"ID" help:"Id of the family, which a signed-in member sees at /api/me as family.id."`
	To     models.UserID   `env:"-" placeholder:"USER" help:"Id of the member who becomes the owner; a person, not an Echo. Without it, the command lists the members."`
}

// Help is shown with --help.
func (c *Owner) Help() string {
	return "For a family whose owner cannot be reached: only the owner can invite, admit, remove and hand over. Without --to it " +
		"lists the members with their ids and changes nothing. The former owner stays a member, and the new owner is notified. " +
		besideServer
}

// Run lists the members of a family, or makes one of them its owner.
func (c *Owner) Run(ctx context.Context, t cli.Terminal) (err error) {
	o, err := reach(ctx, t, c.Flags)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.close()) }()
	if c.To != "" {
		if err := o.SetOwner(ctx, c.Family, c.To); err != nil {
			return c.explain(o.at, err)
		}
	}
	members, err := o.Members(ctx, c.Family)
	if err != nil {
		return c.explain(o.at, err)
	}
	if c.JSON {
		return cli.WriteJSON(t.Out, map[string]any{"members": reportMembers(members)})
	}
	return showMembers(t.Out, members)
}

// explain says what to do about a refusal.
func (c *Owner) explain(at location.Location, err error) error {
	switch {
	case models.IsReason(err, models.ReasonFamily):
		return cli.WrongUse("there is no family %s in %s; a signed-in member sees the id at /api/me as family.id", c.Family, at)
	case models.IsReason(err, models.ReasonPerson):
		return cli.WrongUse("%s is not a member of family %s; the same command without --to lists its members", c.To, c.Family)
	case models.IsReason(err, models.ReasonOwnerIsEcho):
		return cli.WrongUse("an Echo cannot become the owner; name a person with --to")
	case models.IsReason(err, models.ReasonMoved):
		return errors.New("the family is changing at this moment; run the command again")
	}
	return stopped(err)
}

// showMembers lists the members of a family. Names come last, because their width is
// unknown.
func showMembers(out io.Writer, members []operator.Member) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "USER\tSOURCE\tJOINED\tOWNER\tNAME")
	for _, m := range members {
		owner := ""
		if m.IsOwner {
			owner = "owner"
		}
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", m.ID, m.Source, m.JoinedAt.Format(time.DateOnly), owner, m.Name)
	}
	return w.Flush()
}
