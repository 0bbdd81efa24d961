package main

import (
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/tools/testkit/must"
)

// withoutLocks returns what a command prints, and its exit status, if flock(2) fails with an error.
// A filter of system calls stands for a file system without locks; the command inherits it from
// a thread that ends afterwards.
func withoutLocks(t *testing.T, failure syscall.Errno, args ...string) (out string, code int) {
	t.Helper()
	filter := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS}, // the number of the call
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_FLOCK, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(failure)},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	cmd := exec.CommandContext(t.Context(), binary, args...)
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked
		err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
		if err == nil {
			err = unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0)
		}
		if err != nil {
			done <- err
			return
		}
		raw, _ := cmd.CombinedOutput()
		out = string(raw)
		done <- nil
	}()
	must.OK(t, <-done)
	return out, cmd.ProcessState.ExitCode()
}

// TestFileSystemWithoutLocks: a start on a file system without locks says so, and needs a
// person; it does not look for another process that does not exist.
func TestFileSystemWithoutLocks(t *testing.T) {
	t.Parallel()
	for _, failure := range []syscall.Errno{syscall.ENOLCK, syscall.EOPNOTSUPP} {
		dir := t.TempDir()
		out, code := withoutLocks(t, failure, "serve", "--dev", "--addr", "127.0.0.1:0", "--data", dir)
		want := "the file system of " + dir + " has no locks (NFS, CIFS?)"
		if code != cli.ExitConfiguration || !strings.Contains(out, want) || strings.Contains(out, "another process") || strings.Count(out, "\n") != 1 {
			t.Errorf("%v: got exit %d, %q, want %d and %q", failure, code, out, cli.ExitConfiguration, want)
		}
	}
}
