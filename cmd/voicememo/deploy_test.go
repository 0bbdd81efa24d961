package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

const root = "../.."

// instruction is a line of a Dockerfile: its name and the rest.
type instruction struct{ name, rest string }

// dockerfile reads the Dockerfile.
func dockerfile(t *testing.T) (all []instruction) {
	t.Helper()
	text := regexp.MustCompile(`(?m)^#.*\n|\\\n\s*`).ReplaceAllString(readRoot(t, "Dockerfile"), "")
	for line := range strings.Lines(text) {
		if name, rest, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			all = append(all, instruction{name, rest})
		}
	}
	return all
}

func readRoot(t *testing.T, file string) string {
	t.Helper()
	return text(t, filepath.Join(root, file))
}

// last returns the arguments of the last instruction of a name.
func last(t *testing.T, all []instruction, name string) string {
	t.Helper()
	for _, i := range slices.Backward(all) {
		if i.name == name {
			return i.rest
		}
	}
	t.Fatalf("no %s", name)
	return ""
}

// jsonList reads a JSON list.
func jsonList(t *testing.T, list string) (w []string) {
	t.Helper()
	if err := json.Unmarshal([]byte(list), &w); err != nil {
		t.Fatalf("%s: %v", list, err)
	}
	return w
}

// knows checks that the program has a command with these arguments.
func knows(t *testing.T, args ...string) {
	t.Helper()
	if _, stderr, code := runHere(append(args, "--help")...); code != 0 {
		t.Errorf("voicememo %s: exit %d, %s", strings.Join(args, " "), code, stderr)
	}
}

// TestDockerfileRuns: the image runs commands that the program has, as an unprivileged
// user.
func TestDockerfileRuns(t *testing.T) {
	all := dockerfile(t)
	if user := last(t, all, "USER"); !regexp.MustCompile(`^[1-9]\d*:[1-9]\d*$`).MatchString(user) {
		t.Errorf("the image runs as %s", user)
	}
	program := jsonList(t, last(t, all, "ENTRYPOINT"))
	knows(t, jsonList(t, last(t, all, "CMD"))...)
	_, health, _ := strings.Cut(last(t, all, "HEALTHCHECK"), "CMD ")
	if check := jsonList(t, health); check[0] != program[0] {
		t.Errorf("the health check runs %s", check[0])
	} else {
		knows(t, check[1:]...)
	}
}

// TestUnits: the services, and the examples of infra/README.md, run commands that exist.
func TestUnits(t *testing.T) {
	units, err := filepath.Glob(filepath.Join(root, "infra/*/*.service"))
	if err != nil || len(units) < 3 {
		t.Fatal(units, err)
	}
	for _, unit := range units {
		started := regexp.MustCompile(`(?m)^ExecStart=\+?/usr/(?:local/bin/voicememo|bin/podman exec voicememo /voicememo) (.+)$`).FindStringSubmatch(text(t, unit))
		if started == nil {
			t.Fatalf("%s does not start the program", unit)
		}
		knows(t, strings.Fields(started[1])...)
	}
	examples := regexp.MustCompile("bin/voicememo ([^|&`\n]+)").FindAllStringSubmatch(readRoot(t, "infra/README.md"), -1)
	if len(examples) < 5 {
		t.Errorf("got only %d examples", len(examples))
	}
	for _, c := range examples {
		knows(t, strings.Fields(strings.TrimRight(c[1], `\ `))...)
	}
}

// TestDeploymentVariables: every variable of the program that a Dockerfile, a unit
// or a guide sets is one that serve reads.
func TestDeploymentVariables(t *testing.T) {
	help, stderr, code := runHere("serve", "--help")
	if code != 0 {
		t.Fatalf("serve --help: got exit %d, %s, want 0", code, stderr)
	}
	for _, file := range []string{
		"Dockerfile", "compose.yaml", "infra/homeassistant/voicememo/run.sh", "infra/quadlet/voicememo.container", "infra/systemd/voicememo.service", "infra/systemd/voicememo-backup.service",
		"docs/guide/server.md", "docs/guide/server.ja.md", "docs/guide/tunnels.md", "docs/guide/tunnels.ja.md", "docs/guide/nas.md", "docs/guide/nas.ja.md", "README.md", "README.ja.md",
	} {
		for _, name := range regexp.MustCompile(`VOICEMEMO_[A-Z_]+`).FindAllString(readRoot(t, file), -1) {
			if !regexp.MustCompile(`\$` + name + `\b`).MatchString(help) {
				t.Errorf("%s: nothing reads %s", file, name)
			}
		}
	}
}

