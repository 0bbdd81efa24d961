package bench

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
)

// process is a program that serves HTTP on this machine.
type process struct {
	url, address string // such as http://localhost:80 and 127.0.0.1:80
	command      *exec.Cmd
}

// startServing starts a command that prints its URL in one of its first lines, and writes its
// standard error to a file of its own. It is killed when the test ends.
func startServing(t testing.TB, command *exec.Cmd) *process {
	t.Helper()
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	must.OK(t, err)
	command.Stderr = log
	stdout, err := command.StdoutPipe()
	must.OK(t, err)
	must.OK(t, command.Start())
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
		must.OK(t, log.Close())
	})
	p := &process{command: command}
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		_, url, found := strings.Cut(lines.Text(), "http://")
		if !found {
			continue
		}
		go func() { _, _ = io.Copy(io.Discard, stdout) }()
		_, port, err := net.SplitHostPort(strings.TrimSpace(url))
		must.OK(t, err)
		p.url, p.address = "http://"+strings.TrimSpace(url), "127.0.0.1:"+port
		return p
	}
	said, _ := os.ReadFile(log.Name())
	t.Fatalf("%s does not serve:\n%s", command.Path, said)
	return nil
}

func (p *process) host() string { return strings.TrimPrefix(p.url, "http://") }

// tick is the unit of times in /proc (USER_HZ, which is 100 on every Linux).
const tick = 10 * time.Millisecond

// cpu returns the CPU time that the process has used.
func (p *process) cpu(t testing.TB) time.Duration {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.command.Process.Pid))
	must.OK(t, err)
	_, after, _ := strings.Cut(string(stat), ") ") // the name may have spaces
	fields := strings.Fields(after)
	user, err := strconv.Atoi(fields[11])
	must.OK(t, err)
	system, err := strconv.Atoi(fields[12])
	must.OK(t, err)
	return time.Duration(user+system) * tick
}

// rest waits until the process has no work, such as the check of a large file after its
// start, for at most a minute.
func (p *process) rest(t testing.TB) {
	t.Helper()
	const quiet = 300 * time.Millisecond
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		before := p.cpu(t)
		time.Sleep(quiet)
		if p.cpu(t)-before <= tick {
			return
		}
	}
}

// stop shuts the program down gracefully.
func (p *process) stop(t testing.TB) {
	t.Helper()
	must.OK(t, p.command.Process.Signal(syscall.SIGTERM))
	must.OK(t, p.command.Wait())
}
