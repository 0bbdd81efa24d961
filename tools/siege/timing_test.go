package siege

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/person"
)

// timing is a running program with accounts that make attempts.
type timing struct {
	*world
	past
	random *rand.Rand

	accounts []*person.Person
	next     map[kind]int     // by kind, the first account that has all attempts left
	owners   []*person.Person // each issues invitations
	digits   []string         // live ones
	tokens   []string         // of live links
}

// kind is the kind by which an account's attempts are counted.
type kind int

// The kinds.
const (
	byLink kind = iota
	byDigits
	byNumber
)

// free is how many wrong attempts of a kind an account can make before it must wait
// (package invite, limits.go).
var free = map[kind]int{byLink: 20, byDigits: 3, byNumber: 20}

// issuing is how many families have a live invitation.
const issuing = 8

// TestTiming tries to learn from the time the program takes to refuse a guess whether four
// digits belong to an invitation, or a number to an Echo: many accounts try live, expired,
// used and unknown values in interleaved rounds.
//
// Each comparison is made twice: with one request at a time over HTTP/1.1, by the
// Mann-Whitney U test of the times; and with one request of each kind in the same write on
// one HTTP/2 connection, by the sign test of the order in which the answers arrive,
// because noise of the machine affects both alike.
//
// The short form checks the statuses and the bodies of all answers. The long form also
// fails if a difference is found, or if none is found between requests that are known to
// differ.
func TestTiming(t *testing.T) {
	results := newTable(t, "question", "options", "by", "n", "first", "second", "AUC", "z", "verdict")
	w := &timing{world: newWorld(t, onSQLite, unlimited...), random: rand.New(rand.NewPCG(seed(), 2)), next: map[kind]int{}}
	must.OK(t, w.prepare(t.Context(), w.data, 5*time.Second))
	must.OK(t, w.start(t.Context()))
	rounds, need, most := number("SIEGE_ROUNDS", some(2, 1200)), map[kind]int{}, 0
	for _, q := range questions {
		need[q.kind] += 2 * q.accounts(rounds)
		most = max(most, need[q.kind])
	}
	for i := range most + issuing {
		one, err := w.signIn(t.Context(), fmt.Sprint("person-", i))
		must.OK(t, err)
		w.accounts = append(w.accounts, one)
	}
	w.owners, w.accounts = w.accounts[:issuing], w.accounts[issuing:]
	time.Sleep(time.Until(w.over)) // until what was to expire has expired
	race, err := dial(t.Context(), w.server.URL)
	must.OK(t, err)
	defer func() { _ = race.close() }()
	for _, q := range questions {
		found, err := w.settle(t.Context(), results, q, rounds, race)
		if err != nil {
			t.Fatalf("%s: %v", q.name, err)
		}
		if long && found != q.differs {
			t.Errorf("%s: found a difference: %t, want %t", q.name, found, q.differs)
		}
	}
}

// settle asks one question over both protocols and adds a row for each comparison. found
// reports whether one of them differs.
func (w *timing) settle(ctx context.Context, results *table, q question, rounds int, race *connected) (found bool, err error) {
	apart, err := w.askAll(ctx, q, rounds, w.askEach)
	if err != nil {
		return false, err
	}
	together, err := w.askAll(ctx, q, rounds, func(ctx context.Context, attempts []attempt) ([]reaction, error) {
		return race.race(ctx, attempts, w.random.Perm(len(attempts)))
	})
	if err != nil {
		return false, err
	}
	for i, option := range q.options[1:] {
		for by, c := range map[string]comparison{
			"HTTP/1.1 time": compare(apart.took[0], apart.took[i+1]), "HTTP/2 order": compareOrder(together.took[0], together.took[i+1], together.firsts[i+1]),
		} {
			verdict := "nothing found"
			if c.found() {
				verdict, found = "FOUND", true
			}
			results.add(q.name, q.options[0]+", "+option, by, c.n, c.medians[0].Round(time.Microsecond), c.medians[1].Round(time.Microsecond),
				fmt.Sprintf("%.3f", c.auc), fmt.Sprintf("%.2f", c.z), verdict)
		}
	}
	return found, nil
}

