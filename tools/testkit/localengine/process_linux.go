package localengine

import (
	"os/exec"
	"syscall"
)

// dieWithParent makes the kernel end the engine with this process, even when
// this process is killed. prctl(2), PR_SET_PDEATHSIG.
func dieWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
