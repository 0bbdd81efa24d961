// Package jointest makes a random walk through the life of a deployment and compares it
// with an exact model: people and Echos sign up, write, invite, guess, ask, join, leave,
// are disabled and come back, while time passes. After each step the engine and the
// services must agree with the model. RunProperty works with any engine.
package jointest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
)

// The length of a walk and its seed. Environment variables can set others for a long run.
const (
	defaultSteps = 500
	quickSteps   = 150 // with go test -short
	quickSeed    = 4   // with which quickSteps steps include every kind
	defaultSeed  = 1
	stepsVar     = "MEMOTEST_JOIN_STEPS"
	seedVar      = "MEMOTEST_JOIN_SEED"
	// thorough is after how many steps everything is compared, not only the families that
	// the step concerned.
	thorough = 75
)

// RunProperty makes a walk on a fresh engine. Each failure names the seed and the step. A
// walk with the default length and seed must include every kind of step. Each of watch is
// called with the world at the beginning, and the function that it returns after each step.
func RunProperty(t *testing.T, mk familytest.Maker, watch ...func(*familytest.World) (after func())) {
	steps, seed := defaultSteps, defaultSeed
	if testing.Short() {
		steps, seed = quickSteps, quickSeed
	}
	steps, seed = setting(t, stepsVar, steps), setting(t, seedVar, seed)
	r := newRun(t, mk, seed)
	var after []func()
	for _, f := range watch {
		after = append(after, f(r.World))
	}
	for r.step = 1; r.step <= steps; r.step++ {
		r.Advance(time.Duration(1+r.rand.IntN(2000)) * time.Millisecond)
		r.one()
		for _, f := range after {
			f()
		}
		if r.step%thorough == 0 || r.step == steps {
			r.checkAll()
		}
	}
	r.report()
	if os.Getenv(stepsVar) == "" && os.Getenv(seedVar) == "" {
		r.checkDeeds()
	}
}

func setting(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s is %q, want a positive number", name, text)
	}
	return n
}

// run is one walk: the world under test and its model.
type run struct {
	*familytest.World
	*model
	rand   *rand.Rand
	seed   int
	step   int
	doing  string
	serial int
	counts map[string]int // of each step's outcomes
	made   map[string]bool
	deeds  []deed
}

func newRun(t *testing.T, mk familytest.Maker, seed int) *run {
	r := &run{
		World: familytest.NewWorld(t, mk), model: newModel(), seed: seed, counts: map[string]int{}, made: map[string]bool{},
		rand: rand.New(rand.NewPCG(uint64(seed), 7)), //nolint:gosec // repeatable on purpose
	}
	r.Freeze()
	var key [32]byte
	copy(key[:], fmt.Sprint("joining ", seed))
	source := rand.NewChaCha8(key)
	r.Families.Rand, r.Invites.Rand = source, source
	r.Families.NewID = func() models.FamilyID { return models.FamilyID(r.name("family")) }
	r.deeds = r.allDeeds()
	return r
}

// name returns a name that is unique in the walk.
func (r *run) name(prefix string) string {
	r.serial++
	return fmt.Sprint(prefix, "-", r.serial)
}

// deed is a kind of step and its weight in the random choice.
type deed struct {
	name   string
	weight int
	do     func()
}

// one makes one random step.
func (r *run) one() {
	deeds := r.choice()
	sum := 0
	for _, d := range deeds {
		sum += d.weight
	}
	n := r.rand.IntN(sum)
	for _, d := range deeds {
		if n -= d.weight; n < 0 {
			r.doing = d.name
			d.do()
			return
		}
	}
}

// choice lists the steps that may come next. With go test -short every third is one that
// the walk has not made yet.
func (r *run) choice() []deed {
	if testing.Short() && r.step%3 == 0 {
		if left := r.left(); len(left) > 0 {
			return left
		}
	}
	return r.deeds
}

// left lists the steps that the walk has not made.
func (r *run) left() []deed {
	return slices.DeleteFunc(slices.Clone(r.deeds), func(d deed) bool { return r.made[d.name] })
}

// fail ends the walk.
func (r *run) fail(format string, args ...any) {
	r.T.Helper()
	r.T.Fatalf("step %d of seed %d (%s): %s", r.step, r.seed, r.doing, fmt.Sprintf(format, args...))
}

// outcome names how a call ended: "ok", or the code and the reason of the refusal.
func outcome(err error) string {
	if err == nil {
		return "ok"
	}
	e := models.AsError(err)
	return string(e.Code) + "/" + string(e.Reason)
}

// want checks that the outcome of a call is one of want, and counts it. It reports whether
// the call succeeded.
func (r *run) want(err error, want ...string) bool {
	r.T.Helper()
	got := outcome(err)
	if !slices.Contains(want, got) {
		r.fail("got %v, want %v", err, want)
	}
	r.count(got)
	return err == nil
}

// wantEntry is want for a call that returns an Entry, whose outcomes are "joined" and
// "asked" instead of "ok".
func (r *run) wantEntry(entry models.Entry, err error, want ...string) string {
	r.T.Helper()
	got := outcome(err)
	if err == nil {
		got = joined
		if entry.Asked() {
			got = asked
		}
	}
	if !slices.Contains(want, got) {
		r.fail("got %s (%+v, %v), want %v", got, entry, err, want)
	}
	r.count(got)
	return got
}

// count counts an outcome of the present step.
func (r *run) count(outcome string) {
	r.counts[r.doing+" "+outcome]++
	r.made[r.doing] = true
}

// checkDeeds checks that no step was left out.
func (r *run) checkDeeds() {
	r.T.Helper()
	for _, d := range r.left() {
		r.T.Errorf("got a walk of %d steps by seed %d without %q, want every step: try other seeds", r.step-1, r.seed, d.name)
	}
}

// report logs how often each step had each outcome.
func (r *run) report() {
	r.T.Logf("seed %d: %d steps, %d accounts are left of %d, %d families, %d memos",
		r.seed, r.step-1, len(r.alive), len(r.accounts), len(r.homes()), len(r.notes))
	keys := make([]string, 0, len(r.counts))
	for key := range r.counts {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		r.T.Logf("%7d %s", r.counts[key], key)
	}
}

// pick returns one of several; ok is false if there is none.
func pick[T any](r *run, from []T) (one T, ok bool) {
	if len(from) == 0 {
		return one, false
	}
	return from[r.rand.IntN(len(from))], true
}

// chance returns true with a probability of percent.
func (r *run) chance(percent int) bool { return r.rand.IntN(100) < percent }
