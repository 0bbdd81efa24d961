package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/plenty"
	"voicememo/tools/testkit/pushservice"
)

// pushFamilies is how many families are told in a round. Each of them waits for the minute
// in which notifications are gathered, all at the same time.
const pushFamilies = 30

// push lets a member of each of a number of families add a memo, and returns how long after
// the notification was due a push service had it.
func (p *process) push(t testing.TB, town plenty.Town) []time.Duration {
	t.Helper()
	var mu sync.Mutex
	arrived := map[string]time.Time{} // by endpoint
	service := pushservice.Start(t)
	service.Answers(func(m pushservice.Message) pushservice.Answer {
		mu.Lock()
		defer mu.Unlock()
		arrived[m.Endpoint] = time.Now()
		return pushservice.Answer{}
	})
	due := map[string]time.Time{}
	for family := range town.Families {
		writer, reader := signIn(t, p, town, family, 0), signIn(t, p, town, family, 1)
		browser := service.Subscribe()
		p.call(t, reader, "PUT", "/api/me/notifications", `{"what":"all","quietFrom":0,"quietTo":0,"timeZone":"Asia/Tokyo"}`)
		p.call(t, reader, "POST", "/api/me/devices", fmt.Sprintf(`{"name":"Phone","subscription":%s}`, browser.JSON()))
		_, answer := p.call(t, writer, "POST", "/api/memos", content)
		var memo struct{ Timestamp time.Time }
		must.OK(t, json.Unmarshal(answer, &memo))
		due[browser.Endpoint] = memo.Timestamp.Add(time.Minute)
	}
	for len(service.Accepted()) < town.Families {
		time.Sleep(100 * time.Millisecond)
	}
	var took []time.Duration
	mu.Lock()
	defer mu.Unlock()
	for endpoint, at := range arrived {
		took = append(took, at.Sub(due[endpoint]))
	}
	return took
}

// pushed starts the program with a town of families of two.
func pushed(t testing.TB, families int) (*process, plenty.Town) {
	town := plenty.Town{Families: families, Members: 2, Memos: families}
	return served(t, built(t), filled(t, town), unreached...), town
}

// bareTold measures what the programs are compared with: the time from a request until an
// open event stream of the same small server has a line. All that the server does is to
// write the request to a file and to sync it.
func bareTold(t testing.TB, rounds int) (took []time.Duration) {
	t.Helper()
	said := make(chan struct{}, 1)
	file, err := os.Create(filepath.Join(t.TempDir(), "memos"))
	must.OK(t, err)
	defer func() { _ = file.Close() }()
	mux := http.NewServeMux()
	mux.HandleFunc("POST /", func(http.ResponseWriter, *http.Request) {
		_, err := file.WriteString(content)
		if err = errors.Join(err, file.Sync()); err != nil {
			t.Error(err)
		}
		said <- struct{}{}
	})
	mux.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) {
		out := http.NewResponseController(w)
		for {
			_, _ = io.WriteString(w, "event: changed\n")
			_ = out.Flush()
			select {
			case <-said:
			case <-r.Context().Done():
				return
			}
		}
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	ctx, end := context.WithCancel(t.Context())
	defer end()
	ask := func(method string) *http.Response {
		r, err := http.NewRequestWithContext(ctx, method, server.URL, nil)
		must.OK(t, err)
		res, err := http.DefaultClient.Do(r)
		must.OK(t, err)
		return res
	}
	stream := ask(http.MethodGet)
	defer func() { _ = stream.Body.Close() }()
	lines := bufio.NewScanner(stream.Body)
	lines.Scan()
	for range rounds {
		began := time.Now()
		must.OK(t, ask(http.MethodPost).Body.Close())
		if !lines.Scan() {
			t.Fatalf("the stream has ended: %v", lines.Err())
		}
		took = append(took, time.Since(began))
	}
	return took
}
