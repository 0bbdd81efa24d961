package emf

import (
	"testing"

	"voicememo/tools/testkit/promised"
)

// TestPromisedMetrics: dashboards and alarms find the metrics, their namespace and their
// dimension.
func TestPromisedMetrics(t *testing.T) {
	t.Parallel()
	var offers []string
	for _, name := range names {
		offers = append(offers, Namespace+" "+name+" by "+environmentKey)
	}
	promised.Check(t, offers)
}
