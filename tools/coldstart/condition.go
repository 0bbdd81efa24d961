package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"voicememo/tools/testkit/runtimeapi"
)

// condition is how much CPU the functions get, and when.
type condition struct {
	title  string
	begin  *share // while the process starts; nil: all there is
	answer *share // from the moment it asks for an event
}

// conditions lists them; eighth may be nil. Lambda gives a function CPU by its memory, 1,769 MB
// being a whole one ("Configure Lambda function memory"): 256 MB are about an
// eighth. While a function starts it gets more.
func conditions(eighth *share) []condition {
	list := []condition{{title: "all CPU there is"}}
	if eighth == nil {
		return list
	}
	return append(list,
		condition{title: "an eighth of a CPU from the first instruction", begin: eighth, answer: eighth},
		condition{title: "all CPU until it asks for an event, an eighth from then on", answer: eighth})
}

// start is one measured start.
type start struct {
	ready, answered, answer time.Duration // since the start; since the start; since the event
	cpu                     time.Duration // that all of it took
	peak                    int64         // bytes
}

// patience is how long one start may take.
const patience = 20 * time.Second

// once starts a function, asks it once and ends it.
func (c condition) once(ctx context.Context, f runtimeapi.Function, q question) (s start, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if c.begin != nil {
		f.Begin = c.begin.begin
	}
	p, err := runtimeapi.Start(f)
	if err != nil {
		return start{}, err
	}
	defer func() {
		err = errors.Join(err, p.Close())
		s.cpu = p.CPU()
	}()
	select {
	case <-p.Ready():
	case <-ctx.Done():
		return start{}, fmt.Errorf("it does not ask for an event: %w\n%s", ctx.Err(), p.Output())
	}
	s.ready = time.Since(p.Began)
	if c.answer != c.begin {
		if err := c.answer.take(p.Pid()); err != nil {
			return start{}, err
		}
	}
	asked := time.Now()
	said, err := p.Invoke(ctx, q.event(asked))
	s.answer, s.answered = time.Since(asked), time.Since(p.Began)
	if err != nil {
		return start{}, fmt.Errorf("%w\n%s", err, p.Output())
	}
	if err := q.answered(said); err != nil {
		return start{}, fmt.Errorf("%w\n%s", err, p.Output())
	}
	s.peak, err = p.PeakMemory()
	return s, err
}

// compare measures the contestants in turns, so that all of them meet the same
// neighbours on the machine, and prints a table.
func (c condition) compare(ctx context.Context, out io.Writer, contestants []contestant, rounds int) error {
	all := map[string][]start{}
	for round := range rounds + 1 {
		for _, who := range contestants {
			s, err := c.once(ctx, who.function, who.question)
			if err != nil {
				return fmt.Errorf("%s: %w", who.name, err)
			}
			if round > 0 { // the first one finds cold files
				all[who.name] = append(all[who.name], s)
			}
		}
	}
	return table(out, c.title, contestants, all)
}
