package scale

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Assumptions that the page names.
const (
	days, peak      = 30.4, 5.0           // days of a month; the busiest minute of a day over the mean minute
	stored          = 3956.0              // memos of a family after a year
	memoBytes       = 420.0               // of a memo in the table, and again in the index
	personBytes     = 4500.0              // of a family's other items
	transfer        = 516e3               // bytes to a family's pages in a day
	logged          = 770.0               // bytes of the log of a call
	turn, web, live = 0.045, 0.025, 0.030 // seconds of a turn, a web request, and a call of the live function
	scheduled       = 52_531.0            // calls in a month by the schedules, of 0.025 s at 0.25 GB
	dueRead         = 542_822.0           // RCU that they read
)

// line is one line of a month's bill. Its amount is fixed + each for a family.
type line struct {
	what, unit                 string
	dollars, free, fixed, each float64
}

func bill(calls map[string]float64, all units) []line {
	million, called := days/1e6, calls["voice"]+calls["web"]+calls["live"]
	gb := (stored*memoBytes*2 + personBytes) / 1e9
	return []line{
		{"DynamoDB, writes", "million units", 0.625, 0, 0, million * all.sum(1)},
		{"DynamoDB, reads", "million units", 0.125, 0, dueRead / 1e6, million * all.sum(0)},
		{"DynamoDB, storage", "GB", 0.25, 25, 0, gb},
		{"DynamoDB, point-in-time recovery", "GB", 0.20, 0, 0, gb},
		{"HTTP API", "million requests", 1.00, 0, 0, million * calls["web"]},
		{"WebSocket API, connected", "million minutes", 0.25, 0, 0, million * 60},
		{"WebSocket API, messages", "million", 1.00, 0, 0, million * (40*2 + 32)}, // hello and its answer; hints
		{"Lambda, calls", "million", 0.20, 1, scheduled / 1e6, million * called},
		{"Lambda, time on arm64", "million GB-seconds", 13.3334, 0.4, scheduled * 0.025 * 0.25 / 1e6,
			million * (calls["voice"]*turn*0.25 + calls["web"]*web*0.5 + calls["live"]*live*0.25)},
		{"data transfer to the Internet", "GB", 0.09, 100, 0, days * transfer / 1e9},
		{"CloudWatch, logs written", "GB", 0.50, 5, scheduled * logged / 1e9, days * called * logged / 1e9},
		{"CloudWatch, logs kept 90 days", "GB", 0.03, 0, 0, 90 * called * logged * 0.15 / 1e9}, // compressed
		{"CloudWatch, alarms", "metric", 0.10, 10, 32, 0},
		{"Secrets Manager, secrets", "secret", 0.40, 0, 5, 0},
		{"Secrets Manager, reads", "10,000", 0.05, 0, 0, days * calls["web"] * 0.02 * 2 / 1e4}, // two at a cold start
		{"KMS", "10,000 requests", 0.03, 2, days * 24 * 12 * 5 * 3 / 1e4, 0},
	}
}

// of returns what a line costs n families.
func (l line) of(n float64) float64 { return max(0, l.fixed+n*l.each-l.free) * l.dollars }

// limit is a limit, and how much of it one family uses at the peak.
type limit struct {
	what        string
	quota, each float64
}

func limits(calls map[string]float64, all units) []limit {
	second := peak / 86400
	atOnce := second * (calls["voice"]*turn + calls["web"]*web + calls["live"]*live)
	read := 0.0 // of the busiest table or index
	for _, u := range all {
		read = max(read, second*u[0])
	}
	return []limit{
		{"HTTP API of the template, requests a second", 100, second * calls["web"]},
		{"Lambda, a new account, executions at once", 10, atOnce},
		{"WebSocket API of the template, connections and messages a second", 100, second * 120},
		{"digits that admit at the same time", 10, second * 0.01 * 300},
		{"WebSocket API, the account, new connections a second", 500, second * 40},
		{"DynamoDB, a new table, RCU a second", 12_000, read},
		{"HTTP API, the account, requests a second", 10_000, second * calls["web"]},
		{"DynamoDB, one table, RCU a second", 40_000, read},
		{"Lambda, executions at once", 1_000, atOnce},
	}
}

// TestPage checks that docs/scaling.md has the rows that are measured and computed here.
// The rows are logged, to be copied there.
func TestPage(t *testing.T) {
	rows, calls, all := measured(t)
	english, sizes := message.NewPrinter(language.English), []float64{1, 100, 10_000, 1_000_000} // families
	total := make([]float64, len(sizes))
	for _, l := range bill(calls, all) {
		r := fmt.Sprintf("| %s | %v | %s | %v | %.3g |", l.what, l.dollars, l.unit, l.free, l.each)
		for i, n := range sizes {
			total[i] += l.of(n)
			r += english.Sprintf(" %.2f |", l.of(n))
		}
		rows = append(rows, r)
	}
	together := "| **together** | | | | |"
	for _, dollars := range total {
		together += english.Sprintf(" %.2f |", dollars)
	}
	rows = append(rows, together)
	for _, l := range limits(calls, all) {
		n := l.quota / l.each
		unit := math.Pow(10, math.Floor(math.Log10(n))-1)
		rows = append(rows, english.Sprintf("| %s | %.0f | %.2g | %.0f |", l.what, l.quota, l.each, math.Round(n/unit)*unit))
	}
	raw, err := os.ReadFile("../../docs/scaling.md")
	for _, r := range rows {
		if err != nil || !strings.Contains(string(raw), "\n"+r) {
			t.Errorf("docs/scaling.md lacks the row (%v)\n%s", err, r)
		}
	}
	t.Log("\n" + strings.Join(rows, "\n"))
}
