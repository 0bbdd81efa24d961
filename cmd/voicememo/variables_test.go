package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/variables"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/program"
)

// knownVariables returns the variables of the program.
func knownVariables(t *testing.T) []string {
	t.Helper()
	var c commands
	parser, err := kong.New(&c, vars(), kong.DefaultEnvars("VOICEMEMO"))
	must.OK(t, err)
	return variables.Of(parser.Model.Node)
}

// TestUnknownVariables: every command refuses a variable that the program does not have,
// before it does anything else, and names the one that was probably meant. What only
// describes the program accepts them.
func TestUnknownVariables(t *testing.T) {
	const sentence = "voicememo: VOICEMEMO_SIGNUP_ALOW (did you mean VOICEMEMO_SIGNUP_ALLOW?) and VOICEMEMO_SIGN_UP (did you mean VOICEMEMO_SIGNUP?) " +
		"are not variables of this program; correct them or unset them\n"
	setenv(t, []string{"VOICEMEMO_SIGN_UP=allow-list", "VOICEMEMO_SIGNUP_ALOW=taro@example.com"})
	for _, args := range [][]string{
		{"serve", "--dev", "--data", t.TempDir()}, {"doctor"}, {"backup"}, {"keys", "list"}, {"list"}, {"version"},
		{"serve", "--store", "files"}, // the variables come first
	} {
		if out, stderr, code := runHere(args...); code != cli.ExitConfiguration || out+stderr != sentence {
			t.Errorf("%q: exit %d, %q, want %d, %q", args, code, out+stderr, cli.ExitConfiguration, sentence)
		}
	}
	for _, args := range [][]string{{"serve", "--help"}, {"completion", "bash"}, {"man"}, {"help", "serve"}, {"--version"}} {
		if _, stderr, code := runHere(args...); code != 0 || stderr != "" {
			t.Errorf("%q: exit %d, %q", args, code, stderr)
		}
	}
}

// TestKnownVariables: one environment serves all commands and modules, so each accepts the
// variables of the others.
func TestKnownVariables(t *testing.T) {
	t.Parallel()
	known := knownVariables(t)
	for _, name := range []string{"VOICEMEMO_TOKEN", "VOICEMEMO_URL", "VOICEMEMO_DATA", "VOICEMEMO_OIDC_CLIENT_SECRET_FILE", "VOICEMEMO_TRUSTED_PROXIES"} {
		if !slices.Contains(known, name) {
			t.Errorf("%s is not known", name)
		}
	}
	check.Equal(t, variables.Check(append(slices.Clone(known), "PATH", "AWS_REGION", "VOICEMEM", "MEMO_VOICEMEMO_X"), known), nil)
	env := []string{"VOICEMEMO_TOKEN=x", "VOICEMEMO_URL=http://127.0.0.1:1", "VOICEMEMO_SIGNUP=open"}
	if out, code := program.Finish(t, binary, env, "", "keys", "list", "--data", t.TempDir()); strings.Contains(out, "variable") {
		t.Errorf("exit %d, %q", code, out)
	}
}

// TestOwnFlags: flags that mean something else in each command have no variable that would
// set them in all of them.
func TestOwnFlags(t *testing.T) {
	t.Parallel()
	known := knownVariables(t)
	for _, name := range []string{"FROM", "TO", "USER", "DRY_RUN", "REPLACE", "FORCE", "REPORT", "STATE", "JSON", "WITH"} {
		if slices.Contains(known, "VOICEMEMO_"+name) {
			t.Errorf("VOICEMEMO_%s is a variable", name)
		}
	}
}
