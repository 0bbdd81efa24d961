package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// composeFile has every key that compose.yaml may use.
type composeFile struct {
	Name     string
	Services map[string]composeService
	Secrets  map[string]struct{ File string }
	Volumes  map[string]any
}

// composeService is a service of compose.yaml.
type composeService struct {
	Image       string
	PullPolicy  string `yaml:"pull_policy"`
	Build       string
	Restart     string
	EnvFile     string `yaml:"env_file"`
	Environment map[string]string
	Secrets     []string
	Volumes     []string
	Ports       []string
	ReadOnly    bool     `yaml:"read_only"`
	CapDrop     []string `yaml:"cap_drop"`
	SecurityOpt []string `yaml:"security_opt"`
	Healthcheck struct {
		Test              []string
		Interval, Timeout string
		StartPeriod       string `yaml:"start_period"`
	}
	StopGracePeriod string `yaml:"stop_grace_period"`
	MemLimit        string `yaml:"mem_limit"`
	PidsLimit       string `yaml:"pids_limit"`
	Ulimits         struct{ Nofile string }
}

// readYAML decodes a file of the tree and refuses keys that into does not have.
func readYAML(t *testing.T, file string, into any) {
	t.Helper()
	d := yaml.NewDecoder(strings.NewReader(readRoot(t, file)))
	d.KnownFields(true)
	if err := d.Decode(into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// imageHere is the name of the image in all files: the version of the tree, no registry.
func imageHere(t *testing.T) string {
	t.Helper()
	return "voicememo:" + strings.TrimSpace(readRoot(t, "cmd/internal/version/VERSION"))
}

// exposed returns the ports of the image.
func exposed(t *testing.T) []string {
	t.Helper()
	return strings.Fields(last(t, dockerfile(t), "EXPOSE"))
}

// published returns the ports of the container in mappings such as 443:8080.
func published(mappings []string) (ports []string) {
	for _, m := range mappings {
		ports = append(ports, m[strings.LastIndex(m, ":")+1:])
	}
	return ports
}

// TestCompose: compose.yaml runs this version's image with the paths, the ports and the
// health check of the Dockerfile, and without rights.
func TestCompose(t *testing.T) {
	t.Parallel()
	var file composeFile
	readYAML(t, "compose.yaml", &file)
	s := file.Services["voicememo"]
	if s.Image != imageHere(t) || s.Build != "." || s.PullPolicy != "never" {
		t.Errorf("got %+v, want image %s, from the checkout and not from a registry", s, imageHere(t))
	}
	if !s.ReadOnly || !slices.Equal(s.CapDrop, []string{"ALL"}) || !slices.Equal(s.SecurityOpt, []string{"no-new-privileges:true"}) {
		t.Errorf("got %+v, want a container without rights", s)
	}
	if got := published(s.Ports); !slices.Equal(got, exposed(t)) {
		t.Errorf("got ports %q, want those of the image, %q", got, exposed(t))
	}
	h := s.Healthcheck
	want := "--interval=" + h.Interval + " --timeout=" + h.Timeout + " --start-period=" + h.StartPeriod + ` CMD ["` + strings.Join(h.Test[1:], `", "`) + `"]`
	if got := last(t, dockerfile(t), "HEALTHCHECK"); got != want || h.Test[0] != "CMD" {
		t.Errorf("compose checks %q, the image %q", want, got)
	}
	if got := slices.Sorted(maps.Keys(file.Secrets)); !slices.Equal(got, s.Secrets) {
		t.Errorf("got secrets %q, want those that the service uses, %q", got, s.Secrets)
	}
	if got := s.Environment["VOICEMEMO_OIDC_CLIENT_SECRET_FILE"]; got != "/run/secrets/"+s.Secrets[0] {
		t.Errorf("got the secret at %s, want /run/secrets/%s", got, s.Secrets[0])
	}
	data := last(t, dockerfile(t), "VOLUME")
	if _, ok := file.Volumes["data"]; !ok || !slices.Contains(s.Volumes, "data:"+data) {
		t.Errorf("got volumes %q, want one at %s", s.Volumes, data)
	}
}

// TestComposeStarts: the program starts with the variables that the image, the file of
// voicememo setup and compose.yaml set, as Docker merges them.
func TestComposeStarts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "secret"), "test-secret\n")
	file := filepath.Join(dir, "voicememo.env")
	out, code := home{}.run(t, "", "setup", "--to", file, "--address", "memo.example.com", "--https", "proxy", "--oidc-client-id", "1.apps.googleusercontent.com",
		"--oidc-client-secret-file", filepath.Join(dir, "secret"), "--signup", "allow-list", "--signup-allow", "taro@example.com", "--operator", "Taro Sato <taro@example.com>")
	if code != 0 {
		t.Fatalf("setup: got exit %d, want 0\n%s", code, out)
	}
	written := text(t, file)
	var compose composeFile
	readYAML(t, "compose.yaml", &compose)
	env := strings.Fields(last(t, dockerfile(t), "ENV"))
	for line := range strings.Lines(written) { // Docker takes every line literally
		if !strings.HasPrefix(line, "#") {
			env = append(env, strings.TrimSuffix(line, "\n"))
		}
	}
	for name, value := range compose.Services["voicememo"].Environment {
		env = append(env, name+"="+strings.ReplaceAll(value, "/run/secrets/", dir+"/"))
	}
	cmd := exec.CommandContext(t.Context(), binary, "serve", "--addr", "127.0.0.1:0", "--data", filepath.Join(dir, "data")) //nolint:gosec // built by this test
	cmd.Env = append(env, "TMPDIR="+dir)
	if got := greeting(t, cmd); !strings.Contains(got, "Voice Memo is at   https://memo.example.com\n") || !strings.Contains(got, "new people: allow-list") {
		t.Errorf("got %s, want the address and who may sign up", got)
	}
}

