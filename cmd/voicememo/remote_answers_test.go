package main

import (
	"bytes"
	"context"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"voicememo/cmd/voicememo/internal/cli"
)

// interrupter is a standard input during which the person interrupts the command: after
// before was read.
type interrupter struct {
	before    string
	interrupt context.CancelFunc
	after     string        // is read in the moment of the interruption
	ended     chan struct{} // if after is empty, Read waits until it is closed, as on a terminal
}

func (in *interrupter) Read(p []byte) (int, error) {
	if in.before != "" {
		n := copy(p, in.before)
		in.before = in.before[n:]
		return n, nil
	}
	in.interrupt()
	if in.after == "" {
		<-in.ended
	}
	return copy(p, in.after), nil
}

// TestInterruptedInput: an interruption ends a command that waits for its standard input,
// and nothing is added of a list that was not read to its end.
func TestInterruptedInput(t *testing.T) {
	_, api := newSignedIn(t)
	for _, c := range []struct {
		before, after string
		args          []string
		says, sent    string
	}{
		{"", "", []string{"add", "-"}, "interrupted", ""},
		{"eggs\n", "", []string{"add"}, "interrupted", ""},
		{"eggs\nbre", "", []string{"add"}, "interrupted", ""},
		{"", "milk\n", []string{"add"}, "interrupted", ""},
		{"vm_", "", []string{"login", api.URL, "--token-stdin"}, "interrupted", ""},
	} {
		api.bodies = nil
		ctx, interrupt := context.WithCancel(t.Context())
		in := &interrupter{c.before, interrupt, c.after, make(chan struct{})}
		var out, err bytes.Buffer
		code := run(ctx, c.args, cli.Terminal{In: in, Out: &out, Err: &err})
		close(in.ended)
		if got := err.String(); code != cli.ExitFailed || got != "voicememo: "+c.says+"\n" {
			t.Errorf("%v after %q: got exit %d and %q, want %q", c.args, c.before, code, got, c.says)
		}
		if got := strings.Join(api.bodies, ""); got != c.sent {
			t.Errorf("%v after %q: got the requests %s, want %s", c.args, c.before, got, c.sent)
		}
	}
}

// TestInterruptedBeforeItIsSent: a memo that was not sent is not reported as one that the
// server may have.
func TestInterruptedBeforeItIsSent(t *testing.T) {
	_, api := newSignedIn(t)
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	var out, err bytes.Buffer
	code := run(ctx, []string{"add", "milk"}, cli.Terminal{In: strings.NewReader(""), Out: &out, Err: &err})
	if got := err.String(); code != cli.ExitFailed || got != "voicememo: interrupted\n" || len(api.got) != 1 {
		t.Errorf("got exit %d, %q and the requests %q", code, got, api.got)
	}
}

// TestFullListOfTheClient: a full list is not a memo that does not exist.
func TestFullListOfTheClient(t *testing.T) {
	p, api := newSignedIn(t)
	api.status, api.reason = http.StatusConflict, "list_full"
	if _, err := p.enters("", cli.ExitFailed, "add", "milk"); err != "voicememo: no[31m way\n" {
		t.Errorf("got %q, want the server's sentence", err)
	}
	if _, err := p.enters("milk\n", cli.ExitFailed, "add"); !strings.Contains(err, "stopped at line 1: ") {
		t.Errorf("got %q", err)
	}
	if len(api.got) != 3 {
		t.Errorf("got the requests %q, want no repetition", api.got)
	}
}

// TestFindNothing: find without a text is wrong use, not a list of everything.
func TestFindNothing(t *testing.T) {
	p, api := newSignedIn(t)
	for _, args := range [][]string{{"find", ""}, {"find", " ", "\t"}, {"find", "　"}} {
		if _, err := p.enters("", cli.ExitConfiguration, args...); !strings.Contains(err, "nothing to find") || len(api.got) != 1 {
			t.Errorf("%q: got %q and the requests %q", args, err, api.got)
		}
	}
}

// TestNumbersThroughAPipe: a person who reads a list in a pager can name its numbers.
func TestNumbersThroughAPipe(t *testing.T) {
	p, api := newPerson(t), newFakeAPI(t)
	api.memos = memoJSON("m9", "eggs") + "," + memoJSON("m8", "milk")
	p.enters(clientToken, 0, "login", api.URL)
	shell := exec.CommandContext(t.Context(), "bash", "-c", `"$0" list | cat`, binary)
	if out, err := shell.CombinedOutput(); err != nil || !strings.Contains(string(out), "2. milk") {
		t.Fatalf("%s: got %q, %v", filepath.Base(binary), out, err)
	}
	p.says("done", "2")
	if got := api.got[len(api.got)-1]; !strings.HasPrefix(got, "PUT /api/memos/m8/done ") {
		t.Errorf("got %q, want m8", got)
	}
}
