package webapi

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// watchedWriter remembers until when an answer may be written.
type watchedWriter struct {
	http.ResponseWriter
	over chan struct{} // closed when the answer is

	mu       sync.Mutex
	set      int // how many times
	deadline time.Time
}

// Unwrap is for http.ResponseController.
func (w *watchedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// SetWriteDeadline is for http.ResponseController.
func (w *watchedWriter) SetWriteDeadline(deadline time.Time) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.set++
	w.deadline = deadline
	return http.NewResponseController(w.ResponseWriter).SetWriteDeadline(deadline)
}

// until returns the deadline; zero: there is none.
func (w *watchedWriter) until() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.deadline
}

// hasNoEnd waits until a deadline was set and taken back.
func (w *watchedWriter) hasNoEnd(t *testing.T) {
	t.Helper()
	over := func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.set > 1 && w.deadline.IsZero()
	}
	for end := time.Now().Add(patience); !over(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("got a stream that may be written until %v, want one without an end", w.until())
		}
	}
}

// TestStreamsEndWhole: the time that a reader has for what it is sent says nothing
// about how long it may be sent nothing, and the end of a stream is no broken answer.
func TestStreamsEndWhole(t *testing.T) {
	for name, http2 := range map[string]bool{"HTTP/1.1": false, "HTTP/2.0": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			watched := make(chan *watchedWriter, 1)
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				own := &watchedWriter{ResponseWriter: w, over: make(chan struct{})}
				watched <- own
				defer close(own.over)
				s.echo.ServeHTTP(own, r)
			}))
			server.EnableHTTP2 = http2
			server.StartTLS()
			t.Cleanup(server.Close)
			req, err := http.NewRequest(http.MethodGet, server.URL+"/api/events", nil)
			if err != nil {
				t.Fatal(err)
			}
			req.Host = "localhost"
			req.Header.Set(person, "taro")
			res, err := server.Client().Do(req)
			if err != nil || res.Proto != name {
				t.Fatalf("got %v, %v, want %s", res, err, name)
			}
			defer func() { _ = res.Body.Close() }()
			answer := <-watched
			answer.hasNoEnd(t)
			closing := time.Now()
			s.options.Live.Close()
			if raw, err := io.ReadAll(res.Body); err != nil || string(raw) != helloEvent {
				t.Errorf("got %q, %v, want %q", raw, err, helloEvent)
			}
			<-answer.over
			if got := answer.until(); got.Before(closing.Add(streamPatience)) || got.After(time.Now().Add(streamPatience)) {
				t.Errorf("the last of the answer may be written until %v, want %v after the end", got, streamPatience)
			}
		})
	}
}

// goneReader is a writer to somebody who reads no more, though the request goes on.
type goneReader struct{ *httptest.ResponseRecorder }

// Write implements http.ResponseWriter.
func (goneReader) Write([]byte) (int, error) { return 0, errors.New("nobody reads") }

// WriteString implements io.StringWriter.
func (w goneReader) WriteString(text string) (int, error) { return w.Write([]byte(text)) }

// SetWriteDeadline is for http.ResponseController.
func (goneReader) SetWriteDeadline(time.Time) error { return nil }

// TestStreamsEndWhenNobodyReads: a stream ends at the first write that fails, and does not
// wait for the request to end.
func TestStreamsEndWhenNobodyReads(t *testing.T) {
	s := newSite(t)
	req := httptest.NewRequest(http.MethodGet, "/api/events", nil)
	req.Host = "localhost"
	req.Header.Set(person, "taro")
	over := make(chan struct{})
	go func() {
		defer close(over)
		s.echo.ServeHTTP(goneReader{httptest.NewRecorder()}, req)
	}()
	select {
	case <-over:
	case <-time.After(patience):
		t.Error("got a stream that goes on after a failed write, want its end")
		s.options.Live.Close()
		<-over
	}
}
