package app

import (
	"context"
	"runtime/debug"
	"sync"
	"time"

	"voicememo/family"
	"voicememo/infra/sqlite"
	"voicememo/memo"
)

// fileEngine is an engine that keeps everything in a file: SQLite has no TTL, and this program
// maintains its file.
type fileEngine interface {
	Sweep(ctx context.Context, now time.Time) error
	Times(ctx context.Context) (sqlite.Times, error)
	NoteTimes(ctx context.Context, t sqlite.Times) error
	Redate(ctx context.Context, r sqlite.Redating) error
	Tidy(ctx context.Context) error
	Check(ctx context.Context) error
	Created() bool
	Checked() bool
	EraseDeleted(ctx context.Context) error
	RestoreRoom() (full bool)
}

// tableEngine is an engine that moves memos with their authors, and counts them, with a
// delay.
type tableEngine interface {
	ResumeMoves(ctx context.Context) (pending int, err error)
	CountMemos(ctx context.Context, most int) error
}

// How often expired data is deleted, the file is tidied and checked, due accounts and
// remnants of deleted data are erased, and pending moves are resumed.
const (
	sweepEvery  = time.Hour
	tidyEvery   = 24 * time.Hour
	eraseEvery  = time.Minute
	resumeEvery = 5 * time.Minute
	noteEvery   = 15 * time.Minute // the times of a doubted clock are stored this often
	noteTime    = 5 * time.Second  // storing them at the end may take this long
)

// maintain does the housekeeping of the engine immediately and then regularly, until ctx
// ends.
func (a *App) maintain(ctx context.Context, families *family.Service, memos *memo.Service) {
	debug.FreeOSMemory()                      // what only the start needed
	free := sync.OnceFunc(debug.FreeOSMemory) // what only the first round needed
	switch engine := a.engine.(type) {
	case fileEngine:
		k := housekeeping{App: a, engine: engine, families: families, memos: memos}
		k.tidied = time.Now().Add(sweepEvery - tidyEvery) // tidy within an hour, for a server that is restarted every day
		a.every(ctx, eraseEvery, func() { k.round(ctx); free() })
		k.note(context.WithoutCancel(ctx))
	case tableEngine:
		a.every(ctx, resumeEvery, func() {
			pending, err := engine.ResumeMoves(ctx)
			if err == nil || pending > 0 {
				a.sink.Pending(pending)
			}
			a.warn(ctx, err, "some memos could not follow their authors; it is tried again in five minutes")
			trusted := a.clock.trusted()
			if r, due := a.clock.correction(); due { // dates that are stored there stay
				a.clock.adopt(r.Times)
			}
			if trusted {
				a.warn(ctx, families.EraseDue(ctx), "some accounts whose time is over could not be erased; it is tried again in five minutes")
			}
			_, err = memos.ResumeWork(ctx)
			a.warn(ctx, err, "some changes of many memos could not be finished; it is tried again in five minutes")
			err = engine.CountMemos(ctx, a.Config.Limits.MaxMemos)
			a.warn(ctx, err, "the memos of some families could not be counted; it is tried again in five minutes")
			free()
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
	engine   fileEngine
	families *family.Service
	memos    *memo.Service

	tidied, checked time.Time     // when each was last done
	swept           time.Duration // likewise, as the time that the program had run; 0: never
	noted           time.Duration // how long the clock has stood, as stored in the engine
}

// round does what is due.
func (k *housekeeping) round(ctx context.Context) {
	trusted := k.clock.trusted()
	if settled := k.settle(ctx); trusted && settled {
		k.warn(ctx, k.families.EraseDue(ctx), "some accounts whose time is over could not be erased; it is tried again in a minute")
		k.sweep(ctx)
	}
	_, err := k.memos.ResumeWork(ctx)
	k.warn(ctx, err, "some changes of many memos could not be finished; it is tried again in a minute")
	k.tidy(ctx)
	k.warn(ctx, k.engine.EraseDeleted(ctx), "what was deleted could not be erased from the database's files; it is tried again in a minute")
	k.engine.RestoreRoom()
}

// settle corrects dates after jumps of the clock, and stores how long a doubted clock has
// stood. It reports whether dates are right.
func (k *housekeeping) settle(ctx context.Context) bool {
	if r, due := k.clock.correction(); due {
		if err := k.engine.Redate(ctx, r); err != nil {
			k.warn(ctx, err, "what was deleted before the clock was set could not be dated anew; it is tried again in a minute")
			return false
		}
		k.clock.adopt(r.Times)
		k.noted = r.Times.Stood
	}
	if stood := k.clock.times().Stood; stood-k.noted >= noteEvery || stood < k.noted {
		k.note(ctx)
	}
	return true
}

// note stores the times of the clock, from which the next start continues.
func (k *housekeeping) note(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, noteTime)
	defer cancel()
	times := k.clock.times()
	k.noted = times.Stood
	k.warn(ctx, k.engine.NoteTimes(ctx, times), "the time could not be stored; the next start continues from an earlier one")
}

func (k *housekeeping) sweep(ctx context.Context) {
	ran := max(k.clock.running(), 1)
	if k.swept > 0 && ran-k.swept < sweepEvery {
		return
	}
	k.swept = ran
	k.warn(ctx, k.engine.Sweep(ctx, k.clock.Steady()), "the database could not be swept; it is tried again in an hour")
	k.note(ctx)
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
