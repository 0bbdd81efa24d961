package operate

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"voicememo/auth"
	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/cli"
)

// Keys is voicememo keys.
type Keys struct {
	List     keysListCmd     `cmd:"" help:"List the keys that seal sessions, without the keys themselves."`
	Rotate   keysRotateCmd   `cmd:"" help:"Add a key to the keys that seal sessions; current sessions stay valid."`
	Withdraw keysWithdrawCmd `cmd:"" help:"Remove a key, which ends every session and other access sealed with it."`
}

type keysRotateCmd struct {
	Data  string `default:"./data" placeholder:"DIR" help:"Data directory with session-keys.json; default ./data."`
	Stdin bool   `env:"-" help:"Read the keys from standard input and write the new ones to standard output, for keys that are stored elsewhere."`
}

// Help says what no flag says.
func (c *keysRotateCmd) Help() string {
	return "The newest key seals sessions, and every key opens them. Keys that no current session can need are dropped. Servers read " +
		"the keys when they start: restart all servers that share them at about the same time, because a server that has only the " +
		"old keys does not accept sessions sealed with the new one. If a key was stolen, rotate and then withdraw it."
}

// Run rotates the keys. It writes them only to their file, or with --stdin to standard
// output.
func (c *keysRotateCmd) Run(t cli.Terminal) error {
	if c.Stdin {
		return rotateText(t)
	}
	path, err := keysIn(c.Data)
	if err != nil {
		return err
	}
	if _, err := auth.RotateKeyRing(path); err != nil {
		return err
	}
	_, err = fmt.Fprintf(t.Out, "%s has a new key. Restart every server that uses it; current sessions stay valid.\n", path)
	return err
}

// keysIn returns the path of the keys of a data directory that has some.
func keysIn(data string) (path string, err error) {
	path = filepath.Join(data, app.KeysFile)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return "", &app.ConfigError{Flag: "data", Problem: "has no " + app.KeysFile + "; the first start of a server creates it"}
	}
	return path, nil
}

// readKeys reads the keys of a data directory, or with stdin those on standard input.
func readKeys(t cli.Terminal, data string, stdin bool) (*auth.KeyRing, error) {
	if !stdin {
		path, err := keysIn(data)
		if err != nil {
			return nil, err
		}
		return auth.LoadKeyRing(path)
	}
	given, err := io.ReadAll(io.LimitReader(t.In, maxKeys))
	if err != nil {
		return nil, fmt.Errorf("the keys cannot be read: %w", err)
	}
	ring, err := auth.ParseKeyRing(given)
	if err != nil {
		return nil, cli.WrongUse("standard input: %w", err)
	}
	return ring, nil
}

// maxKeys is far more than the size of any key ring, in bytes.
const maxKeys = 1 << 20

func rotateText(t cli.Terminal) error {
	ring, err := readKeys(t, "", true)
	if err != nil {
		return err
	}
	return writeKeys(t, ring.Rotate(time.Now()))
}

// writeKeys writes keys to standard output.
func writeKeys(t cli.Terminal, ring *auth.KeyRing) error {
	text, err := ring.JSON()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(t.Out, "%s\n", text)
	return err
}
