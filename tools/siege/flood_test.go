package siege

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/person"
	"voicememo/tools/testkit/plenty"
)

// asking is a request that an account repeats on each of its connections.
type asking struct {
	name, method string
	path         func(n int) string
	body         string
	stream       bool // the answer is closed after its first bytes
	limited      bool // some requests must be refused
	spend        bool // the account first uses up its limit
}

var (
	idle   = asking{name: "CPU", method: http.MethodGet, path: always("/healthz")}
	floods = []asking{
		{name: "writes", method: http.MethodPost, path: always("/api/memos"), body: memoBody, limited: true},
		{name: "searches", method: http.MethodGet, limited: true, path: func(n int) string {
			if n%8 == 0 {
				return "/api/export?format=json"
			}
			return fmt.Sprint("/api/memos?q=no+memo+has+", n)
		}},
		{name: "lists", method: http.MethodGet, path: always("/api/memos?limit=100")},
		{name: "streams", method: http.MethodGet, path: always("/api/events"), stream: true},
		{name: "refusals", method: http.MethodPut, path: always("/api/user/name"), body: `{"name":"Flood"}`, limited: true, spend: true},
	}
)

func always(path string) func(int) string { return func(int) string { return path } }

// scenario is the load while a person is measured: that of an account, or as many
// connections without one.
type scenario struct {
	name    string
	asks    []asking
	account bool
}

// scenarios are measured in turns. Everything, the load included, shares the CPUs of this
// machine. Rows named CPU show the cost of that alone: the same number of connections
// request, without an account, a route that needs neither a session nor the store. The
// program is responsible only for a row's ratio to the CPU row with as many connections.
func scenarios() []scenario {
	list := []scenario{{name: "alone"}, {name: "CPU", asks: []asking{idle}}}
	for _, a := range floods {
		list = append(list, scenario{a.name, []asking{a}, true})
	}
	return append(list, scenario{"CPU, as many as all", slices.Repeat([]asking{idle}, len(floods)), false}, scenario{"all of them together", floods, true})
}

// round is the measurement of a scenario in one round.
type round struct {
	lists, adds   []time.Duration
	done, refused int64
	took          time.Duration
	next          time.Duration // of the first list after the load
	resident      int64         // bytes of the server then
}

// connections is how many connections each kind of load has.
func connections() int { return some(2, 8) }

// TestFlood measures whether one account at full speed slows another person down, who
// lists and adds: in rounds of all scenarios, each with people of its own, because an
// account that has flooded is refused for a while. It checks what is answered and refused;
// the times are for a reader.
func TestFlood(t *testing.T) {
	list, rounds := scenarios(), number("SIEGE_ROUNDS", some(1, 7))
	w := newWorld(t, onSQLite)
	must.OK(t, w.start(t.Context()))
	var people, others []*person.Person
	for n := range rounds * len(list) {
		for kind, all := range map[string]*[]*person.Person{"person": &people, "flood": &others} {
			one, err := w.signIn(t.Context(), fmt.Sprint(kind, "-", n))
			must.OK(t, err)
			*all = append(*all, one)
		}
	}
	must.OK(t, w.stop())
	for n := range people {
		must.OK(t, plenty.Memos(t.Context(), w.data, models.UserID(people[n].ID), some(10, 100)))
		must.OK(t, plenty.Memos(t.Context(), w.data, models.UserID(others[n].ID), some(20, 2000)))
	}
	must.OK(t, w.startMeasured(t.Context()))
	results := make([][]round, len(list))
	for n := range people {
		people[n].Home, others[n].Home = w.server.URL, w.server.URL
		i := n % len(list)
		r, err := w.flooded(t.Context(), list[i], people[n], others[n])
		if err != nil {
			t.Fatalf("%s: %v", list[i].name, err)
		}
		if results[i] = append(results[i], r); r.resident > mostMemory {
			t.Errorf("%s: got %d MB afterwards, want %d at most", list[i].name, r.resident>>20, mostMemory>>20)
		}
	}
	showFlood(t, list, results)
}

// mostMemory is the most memory that the server may use, several times what it needs.
const mostMemory = 512 << 20

