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

	"voicememo/tools/testkit/check"
)

// addOn is the folder of the add-on for Home Assistant.
const addOn = "infra/homeassistant/voicememo"

// addOnConfig has every key that config.yaml may use, of those that Home Assistant reads:
// https://developers.home-assistant.io/docs/add-ons/configuration.
type addOnConfig struct {
	Name, Version, Slug, Description string
	Arch                             []string
	Startup                          string
	Ports                            map[string]int
	Watchdog                         string
	Backup                           string
	Timeout                          int
	Options, Schema                  map[string]any
}

// words are the names and descriptions of a language.
type words struct {
	Configuration map[string]struct{ Name, Description string }
	Network       map[string]string
}

// TestAddOnConfig: the add-on has this version, the ports of the image, and a name for each
// option and port in both languages.
func TestAddOnConfig(t *testing.T) {
	t.Parallel()
	var c addOnConfig
	readYAML(t, addOn+"/config.yaml", &c)
	if "voicememo:"+c.Version != imageHere(t) || c.Slug != filepath.Base(addOn) {
		t.Errorf("got version %s and slug %s, want %s and the folder's name", c.Version, c.Slug, imageHere(t))
	}
	var ports []string
	for _, port := range exposed(t) {
		ports = append(ports, port+"/tcp")
	}
	if got := slices.Sorted(maps.Keys(c.Ports)); !slices.Equal(got, ports) || !strings.Contains(c.Watchdog, "[PORT:"+exposed(t)[0]+"]") {
		t.Errorf("got ports %q and watchdog %s, want those of the image, %q", got, c.Watchdog, ports)
	}
	if c.Backup != "cold" || c.Timeout < 20 || len(c.Arch) == 0 || c.Startup != "application" {
		t.Errorf("got %+v, want a copy of a stopped database and time to stop", c)
	}
	for option := range c.Options {
		if c.Schema[option] == nil {
			t.Errorf("the option %s has no type", option)
		}
	}
	for _, language := range []string{"en", "ja"} {
		var w words
		readYAML(t, addOn+"/translations/"+language+".yaml", &w)
		if got, want := slices.Sorted(maps.Keys(w.Configuration)), slices.Sorted(maps.Keys(c.Schema)); !slices.Equal(got, want) {
			t.Errorf("%s: got words for options %q, want %q", language, got, want)
		}
		if got := slices.Sorted(maps.Keys(w.Network)); !slices.Equal(got, ports) {
			t.Errorf("%s: got words for ports %q, want %q", language, got, ports)
		}
	}
	var repository struct{ Name, Maintainer string }
	readYAML(t, "infra/homeassistant/repository.yaml", &repository)
}

