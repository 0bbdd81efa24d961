package siege

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
)

// part is one of the kinds of test that a soak runs.
type part struct {
	name   string
	weight map[string]int // share of the time, by engine; an absent engine is not used
	short  map[string]int // how much the short form does
	flags  []string
	run    func(ctx context.Context, w *world, more func(done int) bool) (summary string, err error)
}

var parts = []part{
	{"kills", map[string]int{onSQLite: 30, onDynamo: 20}, map[string]int{onSQLite: 4, onDynamo: 2}, unlimited, runKills},
	{"faults", map[string]int{onDynamo: 20}, map[string]int{onDynamo: 2}, unlimited, runFaults},
	{"contention", map[string]int{onSQLite: 10, onDynamo: 10}, map[string]int{onSQLite: 4, onDynamo: 2}, unlimited, runContention},
	{"load", map[string]int{onSQLite: 10}, map[string]int{onSQLite: 2}, unlimited, runLoad},
}

// TestSoak runs the parts one after the other, each on an empty store of its own. At the
// first invariant that does not hold the part fails, and its data are kept.
func TestSoak(t *testing.T) {
	results := newTable(t, "part", "engine", "took", "done")
	kills, whole := number("SIEGE_KILLS", 0), time.Duration(0)
	if value := os.Getenv("SIEGE_SOAK"); value != "" || long {
		if value == "" {
			value = "10m"
		}
		var err error
		whole, err = time.ParseDuration(value)
		must.OK(t, err)
	}
	for _, engine := range []string{onSQLite, onDynamo} {
		for _, p := range parts {
			if p.weight[engine] == 0 || kills > 0 && p.name != "kills" {
				continue
			}
			t.Run(p.name+"/"+engine, func(t *testing.T) {
				w := newWorld(t, engine, p.flags...)
				began := time.Now()
				end := began.Add(whole * time.Duration(p.weight[engine]) / 100)
				summary, err := p.run(t.Context(), w, func(done int) bool {
					switch {
					case kills > 0:
						return done < kills
					case whole > 0:
						return time.Now().Before(end)
					}
					return done < p.short[engine]
				})
				results.add(p.name, engine, time.Since(began).Round(time.Second), fmt.Sprintf("%d requests, %s", w.asked.Load(), summary))
				must.OK(t, err)
			})
		}
	}
}

// crew is several pods that use one world.
type crew struct {
	*world
	pods   []*pod
	counts counts
}

func newCrew(w *world, excused func(answer) bool) *crew {
	c := &crew{world: w}
	for n := range some(4, 16) {
		p := newPod(n, &c.counts)
		p.excused = excused
		c.pods = append(c.pods, p)
	}
	return c
}

// each calls do for all pods at the same time.
func (c *crew) each(do func(*pod) error) error {
	errs := make([]error, len(c.pods))
	_ = together(len(c.pods), func(i int) error { errs[i] = do(c.pods[i]); return nil })
	return errors.Join(errs...)
}

// serve starts the server, which must be ready immediately.
func (c *crew) serve(ctx context.Context) error {
	if err := c.start(ctx); err != nil {
		return fmt.Errorf("%w: %w", errBroken, err)
	}
	for _, p := range c.pods {
		p.at(c.server.URL)
	}
	if ready := c.stranger().Send(ctx, "GET", "/readyz", ""); ready.Err != nil || ready.Status != 200 {
		return fmt.Errorf("%w: /readyz after the start: %d %w", errBroken, ready.Status, ready.Err)
	}
	return nil
}

// signIn makes the people of all pods.
func (c *crew) signIn(ctx context.Context) error {
	return c.each(func(p *pod) error { return p.signIn(ctx, c.stranger) })
}

// settle compares what the people of all pods see with what they should see.
func (c *crew) settle(ctx context.Context) error {
	return c.each(func(p *pod) error { return p.settle(ctx) })
}

// summary returns what was done.
func (c *crew) summary() string {
	n := &c.counts
	return fmt.Sprintf("%d operations, %d refused as they must be; %d of unknown outcome (%d had happened, %d had not), %d adds repeated; %d pods compared",
		n.done.Load(), n.refusals.Load(), n.happened.Load()+n.not.Load(), n.happened.Load(), n.not.Load(), n.repeated.Load(), n.compared.Load())
}

// runFaults makes the pods work while a share of the program's calls to DynamoDB fails,
// and compares all pods with their models after each round.
func runFaults(ctx context.Context, w *world, more func(rounds int) bool) (string, error) {
	const faultyShare = 0.12
	// The program may report that the store is unavailable, but must answer every
	// request.
	c := newCrew(w, func(a answer) bool { return a.Err == nil })
	for _, p := range c.pods {
		// A write that the store has done without an answer already exists when the
		// program retries it.
		p.added = []int{201, 200}
	}
	err := errors.Join(c.serve(ctx), c.signIn(ctx))
	rounds := 0
	for ; err == nil && more(rounds) && ctx.Err() == nil; rounds++ {
		c.faults.fail(faultyShare)
		err = c.each(func(p *pod) error { return p.run(ctx, some(5, 25)) }) // fewer if an outcome is unknown
		c.faults.fail(0)
		if err == nil {
			err = errors.Join(c.quiet(ctx), c.settle(ctx))
		}
	}
	sum, faulty, calls := 0, []string(nil), c.faults.callCounts()
	for _, kind := range faultKinds {
		faulty = append(faulty, fmt.Sprintf("%d %s", calls[kind], kind))
		sum += calls[kind]
	}
	return fmt.Sprintf("%s; %d rounds; of %d calls of DynamoDB %d faulty (%s)", c.summary(), rounds, sum+calls[none], sum, strings.Join(faulty, ", ")), err
}
