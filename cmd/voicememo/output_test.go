package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/locationtest"
	"voicememo/tools/testkit/check"
)

// asJSON runs a command with --json and returns its report.
func asJSON(t *testing.T, status int, args ...string) map[string]any {
	t.Helper()
	out, stderr, code := runHere(append(args, "--json")...)
	var report map[string]any
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != status {
		t.Fatalf("%v: exit %d, %v, %q, %q", args, code, err, out, stderr)
	}
	return report
}

// fields returns the names of the fields of a report, or of the first of a list in it.
func fields(report any) string {
	if list, ok := report.([]any); ok {
		if len(list) == 0 {
			return "none"
		}
		report = list[0]
	}
	var names []string
	for name := range report.(map[string]any) {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// TestJSONOfEachCommand: the fields are those that docs/guide/commands.md promises.
func TestJSONOfEachCommand(t *testing.T) {
	dir := locationtest.Stored(t, locationtest.FamilyOfOne("taro", "牛乳")...)
	mode(t, dir, 0o700)
	file := filepath.Join(t.TempDir(), "backup.db")
	backup := asJSON(t, 0, "backup", "--data", dir, "--to", file)
	if info, err := os.Stat(file); err != nil || backup["path"] != file || backup["bytes"] != float64(info.Size()) {
		t.Errorf("backup: got %v, %v", backup, err)
	}
	doctor := asJSON(t, 0, "doctor", "--dev", "--data", dir)
	if doctor["ok"] != true || fields(doctor["checks"]) != "advice check ok" {
		t.Errorf("doctor: got %v", doctor)
	}
	bad := asJSON(t, cli.ExitFailed, "doctor", "--data", dir)
	if first := bad["checks"].([]any)[0].(map[string]any); bad["ok"] != false || first["ok"] != false || !strings.HasPrefix(first["advice"].(string), "--oidc-client-id") {
		t.Errorf("doctor: got %v", bad)
	}
	members := asJSON(t, 0, "owner", "--data", dir, "--family", "family-of-taro")
	check.Equal(t, fields(members["members"]), "id joinedAt name owner source", "owner")
	if got := fields(asJSON(t, 0, "access", "list", "--data", dir)["people"]); got != "none" && got != "accesses email id name" {
		t.Errorf("access list: got %s", got)
	}
	check.Equal(t, fields(asJSON(t, 0, "access", "list", "--data", dir, "taro")["accesses"]), "none", "access list taro")
}

// TestQuiet: --quiet leaves only errors.
func TestQuiet(t *testing.T) {
	dir := locationtest.Stored(t, locationtest.FamilyOfOne("taro", "牛乳")...)
	mode(t, dir, 0o700)
	to := t.TempDir()
	if out, stderr, code := runHere("backup", "--data", dir, "--to", to, "--quiet"); code != 0 || out+stderr != "" {
		t.Errorf("backup: exit %d, %q, %q", code, out, stderr)
	}
	if out, stderr, code := runHere("doctor", "--dev", "--data", dir, "-q"); code != 0 || out+stderr != "" {
		t.Errorf("doctor: exit %d, %q, %q", code, out, stderr)
	}
	out, stderr, code := runHere("doctor", "--data", dir, "-q")
	if code != cli.ExitFailed || stderr == "" || !strings.HasPrefix(out, "BAD configuration: ") || strings.Contains(out, "ok  ") {
		t.Errorf("doctor: exit %d, %q, %q", code, out, stderr)
	}
	if _, stderr, code := runHere("backup", "--data", none(t), "-q"); code == 0 || stderr == "" {
		t.Errorf("backup without data: exit %d, %q", code, stderr)
	}
}

// TestLogOfJSON: with --log json each line on standard error is JSON, also the last one of
// a server that cannot start.
func TestLogOfJSON(t *testing.T) {
	for _, args := range [][]string{{"--addr", "nowhere"}, {"--dev", "--addr", "192.0.2.1:8080"}, {"--store", "dynamodb", "--environment", "a b"}} {
		_, stderr, code := runHere(append([]string{"serve", "--log", "json", "--data", none(t)}, args...)...)
		var line struct{ Level, Error string }
		if err := json.Unmarshal([]byte(stderr), &line); err != nil || code != cli.ExitConfiguration || line.Level != "ERROR" || !strings.HasPrefix(line.Error, "--") {
			t.Errorf("%v: exit %d, %q, %v", args, code, stderr, err)
		}
	}
}

// TestOutputToAFullDisk: output that cannot be written is a failure after which a retry may succeed.
func TestOutputToAFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("NOT VERIFIED: output to a full disk, because there is no /dev/full: ", err)
	}
	defer func() { _ = full.Close() }()
	for _, args := range [][]string{{}, {"--help"}, {"--version"}, {"help"}, {"serve", "--help"}, {"version"}, {"man"}, {"doctor", "--dev"}, {"doctor", "--dev", "--json"}} {
		var stderr bytes.Buffer
		code := run(t.Context(), args, cli.Terminal{In: strings.NewReader(""), Out: full, Err: &stderr})
		if code != cli.ExitFailed || stderr.String() != "voicememo: write /dev/full: no space left on device\n" {
			t.Errorf("%v: got exit %d and %q", args, code, stderr.String())
		}
	}
}

// TestTypedName: commands to copy begin with the program as it was typed.
func TestTypedName(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("./"+filepath.Base(binary), "serve", "--dev", "--addr", "127.0.0.1:0", "--data", none(t))
	cmd.Dir = filepath.Dir(binary)
	if got, want := greeting(t, cmd), "  in another terminal: ./"+filepath.Base(binary)+" talk --data "; !strings.Contains(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestListWithoutEffect: the start says that everyone may sign in, although there is a list.
func TestListWithoutEffect(t *testing.T) {
	t.Parallel()
	h := home{flags: []string{"--data", none(t), "--oidc-client-id", "memo", "--oidc-client-secret", "x"}, env: []string{"VOICEMEMO_SIGNUP_ALLOW=taro@example.com"}}
	s := h.serve(t, "--public-url", "http://localhost")
	s.stop()
	if want := "new people: open; --signup-allow has no effect, "; !strings.Contains(s.out.String(), want) {
		t.Errorf("got %q, want %q", s.out.String(), want)
	}
}