// samples are the answers to a question.
type samples struct {
	took   [][]time.Duration // by option
	firsts []int             // by option: how often the first option's answer came before its own
}

// refusedRounds is how many rounds a group over the limit makes before another one
// replaces it: few enough for the shortest wait, which is 30 seconds.
const refusedRounds = 50

// turns returns how many rounds the same accounts can make.
func (q question) turns() int {
	if q.refused {
		return refusedRounds
	}
	return free[q.kind]
}

// accounts returns how many accounts a number of rounds needs.
func (q question) accounts(rounds int) int {
	return int(math.Ceil(float64(rounds)/float64(q.turns()))) * len(q.options)
}

// askAll asks a question in n rounds. In each, every option is tried once, by an account of
// its own; accounts take turns with the options.
func (w *timing) askAll(ctx context.Context, q question, n int, send func(context.Context, []attempt) ([]reaction, error)) (samples, error) {
	s := samples{took: make([][]time.Duration, len(q.options)), firsts: make([]int, len(q.options))}
	if err := w.invite(ctx); err != nil {
		return samples{}, err
	}
	var group []*person.Person
	for round := range n {
		if round%q.turns() == 0 {
			var err error
			if group, err = w.group(ctx, q); err != nil {
				return samples{}, err
			}
		}
		attempts := make([]attempt, len(q.options))
		for i := range q.options {
			attempts[i] = w.attempt(q, i, group[(i+round)%len(group)])
		}
		answers, err := send(ctx, attempts)
		if err != nil {
			return samples{}, err
		}
		for i, a := range answers {
			if !q.refused && !q.differs && a.body != answers[0].body {
				return samples{}, fmt.Errorf("%s and %s are answered with different words", q.options[0], q.options[i])
			}
			s.took[i] = append(s.took[i], a.took)
			if answers[0].rank < a.rank {
				s.firsts[i]++
			}
		}
	}
	return s, nil
}

// group takes as many accounts as a question has options. They have all attempts left or,
// for a question over the limit, none.
func (w *timing) group(ctx context.Context, q question) ([]*person.Person, error) {
	from := w.next[q.kind]
	w.next[q.kind] += len(q.options)
	group := w.accounts[from : from+len(q.options)]
	if !q.refused {
		return group, nil
	}
	allowed := q
	allowed.refused = false
	for _, by := range group {
		for range free[q.kind] {
			if _, err := w.ask(ctx, w.attempt(allowed, 0, by)); err != nil {
				return nil, err
			}
		}
	}
	return group, nil
}

// invite makes each owner show its invitation, the live one or a new one.
func (w *timing) invite(ctx context.Context) error {
	w.digits, w.tokens = nil, nil
	for _, o := range w.owners {
		made := o.Send(ctx, http.MethodPost, "/api/family/invite-codes", "")
		_, token, ok := strings.Cut(made.Text("link"), "#")
		if made.Status != http.StatusCreated || len(made.Text("code")) != 4 || !ok {
			return errors.Join(errors.New("an owner has got no digits or no link"), &person.Error{Answer: made})
		}
		w.digits, w.tokens = append(w.digits, made.Text("code")), append(w.tokens, token)
	}
	return nil
}

// ask sends an attempt over HTTP/1.1.
func (w *timing) ask(ctx context.Context, a attempt) (reaction, error) {
	began := time.Now()
	got := a.by.Send(ctx, http.MethodPost, a.path, a.body)
	took := time.Since(began)
	if got.Err != nil || got.Status != a.status {
		return reaction{}, fmt.Errorf("want %d: %w", a.status, &person.Error{Answer: got})
	}
	return reaction{took: took, body: got.Body}, nil
}

// askEach sends attempts one after the other.
func (w *timing) askEach(ctx context.Context, attempts []attempt) ([]reaction, error) {
	answers := make([]reaction, len(attempts))
	for _, i := range w.random.Perm(len(attempts)) {
		var err error
		if answers[i], err = w.ask(ctx, attempts[i]); err != nil {
			return nil, err
		}
	}
	return answers, nil
}