// flooded times one person during a scenario.
func (w *world) flooded(ctx context.Context, s scenario, one, other *person.Person) (r round, err error) {
	if !s.account {
		other = w.stranger()
	}
	for _, a := range s.asks {
		if err := a.use(ctx, other); err != nil {
			return r, err
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var done, refused atomic.Int64
	var group sync.WaitGroup
	errs := make(chan error, len(s.asks)*connections())
	for _, a := range s.asks {
		for lane := range connections() {
			group.Go(func() { errs <- a.repeat(ctx, other, lane, &done, &refused) })
		}
	}
	began := time.Now()
	err = r.live(ctx, one)
	limited := slices.ContainsFunc(s.asks, func(a asking) bool { return a.limited })
	only := slices.ContainsFunc(s.asks, func(a asking) bool { return !a.spend })
	for err == nil && (limited && refused.Load() == 0 || only && done.Load() == 0) && time.Since(began) < person.Patience {
		time.Sleep(time.Millisecond)
	}
	r.took, r.done, r.refused = time.Since(began), done.Load(), refused.Load()
	cancel()
	group.Wait()
	close(errs)
	for one := range errs {
		err = errors.Join(err, one)
	}
	began = time.Now()
	after := one.Send(w.t.Context(), http.MethodGet, "/api/memos", "")
	r.next = time.Since(began)
	size, failed := w.measure(w.t.Context())
	r.resident = size.resident
	if err = errors.Join(err, after.Into(&struct{}{}), failed); err == nil && ((r.refused > 0) != limited || only && r.done == 0) {
		err = fmt.Errorf("got %d answers and %d refusals", r.done, r.refused)
	}
	return r, err
}

// use uses up an account's limit if the load is to be refused.
func (a asking) use(ctx context.Context, by *person.Person) error {
	for range 1000 {
		if !a.spend {
			return nil
		}
		if got := by.Send(ctx, a.method, a.path(0), a.body); got.Err != nil || got.Status == http.StatusTooManyRequests {
			return got.Err
		}
	}
	return errors.New("the account is never refused")
}

// repeat sends requests on one connection until ctx ends.
func (a asking) repeat(ctx context.Context, by *person.Person, lane int, done, refused *atomic.Int64) error {
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	own := by.Copy()
	own.Through = transport
	for n := lane; ctx.Err() == nil; n += connections() {
		path := a.path(n)
		var got person.Answer
		if a.stream {
			got = hello(ctx, own, path)
		} else {
			got = own.Send(ctx, a.method, path, a.body)
		}
		switch {
		case ctx.Err() != nil:
			return nil
		case got.Status == http.StatusTooManyRequests:
			refused.Add(1)
		case got.Err != nil || got.Status >= http.StatusBadRequest:
			return &person.Error{Answer: got}
		default:
			done.Add(1)
		}
	}
	return nil
}

// hello opens a stream and closes it after its first bytes.
func hello(ctx context.Context, by *person.Person, path string) (got person.Answer) {
	res, err := by.Open(ctx, http.MethodGet, path, "")
	if err != nil {
		return person.Answer{Err: err}
	}
	defer func() { _ = res.Body.Close() }()
	if _, err = res.Body.Read(make([]byte, 64)); errors.Is(err, io.EOF) {
		err = nil // the server has closed it for newer streams
	}
	return person.Answer{Status: res.StatusCode, Err: err}
}

// live makes a person read their list and add to it, with rests. The adds of a round reach
// no limit.
func (r *round) live(ctx context.Context, one *person.Person) error {
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	one.Through = transport
	timed := func(into *[]time.Duration, method, body string) error {
		time.Sleep(5 * time.Millisecond)
		began := time.Now()
		got := one.Send(ctx, method, "/api/memos", body)
		*into = append(*into, time.Since(began))
		if got.Err != nil || got.Status >= http.StatusMultipleChoices {
			return &person.Error{Answer: got}
		}
		return nil
	}
	for n := range some(4, 400) {
		if err := timed(&r.lists, http.MethodGet, ""); err != nil {
			return err
		}
		if n%4 == 0 {
			if err := timed(&r.adds, http.MethodPost, memoBody); err != nil {
				return err
			}
		}
	}
	return nil
}

// showFlood prints the table. Its numbers are medians over the rounds, so that a round in
// which the machine had other work does not count.
func showFlood(t *testing.T, list []scenario, results [][]round) {
	table := newTable(t, "beside", "done/s", "refused/s", "list p50", "p95", "to alone", "to CPU", "add p50", "p95", "to alone", "to CPU", "next list", "resident")
	for i, s := range list {
		cells := []any{s.name, fmt.Sprintf("%.0f", over(results[i], func(r round) float64 { return float64(r.done) / r.took.Seconds() })),
			fmt.Sprintf("%.0f", over(results[i], func(r round) float64 { return float64(r.refused) / r.took.Seconds() }))}
		for _, times := range []func(round) []time.Duration{func(r round) []time.Duration { return r.lists }, func(r round) []time.Duration { return r.adds }} {
			at := func(rounds []round, part float64) float64 {
				return over(rounds, func(r round) float64 {
					sorted := slices.Sorted(slices.Values(times(r)))
					return float64(sorted[int(part*float64(len(sorted)-1))]) / float64(time.Millisecond)
				})
			}
			high, against := at(results[i], 0.95), ""
			if cpu := slices.IndexFunc(list, func(other scenario) bool { return !other.account && len(other.asks) == len(s.asks) }); s.account && cpu >= 0 {
				against = fmt.Sprintf("%.1f", high/at(results[cpu], 0.95))
			}
			cells = append(cells, fmt.Sprintf("%.1f ms", at(results[i], 0.5)), fmt.Sprintf("%.1f ms", high), fmt.Sprintf("%.1f", high/at(results[0], 0.95)), against)
		}
		cells = append(cells, fmt.Sprintf("%.1f ms", over(results[i], func(r round) float64 { return float64(r.next) / float64(time.Millisecond) })),
			fmt.Sprintf("%.0f MB", over(results[i], func(r round) float64 { return float64(r.resident) / (1 << 20) })))
		table.add(cells...)
	}
}

// over returns the median of a metric over the rounds.
func over(rounds []round, metric func(round) float64) float64 {
	var all []float64
	for _, r := range rounds {
		all = append(all, metric(r))
	}
	slices.Sort(all)
	return all[len(all)/2]
}
