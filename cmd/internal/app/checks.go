package app

import (
	"context"
	"time"

	"voicememo/cmd/internal/health"
	"voicememo/infra/sqlite"
)

// The checks and values of /readyz besides those of package health.
const (
	clockCheck  = "clock"
	diskCheck   = "disk"
	backupCheck = "backup"

	jumped = "jumped" // nothing is deleted permanently until the clock is confirmed
	low    = "low"
	full   = "full"
)

// watchClock starts watching the issuer and the clock. The background work ends with ctx.
func (a *App) watchClock(ctx context.Context) error {
	a.watch = &health.Watch{Issuer: a.Config.OIDCIssuer, Certificate: a.certificate}
	if a.Config.Dev {
		a.watch.Issuer = "" // the issuer is this program itself
	}
	if a.machine.now == nil {
		start := sinceBoot()
		a.machine = machine{
			now: time.Now, running: func() time.Duration { return sinceBoot() - start },
			issuer: func() string { return a.watch.Checks(ctx)[clockCheck] },
		}
	}
	a.clock = newClock(a.machine)
	engine, ok := a.engine.(keeper)
	if !ok || engine.Created() { // there is no earlier time to compare the clock with
		return nil
	}
	times, err := engine.Times(ctx)
	if err == nil {
		a.clock.begin(times)
	}
	return err
}

// checks returns the checks of /readyz besides the store. Their background work ends with
// ctx.
func (a *App) checks(ctx context.Context) func() map[string]string {
	return func() map[string]string {
		found := a.watch.Checks(ctx)
		if a.clock.jumped() {
			found[clockCheck] = jumped
		}
		if state := a.disk(); state != "" {
			found[diskCheck] = state
		}
		if state := a.backup(); state != "" {
			found[backupCheck] = state
		}
		return found
	}
}

// disk reports whether the database has room: a value of its check, or "" if not known.
func (a *App) disk() string {
	engine, ok := a.engine.(interface{ Full() bool })
	if !ok {
		return ""
	}
	room, known := sqlite.RoomOf(a.Config.Data)
	switch {
	case engine.Full():
		return full
	case !known:
		return ""
	case room.Low():
		return low
	}
	return health.OK
}
