//go:build !linux

package localengine

import "os/exec"

// dieWithParent does nothing: install refuses these systems.
func dieWithParent(*exec.Cmd) {}
