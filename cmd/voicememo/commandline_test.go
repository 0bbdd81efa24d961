package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"voicememo/cmd/internal/version"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/tools/testkit/must"
)

// leaves returns the commands of the program, such as "tables create".
func leaves(t *testing.T) (all []string) {
	t.Helper()
	k, err := newParser(cli.Terminal{})
	must.OK(t, err)
	for _, n := range k.Model.Leaves(true) {
		all = append(all, n.Path())
	}
	return all
}

// TestVersionOfEachForm: a flag, a command, and JSON print the version.
func TestVersionOfEachForm(t *testing.T) {
	for _, args := range [][]string{{"--version"}, {"version"}} {
		out, _, code := runHere(args...)
		if want := "voicememo " + version.String() + " ("; code != 0 || !strings.HasPrefix(out, want) || strings.Count(out, "\n") != 1 {
			t.Errorf("%v: exit %d, got %q, want %q", args, code, out, want)
		}
	}
	out, _, code := runHere("version", "--json")
	var report map[string]string
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != 0 || report["version"] != version.String() || len(report) != 4 {
		t.Errorf("exit %d, %v, got %q", code, err, out)
	}
}

// TestHelp: help COMMAND is COMMAND --help, for commands of commands as well,
// and no arguments at all are the help on standard output.
func TestHelp(t *testing.T) {
	all, _, code := runHere()
	if help, _, _ := runHere("--help"); code != 0 || all != help || !strings.Contains(all, "Exit status: 0 done") {
		t.Errorf("without arguments: exit %d\n%s", code, all)
	}
	if help, _, code := runHere("help"); code != 0 || help != all {
		t.Errorf("help: exit %d\n%s", code, help)
	}
	for _, command := range []string{"serve", "tables", "tables create"} {
		path := strings.Fields(command)
		want, stderr, code := runHere(append(path, "--help")...)
		if code != 0 || stderr != "" || !strings.HasPrefix(want, "Usage: voicememo "+command) {
			t.Errorf("%s --help: exit %d, %q\n%s", command, code, stderr, want)
		}
		if got, stderr, code := runHere(append([]string{"help"}, path...)...); code != 0 || stderr != "" || got != want {
			t.Errorf("help %s: exit %d, %q\n%s", command, code, stderr, got)
		}
	}
	out, _, code := runHere("help", "exit-status")
	if code != 0 || strings.Count(out, "\n") != len(exitStatuses) {
		t.Errorf("help exit-status: exit %d\n%s", code, out)
	}
	if _, stderr, code := runHere("help", "serve", "more"); code != cli.ExitConfiguration || stderr != "voicememo: unexpected argument more\n" {
		t.Errorf("help serve more: exit %d, %q", code, stderr)
	}
	if _, stderr, code := runHere("help", "sevre"); code != cli.ExitConfiguration || !strings.Contains(stderr, `did you mean "serve"?`) {
		t.Errorf("help sevre: exit %d, %q", code, stderr)
	}
}

// TestWrongCommandLine: a wrong command line is one sentence, which suggests what is near.
func TestWrongCommandLine(t *testing.T) {
	for line, want := range map[string]string{
		"docter":        "voicememo: unexpected argument docter, did you mean \"doctor\"?\n",
		"tables":        "voicememo: expected one of \"create\", \"describe\"\n",
		"completion":    "voicememo: expected \"<shell>\"\n",
		"serve --adr=x": "voicememo: unknown flag --adr, did you mean \"--addr\"?\n",
	} {
		out, stderr, code := runHere(strings.Fields(line)...)
		if out != "" || stderr != want || code != cli.ExitConfiguration {
			t.Errorf("%s: exit %d, %q, %q, want %q", line, code, out, stderr, want)
		}
	}
}

// TestManPage: the page has the help of each command and the exit statuses.
func TestManPage(t *testing.T) {
	page, stderr, code := runHere("man")
	if code != 0 || stderr != "" || !strings.HasPrefix(page, `.TH "VOICEMEMO" 1 "" "voicememo `+strings.ReplaceAll(version.String(), "-", `\-`)) {
		t.Fatalf("exit %d, %q, %.80q", code, stderr, page)
	}
	shown := strings.NewReplacer(`\-`, "-", `\e`, `\`, `\(ha`, "^", `\(ti`, "~", `\(ga`, "`", `\&`, "").Replace(page)
	shown = strings.Join(strings.Fields(shown), " ")
	for _, command := range leaves(t) {
		help, _, _ := runHere(append(strings.Fields(command), "--help")...)
		if want := strings.Join(strings.Fields(help), " "); !strings.Contains(shown, want) {
			t.Errorf("%s: got no %q in the page", command, want)
		}
	}
	for _, s := range exitStatuses {
		if !strings.Contains(shown, s.meaning) {
			t.Errorf("got no %q in the page", s.meaning)
		}
	}
}

// completes is a script for bash that completes a command line and prints the result: the
// options that were asked of readline, and the words.
const completes = `compopt() { printf '%s\n' "compopt $*"; }
eval "$(voicememo completion bash)"
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_voicememo voicememo
printf '%s\n' "${COMPREPLY[@]}"`

// TestCompletionInBash: the script works in the shell itself.
func TestCompletionInBash(t *testing.T) {
	env := pathToProgram(t)
	for line, want := range map[string]string{
		"ser":               "serve",
		"serve|--sto":       "--store",
		"serve|--store|=|d": "dynamodb",
		"copy|--from|sq":    "compopt -o nospace sqlite:",
		"serve|--data|da":   "compopt -o dirnames",
		"backup|--to|x":     "compopt -o default",
	} {
		args := append([]string{"--norc", "--noprofile", "-c", completes, "bash", "voicememo"}, strings.Split(line, "|")...)
		cmd := exec.Command("bash", args...)
		cmd.Env = env
		out, err := cmd.CombinedOutput()
		if got := strings.Join(strings.Fields(string(out)), " "); err != nil || got != want {
			t.Errorf("%s: got %q, %v, want %q", line, got, err, want)
		}
	}
}

// pathToProgram returns an environment in whose PATH the built program is called voicememo.
func pathToProgram(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	must.OK(t, os.Symlink(binary, filepath.Join(dir, "voicememo")))
	env := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "VOICEMEMO_") })
	return append(env, "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}
