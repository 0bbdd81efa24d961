package main

import (
	"voicememo/cmd/voicememo/internal/cli"

	_ "embed"
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// manual is the manual page, with placeholders for what the program knows.
//
//go:embed manual.roff
var manual string

type manCmd struct{}

// Help is shown with --help.
func (manCmd) Help() string {
	return "To read it without installing it: voicememo man > voicememo.1 && man ./voicememo.1. The packages of a release install it."
}

// Run prints the page, which contains the help of each command.
func (manCmd) Run(parser *kong.Kong, t cli.Terminal) error {
	var commands, statuses strings.Builder
	for _, n := range parser.Model.Leaves(true) {
		help := &strings.Builder{}
		parser.Stdout = help
		ctx, err := kong.Trace(parser, strings.Fields(n.Path()))
		if err == nil {
			err = kong.DefaultHelpPrinter(kong.HelpOptions{WrapUpperBound: manualWidth, ValueFormatter: kong.DefaultHelpValueFormatter}, ctx)
		}
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintf(&commands, ".SS \"%s\"\n.nf\n%s.fi\n", roff(n.Path()), roff(help.String())) // never fails
	}
	for _, s := range exitStatuses {
		_, _ = fmt.Fprintf(&statuses, ".TP\n%d\n%s\n", s.status, roff(s.meaning)) // never fails
	}
	page := strings.NewReplacer("@VERSION@", roff(thisVersion().Version), "@ABOUT@", roff(parser.Model.Help), "@COMMANDS@\n", commands.String(), "@STATUSES@\n", statuses.String())
	_, err := page.WriteString(t.Out, manual)
	return err
}

// manualWidth is the width of the help in the page, which man indents on a terminal of 80
// columns.
const manualWidth = 70

// escapes keeps text from being read as macros of roff, and hyphens from becoming dashes.
var escapes = strings.NewReplacer(`\`, `\e`, "-", `\-`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`, "\n.", "\n\\&.", "\n'", "\n\\&'")

// roff returns text that does not begin with a period or an apostrophe as roff.
func roff(text string) string { return escapes.Replace(text) }
