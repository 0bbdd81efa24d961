package app

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"voicememo/cmd/internal/limits"
	"voicememo/internal/logqueue"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/rsakey"
)

// stuck is an engine whose reads do not end.
type stuck struct{ Engine }

func (stuck) Alive(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}

// served returns an App that answers with a status.
func served(t *testing.T, e Engine, status int) *App {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", ":0") // every address, so that one must be chosen
	must.OK(t, err)
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })} //nolint:gosec // of this test
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })
	return &App{engine: e, local: l}
}

// TestAliveOnlyIfStoreReads: the watchdog is told nothing while the store is stuck or the
// listener does not answer.
func TestAliveOnlyIfStoreReads(t *testing.T) {
	t.Parallel()
	short, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := served(t, stuck{}, http.StatusOK).alive(short); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a store that is stuck: got %v", err)
	}
	if err := served(t, stuck{}, http.StatusInternalServerError).alive(t.Context()); err == nil || !strings.Contains(err.Error(), "does not answer: it answered 500") {
		t.Errorf("a server that fails: got %v", err)
	}
	check.Equal(t, served(t, dynamoEngine{}, http.StatusOK).alive(t.Context()), nil, "DynamoDB, which a restart does not help")
	closed := served(t, dynamoEngine{}, http.StatusOK)
	must.OK(t, closed.local.Close())
	if err := closed.alive(t.Context()); err == nil {
		t.Error("a listener that is closed: got no error")
	}
}

// stuckLog is a log that takes no lines while a test holds its lock, and drops none.
type stuckLog struct{ sync.RWMutex }

func (l *stuckLog) Write(p []byte) (int, error) {
	l.RLock()
	defer l.RUnlock()
	return len(p), nil
}

func (*stuckLog) Dropped() int64 { return 0 }
func (*stuckLog) Dropping() bool { return false }

// TestAliveOnlyIfLogTakesLines: a log that is not read holds up neither requests nor the
// watchdog, and one that held up requests would stop the watchdog as well.
func TestAliveOnlyIfLogTakesLines(t *testing.T) {
	for name, c := range map[string]struct {
		queue bool
		want  error
	}{
		"through the queue": {true, nil},
		"without it":        {false, context.DeadlineExceeded},
	} {
		t.Run(name, func(t *testing.T) {
			reader := &stuckLog{}
			log := Log(reader)
			if c.queue {
				queue := logqueue.New(reader, func(int) []byte { return nil })
				defer queue.Close(time.Minute)
				log = queue
			}
			a, err := Build(t.Context(), Config{
				StoreConfig: StoreConfig{Data: t.TempDir(), Store: "sqlite"}, Addr: "127.0.0.1:0", SignUp: "open", Limits: limits.Default(), Dev: true, DevKey: rsakey.Named(t, "--dev"),
			}.Complete(), slog.New(slog.NewTextHandler(log, nil)), log)
			must.OK(t, err)
			ctx, stop := context.WithCancel(t.Context())
			var served sync.WaitGroup
			served.Go(func() { _ = a.Serve(ctx) })
			defer func() {
				stop()
				served.Wait()
				_ = a.Close()
			}()
			reader.Lock()
			patience := time.Minute
			if c.want != nil {
				patience = 200 * time.Millisecond
			}
			for what, do := range map[string]func(context.Context) error{"a request": a.unknown, "the watchdog": a.alive} {
				short, cancel := context.WithTimeout(ctx, patience)
				if err := do(short); !errors.Is(err, c.want) {
					t.Errorf("%s while the log is not read: got %v, want %v", what, err, c.want)
				}
				cancel()
			}
			reader.Unlock()
			check.Equal(t, a.alive(ctx), nil, "the watchdog after that")
		})
	}
}

// unknown sends a request of a stranger, which leaves a line in the log.
func (a *App) unknown(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.localURL()+"/api/me", nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return res.Body.Close()
}
