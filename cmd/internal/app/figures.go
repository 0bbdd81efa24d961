package app

import (
	"context"

	"voicememo/cmd/internal/metrics"
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
	return &ConfigError{Flag: "metrics-addr", Problem: "is not in this build"}
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
