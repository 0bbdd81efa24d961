package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

type addCmd struct {
	remoteFlags

	Words []string `arg:"" optional:"" help:"The memo. Without words, or with -, each line of standard input is one memo."`
}

// Help is shown with --help.
func (c *addCmd) Help() string {
	return "Adds a memo to the family's list. A tab becomes a space. Empty lines of standard input are skipped, and the first line that is refused ends the command. After -- words may begin with a hyphen. " +
		"If the server does not answer, or is busy for less than half a minute, the request is repeated at most twice, and the memo is still added once. " + statuses
}

// Run adds one memo, or the lines of standard input.
func (c *addCmd) Run(ctx context.Context, t terminal) error {
	r, err := c.connect(t)
	if err != nil {
		return err
	}
	if len(c.Words) > 0 && !slices.Equal(c.Words, []string{"-"}) {
		return r.add(ctx, strings.Join(c.Words, " "))
	}
	if file, ok := t.In.(*os.File); ok && len(c.Words) == 0 && term.IsTerminal(int(file.Fd())) {
		return &statusError{exitConfiguration, errors.New(r.words.nothing)}
	}
	return r.addLines(ctx, t.In)
}

// add adds a memo.
func (r remote) add(ctx context.Context, text string) error {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\t", " "))
	switch {
	case text == "":
		return &statusError{exitConfiguration, errors.New(r.words.nothing)}
	case !utf8.ValidString(text):
		return &statusError{exitConfiguration, errors.New(r.words.notUTF8)}
	}
	if ctx.Err() != nil { // nothing was sent
		return errors.New(r.words.interrupted)
	}
	m, err := r.Add(ctx, text)
	if err != nil {
		return r.explainChange(ctx, err)
	}
	return r.show(m, r.words.added)
}

// maxLine is far more than the length of any memo, in bytes.
const maxLine = 64 << 10

// addLines adds a memo for each line. It stops at the first one that fails.
func (r remote) addLines(ctx context.Context, in io.Reader) error {
	lines := bufio.NewScanner(interruptible(ctx, in))
	lines.Buffer(nil, maxLine)
	added, n := 0, 1
	for ; lines.Scan() && lines.Err() == nil; n++ { // a line whose rest cannot be read is not a memo
		text := strings.TrimPrefix(lines.Text(), "\ufeff")
		if strings.TrimSpace(text) == "" {
			continue
		}
		if err := r.add(ctx, text); err != nil {
			return r.stoppedAt(n, err)
		}
		added++
	}
	switch err := lines.Err(); {
	case err != nil && ctx.Err() != nil:
		return r.stoppedAt(n, errors.New(r.words.interrupted))
	case errors.Is(err, bufio.ErrTooLong):
		return r.stoppedAt(n, &statusError{exitConfiguration, err})
	case err != nil:
		return r.stoppedAt(n, err)
	case added == 0:
		return &statusError{exitConfiguration, errors.New(r.words.nothing)}
	}
	return nil
}

// stoppedAt names the line at which addLines stopped. The exit status stays.
func (r remote) stoppedAt(line int, err error) error {
	status := exitFailed
	var of *statusError
	if errors.As(err, &of) {
		status = of.status
	}
	return &statusError{status, fmt.Errorf(r.words.stopped, line, err)}
}
