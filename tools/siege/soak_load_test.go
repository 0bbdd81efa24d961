package siege

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"voicememo/tools/testkit/person"
)

// load makes many people listen to their events, and as many write and read. No request
// may fail, and afterwards the server must be as small as before.
type load struct {
	*world
	people   []*person.Person
	open     chan struct{} // one value for each stream that has begun
	heard    chan struct{} // one for each that had a change notification
	notified atomic.Int64
}

const (
	streamsPerPerson = 8 // the server closes the oldest of more than ten
	mostOwnMemos     = 50
	// Afterwards the server may use this much more than before. Its heap shrinks with a
	// garbage collection, which the Go runtime runs at least every two minutes.
	restGoroutines = 10
	restHeap       = 64 << 20
	restPatience   = 4 * time.Minute
)

func runLoad(ctx context.Context, w *world, more func(steps int) bool) (string, error) {
	l := &load{world: w}
	if err := l.startMeasured(ctx); err != nil {
		return "", err
	}
	for n := range some(5, 60) {
		one, err := l.signIn(ctx, fmt.Sprint("Busy ", n))
		if err != nil {
			return "", err
		}
		l.people = append(l.people, one)
	}
	before, err := l.measure(ctx)
	if err != nil {
		return "", err
	}
	during, err := l.work(ctx, more)
	if err != nil {
		return "", fmt.Errorf("%w: load: %w", errBroken, err)
	}
	after, err := l.rest(ctx, before)
	return fmt.Sprintf("%d people with %d streams; %d change notifications, no error; goroutines %d, %d, %d; resident %d, %d, %d MB (before, during, after)",
		len(l.people), cap(l.open), l.notified.Load(), before.goroutines, during.goroutines, after.goroutines,
		before.resident>>20, during.resident>>20, after.resident>>20), err
}

// work makes all people listen, and write and read while more returns true. It returns
// the server's size meanwhile.
func (l *load) work(ctx context.Context, more func(int) bool) (during size, err error) {
	listening, stop := context.WithCancel(ctx)
	defer stop()
	n := len(l.people) * streamsPerPerson
	l.open, l.heard = make(chan struct{}, n), make(chan struct{}, n)
	var streams sync.WaitGroup
	errs := make(chan error, n)
	for i := range n {
		// The server limits the streams of each address.
		streams.Go(func() {
			errs <- l.listen(listening, l.people[i%len(l.people)], fmt.Sprintf("10.1.%d.%d", i/200, i%200))
		})
	}
	if err := all(l.open, errs); err != nil {
		return size{}, err
	}
	err = together(len(l.people), func(i int) error { return l.use(ctx, l.people[i], i, more) })
	if err == nil {
		err = all(l.heard, errs)
	}
	if err == nil {
		during, err = l.measure(ctx)
	}
	stop()
	streams.Wait()
	close(errs)
	for one := range errs {
		err = errors.Join(err, one)
	}
	return during, err
}

// all waits until the channel has sent one value for each stream (its capacity), or for
// the first error.
func all(come <-chan struct{}, errs <-chan error) error {
	late := time.After(person.Patience)
	for n := 0; n < cap(come); {
		select {
		case <-come:
			n++
		case err := <-errs:
			if err != nil {
				return err
			}
		case <-late:
			return fmt.Errorf("got %d of %d streams so far, want all", n, cap(come))
		}
	}
	return nil
}

// listen reads the events of a person until ctx ends.
func (l *load) listen(ctx context.Context, by *person.Person, address string) error {
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	own := by.Copy()
	own.Through = transport
	res, err := own.Open(ctx, http.MethodGet, "/api/events", "", "X-Forwarded-For: "+address)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("events: status %d", res.StatusCode)
	}
	lines, notified := bufio.NewScanner(res.Body), 0
	for lines.Scan() {
		switch lines.Text() {
		case "event: hello":
			l.open <- struct{}{}
		case "event: changed":
			l.notified.Add(1)
			if notified++; notified == 1 {
				l.heard <- struct{}{}
			}
		}
	}
	if ctx.Err() == nil {
		return fmt.Errorf("a stream ended: %w", lines.Err())
	}
	return nil
}

// use writes, reads and deletes as a person while more returns true.
func (l *load) use(ctx context.Context, by *person.Person, n int, more func(int) bool) error {
	for step := 0; step < 2 || more(step); step++ {
		answers := []person.Answer{adding(ctx, by, fmt.Sprintf("busy%dm%d", n, step))}
		for _, path := range []string{"/api/memos", "/api/me", "/api/memos?q=busy"} {
			answers = append(answers, by.Send(ctx, http.MethodGet, path, ""))
		}
		if step%mostOwnMemos == mostOwnMemos-1 {
			for _, path := range []string{"/api/memos", "/api/memos?deleted=true"} {
				answers = append(answers, by.Send(ctx, http.MethodDelete, path, ""))
			}
		}
		for _, a := range answers {
			if a.Err != nil || a.Status >= http.StatusMultipleChoices {
				return &person.Error{Answer: a}
			}
		}
	}
	return nil
}

// rest waits until the server is as small as before.
func (l *load) rest(ctx context.Context, before size) (after size, err error) {
	l.through.CloseIdleConnections()
	for end := time.Now().Add(restPatience); ; time.Sleep(100 * time.Millisecond) {
		if after, err = l.measure(ctx); err != nil {
			return after, err
		}
		if after.goroutines <= before.goroutines+restGoroutines && after.heap <= before.heap+restHeap {
			return after, nil
		}
		if time.Now().After(end) {
			return after, fmt.Errorf("%w: load: size before %+v, long after %+v", errBroken, before, after)
		}
	}
}
