package siege

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log"
	"maps"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"voicememo/infra/dynamo"
)

// proxy stands between the program and the DynamoDB engine. It causes faults that the
// engine never has, and knows when no call is on its way to the engine.
type proxy struct {
	url string

	to   string
	http *http.Client

	mu     sync.Mutex
	rand   *rand.Rand
	share  float64 // of calls that are faulty
	active map[net.Conn]bool
	counts map[fault]int
}

// fault is what happens to a call.
type fault string

const (
	none        fault = "none"
	delayed     fault = "delayed"
	lostBefore  fault = "reset before"
	lostAfter   fault = "reset after"
	errorBefore fault = "500 before"
	errorAfter  fault = "500 after"
	throttled   fault = "throttled"
	conflicting fault = "conflict"
)

var faultKinds = []fault{delayed, lostBefore, lostAfter, errorBefore, errorAfter, throttled, conflicting}

// longest is the maximum delay of a call: some calls arrive after the program has retried
// them.
const longest = dynamo.AttemptTimeout + 500*time.Millisecond

func newProxy(t testing.TB, endpoint string) *proxy {
	p := &proxy{
		to: endpoint, rand: rand.New(rand.NewPCG(seed(), 0)), //nolint:gosec // repeatable on purpose
		http:   &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}},
		active: map[net.Conn]bool{}, counts: map[fault]int{},
	}
	server := httptest.NewUnstartedServer(p)
	server.Config.ConnState = p.state
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // servers that are killed leave connections behind
	server.Start()
	p.url = server.URL
	t.Cleanup(func() { server.CloseClientConnections(); server.Close(); p.http.CloseIdleConnections() })
	return p
}

// state records which connections have a call under way.
func (p *proxy) state(c net.Conn, state http.ConnState) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if state == http.StateActive {
		p.active[c] = true
	} else {
		delete(p.active, c)
	}
}

// fail makes this share of the calls faulty from now on.
func (p *proxy) fail(share float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.share = share
}

// callCounts returns the number of calls, in total and of each fault.
func (p *proxy) callCounts() map[fault]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return maps.Clone(p.counts)
}

// still is how long there must be no call until none is expected: the SDK's longest pause
// between two tries is shorter.
const still = 200 * time.Millisecond

// quiet waits until there has been no call for the time still.
func (p *proxy) quiet(ctx context.Context) error {
	const every = 10 * time.Millisecond
	for since := time.Duration(0); since < still; since += every {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(every):
		}
		p.mu.Lock()
		if len(p.active) > 0 {
			since = 0
		}
		p.mu.Unlock()
	}
	return nil
}

// next chooses the fault of a call.
func (p *proxy) next() (kind fault, wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	kind = none
	if p.rand.Float64() < p.share {
		kind = faultKinds[p.rand.IntN(len(faultKinds))]
	}
	p.counts[kind]++
	return kind, time.Duration(math.Pow(p.rand.Float64(), 3) * float64(longest)) // mostly short
}

// ServeHTTP implements http.Handler.
func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	switch kind, wait := p.next(); kind {
	case delayed:
		time.Sleep(wait)
		p.forward(w, r, body)
	case lostBefore:
		panic(http.ErrAbortHandler)
	case lostAfter:
		p.forward(discarded{}, r, body)
		panic(http.ErrAbortHandler)
	case errorBefore:
		refuse(w, http.StatusInternalServerError, "InternalServerError", nil)
	case errorAfter:
		p.forward(discarded{}, r, body)
		refuse(w, http.StatusInternalServerError, "InternalServerError", nil)
	case throttled:
		refuse(w, http.StatusBadRequest, "ProvisionedThroughputExceededException", nil)
	case conflicting:
		p.conflict(w, r, body)
	default:
		p.forward(w, r, body)
	}
}

// forward sends a call to the engine, even if the program has ended meanwhile.
func (p *proxy) forward(w http.ResponseWriter, r *http.Request, body []byte) {
	req, err := http.NewRequestWithContext(context.WithoutCancel(r.Context()), r.Method, p.to+r.URL.Path, bytes.NewReader(body)) //nolint:gosec // the engine of this machine
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	req.Header = r.Header.Clone()
	res, err := p.http.Do(req) //nolint:gosec // likewise
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer func() { _ = res.Body.Close() }()
	maps.Copy(w.Header(), res.Header)
	w.WriteHeader(res.StatusCode)
	_, _ = io.Copy(w, res.Body)
}

// conflict refuses a write as DynamoDB refuses one that conflicts with a transaction.
func (p *proxy) conflict(w http.ResponseWriter, r *http.Request, body []byte) {
	_, call, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	var transaction struct{ TransactItems []json.RawMessage }
	switch {
	case call == "TransactWriteItems" && json.Unmarshal(body, &transaction) == nil && len(transaction.TransactItems) > 0:
		reasons := slices.Repeat([]map[string]string{{"Code": "None"}}, len(transaction.TransactItems))
		reasons[len(reasons)-1] = map[string]string{"Code": "TransactionConflict"}
		refuse(w, http.StatusBadRequest, "TransactionCanceledException", reasons)
	case call == "PutItem" || call == "UpdateItem" || call == "DeleteItem":
		refuse(w, http.StatusBadRequest, "TransactionConflictException", nil)
	default:
		p.forward(w, r, body)
	}
}

// refuse answers with an error in DynamoDB's form ("Error handling with DynamoDB").
func refuse(w http.ResponseWriter, status int, kind string, reasons any) {
	body := map[string]any{"__type": "com.amazonaws.dynamodb.v20120810#" + kind, "message": "a fault of the soak"}
	if reasons != nil {
		body["CancellationReasons"] = reasons
	}
	w.Header().Set("Content-Type", "application/x-amz-json-1.0")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// discarded is a ResponseWriter that discards the answer.
type discarded struct{}

// Header implements http.ResponseWriter.
func (discarded) Header() http.Header { return http.Header{} }

// Write implements http.ResponseWriter.
func (discarded) Write(b []byte) (int, error) { return len(b), nil }

// WriteHeader implements http.ResponseWriter.
func (discarded) WriteHeader(int) {}
