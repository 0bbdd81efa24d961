package app

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"
	"time"

	"voicememo/cmd/internal/metrics"
	"voicememo/cmd/internal/metrics/prometheus"
	"voicememo/infra/sqlite"
	"voicememo/internal/loopback"
)

const metricsPath = "/metrics"

// startMetrics starts collecting metrics if --metrics-addr is set.
func (a *App) startMetrics(ctx context.Context) (err error) {
	if a.sink = (metrics.Discard{}); a.Config.MetricsAddr == "" {
		return nil
	}
	if a.metrics, err = a.listen(ctx, a.Config.MetricsAddr); err != nil {
		return listenError("metrics-addr", err)
	}
	sink, mux := prometheus.New(), http.NewServeMux()
	sink.Machine(a.machineMetrics)
	sink.Log(a.log.Dropped)
	mux.Handle("GET "+metricsPath, withToken(a.Config.MetricsToken, sink.Handler()))
	a.sink, a.observe = sink, metrics.Calls(sink)
	a.open(a.metrics, a.smallServer(mux, 30*time.Second), false)
	return nil
}

// machineMetrics returns what the metrics say of this machine.
func (a *App) machineMetrics() prometheus.Machine {
	m := prometheus.Machine{Checks: a.reporter.Passed(), DiskFree: -1}
	if leaf, _ := a.certificate(); leaf != nil {
		m.CertificateEnds = leaf.NotAfter
	}
	if ahead, known := a.watch.Ahead(); known {
		m.ClockAhead = &ahead
	}
	if a.Config.Store == "sqlite" {
		room, known := sqlite.RoomOf(a.Config.Data)
		if m.DatabaseSize = room.Size; known {
			m.DiskFree = room.Free
		}
	}
	if !a.Config.backsUp() {
		return m
	}
	found, err := LookForBackups(a.Config.Data)
	if err != nil {
		a.logger.Warn("the notes of the backups cannot be read", "error", err)
		return m
	}
	failed := !found.Failed.IsZero()
	m.BackedUp, m.BackupFailed = found.Last, &failed
	return m
}

// withToken lets only requests with the token (RFC 6750) pass. "": those of this machine
// under a name of its own, because the page of another site can have a name that resolves to
// this machine (DNS rebinding).
func withToken(token string, next http.Handler) http.Handler {
	if token == "" {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !loopback.Is(r.Host) {
				http.Error(w, "This address answers only as localhost.", http.StatusMisdirectedRequest)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
	want := sha256.Sum256([]byte(token)) // hashes compare in the same time at any length
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		scheme, shown, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		got := sha256.Sum256([]byte(shown))
		if !strings.EqualFold(scheme, "Bearer") || subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "This address requires the token of --metrics-token-file.", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// MetricsURL returns the address of the metrics; "": they are not served.
func (a *App) MetricsURL() string {
	if a.metrics == nil {
		return ""
	}
	return "http://" + a.metrics.Addr().String() + metricsPath
}
