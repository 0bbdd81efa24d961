package main

import (
	"path/filepath"
	"strings"
	"testing"

	"voicememo/cmd/voicememo/internal/cli"
)

// envFileOf writes an environment file.
func envFileOf(t *testing.T, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "voicememo.env")
	write(t, path, text)
	return path
}

// TestEnvFile: a flag precedes a variable of the environment, that one precedes the file,
// and the file precedes the default, wherever --env-file is written.
func TestEnvFile(t *testing.T) {
	t.Parallel()
	file := envFileOf(t, "# of a family\nVOICEMEMO_SIGNUP=\"file\"\nVOICEMEMO_SIGNUP=later\n")
	for name, c := range map[string]struct {
		env  []string
		args []string
		want string
	}{
		"before the command":       {nil, []string{"--env-file", file, "doctor"}, `got "later"`},
		"after the command":        {nil, []string{"doctor", "--env-file=" + file}, `got "later"`},
		"a variable":               {[]string{"VOICEMEMO_SIGNUP=variable"}, []string{"doctor", "--env-file", file}, `got "variable"`},
		"an empty variable":        {[]string{"VOICEMEMO_SIGNUP="}, []string{"doctor", "--env-file", file}, `got ""`},
		"a flag":                   {[]string{"VOICEMEMO_SIGNUP=variable"}, []string{"doctor", "--signup", "flag", "--env-file", file}, `got "flag"`},
		"a variable of the client": {nil, []string{"list", "--env-file", envFileOf(t, "VOICEMEMO_URL=ftp://memo.example.com\n")}, "the address of a server is needed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, code := home{env: append(c.env, "LC_ALL=C")}.run(t, "", c.args...)
			if code != cli.ExitConfiguration || !strings.Contains(out, c.want) {
				t.Errorf("got exit %d and %q, want %q", code, out, c.want)
			}
		})
	}
}

// TestWrongEnvFile: a file that cannot be read, a line that is not understood and a mistyped
// variable are one sentence that names the flag, the file and the line.
func TestWrongEnvFile(t *testing.T) {
	t.Parallel()
	wrong := envFileOf(t, "VOICEMEMO_SIGNUP=open\nexport VOICEMEMO_LOG=json\n")
	mistyped := envFileOf(t, "LANG=C\nVOICEMEMO_SIGN_UP=invited\n")
	none := filepath.Join(t.TempDir(), "none")
	for path, want := range map[string]string{
		none:     "voicememo: --env-file: open " + none + ": no such file or directory\n",
		wrong:    "voicememo: --env-file: " + wrong + ": line 2 is not NAME=VALUE with the name of a variable\n",
		mistyped: "voicememo: --env-file: " + mistyped + ": line 2: VOICEMEMO_SIGN_UP (did you mean VOICEMEMO_SIGNUP?) is not a variable of this program; correct it or unset it\n",
	} {
		if out, code := (home{}).run(t, "", "serve", "--env-file", path); code != cli.ExitConfiguration || out != want {
			t.Errorf("got exit %d and %q, want %q", code, out, want)
		}
	}
}
