package app

import (
	"context"
	"runtime/debug"
	"time"

	"voicememo/family"
)

// keeper is an engine that needs housekeeping: SQLite has no TTL, and this program
// maintains its file.
type keeper interface {
	Sweep(ctx context.Context, now time.Time) error
	LastSweep(ctx context.Context) (swept time.Time, stood time.Duration, err error)
	NoteStanding(ctx context.Context, stood time.Duration) error
	Postpone(ctx context.Context, from, to time.Time, by time.Duration) error
	Tidy(ctx context.Context) error
	Check(ctx context.Context) error
	Created() bool
	Checked() bool
	EraseDeleted(ctx context.Context) error
	RestoreRoom() (full bool)
}

// carrier is an engine that moves memos with their authors, and counts them, with a
// delay.
type carrier interface {
	ResumeMoves(ctx context.Context) (pending int, err error)
	CountMemos(ctx context.Context, most int) error
}

// How often expired data is deleted, the file is tidied and checked, due accounts and
// remnants of deleted data are erased, and pending moves are resumed.
const (
	sweepEvery = time.Hour
	tidyEvery  = 24 * time.Hour
	eraseEvery = time.Minute
	carryEvery = 5 * time.Minute
	noteEvery  = 15 * time.Minute // how long the program has run with a doubted clock is stored this often
)

// keepTidy does the housekeeping of the engine immediately and then regularly, until ctx
// ends.
func (a *App) keepTidy(ctx context.Context, families *family.Service) {
	debug.FreeOSMemory() // what only the start needed
	switch engine := a.engine.(type) {
	case keeper:
		k := housekeeping{App: a, engine: engine, families: families}
		k.tidied = time.Now().Add(sweepEvery - tidyEvery) // tidy within an hour, for a server that is restarted every day
		every(ctx, eraseEvery, func() { k.round(ctx) })
	case carrier:
		every(ctx, carryEvery, func() {
			pending, err := engine.ResumeMoves(ctx)
			if err == nil || pending > 0 {
				a.sink.Pending(pending)
			}
			a.warn(ctx, err, "some memos could not follow their authors; it is tried again in five minutes")
			if a.clock.trusted() {
				a.warn(ctx, families.EraseDue(ctx), "some accounts whose time is over could not be erased; it is tried again in five minutes")
			}
			err = engine.CountMemos(ctx, a.Config.Limits.MaxMemos)
			a.warn(ctx, err, "the memos of some families could not be counted; it is tried again in five minutes")
		})
	}
}

// warn logs an error that is not the end of ctx.
func (a *App) warn(ctx context.Context, err error, message string) {
	if err != nil && ctx.Err() == nil {
		a.logger.Warn(message, "error", err)
	}
}

// housekeeping maintains a database on this machine.
type housekeeping struct {
	*App
	engine   keeper
	families *family.Service

	swept, tidied, checked time.Time     // when each was last done
	noted                  time.Duration // how long the clock has stood, as stored in the engine
	paused, full           bool          // as logged last
}

// round does what is due.
func (k *housekeeping) round(ctx context.Context) {
	trusted := k.clock.trusted()
	if k.paused != !trusted {
		k.paused = !trusted
		k.tellClock()
	}
	if settled := k.settle(ctx); trusted && settled {
		k.warn(ctx, k.families.EraseDue(ctx), "some accounts whose time is over could not be erased; it is tried again in a minute")
		k.sweep(ctx)
	}
	k.tidy(ctx)
	k.warn(ctx, k.engine.EraseDeleted(ctx), "what was deleted could not be erased from the database's files; it is tried again in a minute")
	if full := k.engine.RestoreRoom(); full != k.full {
		k.full = full
		k.tellRoom()
	}
}

// settle corrects the times of data that was dated before jumps of the clock, and stores
// how long a doubted clock has stood. It reports whether every jump is settled.
func (k *housekeeping) settle(ctx context.Context) bool {
	for l, ok := k.clock.leapt(); ok; l, ok = k.clock.leapt() {
		if err := k.engine.Postpone(ctx, l.From, l.To, l.By); err != nil {
			k.warn(ctx, err, "what was deleted before the clock jumped could not be dated anew; it is tried again in a minute")
			return false
		}
		k.clock.settled()
	}
	if _, stood := k.clock.jumped(); stood-k.noted >= noteEvery || stood < k.noted {
		k.noted = stood
		k.warn(ctx, k.engine.NoteStanding(ctx, stood), "it could not be noted that the clock stands")
	}
	return true
}

func (k *housekeeping) tellClock() {
	if k.paused {
		k.logger.Warn("the clock has jumped or is wrong, so nothing is deleted for good until it is confirmed; check the date of this machine")
		return
	}
	k.logger.Info("the clock is confirmed; what is past its time is deleted for good again")
}

func (k *housekeeping) tellRoom() {
	if k.full {
		k.logger.Error("the disk of the database is full: memos can be deleted and not added; make room")
		return
	}
	k.logger.Info("the disk of the database has room again")
}

func (k *housekeeping) sweep(ctx context.Context) {
	if !k.swept.IsZero() && time.Since(k.swept) < sweepEvery {
		return
	}
	k.swept = time.Now()
	k.warn(ctx, k.engine.Sweep(ctx, k.swept), "the database could not be swept; it is tried again in an hour")
}

// tidy tidies and checks the file once a day. It checks the file immediately if Open has
// not.
func (k *housekeeping) tidy(ctx context.Context) {
	if time.Since(k.tidied) >= tidyEvery {
		k.tidied = time.Now()
		k.warn(ctx, k.engine.Tidy(ctx), "the database could not be tidied; it is tried again tomorrow")
	}
	if k.checked.IsZero() && k.engine.Checked() {
		k.checked = time.Now()
	}
	if time.Since(k.checked) < tidyEvery {
		return
	}
	k.checked = time.Now()
	if err := k.engine.Check(ctx); err != nil && ctx.Err() == nil {
		k.logger.Error("the database could not be checked, or is damaged", "error", err)
	}
}

// every calls do immediately and then after each interval, until ctx ends.
func every(ctx context.Context, interval time.Duration, do func()) {
	do()
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
