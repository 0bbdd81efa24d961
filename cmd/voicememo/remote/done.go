package remote

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/width"

	"voicememo/cmd/voicememo/internal/cli"
)

// Done is voicememo done.
type Done struct {
	remoteFlags

	Memo string `arg:"" placeholder:"NUMBER" help:"Number of the memo in the last output of voicememo list or find, or its id."`
	Undo bool   `env:"-" help:"Mark it as not done."`
}

// Help is shown with --help.
func (c *Done) Help() string {
	return "Marks a memo as done and prints its text. Numbers belong to the last list that was shown on this machine for this server and token. " + statuses
}

// Run marks a memo as done, or as not done.
func (c *Done) Run(ctx context.Context, t cli.Terminal) error {
	r, err := c.connect(t)
	if err != nil {
		return err
	}
	id, err := r.memo(c.Memo)
	if err != nil {
		return err
	}
	m, err := r.SetDone(ctx, id, !c.Undo)
	if err != nil {
		return r.explainChange(ctx, err)
	}
	if c.Undo {
		return r.show(m, r.words.reopened)
	}
	return r.show(m, r.words.done)
}

// maxDigits is the length of the longest number of a list. Ids are longer.
const maxDigits = 4

// memo returns the id of a memo that is named by its number or its id.
func (r remote) memo(name string) (string, error) {
	name = strings.TrimSpace(width.Narrow.String(name))
	switch {
	case name == "" || name == "." || name == "..":
		return "", cli.WrongUse("%s", r.words.noName)
	case len(name) > maxDigits || strings.Trim(name, "0123456789") != "":
		return name, nil
	}
	number, err := strconv.Atoi(name)
	if err != nil {
		return "", err
	}
	id := r.numbers.ID(r.at, number)
	if id == "" {
		return "", cli.WithStatus(cli.ExitNotFound, fmt.Errorf(r.words.noNumber, number))
	}
	return id, nil
}
