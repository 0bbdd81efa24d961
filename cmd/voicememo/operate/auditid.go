package operate

import (
	"bytes"
	"fmt"
	"io"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/internal/audit"
	"voicememo/cmd/voicememo/internal/cli"
)

// AuditID is voicememo audit-id.
type AuditID struct {
	Data  string   `default:"./data" placeholder:"DIR" help:"Data directory with session-keys.json; default ./data."`
	Stdin bool     `env:"-" help:"Read the key from standard input, such as the key of the functions on AWS."`
	IDs   []string `arg:"" name:"id" help:"Ids of people, families or accesses."`
}

// Help is shown with --help.
func (c *AuditID) Help() string {
	return "The log has one line with the message \"audit\" for each person who joins, leaves, is removed or becomes an owner, each " +
		"emptied trash, each closed account, and each access that begins or ends. The lines have hashes instead of ids. Their key is " +
		"derived from the oldest key of session-keys.json."
}

// Run prints each id after its hash.
func (c *AuditID) Run(t cli.Terminal) error {
	key, err := c.key(t.In)
	if err != nil {
		return err
	}
	for _, id := range c.IDs {
		if _, err := fmt.Fprintf(t.Out, "%s  %s\n", audit.Hash(key, id), id); err != nil {
			return err
		}
	}
	return nil
}

// maxAuditKey is more than the size of any key, in bytes.
const maxAuditKey = 4 << 10

func (c *AuditID) key(in io.Reader) ([]byte, error) {
	if !c.Stdin {
		key, err := app.ExistingAuditKey(c.Data)
		if err == nil && key == nil {
			err = &app.ConfigError{Flag: "data", Problem: "has no " + app.KeysFile + "; the first start of a server creates it"}
		}
		return key, err
	}
	key, err := io.ReadAll(io.LimitReader(in, maxAuditKey))
	if err != nil {
		return nil, fmt.Errorf("the key cannot be read: %w", err)
	}
	if key = bytes.TrimSpace(key); len(key) == 0 {
		return nil, cli.WrongUse("there is no key on standard input")
	}
	return key, nil
}
