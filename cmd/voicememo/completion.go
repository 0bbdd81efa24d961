package main

import (
	"fmt"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/internal/completion"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help is shown with --help.
func (c *completionCmd) Help() string {
	return "Prints a script that completes commands, flags, their values and files. For the shell in use: eval \"$(voicememo completion bash)\", " +
		"the same with zsh, or: voicememo completion fish | source. The beginning of the script says where to keep it for every shell. " +
		"The packages of a release install it."
}

// Run prints the script.
func (c *completionCmd) Run(t cli.Terminal) error {
	script, err := completion.Script(c.Shell)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(t.Out, script)
	return err
}
