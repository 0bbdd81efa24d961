package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
)

// cpuGroups is where Linux keeps the groups of its first CPU controller
// (Documentation/admin-guide/cgroup-v1 and scheduler/sched-bwc).
const cpuGroups = "/sys/fs/cgroup/cpu"

// period is the length of a group's quota period in microseconds. Short ones resemble
// those of Lambda.
const period = 20_000

// share is a group of processes that share a part of one CPU.
type share struct{ folder string }

// newShare makes a group with one CPU divided by parts. It needs the rights of root and
// the first version of the controller.
func newShare(parts int) (*share, error) {
	s := &share{filepath.Join(cpuGroups, fmt.Sprintf("voicememo-bench-%d", parts))}
	if err := os.Mkdir(s.folder, 0o750); err != nil && !os.IsExist(err) {
		return nil, err
	}
	for name, value := range map[string]int{"cpu.cfs_period_us": period, "cpu.cfs_quota_us": period / parts} {
		if err := s.write(name, value); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *share) write(name string, value int) error {
	return os.WriteFile(filepath.Join(s.folder, name), []byte(strconv.Itoa(value)), 0o600)
}

// take moves a process with all its threads into the group; a nil share does nothing.
func (s *share) take(pid int) error {
	if s == nil {
		return nil
	}
	return s.write("cgroup.procs", pid)
}

// begin starts a command inside the group. A process starts in the group of the thread
// that creates it, so that thread moves there and is not reused: Go ends a thread whose
// goroutine ends while it is locked.
func (s *share) begin(command *exec.Cmd) error {
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		if err := s.write("tasks", syscall.Gettid()); err != nil {
			started <- err
			return
		}
		started <- command.Start()
	}()
	return <-started
}

// remove ends the group. It must be empty.
func (s *share) remove() error { return os.Remove(s.folder) }
