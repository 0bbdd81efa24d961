package app

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
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
	if err != nil {
		t.Fatal(err)
	}
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
	if err := served(t, stuck{}, http.StatusInternalServerError).alive(t.Context()); err == nil || !strings.Contains(err.Error(), "does not answer: 500") {
		t.Errorf("a server that fails: got %v", err)
	}
	if err := served(t, dynamoEngine{}, http.StatusOK).alive(t.Context()); err != nil {
		t.Errorf("DynamoDB, which a restart does not help: got %v", err)
	}
	closed := served(t, dynamoEngine{}, http.StatusOK)
	if err := closed.local.Close(); err != nil {
		t.Fatal(err)
	}
	if err := closed.alive(t.Context()); err == nil {
		t.Error("a listener that is closed: got no error")
	}
}