// setting returns the value of a setting in a unit.
func setting(t *testing.T, unit, name string) string {
	t.Helper()
	found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + `=(.*)$`).FindStringSubmatch(readRoot(t, unit))
	if found == nil {
		t.Fatalf("%s sets no %s", unit, name)
	}
	return found[1]
}

// TestUnitStartsAgain: the service restarts after every exit except one that needs a
// person, however long the problem lasts. A crash is not such an exit.
func TestUnitStartsAgain(t *testing.T) {
	const unit = "infra/systemd/voicememo.service"
	for name, want := range map[string]string{
		"Restart": "on-failure", "StartLimitIntervalSec": "0", "RestartPreventExitStatus": strconv.Itoa(cli.ExitConfiguration),
	} {
		check.Equal(t, setting(t, unit, name), want, name)
	}
	h := home{flags: []string{"--data", t.TempDir()}, env: []string{setting(t, unit, "Environment=GOTRACEBACK")}}
	h.env[0] = "GOTRACEBACK=" + h.env[0]
	s := h.serve(t, "--dev")
	if err := s.cmd.Process.Signal(syscall.SIGQUIT); err != nil { // which the runtime treats as a crash
		t.Fatal(err)
	}
	if err := s.process.Wait(); err == nil || s.cmd.ProcessState.ExitCode() == cli.ExitConfiguration {
		t.Errorf("a crash ends with %v, want a signal", s.cmd.ProcessState)
	}
}

// TestUnitsVerify: systemd-analyze accepts the units, if it is installed.
func TestUnitsVerify(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("NOT VERIFIED: the units, because systemd-analyze is not installed")
	}
	dir, args := t.TempDir(), []string{"--man=no", "verify"}
	units, err := filepath.Glob(filepath.Join(root, "infra/systemd/*"))
	if err != nil || len(units) == 0 {
		t.Fatal(units, err)
	}
	for _, unit := range units {
		name := filepath.Base(unit)
		text := strings.ReplaceAll(readRoot(t, "infra/systemd/"+name), "/usr/local/bin/voicememo", binary) // which must exist
		write(t, filepath.Join(dir, name), text)
		args = append(args, filepath.Join(dir, name))
	}
	if out, err := exec.CommandContext(t.Context(), analyze, args...).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestUnitsOfOperations: systemd-analyze accepts the units in docs/operations.md.
func TestUnitsOfOperations(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("NOT VERIFIED: the units in docs/operations.md, because systemd-analyze is not installed")
	}
	dir := t.TempDir()
	blocks := regexp.MustCompile("`/etc/systemd/system/([^`]+)`:\n\n```ini\n((?s:.+?))```").FindAllStringSubmatch(readRoot(t, "docs/operations.md"), -1)
	if len(blocks) != 2 {
		t.Fatalf("got %d units, want 2", len(blocks))
	}
	base := strings.ReplaceAll(readRoot(t, "infra/systemd/voicememo-backup.service"), "/usr/local/bin/voicememo", binary)
	write(t, filepath.Join(dir, "voicememo-backup.service"), base)
	for _, block := range blocks {
		path := filepath.Join(dir, block[1])
		must.OK(t, os.MkdirAll(filepath.Dir(path), 0o700))
		write(t, path, strings.ReplaceAll(block[2], "/usr/bin/rsync", binary)) // which must exist
	}
	command := exec.CommandContext(t.Context(), analyze, "--man=no", "verify", filepath.Join(dir, "voicememo-backup.service"), filepath.Join(dir, "voicememo-away.service"))
	command.Env = append(os.Environ(), "SYSTEMD_UNIT_PATH="+dir+":")
	if out, err := command.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}
