package bench

import (
	"encoding/json"
	"net/url"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/plenty"
)

// longTown is one family with a long list.
var longTown = plenty.Town{Families: 1, Members: 1, Memos: 10_000}

// searches are words that few memos have, words that none has, and a text for which every pass
// is made.
var searches = map[string]string{"few": "0000", "none": "宇宙船", "passes": "宇宙船と三つの spare tires"}

// searchesAtOnce is how many searches one measurement of the CPU time covers: the kernel
// counts it in hundredths of a second.
const searchesAtOnce = 20

// BenchmarkSearch measures a search through the whole list of a family with 10,000 memos at
// the door of the web API: its time, the CPU time of the program and its requests, because
// a list that is searched in parts has several.
func BenchmarkSearch(b *testing.B) {
	p := served(b, built(b), filled(b, longTown), unreached...)
	one := signIn(b, p, longTown, 0, 0)
	for _, name := range []string{"few", "none", "passes"} {
		b.Run(name, func(b *testing.B) {
			var times []time.Duration
			var cpus []float64
			var requests, hits int
			for b.Loop() {
				before := p.cpu(b)
				for range searchesAtOnce {
					began := time.Now()
					requests, hits = p.search(b, one, searches[name])
					times = append(times, time.Since(began))
				}
				cpus = append(cpus, millis(p.cpu(b)-before)/searchesAtOnce)
			}
			noTime(b)
			b.ReportMetric(quantile(times, 0.5).Seconds()*1000, "ms")
			b.ReportMetric(millis(quantile(times, 0.95)), "p95-ms")
			b.ReportMetric(quantile(cpus, 0.5), "cpu-ms")
			b.ReportMetric(float64(requests), "requests")
			b.ReportMetric(float64(hits), "found")
		})
	}
}

// search searches a person's list to its end.
func (p *process) search(t testing.TB, one person, words string) (requests, found int) {
	t.Helper()
	cursor := ""
	for {
		var list struct {
			Memos      []struct{ ID string }
			NextCursor string
		}
		_, answer := p.call(t, one, "GET", "/api/memos?limit=100&q="+url.QueryEscape(words)+cursor, "")
		must.OK(t, json.Unmarshal(answer, &list))
		requests, found = requests+1, found+len(list.Memos)
		if list.NextCursor == "" {
			return requests, found
		}
		cursor = "&cursor=" + url.QueryEscape(list.NextCursor)
	}
}