// greeting starts a server, stops it, and returns what it printed.
func greeting(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	s := &served{t: t, cmd: cmd}
	must.OK(t, s.run())
	s.stop()
	return s.out.String()
}

// TestQuadlet: the unit of Podman does the same as compose.yaml and restarts by the same
// rules as the unit of systemd.
func TestQuadlet(t *testing.T) {
	t.Parallel()
	const container, unit = "infra/quadlet/voicememo.container", "infra/systemd/voicememo.service"
	var compose composeFile
	readYAML(t, "compose.yaml", &compose)
	s, keys := compose.Services["voicememo"], section(t, container, "Container")
	for key, want := range map[string][]string{
		"Image":       {imageHere(t)},
		"Environment": {"VOICEMEMO_OIDC_CLIENT_SECRET_FILE=/run/secrets/client-secret"},
		"PublishPort": s.Ports, "ReadOnly": {"true"}, "DropCapability": {"all"}, "NoNewPrivileges": {"true"},
		"HealthCmd":      {`["` + strings.Join(s.Healthcheck.Test[1:], `", "`) + `"]`},
		"HealthInterval": {s.Healthcheck.Interval}, "HealthTimeout": {s.Healthcheck.Timeout}, "HealthStartPeriod": {s.Healthcheck.StartPeriod},
		"Volume": {"voicememo.volume:" + last(t, dockerfile(t), "VOLUME"), "/var/lib/voicememo-backup:/backup:Z"},
		"PodmanArgs": {"--stop-timeout=" + strings.TrimSuffix(s.StopGracePeriod, "s") + " --pull=" + s.PullPolicy +
			" --memory=" + s.MemLimit + " --pids-limit=" + s.PidsLimit + " --ulimit=nofile=" + s.Ulimits.Nofile},
	} {
		check.Slices(t, keys[key], want, key)
	}
	if user := strings.Split(last(t, dockerfile(t), "USER"), ":")[0]; !strings.Contains(keys["Secret"][0], ",uid="+user+",") {
		t.Errorf("got secret %q, want one of user %s", keys["Secret"], user)
	}
	limits := []string{strings.ToUpper(s.MemLimit), s.PidsLimit, s.Ulimits.Nofile}
	if got := []string{setting(t, unit, "MemoryMax"), setting(t, unit, "TasksMax"), setting(t, unit, "LimitNOFILE")}; !slices.Equal(got, limits) {
		t.Errorf("got limits %q of the unit, want those of the container, %q", got, limits)
	}
	memory := setting(t, unit, "Environment=GOMEMLIMIT")
	for _, file := range []string{"Dockerfile", "infra/homeassistant/voicememo/run.sh"} {
		if !strings.Contains(readRoot(t, file), "GOMEMLIMIT="+memory) {
			t.Errorf("%s: got another limit of the memory than %s", file, memory)
		}
	}
	for _, name := range []string{"Restart", "RestartSec", "RestartPreventExitStatus", "StartLimitIntervalSec"} {
		if got, want := setting(t, container, name), setting(t, unit, name); got != want {
			t.Errorf("%s: got %s, want %s as in %s", name, got, want, unit)
		}
	}
}

// TestQuadletBackup: the backup of the container has the restrictions of its twin, except for
// the command that enters the container.
func TestQuadletBackup(t *testing.T) {
	t.Parallel()
	got, want := section(t, "infra/quadlet/voicememo-backup.service", "Service"), section(t, "infra/systemd/voicememo-backup.service", "Service")
	for key, value := range want {
		switch key {
		case "ExecStart", "User", "Group", "StateDirectory", "StateDirectoryMode":
		default:
			check.Slices(t, got[key], value, key)
		}
	}
	if user := strings.Join(append(got["User"], got["Group"]...), ":"); user != last(t, dockerfile(t), "USER") {
		t.Errorf("got user %s, want that of the image", user)
	}
	for _, command := range got["ExecStart"] {
		if strings.HasPrefix(command, "+") != strings.Contains(command, "podman") {
			t.Errorf("got %s, want only Podman without the restrictions", command)
		}
	}
}

// section reads the keys of a section of a unit.
func section(t *testing.T, unit, name string) map[string][]string {
	t.Helper()
	_, text, found := strings.Cut(readRoot(t, unit), "["+name+"]\n")
	if !found {
		t.Fatalf("%s has no section %s", unit, name)
	}
	text, _, _ = strings.Cut(text, "\n[")
	keys := map[string][]string{}
	for _, m := range regexp.MustCompile(`(?m)^([A-Za-z]+)=(.*)$`).FindAllStringSubmatch(text, -1) {
		keys[m[1]] = append(keys[m[1]], m[2])
	}
	return keys
}

// TestQuadletVerifies: Podman's generator accepts the files, if it is installed.
func TestQuadletVerifies(t *testing.T) {
	t.Parallel()
	generator := "/usr/libexec/podman/quadlet"
	if _, err := os.Stat(generator); err != nil {
		t.Skip("NOT VERIFIED: the quadlet, because Podman 4.5 or newer is not installed")
	}
	files, err := filepath.Abs(filepath.Join(root, "infra/quadlet"))
	must.OK(t, err)
	cmd := exec.CommandContext(t.Context(), generator, "-dryrun") //nolint:gosec // of this machine
	cmd.Env = append(os.Environ(), "QUADLET_UNIT_DIRS="+files)
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "ExecStart=") {
		t.Errorf("%v\n%s", err, out)
	}
}
