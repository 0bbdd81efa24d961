package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/program"
)

// load makes many people listen to their events, and as many write and read. No request
// may fail, and afterwards the server must be as small as before.
type load struct {
	engine   *engine
	server   *program.Server
	metrics  string
	people   []account
	asked    atomic.Int64
	notified atomic.Int64

	before, during, after size
}

// size is the server's use of the machine.
type size struct {
	goroutines int
	heap       int64 // bytes
	resident   int64 // bytes
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

// run loads the server with this many people while more returns true.
func (l *load) run(ctx context.Context, people int, more func() bool) (err error) {
	at, err := freeAddress()
	if err != nil {
		return err
	}
	l.metrics = "http://" + at + "/metrics"
	if l.server, err = l.engine.start(ctx, "--metrics-addr", at); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.server.Stop()) }()
	for n := range people {
		cookie, err := devsignin.SignIn(ctx, l.server.URL, fmt.Sprint("Busy ", n))
		if err != nil {
			return err
		}
		l.people = append(l.people, account{cookie: cookie})
	}
	if l.before, err = l.measure(ctx); err != nil {
		return err
	}
	if err := l.work(ctx, more); err != nil {
		return fmt.Errorf("%w: load: %w", errBroken, err)
	}
	return l.rest(ctx)
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// work makes all people listen, and write and read while more returns true.
func (l *load) work(ctx context.Context, more func() bool) error {
	listening, stop := context.WithCancel(ctx)
	defer stop()
	var streams sync.WaitGroup
	errs := make(chan error, len(l.people)*(streamsPerPerson+1))
	open := make(chan struct{}, len(l.people)*streamsPerPerson)  // one for each stream that has begun
	heard := make(chan struct{}, len(l.people)*streamsPerPerson) // one for each that had a change notification
	for i, by := range l.people {
		for n := range streamsPerPerson {
			streams.Go(func() { errs <- l.listen(listening, by, fmt.Sprintf("10.1.%d.%d", i, n), open, heard) })
		}
	}
	if err := all(open, errs); err != nil {
		return err
	}
	var clients sync.WaitGroup
	for i, by := range l.people {
		clients.Go(func() { errs <- l.use(ctx, by, i, more) })
	}
	clients.Wait()
	err := all(heard, errs)
	if err == nil {
		l.during, err = l.measure(ctx)
	}
	stop()
	streams.Wait()
	close(errs)
	for one := range errs {
		err = errors.Join(err, one)
	}
	return err
}

// all waits until the channel has sent one value for each stream (its capacity), or for
// the first error.
func all(come <-chan struct{}, errs <-chan error) error {
	late := time.After(patience)
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

// listen reads the events of a person until ctx ends, with a forwarded address of the
// person's own, because the server limits the streams of each address.
func (l *load) listen(ctx context.Context, by account, address string, open, heard chan<- struct{}) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.server.URL+"/api/events", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Cookie", by.cookie)
	req.Header.Set("X-Forwarded-For", address)
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	res, err := transport.RoundTrip(req)
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
			open <- struct{}{}
		case "event: changed":
			l.notified.Add(1)
			if notified++; notified == 1 {
				heard <- struct{}{}
			}
		}
	}
	if ctx.Err() == nil {
		return fmt.Errorf("a stream ended: %w", lines.Err())
	}
	return nil
}

// use writes, reads and deletes as a person while more returns true.
func (l *load) use(ctx context.Context, by account, n int, more func() bool) error {
	client := newClient(&l.asked)
	client.at(l.server.URL)
	defer client.http.CloseIdleConnections()
	for step := 0; step < 2 || more(); step++ {
		asks := []request{
			adding(fmt.Sprintf("busy%dm%d", n, step)), {method: http.MethodGet, path: "/api/memos"},
			{method: http.MethodGet, path: "/api/me"}, {method: http.MethodGet, path: "/api/memos?q=busy"},
		}
		if step%mostOwnMemos == mostOwnMemos-1 {
			asks = []request{{method: http.MethodDelete, path: "/api/memos"}, {method: http.MethodDelete, path: "/api/memos?deleted=true"}}
		}
		for _, ask := range asks {
			if a := client.ask(ctx, by, ask); a.err != nil || a.status >= http.StatusMultipleChoices {
				return fmt.Errorf("%s %s: %w", ask.method, ask.path, failedError{a})
			}
		}
	}
	return nil
}

// rest waits until the server is as small as before.
func (l *load) rest(ctx context.Context) error {
	for end := time.Now().Add(restPatience); ; {
		var err error
		if l.after, err = l.measure(ctx); err != nil {
			return err
		}
		if l.after.goroutines <= l.before.goroutines+restGoroutines && l.after.heap <= l.before.heap+restHeap {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("%w: load: size before %+v, long after %+v", errBroken, l.before, l.after)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// measure returns the server's size.
func (l *load) measure(ctx context.Context) (size, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.metrics, nil)
	if err != nil {
		return size{}, err
	}
	transport := &http.Transport{DisableKeepAlives: true}
	res, err := transport.RoundTrip(req)
	if err != nil {
		return size{}, err
	}
	defer func() { _ = res.Body.Close() }()
	values := map[string]float64{}
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		if name, value, ok := strings.Cut(lines.Text(), " "); ok {
			values[name], _ = strconv.ParseFloat(value, 64)
		}
	}
	s := size{int(values["go_goroutines"]), int64(values["go_memstats_heap_inuse_bytes"]), int64(values["process_resident_memory_bytes"])}
	if s.goroutines == 0 || s.heap == 0 {
		return size{}, errors.New("the metrics lack those of the Go runtime")
	}
	return s, nil
}

// summary returns what was done.
func (l *load) summary() string {
	return fmt.Sprintf("%d people with %d streams; %d requests, %d change notifications, no error; goroutines %d, %d, %d; resident %d, %d, %d MB (before, during, after)",
		len(l.people), len(l.people)*streamsPerPerson, l.asked.Load(), l.notified.Load(),
		l.before.goroutines, l.during.goroutines, l.after.goroutines,
		l.before.resident>>20, l.during.resident>>20, l.after.resident>>20)
}
