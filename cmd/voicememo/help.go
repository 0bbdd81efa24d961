package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"voicememo/cmd/internal/commandline"
)

// exitStatusTopic is a topic of voicememo help that is not a command.
const exitStatusTopic = "exit-status"

type helpCmd struct {
	Topic []string `arg:"" optional:"" name:"command" complete:"command" help:"A command, such as serve or tables create, or exit-status. Without it: every command."`
}

// Run shows the help of a command.
func (c *helpCmd) Run(parser *kong.Kong, t terminal) error {
	if len(c.Topic) == 1 && c.Topic[0] == exitStatusTopic {
		return printExitStatuses(t.Out)
	}
	if commandline.Find(parser.Model, c.Topic) == nil {
		return wrongLine(parser, c.Topic, fmt.Errorf("there is no command %q", strings.Join(c.Topic, " ")))
	}
	ctx, err := kong.Trace(parser, c.Topic)
	if err != nil {
		return err
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
