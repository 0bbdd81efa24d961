//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	args := os.Args[1:]
	run := systemctl
	switch filepath.Base(os.Args[0]) {
	case "journalctl":
		run = journalctl
	case "sudo":
		run = sudo
	}
	if err := run(args); err != nil {
		var status exitStatus
		if errors.As(err, &status) {
			os.Exit(int(status))
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// exitStatus is an error that has been reported, or needs no report.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// The verbs, which take the names of units.
var verbs = map[string]func(*unit) error{
	"start": startUnit, "stop": stopUnit, "restart": restart, "try-restart": tryRestart, "reload-or-restart": restart,
	"enable": enable, "disable": disable, "is-active": isActive, "is-enabled": isEnabled, "status": status, "cat": cat,
	"list-timers": listTimer, superviseVerb: supervise, sandboxVerb: nil,
}

// systemctl runs one verb for each of the units that follow it.
func systemctl(args []string) error {
	flags := slices.DeleteFunc(slices.Clone(args), func(a string) bool { return !strings.HasPrefix(a, "-") })
	if len(args) > 0 && args[0] == sandboxVerb {
		return enterSandbox(args[1:])
	}
	words := slices.DeleteFunc(slices.Clone(args), func(a string) bool { return strings.HasPrefix(a, "-") })
	if len(words) == 0 {
		return fmt.Errorf("this stand-in for systemctl needs a verb")
	}
	switch words[0] {
	case "daemon-reload", "reset-failed", "preset", "unmask", "--version":
		return nil
	}
	verb, known := verbs[words[0]]
	if !known {
		return fmt.Errorf("Unknown command verb '%s'.", words[0]) //nolint:revive,staticcheck // systemctl's words
	}
	var failed error
	for _, name := range words[1:] {
		u, err := load(name)
		if err == nil {
			err = verb(u)
		}
		if err == nil && slices.Contains(flags, "--now") {
			err = map[string]func(*unit) error{"enable": startUnit, "disable": stopUnit}[words[0]](u)
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

// startUnit starts a unit, and waits until it has started as its type says.
func startUnit(u *unit) error {
	if state := u.state(); state.Active == "active" {
		return nil
	}
	switch {
	case strings.HasSuffix(u.name, ".timer"):
		return u.setState(unitState{Active: "active"})
	case u.get("Service", "Type") == "oneshot":
		return u.startOnce()
	}
	return u.startSupervisor()
}

// stopUnit stops a unit and waits for its end.
func stopUnit(u *unit) error {
	state := u.state()
	if state.Supervisor == 0 {
		return u.setState(unitState{Active: "inactive"})
	}
	if err := signalTo(state.Supervisor); err != nil {
		return err
	}
	for {
		switch u.state().Active {
		case "inactive", "failed":
			return nil
		}
		time.Sleep(pause)
	}
}

// pause is the time between two looks at the state of a unit.
const pause = 10 * time.Millisecond

func restart(u *unit) error { return errors.Join(stopUnit(u), startUnit(u)) }

func tryRestart(u *unit) error {
	if u.state().Active != "active" {
		return nil
	}
	return restart(u)
}

// enable links the unit where those that want it find it.
func enable(u *unit) error {
	wanted := u.all("Install", "WantedBy")
	for _, by := range wanted {
		dir := filepath.Join("/etc/systemd/system", by+".wants")
		if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // as systemd does
			return err
		}
		link := filepath.Join(dir, u.name)
		if err := os.Symlink(u.path, link); err == nil {
			fmt.Fprintf(os.Stderr, "Created symlink %s → %s.\n", link, u.path)
		} else if !errors.Is(err, os.ErrExist) {
			return err
		}
	}
	if len(wanted) == 0 {
		return fmt.Errorf("the unit %s has no installation config (WantedBy=)", u.name)
	}
	return nil
}

func disable(u *unit) error {
	for _, by := range u.all("Install", "WantedBy") {
		link := filepath.Join("/etc/systemd/system", by+".wants", u.name)
		if err := os.Remove(link); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}
