package chroot

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Answer is what a person types when the terminal shows a text.
type Answer struct{ Shown, Typed string }

// patience is how long a terminal may show nothing new before a person presses Ctrl-C.
const patience = 3 * time.Minute

// Converse is Shell at a terminal, at which a person answers questions in this order.
func (m *Machine) Converse(lines string, answers []Answer) Result {
	m.t.Helper()
	person, program := m.terminal()
	defer func() { _ = person.Close() }()
	c := m.command("bash", "-e", "-o", "pipefail", "-c", lines)
	c.Stdin, c.Stdout, c.Stderr = program, program, program
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.Start(); err != nil {
		m.t.Fatal(err)
	}
	_ = program.Close()
	var screen bytes.Buffer
	unread := 0
	bored := time.AfterFunc(patience, func() { _, _ = person.WriteString("\x03") })
	defer bored.Stop()
	for chunk := make([]byte, 4096); ; {
		n, err := person.Read(chunk)
		screen.Write(chunk[:n])
		bored.Reset(patience)
		for len(answers) > 0 {
			at := strings.Index(screen.String()[unread:], answers[0].Shown)
			if at < 0 {
				break
			}
			unread += at + len(answers[0].Shown)
			if _, err := person.WriteString(answers[0].Typed + "\n"); err != nil {
				m.t.Fatal(err)
			}
			answers = answers[1:]
		}
		if err != nil {
			break // EIO: no process has the terminal open any more
		}
	}
	_ = c.Wait()
	shown := strings.ReplaceAll(screen.String(), "\r\n", "\n")
	if len(answers) > 0 {
		m.t.Fatalf("the terminal never showed %q:\n%s", answers[0].Shown, shown)
	}
	return Result{shown, c.ProcessState.ExitCode()}
}

// terminal returns the two ends of a terminal.
func (m *Machine) terminal() (person, program *os.File) {
	m.t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		m.t.Fatal(err)
	}
	if err := unix.IoctlSetPointerInt(int(person.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		m.t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(person.Fd()), unix.TIOCGPTN)
	if err != nil {
		m.t.Fatal(err)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		m.t.Fatal(err)
	}
	return person, program
}
