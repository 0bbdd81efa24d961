package app

import (
	"context"
	"errors"
	"time"

	"voicememo/cmd/internal/health"
	"voicememo/infra/sqlite"
	"voicememo/webapi"
)

// The checks and values of /readyz besides those of package health.
const (
	clockCheck  = "clock"
	diskCheck   = "disk"
	backupCheck = "backup"
	logCheck    = "log"

	jumped = "jumped" // nothing is deleted permanently until the clock is confirmed
	low    = "low"
	full   = "full"

	dropping = "dropping" // log lines cannot be written
)

// lookEvery is how often the checks are made without a request for /readyz.
const lookEvery = time.Minute

// watchClock starts watching the issuer and the clock. The background work ends with ctx.
func (a *App) watchClock(ctx context.Context) error {
	a.reporter = &health.Reporter{Logger: a.logger, Details: a.details}
	a.watch = &health.Watch{Issuer: a.Config.OIDCIssuer, Certificate: a.certificate}
	a.watch.Answered = func() { a.checks(ctx) }
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
	engine, ok := a.engine.(fileEngine)
	if !ok || engine.Created() { // there is no earlier time to compare the clock with
		return nil
	}
	times, err := engine.Times(ctx)
	if err == nil {
		a.clock.begin(times)
	}
	return err
}

// checks makes the checks of /readyz besides the store, and reports what has changed. Their
// background work ends with ctx.
func (a *App) checks(ctx context.Context) map[string]string {
	found := a.watch.Checks(ctx)
	if a.clock.jumped() {
		found[clockCheck] = jumped
	}
	if found[logCheck] = health.OK; a.log.Dropping() {
		found[logCheck] = dropping
	}
	if state := a.disk(); state != "" {
		found[diskCheck] = state
	}
	if state := a.backup(); state != "" {
		found[backupCheck] = state
	}
	a.reporter.Report(found)
	return found
}

// storeCheck is the name of the store in /readyz.
const storeCheck = "store"

// ready checks the store for /readyz.
func (a *App) ready(ctx context.Context) error { return a.reported(ctx, a.engine.Ping) }

// reported makes a check of the store and reports what has changed, unless it was
// interrupted.
func (a *App) reported(ctx context.Context, check func(context.Context) error) error {
	err := check(ctx)
	if !errors.Is(ctx.Err(), context.Canceled) {
		a.reporter.Report(map[string]string{storeCheck: webapi.StoreState(err)})
	}
	return err
}

// watchChecks makes all checks regularly, until ctx ends, so that the log and the metrics
// have their results without a request for /readyz.
func (a *App) watchChecks(ctx context.Context) {
	every(ctx, lookEvery, func() {
		_ = a.checks(ctx)
		look := a.engine.Ping
		// A write would keep a disk from sleeping. It is needed to see that the store works again.
		if quiet, ok := a.engine.(interface{ Look(context.Context) error }); ok && a.reporter.Passed()[storeCheck] {
			look = quiet.Look
		}
		ctx, cancel := context.WithTimeout(ctx, lookTime)
		defer cancel()
		_ = a.reported(ctx, look) // which has logged it
	})
}

// lookTime is how long the store may take to answer watchChecks.
const lookTime = 10 * time.Second

// details returns what the log says about a check besides its result.
func (a *App) details(check string) []any {
	switch check {
	case clockCheck:
		if ahead, known := a.watch.Ahead(); known {
			return []any{"clock", health.Skew(ahead)}
		}
	case "issuer":
		return []any{"error", a.watch.Failed()}
	case diskCheck:
		if room, known := sqlite.RoomOf(a.Config.Data); known {
			return []any{"free", room.Free, "needed", room.Need}
		}
	case "certificate":
		if leaf, _ := a.certificate(); leaf != nil {
			return []any{"until", leaf.NotAfter}
		}
	}
	return nil
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

// tellFile logs that the start created the database, brought it up to date, or could not
// mark it as open.
func (a *App) tellFile(ctx context.Context) {
	if marked, ok := a.engine.(interface{ Unmarked() error }); ok {
		a.warn(ctx, marked.Unmarked(), "it cannot be marked that the database is open: should its log be removed after a crash, the next start does not notice")
	}
	if a.Created() {
		a.logger.Warn("a new, empty database was made", "data", a.Config.Data)
	}
	engine, ok := a.engine.(interface{ Upgraded() sqlite.Upgrade })
	if !ok {
		return
	}
	if done := engine.Upgraded(); done.To > 0 {
		a.logger.Info("the database was brought up to date; to go back, stop the server, install the earlier version, and restore the copy with voicememo restore",
			"from", done.From, "to", done.To, "copy", done.Copy, "kept_days", int(done.Kept.Hours()/24))
	}
}
