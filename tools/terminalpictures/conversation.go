package main

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// conversation is a running `voicememo talk`.
type conversation struct {
	terminal *terminal
	cmd      *exec.Cmd
	in       io.WriteCloser
	out      io.Reader
	open     string // the line that has not ended yet
}

// promptMark is how a prompt ends; what the program says never does.
const promptMark = "> "

// talk starts a conversation and waits for its first prompt.
func (t *terminal) talk(ctx context.Context, args ...string) (*conversation, error) {
	c := &conversation{terminal: t, cmd: t.command(ctx, append([]string{"talk"}, args...)...)}
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if c.out, err = c.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	c.cmd.Stderr = c.cmd.Stdout
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	t.enter(append([]string{"talk"}, args...))
	return c, c.listen()
}

// say types one line and waits for the next prompt. It gives what was answered.
func (c *conversation) say(words string) (answer string, err error) {
	c.terminal.lines = append(c.terminal.lines, line{c.open, words})
	c.open = ""
	before := len(c.terminal.lines)
	if _, err := io.WriteString(c.in, words+"\n"); err != nil {
		return "", err
	}
	err = c.listen()
	for _, l := range c.terminal.lines[before:] {
		answer += l.written + "\n"
	}
	return answer, err
}

// listen reads until the program waits for a line.
func (c *conversation) listen() error {
	for chunk := make([]byte, 4096); !strings.HasSuffix(c.open, promptMark); {
		n, err := c.out.Read(chunk)
		c.open += string(chunk[:n])
		for {
			ended, rest, found := strings.Cut(c.open, "\n")
			if !found {
				break
			}
			c.terminal.lines = append(c.terminal.lines, line{written: ended})
			c.open = rest
		}
		if err != nil {
			return fmt.Errorf("talk ended: %w: %s", err, c.open)
		}
	}
	return nil
}

// end hangs up.
func (c *conversation) end() error {
	if err := c.in.Close(); err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, c.out)
	return c.cmd.Wait()
}
