package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// measure asks every question over both protocols and prints the results. ok reports that
// no difference was found or, with control, every one.
func (w *world) measure(ctx context.Context, out io.Writer, all []question, rounds int, control bool) (ok bool, err error) {
	need := map[kind]int{}
	most := 0
	for _, q := range all {
		need[q.kind] += 2 * q.accounts(rounds)
		most = max(most, need[q.kind])
	}
	began := time.Now()
	if err := w.populate(ctx, most); err != nil {
		return false, err
	}
	if err := sleep(ctx, time.Until(w.over)); err != nil {
		return false, err
	}
	race, err := dial(ctx, w.home)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, race.close()) }()
	_, _ = fmt.Fprintf(out, "%d accounts have signed in after %s\n%s\n", most, time.Since(began).Round(time.Second), heading)
	ok = true
	for _, q := range all {
		found, err := w.settle(ctx, out, q, rounds, race)
		if err != nil {
			return false, fmt.Errorf("%s: %w", q.name, err)
		}
		ok = ok && found == control
	}
	_, _ = fmt.Fprintf(out, "%s in all\n", time.Since(began).Round(time.Second))
	return ok, nil
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// settle asks one question over both protocols and prints a line for each comparison.
// found reports whether one of them differs.
func (w *world) settle(ctx context.Context, out io.Writer, q question, rounds int, race *connection) (found bool, err error) {
	apart, err := w.askAll(ctx, q, rounds, w.askEach)
	if err != nil {
		return false, err
	}
	together, err := w.askAll(ctx, q, rounds, func(ctx context.Context, attempts []attempt) ([]answer, error) {
		return race.race(ctx, attempts, w.random.Perm(len(attempts)))
	})
	if err != nil {
		return false, err
	}
	for i, option := range q.options[1:] {
		c := compare(apart.took[0], apart.took[i+1], w.random)
		d := compareOrder(together.took[0], together.took[i+1], together.firsts[i+1], w.random)
		show(out, q.name, q.options[0].name, option.name, "HTTP/1.1 time", c)
		show(out, q.name, q.options[0].name, option.name, "HTTP/2 order", d)
		found = found || c.found() || d.found()
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
	return allowed[q.kind]
}

// accounts returns how many accounts a number of rounds needs.
func (q question) accounts(rounds int) int {
	return (rounds + q.turns() - 1) / q.turns() * len(q.options)
}

// askAll asks a question in n rounds. In each, every option is tried once, by an account of
// its own; accounts take turns with the options.
func (w *world) askAll(ctx context.Context, q question, n int, send func(context.Context, []attempt) ([]answer, error)) (samples, error) {
	s := samples{took: make([][]time.Duration, len(q.options)), firsts: make([]int, len(q.options))}
	if err := w.invite(ctx); err != nil {
		return samples{}, err
	}
	var group []account
	for round := range n {
		if round%q.turns() == 0 {
			var err error
			if group, err = w.group(ctx, q); err != nil {
				return samples{}, err
			}
		}
		attempts := make([]attempt, len(q.options))
		for i, o := range q.options {
			attempts[i] = attempt{by: group[(i+round)%len(group)], path: q.path, body: o.body(w), status: o.status}
		}
		answers, err := send(ctx, attempts)
		if err != nil {
			return samples{}, err
		}
		for i, a := range answers {
			if q.options[i].status == http.StatusNotFound && !bytes.Equal(a.body, answers[0].body) {
				return samples{}, fmt.Errorf("%s and %s are answered with different words", q.options[0].name, q.options[i].name)
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
func (w *world) group(ctx context.Context, q question) ([]account, error) {
	from := w.next[q.kind]
	w.next[q.kind] += len(q.options)
	group := w.accounts[from : from+len(q.options)]
	if !q.refused {
		return group, nil
	}
	for _, by := range group {
		for range allowed[q.kind] {
			if _, err := w.ask(ctx, attempt{by: by, path: q.path, body: q.options[0].body(w), status: http.StatusNotFound}); err != nil {
				return nil, err
			}
		}
	}
	return group, nil
}

// heading names the columns of show.
var heading = fmt.Sprintf("%-36s %-18s %-13s %5s %9s %9s  %-22s %5s %6s %7s  %s",
	"question", "options", "by", "n", "first", "second", "difference (95 %)", "AUC", "z", "p", "verdict")

// show prints a comparison. AUC is the probability that the second option is slower.
func show(out io.Writer, name, first, second, by string, c comparison) {
	verdict := "nothing found"
	if c.found() {
		verdict = "FOUND"
	}
	interval := fmt.Sprintf("%s (%s to %s)", us(c.medians[1]-c.medians[0]), us(c.low), us(c.high))
	_, _ = fmt.Fprintf(out, "%-36s %-18s %-13s %5d %9s %9s  %-22s %5.3f %6.2f %7.2g  %s\n",
		name, first+", "+second, by, c.n, us(c.medians[0])+" µs", us(c.medians[1])+" µs", interval, c.auc, c.z, c.p, verdict)
}

// us returns a time in microseconds.
func us(d time.Duration) string { return fmt.Sprintf("%.0f", float64(d.Nanoseconds())/1000) }
