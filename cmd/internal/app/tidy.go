package app

import (
	"context"
	"time"

	"voicememo/family"
)

// sweeper is an engine that forgets nothing by itself: SQLite has no TTL.
type sweeper interface {
	Sweep(ctx context.Context, now time.Time) error
	Tidy(ctx context.Context) error
}

// carrier is an engine on which memos follow their authors with a delay.
type carrier interface {
	CarryOn(ctx context.Context) (pending int, err error)
}

// How often the sweeper runs and due accounts are erased, the file is tidied, and
// pending moves are carried on (where there are any, with the erasures).
const (
	sweepEvery = time.Hour
	tidyEvery  = 24 * time.Hour
	carryEvery = 5 * time.Minute
)

// keepTidy does at once and then regularly what the engine needs besides what
// people ask for, until ctx ends.
func (a *App) keepTidy(ctx context.Context, families *family.Service) {
	defer close(a.swept)
	switch engine := a.engine.(type) {
	case sweeper:
		lastTidy := time.Now()
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

// every calls do at once and then after each interval, until ctx ends.
func every(ctx context.Context, interval time.Duration, do func()) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		do()
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
