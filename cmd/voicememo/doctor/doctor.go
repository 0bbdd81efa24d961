// Package doctor is the command that checks a configuration, its store and its network, and
// says what to do.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/serve"
)

// Command is voicememo doctor.
type Command struct {
	serve.Flags
	cli.OutputFlags

	Ready bool `env:"-" help:"Only ask the running server of --data whether it can do its work; exit status 0 or 1, as a container's health check expects."`
}

// Help says what no flag says.
func (c *Command) Help() string {
	return "Use the same flags and variables as for serve. Each line is ok, or BAD with what to do; the exit status is 1 if a line is BAD. " +
		"The command changes nothing, and may run while the server does."
}

// checkTime bounds each check.
const checkTime = 5 * time.Second

// finding is the result of one check: what it looked at and, unless all is well,
// what to do.
type finding struct {
	what   string
	advice string
}

// check looks at one aspect of a configuration.
type check func(context.Context, app.Config) []finding

// checks are all of them, in the order of their lines.
var checks = []check{checkConfig, checkData, checkKeys, checkLeftovers, checkDisk, checkStore, checkBackup, checkServer, checkModules, checkSkill, checkLinking, checkSignIn, checkIssuer, checkDomain, checkPublicURL}

// Run makes every check and says what to do. It changes nothing.
func (c *Command) Run(ctx context.Context, t cli.Terminal) error {
	if c.Ready {
		return ready(ctx, t, c.Data)
	}
	config, err := c.Config()
	if err != nil {
		return err
	}
	report := Report{Checks: []checkReport{}}
	bad, marks, out := 0, marksOf(t.Out), &cli.CheckedWriter{To: t.Out}
	for _, look := range checks {
		for _, f := range bounded(ctx, look, config) {
			report.Checks = append(report.Checks, checkReport{f.what, f.advice == "", f.advice})
			mark, line := marks.ok, f.what
			if f.advice != "" {
				mark, line, bad = marks.bad, f.what+": "+f.advice, bad+1
			}
			if !c.JSON && (f.advice != "" || !c.Quiet) {
				_, _ = fmt.Fprintln(out, mark+line)
			}
		}
	}
	if report.OK = bad == 0; c.JSON {
		_ = cli.WriteJSON(out, report)
	}
	if out.Err != nil {
		return out.Err
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d checks found something to do", bad, len(report.Checks))
	}
	return nil
}

// Report is the output of doctor --json.
type Report struct {
	OK     bool          `json:"ok"`
	Checks []checkReport `json:"checks"`
}

type checkReport struct {
	Check  string `json:"check"`
	OK     bool   `json:"ok"`
	Advice string `json:"advice"` // "" if ok
}

// marks are the words before each line.
type marks struct{ ok, bad string }

// marksOf returns the marks for w: in color on a terminal, unless the environment has
// NO_COLOR (no-color.org) or a terminal without colors.
func marksOf(w io.Writer) marks {
	if !cli.IsScreen(w) || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return marks{"ok  ", "BAD "}
	}
	return marks{"\x1b[32mok\x1b[0m  ", "\x1b[31mBAD\x1b[0m "}
}

func bounded(ctx context.Context, look check, c app.Config) []finding {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	return look(ctx, c)
}

func checkConfig(_ context.Context, c app.Config) []finding {
	f := finding{what: "configuration"}
	if err := c.Check(); err != nil {
		f.advice = err.Error()
	}
	return []finding{f}
}

// ready asks the server of a data directory whether it can do its work.
func ready(ctx context.Context, t cli.Terminal, data string) error {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	url := app.RunningURL(ctx, data)
	if url == "" {
		return errors.New("no server of " + data + " answers")
	}
	if _, err := app.AskReady(ctx, url); err != nil {
		return err
	}
	_, err := fmt.Fprintln(t.Out, "ok  ready")
	return err
}
