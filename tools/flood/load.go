package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// kind is a request that an account repeats on each of its connections.
type kind struct {
	name string
	next func(n int) request
	// stream: the answer is closed after its first bytes.
	stream bool
	// spend: the account first uses up its limit.
	spend bool
}

// The kinds of load.
var (
	idle   = kind{name: "CPU", next: func(int) request { return request{http.MethodGet, "/healthz", ""} }}
	writes = kind{name: "writes", next: func(n int) request {
		return request{http.MethodPost, "/api/memos", fmt.Sprintf(`{"content":"memo %d of a flood"}`, n)}
	}}
	searches = kind{name: "searches", next: func(n int) request {
		if n%8 == 0 {
			return request{http.MethodGet, "/api/export?format=json", ""}
		}
		return request{http.MethodGet, fmt.Sprintf("/api/memos?q=no+memo+has+%d", n), ""}
	}}
	lists   = kind{name: "lists", next: func(int) request { return request{http.MethodGet, "/api/memos?limit=100", ""} }}
	streams = kind{name: "streams", stream: true, next: func(int) request { return request{http.MethodGet, "/api/events", ""} }}
	refused = kind{name: "refusals", spend: true, next: func(int) request {
		return request{http.MethodPut, "/api/user/name", `{"name":"Flood"}`}
	}}
)

// scenario is the load while a person is measured.
type scenario struct {
	name  string
	kinds []kind // each on connections of its own
	by    bool   // an account asks, not a browser that is not signed in
}

// scenarios returns the scenarios, which are measured in turns.
func scenarios(s settings) []scenario {
	all := []kind{writes, searches, lists, streams, refused}
	var many []kind
	for range all {
		many = append(many, idle)
	}
	list := []scenario{{name: "alone"}, {name: fmt.Sprintf("CPU, %d connections", s.connections), kinds: many[:1]}}
	for _, k := range all {
		list = append(list, scenario{k.name, []kind{k}, true})
	}
	list = append(list,
		scenario{name: fmt.Sprintf("CPU, %d connections", s.connections*len(all)), kinds: many},
		scenario{"all of them together", all, true})
	return slices.DeleteFunc(list, func(one scenario) bool { return one.by && !strings.HasPrefix(one.name, s.only) })
}

// counts are the answers to a load.
type counts struct{ done, refused atomic.Int64 }

// flood begins a scenario's load. end ends it and returns its errors.
func (w *world) flood(ctx context.Context, s scenario, by account) (answers *counts, end func() error, err error) {
	if !s.by {
		by = account{}
	}
	for _, k := range s.kinds {
		if !k.spend {
			continue
		}
		if err := w.spend(ctx, by, k); err != nil {
			return nil, nil, err
		}
	}
	answers = new(counts)
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	errs := make(chan error, len(s.kinds)*w.given.connections)
	for _, k := range s.kinds {
		for lane := range w.given.connections {
			group.Go(func() { errs <- w.repeat(ctx, k, by, lane, answers) })
		}
	}
	return answers, func() error {
		cancel()
		group.Wait()
		close(errs)
		var all []error
		for err := range errs {
			all = append(all, err)
		}
		return errors.Join(all...)
	}, nil
}

// spend uses up an account's limit.
func (w *world) spend(ctx context.Context, by account, k kind) error {
	if w.given.writes == 0 {
		return nil
	}
	for n := range 10 * defaultWrites {
		status, _, err := w.ask(ctx, http.DefaultClient, by, k.next(n))
		if err != nil || status == http.StatusTooManyRequests {
			return err
		}
	}
	return errors.New("the account is never refused")
}

// repeat sends requests on one connection until ctx ends.
func (w *world) repeat(ctx context.Context, k kind, by account, lane int, answers *counts) error {
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	for n := lane + 1; ctx.Err() == nil; n += w.given.connections {
		status, err := w.once(ctx, client, k, by, n)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return fmt.Errorf("%s: %w", k.name, err)
		case status == http.StatusTooManyRequests:
			answers.refused.Add(1)
		case status >= http.StatusBadRequest:
			return fmt.Errorf("%s: status %d", k.name, status)
		default:
			answers.done.Add(1)
		}
	}
	return nil
}

// once sends one request.
func (w *world) once(ctx context.Context, client *http.Client, k kind, by account, n int) (status int, err error) {
	if !k.stream {
		status, _, err = w.ask(ctx, client, by, k.next(n))
		return status, err
	}
	res, err := w.send(ctx, client, by, k.next(n))
	if err != nil {
		return 0, err
	}
	_, err = res.Body.Read(make([]byte, 64)) // hello
	if errors.Is(err, io.EOF) {
		err = nil // the server has closed it for newer streams
	}
	return res.StatusCode, errors.Join(err, res.Body.Close())
}