// TestAddOnStarts: the script of the add-on starts the program as the unprivileged user,
// with the variables of the options that are set.
func TestAddOnStarts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		options string
		want    []string
	}{
		"HTTPS of its own": {
			`{"address": "memo.example.com", "https": "self", "oidc_client_id": "1.apps.googleusercontent.com", "oidc_client_secret": "it's \"$(id)\"",
			  "signup": "allow-list", "signup_allow": ["taro@example.com", "example.org"], "alexa_skill_id": []}`,
			[]string{
				"VOICEMEMO_ADDR=:8080", "VOICEMEMO_DATA=DIR/voicememo", "VOICEMEMO_OIDC_CLIENT_ID=1.apps.googleusercontent.com",
				`VOICEMEMO_OIDC_CLIENT_SECRET=it's "$(id)"`, "VOICEMEMO_SIGNUP=allow-list", "VOICEMEMO_SIGNUP_ALLOW=taro@example.com,example.org",
				"VOICEMEMO_TLS_DOMAIN=memo.example.com", "VOICEMEMO_TLS_HTTP_ADDR=:8081",
			},
		},
		"behind a proxy": {
			`{"address": "memo.example.com", "https": "proxy", "oidc_client_id": "1", "oidc_client_secret": "s", "signup": "invited", "signup_allow": [],
			  "operator": "佐藤 太郎 <taro@example.com>", "alexa_skill_id": ["amzn1.ask.skill.1", "amzn1.ask.skill.2"]}`,
			[]string{
				"VOICEMEMO_ADDR=:8080", "VOICEMEMO_ALEXA_SKILL_ID=amzn1.ask.skill.1,amzn1.ask.skill.2", "VOICEMEMO_DATA=DIR/voicememo",
				"VOICEMEMO_OIDC_CLIENT_ID=1", "VOICEMEMO_OIDC_CLIENT_SECRET=s", "VOICEMEMO_OPERATOR=佐藤 太郎 <taro@example.com>",
				"VOICEMEMO_PUBLIC_URL=https://memo.example.com", "VOICEMEMO_SIGNUP=invited", "VOICEMEMO_TRUSTED_PROXIES=172.30.32.0/23",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, filepath.Join(dir, "options.json"), c.options)
			raw, err := startAddOn(t, dir, `echo su-exec "$@"; env | grep ^VOICEMEMO_ | LC_ALL=C sort`).CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, raw)
			}
			got := strings.Split(strings.TrimSpace(string(raw)), "\n")
			want := append([]string{"su-exec 65532:65532 voicememo serve"}, c.want...)
			for i := range want {
				want[i] = strings.ReplaceAll(want[i], "DIR", dir)
			}
			check.Slices(t, got, want)
			if info, err := os.Stat(filepath.Join(dir, "voicememo")); err != nil || !info.IsDir() {
				t.Errorf("got %v, want a data directory", err)
			}
		})
	}
}

// TestAddOnServes: the program starts with what the script sets.
func TestAddOnServes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "options.json"), `{"address": "memo.example.com", "https": "proxy", "oidc_client_id": "1.apps.googleusercontent.com",
		"oidc_client_secret": "not a secret", "signup": "invited", "signup_allow": [], "alexa_skill_id": ["amzn1.ask.skill.1"]}`)
	got := greeting(t, startAddOn(t, dir, `shift 2; exec `+binary+` "$@" --addr 127.0.0.1:0`))
	for _, want := range []string{"Voice Memo is at   https://memo.example.com\n", "new people: invited", "amzn1.ask.skill.1", dir + "/voicememo"} {
		if !strings.Contains(got, want) {
			t.Errorf("got %s, want it to contain %q", got, want)
		}
	}
}

// startAddOn returns the command that runs the script, with stand-ins for those of its
// commands that need root. The command that changes the user and starts the program is suExec.
func startAddOn(t *testing.T, dir, suExec string) *exec.Cmd {
	t.Helper()
	bin := t.TempDir()
	for name, script := range map[string]string{"chown": "", "su-exec": suExec} {
		write(t, filepath.Join(bin, name), "#!/bin/sh\n"+script+"\n")
		mode(t, filepath.Join(bin, name), 0o700)
	}
	cmd := exec.CommandContext(t.Context(), "sh", filepath.Join(root, addOn, "run.sh"), dir)
	cmd.Env = []string{"PATH=" + bin + ":" + os.Getenv("PATH")}
	return cmd
}

// TestAddOnOptions: each option is one that the script reads, and each variable that it
// sets by an option is the variable of a flag of that name.
func TestAddOnOptions(t *testing.T) {
	t.Parallel()
	var c addOnConfig
	readYAML(t, addOn+"/config.yaml", &c)
	script := readRoot(t, addOn+"/run.sh")
	flags := strings.Fields(regexp.MustCompile(`for name in (.*); do`).FindStringSubmatch(script)[1])
	if got, want := append([]string{"address", "https"}, flags...), slices.Collect(maps.Keys(c.Schema)); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
		t.Errorf("the script reads %q, the add-on has %q", got, want)
	}
	help, _, _ := runHere("serve", "--help")
	for _, name := range flags {
		if !regexp.MustCompile(`\$VOICEMEMO_` + strings.ToUpper(name) + `\b`).MatchString(help) {
			t.Errorf("serve has no variable of the option %s", name)
		}
	}
}
