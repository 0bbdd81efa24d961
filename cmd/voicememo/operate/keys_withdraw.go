package operate

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"voicememo/auth"
	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/location"
)

type keysWithdrawCmd struct {
	location.Flags

	ID    string `arg:"" help:"Id of the key, as voicememo keys list shows it."`
	Yes   bool   `env:"-" help:"Withdraw the key. Without it, the command says what would end, and changes nothing."`
	Stdin bool   `env:"-" help:"Read the keys from standard input and write the rest to standard output, for keys that are stored elsewhere."`
}

// Help is shown with --help.
func (c *keysWithdrawCmd) Help() string {
	return "Ends every session and other access whose credential was sealed with the key; the people concerned sign in again. " +
		"The command says how many accesses that may be at most: all that there are, because the store does not know " +
		"which key sealed them. It takes effect when the servers are restarted: a running server keeps the keys that it read when " +
		"it started. The newest key cannot be withdrawn: run voicememo keys rotate first. Without the oldest key, the hashes in " +
		"audit lines change. " + besideServer
}

// Run withdraws the key.
func (c *keysWithdrawCmd) Run(ctx context.Context, t cli.Terminal) error {
	ring, err := readKeys(t, c.Data, c.Stdin)
	if err != nil {
		return err
	}
	rest, err := ring.Withdraw(c.ID)
	if err != nil {
		return c.explain(err)
	}
	most, err := c.accesses(ctx, t)
	if err != nil {
		return err
	}
	if !c.Yes {
		return &app.ConfigError{Flag: "yes", Problem: fmt.Sprintf("is needed to withdraw key %s, which ends at most %s; nothing was changed", c.ID, most)}
	}
	told, where := t.Out, "standard output"
	if c.Stdin {
		told, err = t.Err, writeKeys(t, rest)
	} else {
		where = filepath.Join(c.Data, app.KeysFile)
		_, err = auth.WithdrawKey(where, c.ID)
	}
	if err != nil {
		return c.explain(err)
	}
	_, err = fmt.Fprintf(told, "%s does not have key %s any more. Restart every server that uses these keys: only that ends what the key sealed, at most %s.\n", where, c.ID, most)
	return err
}

// accesses counts the accesses of all people.
func (c *keysWithdrawCmd) accesses(ctx context.Context, t cli.Terminal) (count string, err error) {
	o, err := reach(ctx, t, c.Flags)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, o.close()) }()
	people, err := o.People(ctx)
	if err != nil {
		return "", stopped(err)
	}
	n := 0
	for _, p := range people {
		n += p.Accesses
	}
	if n == 1 {
		return "1 access", nil
	}
	return fmt.Sprintf("%d accesses", n), nil
}

// explain says what to do about a refusal.
func (c *keysWithdrawCmd) explain(err error) error {
	switch {
	case errors.Is(err, auth.ErrNoKey):
		return cli.WrongUse("there is no key %s; voicememo keys list lists the keys", c.ID)
	case errors.Is(err, auth.ErrNewestKey):
		return cli.WrongUse("key %s is the newest, which seals; run voicememo keys rotate first, and restart the servers", c.ID)
	}
	return err
}
