package app

import (
	"context"
	"sync"
	"time"

	"voicememo/family"
)

// sweeper is an engine that forgets nothing by itself: SQLite has no TTL.
type sweeper interface {
	Sweep(ctx context.Context, now time.Time) error
	Tidy(ctx context.Context) error
	EraseDeleted(ctx context.Context) error
}

// carrier is an engine on which memos follow their authors, and are counted, with a
// delay.
type carrier interface {
	CarryOn(ctx context.Context) (pending int, err error)
	CountMemos(ctx context.Context, most int) error
}

// How often the sweeper runs and due accounts are erased, the file is tidied, what was
// deleted is erased from it, and pending moves are carried on (where there are any, with
// the erasures).
const (
	sweepEvery = time.Hour
	tidyEvery  = 24 * time.Hour
	eraseEvery = time.Minute
	carryEvery = 5 * time.Minute
)

// keepTidy does at once and then regularly what the engine needs besides what
// people ask for, until ctx ends.
func (a *App) keepTidy(ctx context.Context, families *family.Service) {
	defer close(a.swept)
	switch engine := a.engine.(type) {
	case sweeper:
		var erasing sync.WaitGroup
		erasing.Go(func() {
			afterwards(ctx, eraseEvery, func() {
				a.erase(ctx, families)
				a.eraseDeleted(ctx, engine)
			})
		})
		defer erasing.Wait()
		lastTidy := time.Now().Add(sweepEvery - tidyEvery) // soon, for a server that is restarted every day
		every(ctx, sweepEvery, func() {
			a.erase(ctx, families)
			err := engine.Sweep(ctx, time.Now())
			if err == nil && time.Since(lastTidy) >= tidyEvery {
				err, lastTidy = engine.Tidy(ctx), time.Now()
			}
			if err != nil && ctx.Err() == nil {
				a.logger.Warn("the database could not be swept; it is tried again in an hour", "error", err)
			}
		})
	case carrier:
		every(ctx, carryEvery, func() {
			pending, err := engine.CarryOn(ctx)
			if err == nil || pending > 0 {
				a.sink.Pending(pending)
			}
			if err != nil && ctx.Err() == nil {
				a.logger.Warn("some memos could not follow their authors; it is tried again in five minutes", "error", err)
			}
			a.erase(ctx, families)
			if err := engine.CountMemos(ctx, a.Config.Limits.MaxMemos); err != nil && ctx.Err() == nil {
				a.logger.Warn("the memos of some families could not be counted; it is tried again in five minutes", "error", err)
			}
		})
	}
}

// erase erases the accounts whose time is over. What fails is tried again the next
// time.
func (a *App) erase(ctx context.Context, families *family.Service) {
	if err := families.EraseDue(ctx); err != nil && ctx.Err() == nil {
		a.logger.Warn("some accounts whose time is over could not be erased; the next run tries it again", "error", err)
	}
}

// eraseDeleted leaves nothing of what was deleted.
func (a *App) eraseDeleted(ctx context.Context, s sweeper) {
	if err := s.EraseDeleted(ctx); err != nil && ctx.Err() == nil {
		a.logger.Warn("what was deleted could not be erased from the database's files; it is tried again in a minute", "error", err)
	}
}

// every calls do at once and then after each interval, until ctx ends.
func every(ctx context.Context, interval time.Duration, do func()) {
	do()
	afterwards(ctx, interval, do)
}

// afterwards calls do after each interval, until ctx ends.
func afterwards(ctx context.Context, interval time.Duration, do func()) {
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
