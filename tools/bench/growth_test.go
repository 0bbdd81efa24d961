package bench

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/plenty"
)

// seedTown is the size with which bigTown is compared. Its families are about as large as
// those of bigTown that are asked.
var seedTown = plenty.Town{Families: 10, Members: 4, Memos: 1000}

// growthPeople is how many people of a town send requests, each of another family if there
// are enough.
const growthPeople = 100

// growthRounds is how often each action is done in an iteration.
const growthRounds = 150

// BenchmarkGrowth measures the actions of people one at a time at the door of the web API,
// alternately with few memos and with a million: the 95th percentiles, and the median of
// their ratios in each iteration, so that other work on the machine in one of them does not
// count.
func BenchmarkGrowth(b *testing.B) {
	few, many := newGrown(b, seedTown), newGrown(b, bigTown)
	here, there := samples{}, samples{}
	ratios := map[string][]float64{}
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			f, m := samples{}, samples{}
			for round := range growthRounds {
				if round%2 == 0 { // neither is always the first
					few.live(b, f)
				}
				many.live(b, m)
				if round%2 == 1 {
					few.live(b, f)
				}
			}
			for _, action := range actions {
				ratios[action] = append(ratios[action], ratioOf(m[action], f[action], 0.95))
			}
			here.join(f)
			there.join(m)
		}
		noTime(b)
		b.ReportMetric(quantile(each(actions, func(action string) float64 { return quantile(ratios[action], 0.5) }), 1), "worst-ratio")
	})
	for _, action := range actions {
		b.Run(named(bigTown.Memos)+"/"+action, func(b *testing.B) {
			for b.Loop() { //nolint:revive // it was measured above, in turns with the others
			}
			noTime(b)
			b.ReportMetric(millis(quantile(there[action], 0.5)), "p50-ms")
			b.ReportMetric(millis(quantile(there[action], 0.95)), "p95-ms")
			b.ReportMetric(millis(quantile(here[action], 0.5)), "few-p50-ms")
			b.ReportMetric(millis(quantile(here[action], 0.95)), "few-p95-ms")
			b.ReportMetric(quantile(ratios[action], 0.5), "ratio")
			b.ReportMetric(ratioOf(there[action], here[action], 0.5), "p50-ratio")
			b.ReportMetric(quantile(ratios[action], 0.25), "ratio-q1")
			b.ReportMetric(quantile(ratios[action], 0.75), "ratio-q3")
		})
	}
}

// actions are what is measured, in this order.
var actions = []string{"add", "list", "edit", "delete", "join-check"}

// samples are the times of each action.
type samples map[string][]time.Duration

func (s samples) join(o samples) {
	for action, times := range o {
		s[action] = append(s[action], times...)
	}
}

// ratioOf compares a quantile of two samples.
func ratioOf(many, few []time.Duration, q float64) float64 {
	return quantile(many, q).Seconds() / quantile(few, q).Seconds()
}

// grown is a server with a town, and people of it.
type grown struct {
	*process
	people []person
	token  string // of an invitation
}

func newGrown(t testing.TB, town plenty.Town) *grown {
	t.Helper()
	g := &grown{process: served(t, built(t), filled(t, town), unreached...)}
	ordinary := town.Families - town.Large
	for i := range min(growthPeople, ordinary*town.Members) {
		family := town.Large + i%ordinary*max(1, ordinary/growthPeople)
		g.people = append(g.people, signIn(t, g.process, town, family, i/ordinary))
	}
	var invitation struct{ Link string }
	_, answer := g.call(t, g.people[0], "POST", "/api/family/invite-codes", "")
	must.OK(t, json.Unmarshal(answer, &invitation))
	_, g.token, _ = strings.Cut(invitation.Link, "#")
	return g
}

// live makes one person do everything once.
func (g *grown) live(t testing.TB, into samples) {
	t.Helper()
	one := g.people[1+rand.IntN(len(g.people)-1)]
	act := func(action, method, path, body string) []byte {
		began := time.Now()
		_, answer := g.call(t, one, method, path, body)
		into[action] = append(into[action], time.Since(began))
		return answer
	}
	var memo struct{ ID string }
	must.OK(t, json.Unmarshal(act("add", "POST", "/api/memos", content), &memo))
	act("list", "GET", "/api/memos", "")
	act("edit", "PUT", "/api/memos/"+memo.ID, `{"content":"牛乳を買う"}`)
	act("delete", "DELETE", "/api/memos/"+memo.ID, "")
	act("join-check", "POST", "/api/family/invitations/preview", `{"inviteToken":"`+g.token+`"}`)
}
