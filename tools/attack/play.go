package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
)

// place is a kind of program that an attack is played against.
type place string

// The places.
const (
	server        place = "server"         // serve --dev: its own sign-in, an unverified skill
	strictServer  place = "strict server"  // serve with an issuer and with verified Alexa requests
	webFunction   place = "web function"   // the bootstrap of web-lambda
	skillFunction place = "skill function" // the bootstrap of skill-lambda
)

// attack is one entry of the table.
type attack struct {
	name string
	what string // what the attack tries
	at   []place
	long bool // too long for the short form

	shares bool // may be played against a common place; see common
	play   func(*play)
}

// play is an attack under way at one place. It implements testing.TB, so that test kits
// can be used: a failure that they report is an attack that cannot be played. Attacks
// report with breach and the methods built on it.
type play struct {
	testing.TB // nil: the methods that kits use are below
	targets

	ctx    context.Context
	name   string
	at     place
	random *rand.Rand // not for use by several goroutines
	long   bool
	shares bool
	keeper *play // of the common place that is attacked; nil: the place is the attack's own

	mu       sync.Mutex
	cleanups []func()
	tries    int
	notes    []string
	secrets  []string
	logs     []func() string // of all processes that have run
	failures []error
}

// stopped is the value of the panic that ends an attack; the cause is in play.failures.
type stopped struct{}

// play plays an attack and returns what was tried. The error is the breach, or the reason
// why the attack could not be played.
func (t targets) play(ctx context.Context, a attack, at place, seed uint64, long bool) (tried string, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream := fnv.New64a()
	_, _ = stream.Write([]byte(a.name + "\n" + string(at))) // never fails
	random := rand.New(rand.NewPCG(seed, stream.Sum64()))   //nolint:gosec // not for secrets
	p := &play{targets: t, ctx: ctx, name: a.name, at: at, long: long, shares: a.shares && t.common != nil, random: random}
	p.during(func() { a.play(p) })
	p.finish()
	return p.tried(), errors.Join(p.failures...)
}

// during runs a step and recovers its panic.
func (p *play) during(step func()) {
	defer func() {
		switch r := recover().(type) {
		case nil, stopped:
		default:
			p.failed(fmt.Errorf("cannot be played: %v\n%s", r, debug.Stack()))
		}
	}()
	step()
}

// finish ends everything that runs, the newest first, and then checks the logs.
func (p *play) finish() {
	for _, end := range slices.Backward(p.cleanups) {
		p.during(end)
	}
	p.during(p.checkLogs)
}

// tried returns how much was tried.
func (p *play) tried() string {
	return strings.Join(append([]string{fmt.Sprintf("%d tries", p.tries)}, p.notes...), "; ")
}

// note adds a text to the result of tried.
func (p *play) note(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.notes = append(p.notes, fmt.Sprintf(format, args...))
}

// count counts a try.
func (p *play) count() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tries++
}

// some returns short or long, according to the form that is played.
func (p *play) some(short, long int) int {
	if p.long {
		return long
	}
	return short
}

// shortest is the minimum length in bytes of a secret, so that no log contains it by
// chance.
const shortest = 6

// secret records texts that must not be in any log.
func (p *play) secret(texts ...string) {
	if p.keeper != nil {
		p.keeper.secret(texts...)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, text := range texts {
		if len(text) >= shortest {
			p.secrets = append(p.secrets, text)
		}
	}
}

func (p *play) failed(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failures = append(p.failures, err)
}

// breach reports that the attack has succeeded, and ends it.
func (p *play) breach(format string, args ...any) {
	p.failed(fmt.Errorf(format, args...))
	panic(stopped{})
}

// must ends the attack as one that cannot be played if err is not nil.
func (p *play) must(err error) {
	if err != nil {
		p.Fatal(err)
	}
}

// together runs do n times at the same time and ends the attack if one of them has ended
// it.
func (p *play) together(n int, do func(i int)) {
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { p.during(func() { do(i) }) })
	}
	group.Wait()
	if len(p.failures) > 0 {
		panic(stopped{})
	}
}

// crash matches the traces of a fault of the program in a log.
var crash = regexp.MustCompile(`DATA RACE|panic|goroutine \d+ \[|status=5\d\d|"status":5\d\d`)

// crashWords has a word of everything that crash matches; searching for words is much
// faster.
var crashWords = []string{"DATA RACE", "panic", "goroutine ", "status=5", `"status":5`}

// checkLogs reports a secret or a crash in the log of anything that has run.
func (p *play) checkLogs() {
	for _, read := range p.logs {
		log := read()
		for _, secret := range p.secrets {
			if strings.Contains(log, secret) {
				p.breach("the log has the secret %q:\n%s", secret, excerpt(log, secret))
			}
		}
		if !slices.ContainsFunc(crashWords, func(word string) bool { return strings.Contains(log, word) }) {
			continue
		}
		if at := crash.FindString(log); at != "" {
			p.breach("the log tells of a crash:\n%s", excerpt(log, at))
		}
	}
}

// excerpt returns the part of a text around a word.
func excerpt(text, word string) string {
	const around = 2000
	at := strings.Index(text, word)
	return text[max(0, at-around):min(len(text), at+around)]
}

// The methods of testing.TB that kits use:

// Helper implements testing.TB.
func (p *play) Helper() {}

// Name implements testing.TB.
func (p *play) Name() string { return p.name }

// Context implements testing.TB.
func (p *play) Context() context.Context { return p.ctx }

// Cleanup implements testing.TB.
func (p *play) Cleanup(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cleanups = append(p.cleanups, f)
}

// TempDir implements testing.TB. The directory is removed with that of the targets.
func (p *play) TempDir() string {
	dir, err := os.MkdirTemp(p.dir, "play-")
	p.must(err)
	return dir
}

// Error implements testing.TB.
func (p *play) Error(args ...any) { p.failed(errors.New("cannot be played: " + fmt.Sprint(args...))) }

// Errorf implements testing.TB.
func (p *play) Errorf(format string, args ...any) { p.Error(fmt.Sprintf(format, args...)) }

// Fatal implements testing.TB.
func (p *play) Fatal(args ...any) {
	p.Error(args...)
	panic(stopped{})
}

// Fatalf implements testing.TB.
func (p *play) Fatalf(format string, args ...any) { p.Fatal(fmt.Sprintf(format, args...)) }
