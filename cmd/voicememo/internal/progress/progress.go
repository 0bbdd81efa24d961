// Package progress shows the progress of long work.
package progress

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"voicememo/cmd/voicememo/internal/cli"
)

// Unknown is the total of work whose amount is not known beforehand.
const Unknown = -1

// quietFor is the longest pause between two plain lines when the work is slow.
const quietFor = 10 * time.Second

// Progress shows the progress of long work: a bar on a terminal, elsewhere a line at
// each tenth of the work and every ten seconds. It is not safe for concurrent use.
type Progress struct {
	out         io.Writer
	what        string // such as "copying"
	total, done int64

	bar    *progressbar.ProgressBar // nil: plain lines
	said   time.Time                // time of the last line
	tenths int64                    // tenths of the work done at the last line
}

// Start begins to show work of total steps, or of unknown length. The caller must
// call finish.
func Start(out io.Writer, what string, total int64) *Progress {
	p := &Progress{out: out, what: what, total: total, said: time.Now()}
	if !drawable(out) {
		return p
	}
	options := []progressbar.Option{
		progressbar.OptionSetWriter(out), progressbar.OptionSetDescription(what),
		progressbar.OptionThrottle(100 * time.Millisecond), progressbar.OptionFullWidth(),
	}
	if total == Unknown { // a spinner, which turns with the work and leaves nothing behind
		options = append(options, progressbar.OptionSetSpinnerChangeInterval(0), progressbar.OptionClearOnFinish())
	} else { // without a total the count would be (1/-)
		options = append(options, progressbar.OptionShowCount())
	}
	p.bar = progressbar.NewOptions64(total, options...)
	return p
}

// Add records that n more steps are done.
func (p *Progress) Add(n int) {
	p.done += int64(n)
	if p.bar != nil {
		_ = p.bar.Add(n) // a bar that cannot be drawn does not end the work
		return
	}
	tenths := int64(0)
	if p.total > 0 {
		tenths = 10 * p.done / p.total
	}
	if tenths > p.tenths || time.Since(p.said) > quietFor {
		_, _ = fmt.Fprintln(p.out, p.line())
		p.said, p.tenths = time.Now(), tenths
	}
}

func (p *Progress) line() string {
	if p.total <= 0 {
		return fmt.Sprintf("%s: %d", p.what, p.done)
	}
	return fmt.Sprintf("%s: %d of %d (%d %%)", p.what, p.done, p.total, 100*p.done/p.total)
}

// Finish ends the display, whether or not the work is complete.
func (p *Progress) Finish() {
	switch {
	case p.bar == nil:
	case p.total == Unknown:
		_ = p.bar.Finish()
	default:
		_ = p.bar.Exit()
		_, _ = fmt.Fprintln(p.out)
	}
}

// drawable reports whether a bar can be drawn on w: a terminal that can move its cursor and
// has a width.
func drawable(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok || !cli.IsScreen(w) || os.Getenv("TERM") == "dumb" {
		return false
	}
	width, _, err := term.GetSize(int(file.Fd())) //nolint:gosec // a descriptor fits an int
	return err == nil && width > 0
}
