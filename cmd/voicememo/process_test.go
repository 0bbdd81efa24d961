package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/remote"
	"voicememo/cmd/voicememo/serve"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/program"
	"voicememo/tools/testkit/rsakey"
)

// binary is the built program.
var binary string

// answered is a variable of the test binary with which it is the program, as a guide enters
// it for a sign-in with a code: it asks the server again once the file of this name exists.
const answered = "MEMOTEST_ANSWERED"

func TestMain(m *testing.M) {
	if file := os.Getenv(answered); file != "" {
		remote.CodeWait = func(ctx context.Context, _ time.Duration) error {
			for _, err := os.Stat(file); err != nil && ctx.Err() == nil; _, err = os.Stat(file) {
				time.Sleep(time.Millisecond)
			}
			return ctx.Err()
		}
		main()
	}
	binary = program.MainBuild()
	os.Exit(m.Run())
}

// setenv sets variables as an environment lists them.
func setenv(t *testing.T, env []string) {
	t.Helper()
	for _, variable := range env {
		name, value, _ := strings.Cut(variable, "=")
		t.Setenv(name, value)
	}
}

// home is one engine with a data directory, as flags and variables.
type home struct {
	flags []string
	env   []string
}

// homes returns a new home for each engine.
func homes(t *testing.T) map[string]home {
	t.Helper()
	environment := "dev-" + regexp.MustCompile(`\W`).ReplaceAllString(t.Name(), "-") + fmt.Sprint(time.Now().UnixNano())
	dynamo := home{
		flags: []string{"--store", "dynamodb", "--environment", environment, "--data", t.TempDir()},
		env:   localengine.Environ(localengine.ForTest(t)),
	}
	out, code := dynamo.run(t, "", "tables", "create", "--environment", environment)
	if code != 0 || !strings.Contains(out, "alexa-voice-memo-"+environment+"-memos") {
		t.Fatalf("tables create: exit %d\n%s", code, out)
	}
	return map[string]home{"sqlite": {flags: []string{"--data", t.TempDir()}}, "dynamodb": dynamo}
}

// run runs the program until it ends.
func (h home) run(t *testing.T, stdin string, args ...string) (output string, code int) {
	t.Helper()
	return program.Finish(t, binary, h.env, stdin, args...)
}

// runHere is run inside the test.
func (h home) runHere(t *testing.T, stdin string, args ...string) (output string, code int) {
	t.Helper()
	setenv(t, h.env)
	var out bytes.Buffer
	code = run(t.Context(), args, cli.Terminal{In: strings.NewReader(stdin), Out: &out, Err: &out})
	return out.String(), code
}

// start starts the program with a standard input that stays open, and returns a function
// that waits until it prints a text.
func (h home) start(t *testing.T, args ...string) (*exec.Cmd, func(text string)) {
	t.Helper()
	cmd := exec.Command(binary, append(args, h.flags...)...)
	cmd.Env = append(os.Environ(), h.env...)
	must.OK(t, must.Err(cmd.StdinPipe()))
	stdout, err := cmd.StdoutPipe()
	must.OK(t, err)
	must.OK(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd, func(text string) {
		var seen bytes.Buffer
		for chunk := make([]byte, 512); !strings.Contains(seen.String(), text); {
			n, err := stdout.Read(chunk)
			seen.Write(chunk[:n])
			if err != nil {
				t.Fatalf("%v after %q", err, seen.String())
			}
		}
	}
}

// talk types lines to the skill and returns the output.
func (h home) talk(t *testing.T, lines ...string) string {
	t.Helper()
	out, code := h.runHere(t, strings.Join(lines, "\n")+"\n", append([]string{"talk", "--new"}, h.flags...)...)
	if code != 0 {
		t.Fatalf("talk: exit %d\n%s", code, out)
	}
	return out
}

// served is a running server.
type served struct {
	t *testing.T
	// cmd runs the process; both are nil if the server runs inside the test.
	cmd     *exec.Cmd
	process *program.Server
	url     string
	end     func() error // ends the server in order
	// greeting is what a server inside the test printed before it began to serve.
	greeting string
	log      bytes.Buffer // its standard error, complete after stop
	out      bytes.Buffer // its standard output, likewise
	// through is the transport that reaches its URL.
	through http.RoundTripper
}

// serve starts a server and waits until it has printed its address.
func (h home) serve(t *testing.T, flags ...string) *served {
	t.Helper()
	args := append(append([]string{"serve", "--addr", "127.0.0.1:0"}, h.flags...), flags...)
	s := &served{t: t, cmd: exec.Command(binary, args...), through: http.DefaultTransport}
	s.cmd.Env = append(os.Environ(), h.env...)
	must.OK(t, s.run())
	return s
}

// run starts the process and waits until it has printed its address.
func (s *served) run() (err error) {
	s.cmd.Stdout, s.cmd.Stderr = &s.out, &s.log
	if s.process, err = program.ForTest(s.t, s.cmd); err == nil {
		s.url, s.end = s.process.URL, s.process.Stop
	}
	return err
}

// serveHere starts a server inside the test and waits until it has printed its address.
// All of them have the same key for --dev, so no parallel test may start one.
func (h home) serveHere(t *testing.T, flags ...string) *served {
	t.Helper()
	setenv(t, h.env)
	serve.DevKey = rsakey.Named(t, "--dev")
	args := append(append([]string{"serve", "--dev", "--addr", "127.0.0.1:0"}, h.flags...), flags...)
	s := &served{t: t, through: http.DefaultTransport}
	ctx, stop := context.WithCancel(context.Background())
	out, in := io.Pipe()
	code := 0
	go func() {
		code = run(ctx, args, cli.Terminal{In: strings.NewReader(""), Out: in, Err: &s.log})
		_ = in.Close()
	}()
	ended := make(chan struct{}) // closed when standard output has ended
	s.end = func() error {
		stop()
		if <-ended; code != 0 {
			return fmt.Errorf("exit %d", code)
		}
		return nil
	}
	lines := bufio.NewScanner(out)
	if !s.greets(lines) {
		stop()
		t.Fatalf("the server did not start: exit %d, %s", code, s.log.String())
	}
	go func() {
		defer close(ended)
		for lines.Scan() {
			fmt.Fprintln(&s.out, lines.Text())
		}
	}()
	t.Cleanup(func() { _ = s.end() })
	return s
}

// greets reads the greeting of a server inside the test, and its address.
func (s *served) greets(lines *bufio.Scanner) bool {
	for lines.Scan() {
		fmt.Fprintln(&s.out, lines.Text())
		if _, url, ok := strings.Cut(lines.Text(), "Voice Memo is at "); ok {
			s.url = strings.TrimSpace(url)
		}
		if strings.HasPrefix(lines.Text(), "Stop with ") { // the last line with --dev
			s.greeting = s.out.String()
			return true
		}
	}
	return false
}

// stop stops the server and checks that it ends in order.
func (s *served) stop() {
	s.t.Helper()
	program.CheckEnd(s.t, s.end(), s.log.String())
}

// kill ends the process like a power failure.
func (s *served) kill() {
	s.t.Helper()
	must.OK(s.t, s.process.Kill())
}
