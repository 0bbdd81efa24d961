package main

import (
	"fmt"
	"runtime/debug"
	"time"

	"github.com/alecthomas/kong"

	"voicememo/cmd/internal/manpage"
)

type manCmd struct{}

// Help is shown with --help.
func (manCmd) Help() string {
	return "To read it without installing it: voicememo man > voicememo.1 && man ./voicememo.1. The packages of a release install it."
}

// Run prints the page.
func (manCmd) Run(parser *kong.Kong, t terminal) error {
	return manpage.Write(t.Out, manpage.Page{
		App: parser.Model, Date: commitDay(), Source: "voicememo " + thisVersion().Version, Sections: manSections(parser.Model),
	})
}

// commitDay returns the day of the commit that the program was built from; "": not known, as
// in a release, which is built without git.
func commitDay() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if t, err := time.Parse(time.RFC3339, s.Value); s.Key == "vcs.time" && err == nil {
			return t.UTC().Format(time.DateOnly)
		}
	}
	return ""
}

// manSections returns the sections below the commands.
func manSections(model *kong.Application) []manpage.Section {
	status := manpage.Section{Title: "EXIT STATUS"}
	for _, s := range exitStatuses {
		status.Blocks = append(status.Blocks, manpage.Block{Tag: fmt.Sprint(s.status), Text: s.meaning})
	}
	environment := manpage.Section{Title: "ENVIRONMENT", Blocks: []manpage.Block{
		{Text: "Each of these variables sets the flag of the same name. The flag takes precedence."},
	}}
	environment.Blocks = append(environment.Blocks, manpage.Variables(model)...)
	environment.Blocks = append(environment.Blocks, manpage.Block{Text: "Other variables:"})
	environment.Blocks = append(environment.Blocks, otherVariables...)
	return []manpage.Section{environment, {Title: "FILES", Blocks: manFiles}, status, {Title: "EXAMPLES", Blocks: manExamples}, {Title: "SEE ALSO", Blocks: manSeeAlso}}
}
