package chroot

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

//go:embed init.sh
var initScript string

// hidden are the directories of this machine that a machine made from it does not show:
// what was installed without the package manager, and what belongs to people.
var hidden = []string{
	"/usr/local", "/opt", "/srv", "/home", "/root", "/mnt", "/media", "/var/tmp", "/etc/voicememo", "/var/lib/voicememo", "/var/lib/voicememo-backup",
}

// Machine is a running machine. Its root user is this machine's.
type Machine struct {
	t    testing.TB
	init *exec.Cmd
	far  *os.File // the network of the Internet
}

// Like returns a machine with the packages of this one, but without Go and Node.js. It is
// made in milliseconds.
func Like(t testing.TB, name string) *Machine {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; here != "/"; here = filepath.Dir(here) { // the checkout and what surrounds it
		if _, err := os.Stat(filepath.Join(here, "go.mod")); err == nil {
			break
		}
	}
	m := start(t, "/", name, append([]string{here}, hidden...))
	m.standIns("systemctl", "journalctl", "sudo")
	return m
}

// start starts a machine whose root begins as a copy of a directory.
func start(t testing.TB, lower, name string, hide []string) *Machine {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("NOT RUN: a machine of its own needs root")
	}
	m := &Machine{t: t}
	m.init = exec.Command("bash", append([]string{"-c", initScript, "init", lower, t.TempDir(), name}, hide...)...) //nolint:gosec // our own script
	m.init.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC,
	}
	var failed bytes.Buffer
	m.init.Stderr = &failed
	held, err := m.init.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	said, err := m.init.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := m.init.Start(); err != nil {
		t.Skipf("NOT RUN: a machine of its own needs namespaces: %v", err)
	}
	t.Cleanup(func() {
		_ = held.Close()
		_ = m.init.Process.Kill() // with every process in it
		_ = m.init.Wait()
	})
	if line, err := bufio.NewReader(said).ReadString('\n'); line != "ready\n" {
		t.Skipf("NOT RUN: a machine of its own needs overlay mounts: %v\n%s", err, failed.String())
	}
	go func() { _, _ = io.Copy(io.Discard, said) }()
	m.joinInternet()
	return m
}

// environment is what a command of root finds after signing in.
var environment = []string{
	"HOME=/root", "USER=root", "LOGNAME=root", "SHELL=/bin/bash", "LANG=C.UTF-8", "TERM=dumb",
	"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
}

// command returns a command that runs in the machine, in root's home directory.
func (m *Machine) command(args ...string) *exec.Cmd {
	enter := []string{"-t", fmt.Sprint(m.init.Process.Pid), "-m", "-p", "-n", "-u", "-i", "-r", "-w", "env", "-C", "/root"}
	c := exec.CommandContext(m.t.Context(), "nsenter", append(enter, args...)...) //nolint:gosec // a test's command
	c.Env = environment
	return c
}

// Result is what a command printed, on both of its streams, and its exit status.
type Result struct {
	Output string
	Code   int
}

// Shell runs lines as root types them, until one fails.
func (m *Machine) Shell(lines string) Result {
	m.t.Helper()
	return m.finish(m.command("bash", "-e", "-o", "pipefail", "-c", lines), strings.NewReader(""))
}

// Must is Shell for lines that succeed. It returns the output.
func (m *Machine) Must(lines string) string {
	m.t.Helper()
	r := m.Shell(lines)
	if r.Code != 0 {
		m.t.Fatalf("%s\ngot exit %d, want 0:\n%s", lines, r.Code, r.Output)
	}
	return r.Output
}

func (m *Machine) finish(c *exec.Cmd, stdin io.Reader) Result {
	m.t.Helper()
	var out bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = stdin, &out, &out
	if err := c.Run(); err != nil && c.ProcessState == nil {
		m.t.Fatal(err)
	}
	return Result{out.String(), c.ProcessState.ExitCode()}
}

// Put copies a file of this machine.
func (m *Machine) Put(from, to string, mode os.FileMode) {
	m.t.Helper()
	file, err := os.Open(from)
	if err != nil {
		m.t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	m.write(to, mode, file)
}

// Write writes a file.
func (m *Machine) Write(to, content string, mode os.FileMode) {
	m.t.Helper()
	m.write(to, mode, strings.NewReader(content))
}

func (m *Machine) write(to string, mode os.FileMode, content io.Reader) {
	m.t.Helper()
	script := fmt.Sprintf(`mkdir -p "$(dirname "$1")" && cat >"$1" && chmod %o "$1"`, mode)
	if r := m.finish(m.command("sh", "-c", script, "sh", to), content); r.Code != 0 {
		m.t.Fatalf("writing %s: %s", to, r.Output)
	}
}
