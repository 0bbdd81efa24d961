package commandline

import "embed"

// Hidden is the command with which the scripts ask for completions. It is followed by the
// name of the shell and the words up to the cursor, and must be passed to Complete.
const Hidden = "__complete"

// scripts are the completion scripts.
//
//go:embed voicememo.bash voicememo.zsh voicememo.fish
var scripts embed.FS

// Script returns the completion script for one of Shells; "": there is none. The script asks
// the program itself, so it stays right when the program is updated.
func Script(shell string) string {
	raw, err := scripts.ReadFile("voicememo." + shell)
	if err != nil {
		return ""
	}
	return string(raw)
}

// Shells returns the names of the shells that Script knows.
func Shells() []string { return []string{"bash", "zsh", "fish"} }
