package webapi

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"voicememo/tools/testkit/logtest"
)

// line is one line of the log.
type line struct {
	Level, Msg, Method, Route, Request, Error string
	Status                                    int
	MS                                        *int
}

// linesOf returns the lines about a request in a log, beginning at byte from.
func linesOf(t testing.TB, log *logtest.Buffer, id string, from int) (lines []line) {
	t.Helper()
	for text := range strings.Lines(log.After(from)) {
		var l line
		if strings.Contains(text, id) {
			if err := json.Unmarshal([]byte(text), &l); err != nil {
				t.Fatalf("%v: %s", err, text)
			}
			lines = append(lines, l)
		}
	}
	return lines
}

// answered serves a request and fails the test unless it leaves one log line with its
// outcome, and another with the cause if the fault is the server's. One of many refusals
// may leave none.
func (s *site) answered(r *http.Request) *httptest.ResponseRecorder {
	s.t.Helper()
	from, w := s.log.Len(), httptest.NewRecorder()
	s.echo.ServeHTTP(w, r)
	s.checkLog(r, w.Code, w.Header(), from)
	return w
}

func (s *site) checkLog(r *http.Request, status int, header http.Header, from int) {
	s.t.Helper()
	id := header.Get("X-Request-Id")
	if len(id) != 16 {
		s.t.Fatalf("%s %s: got request id %q, want 16 characters", r.Method, r.URL.Path, id)
	}
	lines := linesOf(s.t, s.log, id, from)
	info := slices.IndexFunc(lines, func(l line) bool { return l.Level == "INFO" })
	ours := 0
	if status >= 500 && r.URL.Path != "/alexa" { // the skill's endpoint has a line of its own about the cause
		ours = 1
	}
	if len(lines) == 0 && refused(status) {
		return // there were as many like it just now; see TestRefusalsFillNoLog
	}
	if len(lines) != 1+ours || info < 0 {
		s.t.Fatalf("%s %s: status %d and lines %+v", r.Method, r.URL.Path, status, lines)
	}
	for i, l := range lines {
		switch {
		case i != info && (l.Level != "ERROR" || l.Error == ""):
			s.t.Errorf("%s %s: a line besides: %+v", r.Method, r.URL.Path, l)
		case i == info && (l.Msg != "request" || l.Status != status || l.MS == nil || !fitsRoute(l.Route, r.URL.EscapedPath())):
			s.t.Errorf("%s %s: status %d, line %+v", r.Method, r.URL.Path, status, l)
		}
	}
}

// fitsRoute reports whether a pattern matches the path. It must not be the path itself,
// unless the route has no parameters.
func fitsRoute(pattern, path string) bool {
	below, any := strings.CutSuffix(pattern, "*")
	if pattern == "" || any {
		return strings.HasPrefix(path, below)
	}
	want, got := strings.Split(pattern, "/"), strings.Split(path, "/")
	for i, part := range want {
		if !strings.HasPrefix(part, ":") && (i >= len(got) || part != got[i]) {
			return false
		}
	}
	return len(want) == len(got)
}

// observed are the requests with which Observe was called.
type observed struct {
	mu   sync.Mutex
	seen []seen
}

type seen struct {
	method, route string
	status        int
	took          time.Duration
}

func (o *observed) observe(method, route string, status int, took time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.seen = append(o.seen, seen{method, route, status, took})
}

// last waits for the n-th request and returns it.
func (o *observed) last(t *testing.T, n int) seen {
	t.Helper()
	for ; ; time.Sleep(time.Millisecond) {
		o.mu.Lock()
		all := slices.Clone(o.seen)
		o.mu.Unlock()
		if len(all) > n {
			t.Fatalf("got %d requests, want %d", len(all), n)
		}
		if len(all) == n {
			return all[n-1]
		}
	}
}

