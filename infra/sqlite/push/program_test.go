package push_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/proactive"
	"voicememo/tools/testkit/program"
)

// binary builds the program as people run it.
var binary = sync.OnceValues(func() (string, error) { return program.Build(context.Background()) })

// home is a running server.
type home struct {
	*testing.T
	binary string
	data   string
	env    []string
	server *program.Server
}

func newHome(t *testing.T) *home {
	t.Helper()
	program.Needed(t)
	path, err := binary()
	h := &home{T: t, binary: path, data: t.TempDir()}
	must.OK(t, errors.Join(err, os.Chmod(h.data, 0o700)))
	h.start()
	return h
}

// start starts the server at the address that it had before.
func (h *home) start() {
	h.Helper()
	address := "127.0.0.1:0"
	if h.server != nil {
		address = h.server.Address()
	}
	command := program.Command(context.Background(), h.binary, h.data, "--addr", address)
	command.Env = append(os.Environ(), h.env...)
	server, err := program.ForTest(h.T, command)
	must.OK(h, err)
	h.server = server
}

// kill ends the server as kill -9 does.
func (h *home) kill() {
	h.Helper()
	must.OK(h, h.server.Kill())
}

// TestDoctor: doctor asks the running server for the module's checks. An operator who has
// set nothing sees that all is well. A wrong secret of Amazon's and a key that others can
// read are reported.
func TestDoctor(t *testing.T) {
	h := newHome(t)
	doctor := func() string {
		t.Helper()
		out, _ := program.Finish(t, h.binary, nil, "", "doctor", "--dev", "--data", h.data)
		return out
	}
	if out := doctor(); !strings.Contains(out, "ok  push\n") || strings.Contains(out, "push_alexa") || strings.Contains(out, "BAD") {
		t.Errorf("got\n%s\nwant push ok, no push_alexa and nothing bad", out)
	}
	h.kill()
	if out := doctor(); strings.Contains(out, "push") {
		t.Errorf("got\n%s\nwant no check without a server", out)
	}
	key := filepath.Join(h.data, "push-key")
	must.OK(t, os.Chmod(key, 0o640))
	h.env = []string{"VOICEMEMO_PUSH_ALEXA_URL=" + proactive.Start(t).URL, "VOICEMEMO_PUSH_ALEXA_CLIENT_ID=" + proactive.ClientID, "VOICEMEMO_PUSH_ALEXA_CLIENT_SECRET=wrong"}
	h.start()
	for _, want := range []string{"ok  push\n", "BAD push_alexa: Amazon issues no token: token: status 401\n", "BAD data directory " + h.data + ": " + key + " has mode 0640"} {
		if out := doctor(); !strings.Contains(out, want) {
			t.Errorf("got\n%s\nwant %q", out, want)
		}
	}
	if log := h.server.Log(); !strings.Contains(log, key+" has mode 0640") || strings.Contains(log, "wrong") {
		t.Errorf("got the log\n%s\nwant a warning about the key, and no secret", log)
	}
}

// TestCannotStart: with a damaged key or a wrong setting a start ends with the exit code that
// keeps a service from restarting it, and a sentence for the operator.
func TestCannotStart(t *testing.T) {
	h := newHome(t)
	h.kill()
	start := func(want string, env ...string) {
		t.Helper()
		if out, code := program.Finish(t, h.binary, env, "", "serve", "--dev", "--addr", "127.0.0.1:0", "--data", h.data); code != 2 || !strings.Contains(out, want) {
			t.Errorf("got exit %d and\n%s\nwant 2 and %q", code, out, want)
		}
	}
	start("voicememo: module push: VOICEMEMO_PUSH_ALEXA_REGION must be na, eu or fe\n",
		"VOICEMEMO_PUSH_ALEXA_REGION=jp", "VOICEMEMO_PUSH_ALEXA_CLIENT_ID=a", "VOICEMEMO_PUSH_ALEXA_CLIENT_SECRET=b")
	must.OK(t, os.WriteFile(filepath.Join(h.data, "push-key"), []byte("damaged"), 0o600))
	start("restore a copy of the file, or remove it")
}
