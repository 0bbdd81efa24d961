//go:build !linux

package localengine

import "os/exec"

// dieWithParent has nothing to do: install refuses these systems.
func dieWithParent(*exec.Cmd) {}
