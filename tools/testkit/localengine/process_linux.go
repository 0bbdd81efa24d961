package localengine

import (
	"os/exec"
	"syscall"
)

// dieWithParent makes the kernel end the engine with this process, even if this process
// is killed. See PR_SET_PDEATHSIG in prctl(2).
func dieWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
