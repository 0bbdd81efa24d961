package app

import (
	"context"
	"log/slog"
	"time"
)

// sweeper is an engine that forgets nothing by itself: SQLite has no TTL.
type sweeper interface {
	Sweep(ctx context.Context, now time.Time) error
	Tidy(ctx context.Context) error
}

// How often the sweeper runs, and the file is tidied.
const (
	sweepEvery = time.Hour
	tidyEvery  = 24 * time.Hour
)

// keepTidy sweeps at once and then every hour, until ctx ends.
func (a *App) keepTidy(ctx context.Context, logger *slog.Logger) {
	defer close(a.swept)
	s, ok := a.engine.(sweeper)
	if !ok {
		return
	}
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for lastTidy := time.Now(); ; {
		err := s.Sweep(ctx, time.Now())
		if err == nil && time.Since(lastTidy) >= tidyEvery {
			err, lastTidy = s.Tidy(ctx), time.Now()
		}
		if err != nil && ctx.Err() == nil {
			logger.Warn("the database could not be swept; it is tried again in an hour", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
