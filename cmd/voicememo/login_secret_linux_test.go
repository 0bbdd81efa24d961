package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/tools/testkit/must"
)

// newTerminal returns the two ends of a terminal: that of a person, and that of a program.
func newTerminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	must.OK(t, err)
	t.Cleanup(func() { _ = person.Close() })
	must.OK(t, unix.IoctlSetPointerInt(int(person.Fd()), unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(int(person.Fd()), unix.TIOCGPTN)
	must.OK(t, err)
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	must.OK(t, err)
	t.Cleanup(func() { _ = program.Close() })
	return person, program
}

// screen reads what a terminal shows.
type screen struct {
	t     *testing.T
	from  *os.File
	shown bytes.Buffer
}

// until reads until the screen shows a text.
func (s *screen) until(text string) {
	s.t.Helper()
	for chunk := make([]byte, 512); !strings.Contains(s.shown.String(), text); {
		n, err := s.from.Read(chunk)
		s.shown.Write(chunk[:n])
		if err != nil {
			s.t.Fatalf("%v after %q, want %q", err, s.shown.String(), text)
		}
	}
}

// echoes reports whether a terminal shows what is typed.
func echoes(t *testing.T, terminal *os.File) bool {
	t.Helper()
	mode, err := unix.IoctlGetTermios(int(terminal.Fd()), unix.TCGETS)
	must.OK(t, err)
	return mode.Lflag&unix.ECHO != 0
}

// startLogin starts voicememo login on a terminal and waits for its prompt.
func startLogin(t *testing.T, url string) (*exec.Cmd, *screen, *os.File) {
	t.Helper()
	person, program := newTerminal(t)
	login := exec.CommandContext(t.Context(), binary, "login", url)
	login.Stdin, login.Stdout, login.Stderr = program, program, program
	must.OK(t, login.Start())
	s := &screen{t: t, from: person}
	s.until(fmt.Sprintf(sentences(t, "remote", "en")["prompt"], url))
	for echoes(t, program) { // the program prints its prompt first
		time.Sleep(time.Millisecond)
	}
	return login, s, program
}

// TestKeyIsNotShown: a key that is typed into a terminal is not shown there.
func TestKeyIsNotShown(t *testing.T) {
	newPerson(t)
	api := newFakeAPI(t)
	login, s, program := startLogin(t, api.URL)
	must.OK(t, must.Err(s.from.WriteString(clientToken+"\n")))
	s.until("as Taro. Family")
	if err := login.Wait(); err != nil || strings.Contains(s.shown.String(), "vm_b") || !echoes(t, program) {
		t.Errorf("got %v and the screen %q, and a terminal that echoes: %v", err, s.shown.String(), echoes(t, program))
	}
}

// TestInterruptedLogin: an interrupted login leaves a terminal that echoes.
func TestInterruptedLogin(t *testing.T) {
	newPerson(t)
	login, _, program := startLogin(t, newFakeAPI(t).URL)
	must.OK(t, login.Process.Signal(os.Interrupt))
	if err := login.Wait(); err == nil || login.ProcessState.ExitCode() != cli.ExitFailed || !echoes(t, program) {
		t.Errorf("got %v, want exit 1 and a terminal that echoes", err)
	}
}
