package emf

import (
	"flag"
	"testing"

	"voicememo/tools/testkit/promised"
)

var update = flag.Bool("update", false, "add what is new to testdata/promised.txt")

// TestPromisedMetrics: dashboards and alarms find the metrics, their namespace and their
// dimension.
func TestPromisedMetrics(t *testing.T) {
	t.Parallel()
	var offers []string
	for _, name := range names {
		offers = append(offers, Namespace+" "+name+" by "+environmentKey)
	}
	promised.Check(t, offers, *update)
}
