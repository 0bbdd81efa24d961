package meter

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/tools/testkit/localengine"
)

// Meter records requests. The zero value is ready; it is safe for concurrent use.
type Meter struct {
	// Delay is how much longer each request takes, so that those which do not wait for one
	// another overlap: the local engine may answer one before the next one is sent.
	Delay time.Duration

	mu       sync.Mutex
	requests []Request
}

// Request is one request to DynamoDB; a retry is another one.
type Request struct {
	Action      string // such as "PutItem"
	From, To    time.Time
	Status      int     // of the HTTP response
	Read, Write float64 // RCU and WCU, of tables and indexes together
}

// Cost is the use of DynamoDB by some requests.
type Cost struct {
	Requests    int     // in all
	Sequential  int     // that had to wait for one another
	Read, Write float64 // RCU and WCU
}

// Client returns a client of the engine at endpoint whose requests are recorded.
func (m *Meter) Client(endpoint string) *dynamodb.Client {
	options := localengine.Client(endpoint).Options()
	return dynamodb.New(options, func(o *dynamodb.Options) {
		through := o.HTTPClient
		o.HTTPClient = doer(func(r *http.Request) (*http.Response, error) { return m.do(r, through.Do) })
	})
}

type doer func(*http.Request) (*http.Response, error)

// Do implements dynamodb.HTTPClient.
func (d doer) Do(r *http.Request) (*http.Response, error) { return d(r) }

// do asks for capacity, sends a request and records it.
func (m *Meter) do(r *http.Request, send func(*http.Request) (*http.Response, error)) (*http.Response, error) {
	_, action, ok := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	if !ok || r.Body == nil {
		return send(r)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	body = ask(action, body)
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	r.Header.Set("Content-Length", strconv.Itoa(len(body)))
	note := Request{Action: action, From: time.Now()}
	time.Sleep(m.Delay)
	res, err := send(r)
	if err != nil {
		return nil, err
	}
	answer, err := io.ReadAll(res.Body)
	_ = res.Body.Close()
	if err != nil {
		return nil, err
	}
	note.To, note.Status = time.Now(), res.StatusCode
	note.add(answer)
	m.mu.Lock()
	m.requests = append(m.requests, note)
	m.mu.Unlock()
	res.Body, res.ContentLength = io.NopCloser(bytes.NewReader(answer)), int64(len(answer))
	return res, nil
}

// Reset forgets all requests.
func (m *Meter) Reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests = nil
}

// Requests returns the requests in the order in which they ended.
func (m *Meter) Requests() []Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.requests)
}

// Cost returns the sum of the requests so far. The sequential requests are the longest
// chain in which each begins after the previous one has ended.
func (m *Meter) Cost() (c Cost) {
	requests := m.Requests()
	slices.SortFunc(requests, func(a, b Request) int { return a.To.Compare(b.To) })
	c.Requests = len(requests)
	var end time.Time
	for _, r := range requests {
		if !r.From.Before(end) {
			c.Sequential++
			end = r.To
		}
		c.Read += r.Read
		c.Write += r.Write
	}
	return c
}