func TestObserve(t *testing.T) {
	var o observed
	s := newSite(t, func(options *Options) {
		options.Observe = o.observe
		options.Alexa = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(400) })
		options.Extra = map[string]http.Handler{"/dev/": http.NotFoundHandler(), "/broken": http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("ひみつ") })}
	})
	for i, c := range []struct {
		method, path, host string
		want               seen
	}{
		{"GET", "/api/me", "", seen{"GET", "/api/me", 401, 0}},
		{"PUT", "/api/memos/secret", "", seen{"PUT", "/api/memos/:id", 401, 0}},
		{"GET", "/app-ABCD1234.js", "", seen{"GET", "/app-ABCD1234.js", 200, 0}},
		{"HEAD", "/", "", seen{"HEAD", "/", 200, 0}},
		{"POST", "/alexa", "", seen{"POST", "/alexa", 400, 0}},
		{"GET", "/dev/people/secret", "", seen{"GET", "/dev/*", 404, 0}},
		{"GET", "/broken", "", seen{"GET", "/broken", 500, 0}},
		{"GET", "/api/me", "evil.example", seen{"GET", "/api/me", 421, 0}},
		{"PATCH", "/api/memos", "", seen{"PATCH", "/api/memos", 405, 0}},
		{"SECRET", "/api/memos", "", seen{"other", "/api/memos", 405, 0}},
		{"GET", "/secret", "", seen{"GET", "", 404, 0}},
		{"GET", "/join/secret", "", seen{"GET", "", 404, 0}},
		{"GET", "/api/memos/secret/secret", "", seen{"GET", "", 404, 0}},
		{"GET", "/api/secret", "", seen{"GET", "", 404, 0}},
		{"GET", "/api/memos/", "", seen{"GET", "", 404, 0}},
		{"GET", "*", "", seen{"GET", "", 404, 0}},
	} {
		r := httptest.NewRequest(c.method, home, nil)
		r.URL.Path = c.path
		if c.host != "" {
			r.Host = c.host
		}
		s.serve(r)
		got := o.last(t, i+1)
		if took := got.took; took <= 0 {
			t.Errorf("%s %s: got %v, want a positive time", c.method, c.path, took)
		}
		if got.took = 0; got != c.want {
			t.Errorf("%s %s: %+v, want %+v", c.method, c.path, got, c.want)
		}
	}
	if log := strings.ToLower(s.log.String()); strings.Contains(log, "secret") {
		t.Error(log)
	}
}

// TestObserveWhoHasGone: a client that disconnects first is counted as 499 and causes no
// alarm. A change is completed.
func TestObserveWhoHasGone(t *testing.T) {
	var o observed
	s := newSite(t, func(options *Options) { options.Observe = o.observe })
	s.ask("taro", "POST", "/api/memos", `{"content":"牛乳"}`)
	for i, method := range []string{"GET", "POST"} {
		want := []int{statusGone, http.StatusCreated}[i]
		ctx, leave := context.WithCancel(t.Context())
		r := httptest.NewRequestWithContext(ctx, method, home+"/api/memos", strings.NewReader(`{"content":"卵"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set(person, "taro")
		leave()
		s.answered(r)
		if got := o.last(t, i+2); got.status != want || strings.Contains(s.log.String(), "ERROR") {
			t.Errorf("%+v\n%s", got, s.log)
		}
	}
}

// TestObserveAStream: a stream is observed at its end, with the time until it began.
func TestObserveAStream(t *testing.T) {
	var o observed
	d := newDoor(t, func(options *Options) { options.Observe = o.observe })
	d.freeze()
	stream := d.open("taro")
	d.wait(time.Hour)
	d.options.Live.Close()
	stream.ends()
	if got, want := o.last(t, 1), (seen{"GET", "/api/events", 200, 0}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if log := d.log.String(); !strings.Contains(log, `"route":"/api/events","status":200,"ms":3600000,`) {
		t.Errorf("got log %s, want the line of the stream", log)
	}
}
