package remote

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/models"
)

// Add is voicememo add.
type Add struct {
	remoteFlags

	Raw bool `env:"-" help:"Add each line of standard input as it is, with its number, bullet or box, and also those of a file that a program wrote, such as JSON."`

	Words []string `arg:"" optional:"" help:"The memo. Without words, or with -, each line of standard input is one memo."`
}

// Help is shown with --help.
func (c *Add) Help() string {
	return "Adds a memo to the family's list. A tab becomes a space. Of a list on standard input, numbers, bullets and boxes are removed, as on the page; a memo whose box is ticked is marked as done, and headings are named on standard error instead. Empty lines are skipped, and the first line that is refused ends the command. After -- words may begin with a hyphen. " +
		"If the server does not answer, or is busy for less than half a minute, the request is repeated at most twice, and the memo is still added once. " + statuses
}

// Run adds one memo, or the lines of standard input.
func (c *Add) Run(ctx context.Context, t cli.Terminal) error {
	r, err := c.connect(t)
	if err != nil {
		return err
	}
	if len(c.Words) > 0 && !slices.Equal(c.Words, []string{"-"}) {
		return r.add(ctx, strings.Join(c.Words, " "), false)
	}
	if file, ok := t.In.(*os.File); ok && len(c.Words) == 0 && term.IsTerminal(int(file.Fd())) {
		return cli.WithStatus(cli.ExitConfiguration, errors.New(r.words.nothing))
	}
	return r.addLines(ctx, t.In, c.Raw)
}

// add adds a memo, which is then marked as done if it is.
func (r remote) add(ctx context.Context, text string, done bool) error {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\t", " "))
	switch {
	case text == "":
		return cli.WithStatus(cli.ExitConfiguration, errors.New(r.words.nothing))
	case !utf8.ValidString(text):
		return cli.WithStatus(cli.ExitConfiguration, errors.New(r.words.notUTF8))
	}
	if ctx.Err() != nil { // nothing was sent
		return errors.New(r.words.interrupted)
	}
	m, err := r.Add(ctx, text)
	said := r.words.added
	if err == nil && done {
		m, err = r.SetDone(ctx, m.ID, true)
		said = r.words.addedDone
	}
	if err != nil {
		return r.explainChange(ctx, err)
	}
	return r.show(m, said)
}

// The longest line and text that addLines reads, in bytes: far more than any memo and list.
const (
	maxLine = 64 << 10
	maxText = 4 << 20
)

// addLines adds the memos that lines are. It stops at the first one that fails. With raw, each
// line is a memo as it is.
func (r remote) addLines(ctx context.Context, in io.Reader, raw bool) error {
	text, err := r.readLines(ctx, in)
	if err != nil {
		return err
	}
	if kind := programFile(text); kind != "" && !raw {
		return cli.WithStatus(cli.ExitConfiguration, fmt.Errorf(r.words.programFile, kind))
	}
	memos, headings := models.Lines(text)
	if raw {
		memos, headings = rawLines(text), nil
	}
	if len(memos) == 0 {
		return cli.WithStatus(cli.ExitConfiguration, errors.New(r.words.nothing))
	}
	for _, m := range memos {
		if err := r.add(ctx, m.Text, m.Done); err != nil {
			return r.stoppedAt(m.Number, err)
		}
	}
	for _, h := range headings {
		_, _ = fmt.Fprintf(r.err, r.words.heading+"\n", inLine(h.Text))
	}
	return nil
}

// readLines reads all lines, each without its byte order mark. Nothing is added before the last
// one is read, because what a line is depends on those around it.
func (r remote) readLines(ctx context.Context, in io.Reader) (string, error) {
	lines := bufio.NewScanner(io.LimitReader(cli.Interruptible(ctx, in), maxText))
	lines.Buffer(nil, maxLine)
	var text strings.Builder
	n := 1
	for ; lines.Scan() && lines.Err() == nil; n++ {
		line := strings.TrimPrefix(lines.Text(), "\ufeff")
		if !utf8.ValidString(line) {
			return "", r.stoppedAt(n, cli.WithStatus(cli.ExitConfiguration, errors.New(r.words.notUTF8)))
		}
		text.WriteString(line + "\n")
	}
	switch err := lines.Err(); {
	case err != nil && ctx.Err() != nil:
		return "", errors.New(r.words.interrupted)
	case errors.Is(err, bufio.ErrTooLong):
		return "", r.stoppedAt(n, cli.WithStatus(cli.ExitConfiguration, err))
	case err != nil:
		return "", r.stoppedAt(n, err)
	}
	return text.String(), nil
}

// rawLines returns each line that is not empty as a memo.
func rawLines(text string) (memos []models.Line) {
	for i, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) != "" {
			memos = append(memos, models.Line{Text: line, Number: i + 1})
		}
	}
	return memos
}

// programFiles recognise files that a program wrote for another, by how they begin. A box or
// a number in brackets begins a list.
var programFiles = []struct {
	kind   string
	begins *regexp.Regexp
}{
	{"JSON", regexp.MustCompile(`^(?:\{|\[\s*[\[{"])`)},
	{"HTML", regexp.MustCompile(`^<[a-zA-Z!?]`)},
	{"iCalendar", regexp.MustCompile(`^BEGIN:`)},
	{"CSV", regexp.MustCompile(`^(?:"?TYPE"?,"?CONTENT|id,)`)},
}

// programFile returns the kind of file that a text is if it is one of programFiles, and "" if
// it is not.
func programFile(text string) string {
	for _, f := range programFiles {
		if f.begins.MatchString(strings.TrimSpace(text)) {
			return f.kind
		}
	}
	return ""
}

// stoppedAt names the line at which addLines stopped. The exit status stays.
func (r remote) stoppedAt(line int, err error) error {
	status := cli.ExitFailed
	var of *cli.StatusError
	if errors.As(err, &of) {
		status = of.Status
	}
	return cli.WithStatus(status, fmt.Errorf(r.words.stopped, line, err))
}
