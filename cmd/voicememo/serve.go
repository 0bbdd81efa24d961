package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/internal/version"
	webapp "voicememo/webapi/app"
)

type serveCmd struct {
	serverFlags

	New bool `env:"-" help:"Create an empty database if the one that should be in --data is missing or empty."`
}

// Run serves until the process is told to stop.
func (c *serveCmd) Run(ctx context.Context, t terminal) error {
	err := c.serve(ctx, t)
	if err == nil || c.Log != "json" {
		return err
	}
	c.logger(t.Err).Error("the server has ended", "error", advised(err))
	return loggedError{err}
}

// loggedError is an error that is in the log already, so that standard error has no line
// that is not JSON.
type loggedError struct{ error }

func (e loggedError) Unwrap() error { return e.error }

func (c *serveCmd) serve(ctx context.Context, t terminal) (err error) {
	config, err := c.config()
	if err != nil {
		return err
	}
	config.New = c.New
	a, err := app.Build(ctx, config, c.logger(t.Err))
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
			"  in another terminal: "+typedName()+" talk --data "+shellWord(c.Data), "Stop with Ctrl-C.")
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
	if a.Config.SignUp != allowList && len(a.Config.SignUpAllow) > 0 {
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
