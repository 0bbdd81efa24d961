//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"

	"golang.org/x/sys/unix"
)

// sudo runs a command as root, or as the user that -u names, as root may do.
func sudo(args []string) error {
	if len(args) > 2 && args[0] == "-u" {
		args = append([]string{"runuser", "-u", args[1], "--"}, args[2:]...)
	}
	if len(args) == 0 || args[0][0] == '-' {
		return fmt.Errorf("this stand-in for sudo knows only -u and a command")
	}
	path, err := exec.LookPath(args[0])
	if err != nil {
		return fmt.Errorf("sudo: %s: command not found", args[0])
	}
	return unix.Exec(path, args, os.Environ())
}
