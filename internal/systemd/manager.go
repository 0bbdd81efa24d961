// Package systemd tells the service manager that started the program what the program is
// doing: that it starts, serves, still works, or stops. See sd_notify(3) and, for the
// watchdog, sd_watchdog_enabled(3). Without such a manager nothing is told.
package systemd

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
)

const (
	// extendEvery is how often a start that takes long asks for more time, and extension is
	// how much it asks for.
	extendEvery = 15 * time.Second
	extension   = time.Minute
	// share is the part of the watchdog's time after which the program is checked again, so
	// that one failed check, such as of a busy machine, does not end it.
	share = 4
)

// Manager is the service manager. A nil *Manager is none: its methods do nothing.
type Manager struct {
	logger   *slog.Logger
	watchdog time.Duration // the manager ends the program if nothing is told for this long; 0: never
}

// New returns the manager that the environment names, or nil if there is none.
func New(logger *slog.Logger) *Manager {
	if os.Getenv("NOTIFY_SOCKET") == "" {
		return nil
	}
	watchdog, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		logger.Warn("the service manager's watchdog cannot be used", "error", err)
	}
	return &Manager{logger: logger, watchdog: watchdog}
}

// Starting keeps the manager's timeout for the start from ending until started is called.
// The status is shown by systemctl status.
func (m *Manager) Starting(ctx context.Context, status string) (started func()) {
	if m == nil {
		return func() {}
	}
	ctx, started = context.WithCancel(ctx)
	m.tell("STATUS=" + status)
	extend := func() { m.tell(fmt.Sprintf("EXTEND_TIMEOUT_USEC=%d", extension.Microseconds())) }
	extend()
	go every(ctx, extendEvery, extend)
	return started
}

// Ready says that the program serves.
func (m *Manager) Ready(status string) { m.tell(daemon.SdNotifyReady + "\nSTATUS=" + status) }

// Stopping says that the program ends.
func (m *Manager) Stopping() { m.tell(daemon.SdNotifyStopping + "\nSTATUS=finishing pending requests") }

// Watch checks the program regularly until ctx ends, and tells the watchdog each time the
// check succeeds. A check may take as long as its context lasts.
func (m *Manager) Watch(ctx context.Context, check func(context.Context) error) {
	if m == nil || m.watchdog == 0 {
		return
	}
	every(ctx, m.watchdog/share, func() {
		limited, cancel := context.WithTimeout(ctx, m.watchdog/share)
		defer cancel()
		switch err := check(limited); {
		case err == nil:
			m.tell(daemon.SdNotifyWatchdog)
		case ctx.Err() == nil:
			m.logger.Error("the server does not work; the service manager restarts it if that lasts", "error", err)
		}
	})
}

// tell sends a state to the manager.
func (m *Manager) tell(state string) {
	if m == nil {
		return
	}
	if _, err := daemon.SdNotify(false, state); err != nil {
		m.logger.Warn("the service manager cannot be told anything", "error", err)
	}
}

// every calls do after each interval, until ctx ends.
func every(ctx context.Context, interval time.Duration, do func()) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			do()
		}
	}
}
