package chroot

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"

	"golang.org/x/sys/unix"
)

// The addresses of each machine, and of the Internet as it sees it. Both are
// reserved for documentation (RFC 5737).
const (
	Home     = "192.0.2.2"
	Internet = "192.0.2.1"
)

// joinInternet connects the machine to a second network, in which only this test listens.
func (m *Machine) joinInternet() {
	m.t.Helper()
	far := exec.Command("cat") // holds the second network until its input is closed
	far.SysProcAttr = &unix.SysProcAttr{Cloneflags: unix.CLONE_NEWNET}
	held, err := far.StdinPipe()
	if err != nil {
		m.t.Fatal(err)
	}
	if err := far.Start(); err != nil {
		m.t.Fatal(err)
	}
	defer func() { _ = held.Close(); _ = far.Wait() }()
	home, out := m.init.Process.Pid, far.Process.Pid
	for _, args := range [][]string{
		{"-t", fmt.Sprint(home), "-n", "ip", "link", "add", "home0", "type", "veth", "peer", "name", "net0", "netns", fmt.Sprint(out)},
		{"-t", fmt.Sprint(home), "-n", "ip", "address", "add", Home + "/24", "dev", "home0"},
		{"-t", fmt.Sprint(home), "-n", "ip", "link", "set", "home0", "up"},
		{"-t", fmt.Sprint(home), "-n", "ip", "link", "set", "lo", "up"},
		{"-t", fmt.Sprint(out), "-n", "ip", "address", "add", Internet + "/24", "dev", "net0"},
		{"-t", fmt.Sprint(out), "-n", "ip", "link", "set", "net0", "up"},
	} {
		if said, err := exec.Command("nsenter", args...).CombinedOutput(); err != nil { //nolint:gosec // our own
			m.t.Skipf("NOT RUN: a machine of its own needs virtual networks: %v: %s", err, said)
		}
	}
	m.far = m.network(out)
}

// network keeps the network of a process.
func (m *Machine) network(pid int) *os.File {
	m.t.Helper()
	file, err := os.Open(fmt.Sprintf("/proc/%d/ns/net", pid))
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { _ = file.Close() })
	return file
}

// inNetwork calls f in a network. f must do its work in the calling goroutine.
func inNetwork[T any](network *os.File, f func() (T, error)) (result T, err error) {
	runtime.LockOSThread() // a network belongs to a thread
	own, err := os.Open(fmt.Sprintf("/proc/self/task/%d/ns/net", unix.Gettid()))
	if err != nil {
		runtime.UnlockOSThread()
		return result, err
	}
	defer func() { _ = own.Close() }()
	if err := unix.Setns(int(network.Fd()), unix.CLONE_NEWNET); err != nil {
		runtime.UnlockOSThread()
		return result, err
	}
	result, err = f()
	if back := unix.Setns(int(own.Fd()), unix.CLONE_NEWNET); back != nil {
		return result, back // the thread ends with its goroutine, because it stays locked
	}
	runtime.UnlockOSThread()
	return result, err
}

// Listen listens at a port of the Internet.
func (m *Machine) Listen(port int) net.Listener {
	m.t.Helper()
	l, err := inNetwork(m.far, func() (net.Listener, error) {
		return net.Listen("tcp4", fmt.Sprintf("%s:%d", Internet, port))
	})
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { _ = l.Close() })
	return l
}

// Dial connects from the Internet to a port of the machine. It has the signature that
// http.Transport wants: the name of the host is ignored.
func (m *Machine) Dial(ctx context.Context, _, to string) (net.Conn, error) {
	_, port, err := net.SplitHostPort(to)
	if err != nil {
		return nil, err
	}
	return inNetwork(m.far, func() (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp4", net.JoinHostPort(Home, port))
	})
}
