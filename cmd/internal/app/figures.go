package app

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"voicememo/auth/loopback"
	"voicememo/cmd/internal/metrics"
	"voicememo/cmd/internal/metrics/prometheus"
	"voicememo/family"
	"voicememo/invite"
	"voicememo/memo"
)

const figuresPath = "/metrics"

// count begins to count what happens if --metrics-addr says where the figures are
// to be had.
func (a *App) count(ctx context.Context) (err error) {
	if a.sink = (metrics.Nobody{}); a.Config.MetricsAddr == "" {
		return nil
	}
	if a.figures, err = new(net.ListenConfig).Listen(ctx, "tcp", a.Config.MetricsAddr); err != nil {
		return &ConfigError{Flag: "metrics-addr", Problem: fmt.Sprintf("cannot be listened on: %v", err)}
	}
	if !loopback.Is(a.figures.Addr().String()) {
		a.logger.Warn("whoever reaches --metrics-addr reads the figures, for it has no sign-in; let nobody but the scraper reach it")
	}
	sink, mux := prometheus.New(), http.NewServeMux()
	mux.Handle("GET "+figuresPath, sink.Handler())
	a.sink, a.scraped = sink, &http.Server{
		Handler: mux, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(a.logger.Handler(), slog.LevelDebug),
	}
	return nil
}

// MetricsURL is where the figures are to be had; "": nowhere.
func (a *App) MetricsURL() string {
	if a.figures == nil {
		return ""
	}
	return "http://" + a.figures.Addr().String() + figuresPath
}

// counted is an engine whose calls are told to a sink.
type counted struct {
	Engine
	sink metrics.Sink
}

// Memos implements Engine.
func (c counted) Memos() memo.Store { return metrics.Memos(c.Engine.Memos(), c.sink) }

// Families implements Engine.
func (c counted) Families() family.Store { return metrics.Families(c.Engine.Families(), c.sink) }

// Invites implements Engine.
func (c counted) Invites() invite.Store { return metrics.Invites(c.Engine.Invites(), c.sink) }
