//go:build linux

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	systemd "github.com/coreos/go-systemd/v22/unit"
)

// searched are the directories of units; the first one that has a unit counts.
var searched = []string{"/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"}

// unit is an installed unit with its drop-ins.
type unit struct {
	name, path string
	files      []string // path, and the drop-ins
	options    []*systemd.UnitOption
}

// load reads a unit. Without a suffix the name means a service.
func load(name string) (*unit, error) {
	if filepath.Ext(name) == "" {
		name += ".service"
	}
	u := &unit{name: name}
	for _, dir := range searched {
		if path := filepath.Join(dir, name); exists(path) {
			u.path, u.files = path, []string{path}
			break
		}
	}
	if u.path == "" {
		return nil, fmt.Errorf("Unit %s not found.", name) //nolint:revive,staticcheck // systemctl's words
	}
	for _, dir := range searched {
		dropIns, err := filepath.Glob(filepath.Join(dir, name+".d", "*.conf"))
		if err != nil {
			return nil, err
		}
		u.files = append(u.files, dropIns...)
	}
	for _, path := range u.files {
		file, err := os.Open(path) //nolint:gosec // a unit
		if err != nil {
			return nil, err
		}
		options, err := systemd.Deserialize(file)
		if err := errors.Join(err, file.Close()); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		u.options = append(u.options, options...)
	}
	return u, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// all returns the values of a setting, without those before an empty one.
func (u *unit) all(section, name string) (values []string) {
	for _, o := range u.options {
		switch {
		case o.Section != section || o.Name != name:
		case o.Value == "":
			values = nil
		default:
			values = append(values, o.Value)
		}
	}
	return values
}

// get returns the last value of a setting.
func (u *unit) get(section, name string) string {
	all := u.all(section, name)
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1]
}

// service is get for the section of a service.
func (u *unit) service(name string) string { return u.get("Service", name) }

// expand replaces the specifiers of systemd.unit(5).
func (u *unit) expand(text string) string {
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	prefix := strings.TrimSuffix(u.name, filepath.Ext(u.name))
	return strings.NewReplacer("%%", "%", "%S", "/var/lib", "%t", "/run", "%C", "/var/cache", "%L", "/var/log", "%E", "/etc", "%d", u.credentials(),
		"%b", strings.ReplaceAll(strings.TrimSpace(string(boot)), "-", ""), "%n", u.name, "%N", prefix, "%p", prefix).Replace(text)
}

// words splits a line as systemd does: by spaces outside quotes.
func words(line string) (all []string) {
	var word strings.Builder
	quote, started := rune(0), false
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, started = r, true
		case quote == 0 && (r == ' ' || r == '\t'):
			if started {
				all = append(all, word.String())
			}
			word.Reset()
			started = false
		default:
			word.WriteRune(r)
			started = true
		}
	}
	if started {
		all = append(all, word.String())
	}
	return all
}

// environment returns the variables of the unit.
func (u *unit) environment() ([]string, error) {
	env := []string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin", "LANG=C.UTF-8", "USER=" + u.service("User")}
	for _, line := range u.all("Service", "Environment") {
		env = append(env, words(u.expand(line))...)
	}
	for _, file := range u.all("Service", "EnvironmentFile") {
		path, optional := strings.CutPrefix(file, "-")
		text, err := os.ReadFile(u.expand(path))
		if err != nil {
			if optional && errors.Is(err, os.ErrNotExist) {
				continue
			}
			return nil, fmt.Errorf("%s: failed to load environment files: %w", u.name, err)
		}
		env = append(env, assignments(string(text))...)
	}
	return env, nil
}

// assignments reads the lines of a file of variables, without those that continue.
func assignments(text string) (all []string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		name, value, ok := strings.Cut(line, "=")
		if !ok || strings.ContainsAny(line[:1], "#;") {
			continue
		}
		value = strings.TrimSpace(value)
		for _, quote := range []string{`"`, `'`} {
			if len(value) > 1 && strings.HasPrefix(value, quote) && strings.HasSuffix(value, quote) {
				value = value[1 : len(value)-1]
				break
			}
		}
		all = append(all, strings.TrimSpace(name)+"="+value)
	}
	return all
}

// unitState is what a supervisor writes for the other commands.
type unitState struct {
	Active           string // as is-active prints it
	Main, Supervisor int    // process ids
	Status           string // from the service's notification
}

// runtime is the directory of the states, logs and sockets of the stand-in.
const runtime = "/run/stand-in"

func (u *unit) logFile() string     { return filepath.Join(runtime, u.name+".log") }
func (u *unit) socket() string      { return filepath.Join(runtime, u.name+".notify") }
func (u *unit) credentials() string { return filepath.Join("/run/credentials", u.name) }

func (u *unit) state() unitState {
	s := unitState{Active: "inactive"}
	raw, err := os.ReadFile(filepath.Join(runtime, u.name+".state"))
	if err == nil {
		err = json.Unmarshal(raw, &s)
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return unitState{Active: "unknown"}
	}
	return s
}

func (u *unit) setState(s unitState) error {
	raw, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(runtime, 0o755); err != nil { //nolint:gosec // as /run/systemd
		return err
	}
	path := filepath.Join(runtime, u.name+".state")
	if err := os.WriteFile(path+".new", raw, 0o644); err != nil { //nolint:gosec // as above
		return err
	}
	return os.Rename(path+".new", path)
}

// startsAgain reports whether a service is restarted after this exit status.
func (u *unit) startsAgain(code int) bool {
	if slices.Contains(words(u.service("RestartPreventExitStatus")), fmt.Sprint(code)) {
		return false
	}
	switch u.service("Restart") {
	case "always":
		return true
	case "on-failure":
		return code != 0
	}
	return false
}
