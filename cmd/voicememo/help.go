package main

import (
	"cmp"
	"fmt"

	"github.com/alecthomas/kong"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/cli"
)

// exitStatusTopic is a topic of voicememo help that is not a command.
const exitStatusTopic = "exit-status"

type helpCmd struct {
	Topic []string `arg:"" optional:"" name:"command" complete:"command" help:"A command, such as serve or tables create, or exit-status. Without it: every command."`
}

// Run shows the help of a command.
func (c *helpCmd) Run(parser *kong.Kong, t cli.Terminal) error {
	if len(c.Topic) == 1 && c.Topic[0] == exitStatusTopic {
		return printExitStatuses(t.Out)
	}
	ctx, err := kong.Trace(parser, c.Topic)
	if err = cmp.Or(err, ctx.Error); err != nil {
		return &app.ConfigError{Problem: err.Error()}
	}
	return ctx.PrintUsage(false)
}

// printHelp prints the help, and below the list of commands the exit statuses.
func printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	if err := kong.DefaultHelpPrinter(options, ctx); err != nil || ctx.Selected() != nil {
		return err
	}
	_, err := fmt.Fprintln(ctx.Stdout, "\nExit status: 0 done; 1 failed, and a retry may succeed; 2 wrong use or configuration;\n"+
		"3 not signed in; 4 no such memo. More: voicememo help "+exitStatusTopic)
	return err
}
