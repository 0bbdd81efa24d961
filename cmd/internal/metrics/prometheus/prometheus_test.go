package prometheus_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"voicememo/cmd/internal/metrics/prometheus"
	"voicememo/cmd/internal/version"
)

// TestFailures: failures of this program are also counted separately; those of callers are
// not.
func TestFailures(t *testing.T) {
	s := prometheus.New()
	for _, status := range []int{200, 404, 499, 500, 503} {
		s.Request(http.MethodGet, "/api/memos", status, 0)
	}
	for _, outcome := range []string{"ok", "not_found", "internal", "unavailable"} {
		s.Turn("AddMemoIntent", outcome, 0)
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for _, line := range []string{`voicememo_build_info{version="` + version.String() + `"} 1`, "voicememo_request_failures_total 2\n", "voicememo_turn_failures_total 2\n"} {
		if !strings.Contains(w.Body.String(), "\n"+line) {
			t.Errorf("got no %s in %s", line, w.Body)
		}
	}
}
