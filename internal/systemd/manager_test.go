package systemd_test

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"voicememo/internal/systemd"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/notifysocket"
)

// manager returns the manager of a socket, with a watchdog.
func manager(t *testing.T, watchdog time.Duration) (*systemd.Manager, *notifysocket.Socket) {
	t.Helper()
	socket := notifysocket.Listen(t)
	t.Setenv("NOTIFY_SOCKET", socket.Path)
	t.Setenv("WATCHDOG_USEC", strconv.FormatInt(watchdog.Microseconds(), 10))
	t.Setenv("WATCHDOG_PID", "")
	return systemd.New(slog.New(slog.DiscardHandler)), socket
}

// TestStates: a start, its end and a stop are told in the manager's words.
func TestStates(t *testing.T) {
	m, socket := manager(t, time.Hour)
	m.Starting(t.Context(), "checking")()
	m.Ready("serving")
	m.Stopping()
	for _, want := range []string{"STATUS=checking", "EXTEND_TIMEOUT_USEC=60000000", "READY=1\nSTATUS=serving", "STOPPING=1\nSTATUS="} {
		if got := socket.Next(t); !strings.HasPrefix(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestWatchdog: the watchdog is told after each check that succeeds, and only then.
func TestWatchdog(t *testing.T) {
	m, socket := manager(t, 20*time.Millisecond)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	results := make(chan error)
	go m.Watch(ctx, func(context.Context) error { return <-results })
	for _, result := range []error{nil, errors.New("stuck"), errors.New("stuck"), nil} {
		results <- result
	}
	results <- errors.New("stuck") // the check before this one has been told
	check.Equal(t, socket.Next(t)+" "+socket.Next(t), "WATCHDOG=1 WATCHDOG=1")
	check.Equal(t, socket.Waiting(t), "", "after failed checks")
}

// TestHangingCheck: a check that hangs is ended, and does not tell the watchdog.
func TestHangingCheck(t *testing.T) {
	m, socket := manager(t, 20*time.Millisecond)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan struct{})
	go m.Watch(ctx, func(limited context.Context) error {
		<-limited.Done()
		ended <- struct{}{}
		return limited.Err()
	})
	for range 3 {
		<-ended
	}
	check.Equal(t, socket.Waiting(t), "")
}

// TestWithoutManager: without a service manager nothing is told.
func TestWithoutManager(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", "")
	m := systemd.New(slog.New(slog.DiscardHandler))
	if m != nil {
		t.Fatalf("got %v", m)
	}
	m.Starting(t.Context(), "checking")()
	m.Ready("serving")
	m.Watch(t.Context(), func(context.Context) error { t.Error("checked"); return nil })
	m.Stopping()
}

// TestWatchdogOfAnother: a watchdog of another process, or one that cannot be read, is not
// told, and the rest still is.
func TestWatchdogOfAnother(t *testing.T) {
	for name, value := range map[string]string{"WATCHDOG_PID": "1", "WATCHDOG_USEC": "soon"} {
		_, socket := manager(t, 20*time.Millisecond)
		t.Setenv(name, value)
		m := systemd.New(slog.New(slog.DiscardHandler))
		m.Watch(t.Context(), func(context.Context) error { t.Error("checked"); return nil })
		m.Ready("serving")
		check.Equal(t, socket.Next(t), "READY=1\nSTATUS=serving", name)
	}
}
