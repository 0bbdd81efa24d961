//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

func isActive(u *unit) error {
	state := u.state().Active
	fmt.Println(state)
	if state != "active" {
		return exitStatus(3)
	}
	return nil
}

func isEnabled(u *unit) error {
	for _, by := range u.all("Install", "WantedBy") {
		if _, err := os.Lstat(filepath.Join("/etc/systemd/system", by+".wants", u.name)); err == nil {
			fmt.Println("enabled")
			return nil
		}
	}
	fmt.Println("disabled")
	return exitStatus(1)
}

// status prints what systemctl status does, and exits as it does.
func status(u *unit) error {
	state := u.state()
	fmt.Printf("● %s - %s\n     Loaded: loaded (%s)\n     Active: %s\n", u.name, u.get("Unit", "Description"), u.path, state.Active)
	if state.Main != 0 {
		fmt.Printf("   Main PID: %d\n", state.Main)
	}
	if state.Status != "" {
		fmt.Printf("     Status: %q\n", state.Status)
	}
	fmt.Println()
	if err := printLog(u, 10); err != nil {
		return err
	}
	if state.Active != "active" {
		return exitStatus(3)
	}
	return nil
}

func cat(u *unit) error {
	for _, file := range u.files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		fmt.Printf("# %s\n%s\n", file, text)
	}
	return nil
}

// listTimer prints the line of a timer. Only times of the form *-*-* HH:MM:SS are known.
func listTimer(u *unit) error {
	next := "-"
	if _, clock, ok := strings.Cut(u.get("Timer", "OnCalendar"), " "); ok && u.state().Active == "active" {
		at, err := time.ParseInLocation(time.DateTime, time.Now().Format(time.DateOnly)+" "+clock, time.Local)
		if err != nil {
			return err
		}
		if at.Before(time.Now()) {
			at = at.AddDate(0, 0, 1)
		}
		next = at.Format("Mon 2006-01-02 15:04:05 MST")
	}
	fmt.Printf("NEXT                        UNIT                    ACTIVATES\n%s %s %s\n", next, u.name, strings.TrimSuffix(u.name, ".timer")+".service")
	return nil
}

// journalctl prints the log of the unit that -u names, or its last lines.
func journalctl(args []string) error {
	lines := -1
	var units []string
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "-u" && i+1 < len(args):
			i++
			units = append(units, args[i])
		case args[i] == "-n" && i+1 < len(args):
			i++
			n, err := strconv.Atoi(args[i])
			if err != nil {
				return err
			}
			lines = n
		}
	}
	for _, name := range units {
		u, err := load(name)
		if err != nil {
			return err
		}
		if err := printLog(u, lines); err != nil {
			return err
		}
	}
	return nil
}

// printLog prints the last lines of the log of a unit; all of them if n is negative.
func printLog(u *unit, n int) error {
	text, err := os.ReadFile(u.logFile())
	if os.IsNotExist(err) {
		fmt.Println("-- No entries --")
		return nil
	}
	if err != nil {
		return err
	}
	all := slices.Collect(strings.Lines(string(text)))
	if n >= 0 && len(all) > n {
		all = all[len(all)-n:]
	}
	name, err := os.Hostname()
	if err != nil {
		return err
	}
	for _, line := range all {
		fmt.Printf("%s %s %s: %s", time.Now().Format(time.Stamp), name, strings.TrimSuffix(u.name, ".service"), line)
	}
	return nil
}
