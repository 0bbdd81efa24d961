package prometheus_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"voicememo/cmd/internal/metrics/prometheus"
	"voicememo/invite"
	"voicememo/tools/testkit/promised"
)

// TestPromisedMetrics: dashboards and alerts find the names and labels of metrics.
func TestPromisedMetrics(t *testing.T) {
	t.Parallel()
	s := prometheus.New()
	s.Request(http.MethodGet, "/api/memos", http.StatusOK, time.Second)
	s.Turn("AddMemoIntent", "ok", time.Second)
	s.StoreCall("memos", "Add", "ok", time.Second)
	s.Join(invite.Web, "joined")
	s.Count("PushSent", 1)
	failed, ahead := true, time.Second
	s.Machine(func() prometheus.Machine {
		return prometheus.Machine{
			Checks: map[string]bool{"disk": true}, CertificateEnds: time.Unix(1, 0), ClockAhead: &ahead, DiskFree: 1, DatabaseSize: 1,
			BackedUp: time.Unix(1, 0), BackupFailed: &failed,
		}
	})
	s.Log(func() int64 { return 0 })
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	var offers []string
	for _, line := range regexp.MustCompile(`(?m)^(voicememo_\w+)(?:\{(.*)\})? `).FindAllStringSubmatch(w.Body.String(), -1) {
		labels := regexp.MustCompile(`(\w+)="[^"]*"`).ReplaceAllString(line[2], "$1")
		if labels == "le" || strings.HasSuffix(labels, ",le") {
			continue // a bucket; its histogram has _sum and _count as well
		}
		offers = append(offers, strings.TrimSuffix(line[1]+"{"+labels+"}", "{}"))
	}
	promised.Check(t, offers)
}
