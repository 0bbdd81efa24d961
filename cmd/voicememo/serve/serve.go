// Package serve is the command that serves the page, the API and the skill.
package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/internal/version"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/permission"
	"voicememo/internal/logqueue"

	webapp "voicememo/webapi/app"
)

// Command is voicememo serve.
type Command struct {
	Flags

	New bool `env:"-" help:"Create an empty database if the one that should be in --data is missing or empty."`
}

// flushTime is how long the end waits for the log's reader.
const flushTime = 2 * time.Second

// Run serves until the process is told to stop.
func (c *Command) Run(ctx context.Context, t cli.Terminal) error {
	// Otherwise a log whose reader has gone ends the process with SIGPIPE, which systemd takes
	// for a clean end. Notify instead of Ignore: child processes do not inherit it.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	log := logqueue.New(t.Err, c.droppedNote)
	err := c.serve(ctx, t, log)
	if err != nil && c.Log == "json" {
		c.logger(log).Error("the server has ended", "error", permission.Advise(err))
		err = cli.LoggedError{Err: err}
	}
	if !log.Close(flushTime) && err != nil {
		err = cli.LoggedError{Err: err} // another line would wait for the log's reader
	}
	return err
}

// droppedNote returns the line that says how many lines are missing from the log.
func (c *Command) droppedNote(lines int) []byte {
	var line bytes.Buffer
	c.logger(&line).Warn("log lines were dropped, because they could not be written", "lines", lines)
	return line.Bytes()
}

func (c *Command) serve(ctx context.Context, t cli.Terminal, log *logqueue.Queue) (err error) {
	config, err := c.Config()
	if err != nil {
		return err
	}
	config.New = c.New
	a, err := app.Build(ctx, config, c.logger(log), log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	greet(t.Out, a)
	return a.Serve(ctx)
}

// greet prints what is running and what to register where.
func greet(w io.Writer, a *app.App) {
	c := a.Config
	lines := []string{
		"Voice Memo is at   " + a.PublicURL,
		"  version          " + version.String(),
		"  listening on     " + a.Addr(),
		"  memos in         " + where(a),
		"  sign-in with     " + signIn(a),
		"  skill            " + skillLine(a),
	}
	if c.TLSDomain != "" {
		lines = append(lines, "  certificate      "+certificateLine(a))
	}
	if !c.Dev {
		lines = append(lines, "  redirect URI     "+a.RedirectURI()+"  (register it with the issuer)")
	}
	if a.MetricsURL() != "" {
		lines = append(lines, "  metrics at       "+a.MetricsURL())
	}
	if !webapp.Built() {
		lines = append(lines, "  page             not in this binary; build it with: make web")
	}
	if c.Dev {
		lines = append(lines, "", "Try it:", "  open "+a.PublicURL+" in a browser",
			"  in another terminal: "+cli.TypedName()+" talk --data "+cli.ShellWord(c.Data), "Stop with Ctrl-C.")
	}
	_, _ = fmt.Fprintln(w, strings.Join(lines, "\n"))
}

func where(a *app.App) string {
	switch c := a.Config.StoreConfig; {
	case c.Store == "dynamodb":
		return "DynamoDB, environment " + c.Environment + " (keys in " + c.Data + ")"
	case a.Created():
		return c.Data + "  (a new, empty database)"
	default:
		return c.Data
	}
}

func signIn(a *app.App) string {
	if a.Config.Dev {
		return "the embedded provider of --dev: choose or create a person"
	}
	line := fmt.Sprintf("%s, new people: %s", a.Config.OIDCIssuer, a.Config.SignUp)
	if a.Config.SignUp != "allow-list" && len(a.Config.SignUpAllow) > 0 {
		line += "; --signup-allow has no effect, because --signup is not allow-list"
	}
	return line
}

func certificateLine(a *app.App) string {
	line := "from " + a.Config.TLSDirectory
	if at := a.PlainAddr(); at != "" {
		return line + "; plain HTTP at " + at + " redirects here"
	}
	return line + "; plain HTTP is not answered"
}

func skillLine(a *app.App) string {
	c := a.Config
	who := "for " + strings.Join(c.AlexaSkillIDs, ", ")
	switch {
	case !a.AlexaOn():
		return "off: set --alexa-skill-id to serve it at " + a.AlexaURL()
	case len(c.AlexaSkillIDs) == 0:
		return a.AlexaURL() + ", unverified, any skill id"
	case !c.AlexaVerify:
		return a.AlexaURL() + ", unverified, " + who
	}
	return a.AlexaURL() + ", " + who + "  (register it as the skill's HTTPS endpoint)"
}
