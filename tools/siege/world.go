package siege

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/person"
	"voicememo/tools/testkit/program"
)

// The engines.
const (
	onSQLite = "sqlite"
	onDynamo = "dynamodb"
)

// world is a store with a data directory of its own, the program that serves it, and the
// people who use it.
type world struct {
	t       testing.TB
	engine  string
	data    string
	flags   []string // in addition to those of every world
	store   []string // flags that choose the store; none: SQLite
	env     []string
	faults  *proxy // in front of DynamoDB; nil: SQLite
	log     *os.File
	server  *program.Server // nil: none runs
	metrics string          // their address; "": none

	through *http.Transport
	asked   atomic.Int64 // requests so far
}

// newWorld makes an empty store on an engine. The data and the log of a test that fails
// are kept.
func newWorld(t testing.TB, engine string, flags ...string) *world {
	t.Helper()
	dir, err := os.MkdirTemp("", "siege-")
	must.OK(t, err)
	log, err := os.Create(filepath.Join(dir, "log"))
	must.OK(t, err)
	w := &world{
		t: t, engine: engine, data: filepath.Join(dir, "data"), flags: flags, log: log,
		through: &http.Transport{MaxIdleConnsPerHost: 100, DisableCompression: true},
	}
	t.Cleanup(func() {
		if err := errors.Join(w.stop(), log.Close()); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("the data and the log are in %s", dir)
			return
		}
		must.OK(t, os.RemoveAll(dir))
	})
	if engine == onDynamo {
		w.useDynamo(t)
	}
	return w
}

// useDynamo makes tables behind a proxy of the world's own. The data directory keeps the
// server's keys.
func (w *world) useDynamo(t testing.TB) {
	w.faults = newProxy(t, localengine.ForTest(t))
	w.env = localengine.Environ(w.faults.url)
	environment := fmt.Sprintf("dev-siege-%d", time.Now().UnixNano())
	_, err := w.run(t.Context(), "tables", "create", "--environment", environment)
	must.OK(t, err)
	w.store = append(w.store, "--store", "dynamodb", "--environment", environment)
}

// unlimited are flags without limits on people's rates.
var unlimited = []string{"--rate-writes", "0", "--rate-searches", "0", "--max-memos", "0"}

// command returns the command that serves. The umask is 0, so that every file mode is set
// by the program itself.
func (w *world) command(ctx context.Context, flags ...string) *exec.Cmd {
	args := slices.Concat([]string{"serve", "--dev", "--addr", "127.0.0.1:0", "--data", w.data}, w.store, w.flags, flags)
	return w.exec(ctx, args...)
}

func (w *world) exec(ctx context.Context, args ...string) *exec.Cmd {
	command := exec.CommandContext(context.WithoutCancel(ctx), "sh", append([]string{"-c", `umask 0; exec "$0" "$@"`, binary}, args...)...) //nolint:gosec // our own program
	command.Env = append(slices.DeleteFunc(os.Environ(), func(variable string) bool { return strings.HasPrefix(variable, "VOICEMEMO_") }), w.env...)
	command.Stderr = w.log
	return command
}

// run runs a command of the program to its end.
func (w *world) run(ctx context.Context, args ...string) (output string, err error) {
	command := w.exec(ctx, args...)
	command.Stderr = nil
	out, err := command.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%v: %w\n%s", args, err, out)
	}
	return string(out), err
}

// start starts the server.
func (w *world) start(ctx context.Context, flags ...string) (err error) {
	w.server, err = program.Run(w.command(ctx, flags...))
	return err
}

// stop shuts the server down gracefully, if one runs.
func (w *world) stop() error {
	w.through.CloseIdleConnections()
	if w.server == nil {
		return nil
	}
	err := w.server.Stop()
	w.server = nil
	return err
}

// kill ends the server immediately.
func (w *world) kill() error {
	err := w.server.Kill()
	w.server = nil
	return err
}

// backup makes a copy of the database, which fails if the database is damaged.
func (w *world) backup(ctx context.Context) error {
	_, err := w.run(ctx, append([]string{"backup", "--data", w.data, "--to", w.data + "-copy.db"}, w.store...)...)
	return err
}

// quiet waits until no request of a server is still on its way to the store.
func (w *world) quiet(ctx context.Context) error {
	if w.faults == nil {
		return nil
	}
	return w.faults.quiet(ctx)
}

// RoundTrip implements http.RoundTripper: it counts requests.
func (w *world) RoundTrip(r *http.Request) (*http.Response, error) {
	w.asked.Add(1)
	return w.through.RoundTrip(r)
}

// stranger returns a browser that is not signed in.
func (w *world) stranger() *person.Person { return person.New(w.server.URL, w) }

// signIn signs a person in.
func (w *world) signIn(ctx context.Context, name string) (*person.Person, error) {
	p := w.stranger()
	return p, p.SignIn(ctx, name)
}

// size is the server's use of the machine.
type size struct {
	goroutines int
	heap       int64 // bytes
	resident   int64 // bytes
}

// startMeasured is start with metrics.
func (w *world) startMeasured(ctx context.Context) error {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	w.metrics = "http://" + free.Addr().String() + "/metrics"
	return errors.Join(free.Close(), w.start(ctx, "--metrics-addr", free.Addr().String()))
}

// measure returns the server's size.
func (w *world) measure(ctx context.Context) (size, error) {
	a := person.New(w.metrics, &http.Transport{DisableKeepAlives: true}).Send(ctx, http.MethodGet, w.metrics, "")
	values := map[string]float64{}
	for line := range strings.Lines(a.Body) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			values[name], _ = strconv.ParseFloat(value, 64)
		}
	}
	s := size{int(values["go_goroutines"]), int64(values["go_memstats_heap_inuse_bytes"]), int64(values["process_resident_memory_bytes"])}
	if s.goroutines == 0 || s.heap == 0 {
		return size{}, fmt.Errorf("the metrics lack those of the Go runtime: %w", &person.Error{Answer: a})
	}
	return s, nil
}
