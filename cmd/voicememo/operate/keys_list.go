package operate

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"voicememo/auth"
	"voicememo/cmd/voicememo/internal/cli"
)

type keysListCmd struct {
	Data  string `default:"./data" placeholder:"DIR" help:"Data directory with session-keys.json; default ./data."`
	Stdin bool   `env:"-" help:"Read the keys from standard input, for keys that are stored elsewhere."`
	JSON  bool   `name:"json" env:"-" help:"Print JSON."`
}

// Help is shown with --help.
func (c *keysListCmd) Help() string {
	return "Lists the id of each key, when it was made, and until when it is kept: the first rotation after that day drops it, 400 days " +
		"after the next key was made. The newest key seals, and is kept. The cookie of a session begins with the id of the key " +
		"that sealed it; in a personal token the id follows vm_."
}

// Run lists the keys.
func (c *keysListCmd) Run(t cli.Terminal) error {
	ring, err := readKeys(t, c.Data, c.Stdin)
	if err != nil {
		return err
	}
	if c.JSON {
		return printKeys(t.Out, ring.Keys())
	}
	return showKeys(t.Out, ring.Keys())
}

// showKeys lists keys as a table.
func showKeys(out io.Writer, keys []auth.KeyInfo) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "ID\tMADE\tKEPT UNTIL")
	for _, k := range keys {
		until := "it seals"
		if !k.Until.IsZero() {
			until = k.Until.Format(time.DateOnly)
		}
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\n", k.ID, k.Made.Format(time.DateOnly), until)
	}
	return w.Flush()
}

// ListedKey is a key in the output of --json.
type ListedKey struct {
	ID    string    `json:"id"`
	Made  time.Time `json:"made"`
	Until time.Time `json:"until,omitzero"` // not there: it is the newest key, which seals
}

// printKeys lists keys as JSON.
func printKeys(out io.Writer, keys []auth.KeyInfo) error {
	listed := make([]ListedKey, len(keys))
	for i, k := range keys {
		listed[i] = ListedKey(k)
	}
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(map[string]any{"keys": listed})
}
