package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// maxSecret is more than the length of any token, in bytes.
const maxSecret = 8 << 10

// ReadSecret reads a line: from a terminal without showing it, after a prompt on standard
// error, and otherwise from standard input.
func ReadSecret(ctx context.Context, t Terminal, piped bool, prompt string) (string, error) {
	file, _ := t.In.(*os.File)
	if piped || !IsTyped(t) {
		line, err := bufio.NewReader(io.LimitReader(Interruptible(ctx, t.In), maxSecret)).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return "", err
		}
		return line, nil
	}
	_, _ = fmt.Fprint(t.Err, prompt)
	defer func() { _, _ = fmt.Fprintln(t.Err) }()
	return readHidden(ctx, int(file.Fd()))
}

// IsTyped reports whether the standard input is a terminal, whose input can be hidden.
func IsTyped(t Terminal) bool {
	file, ok := t.In.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// readHidden reads a line from a terminal without showing it. If the context ends first,
// it restores the terminal.
func readHidden(ctx context.Context, terminal int) (string, error) {
	before, err := term.GetState(terminal)
	if err != nil {
		return "", err
	}
	type answer struct {
		line []byte
		err  error
	}
	read := make(chan answer, 1)
	go func() {
		line, err := term.ReadPassword(terminal)
		read <- answer{line, err}
	}()
	select {
	case a := <-read:
		return string(a.line), a.err
	case <-ctx.Done():
		return "", errors.Join(ctx.Err(), term.Restore(terminal, before))
	}
}
