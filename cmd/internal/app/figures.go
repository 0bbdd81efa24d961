package app

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"voicememo/auth"
	"voicememo/cmd/internal/metrics"
	"voicememo/cmd/internal/metrics/accesses"
	"voicememo/cmd/internal/metrics/prometheus"
	"voicememo/family"
	"voicememo/invite"
	"voicememo/memo"
)

const figuresPath = "/metrics"

// startMetrics starts collecting metrics if --metrics-addr is set.
func (a *App) startMetrics(ctx context.Context) (err error) {
	if a.sink = (metrics.Nobody{}); a.Config.MetricsAddr == "" {
		return nil
	}
	if a.figures, err = new(net.ListenConfig).Listen(ctx, "tcp", a.Config.MetricsAddr); err != nil {
		return listenError("metrics-addr", err)
	}
	sink, mux := prometheus.New(), http.NewServeMux()
	mux.Handle("GET "+figuresPath, withToken(a.Config.MetricsToken, sink.Handler()))
	a.sink, a.scraped = sink, &http.Server{
		Handler: mux, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(a.logger.Handler(), slog.LevelDebug),
	}
	return nil
}

// withToken lets those pass who show a token (RFC 6750); "": everyone, who can only be
// on this machine.
func withToken(token string, next http.Handler) http.Handler {
	if token == "" {
		return next
	}
	want := sha256.Sum256([]byte(token)) // hashes compare in the same time at any length
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		scheme, shown, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		got := sha256.Sum256([]byte(shown))
		if !strings.EqualFold(scheme, "Bearer") || subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "This takes the token of --metrics-token-file.", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
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

// Access implements Engine.
func (c counted) Access() auth.Store { return accesses.Timed(c.Engine.Access(), c.sink) }

// Invites implements Engine.
func (c counted) Invites() invite.Store { return metrics.Invites(c.Engine.Invites(), c.sink) }
