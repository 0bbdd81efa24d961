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

// watchedWriter records the write deadline of an answer.
type watchedWriter struct {
	http.ResponseWriter
	over chan struct{} // closed when the answer is over

	mu       sync.Mutex
	set      int // how often it was set
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

// until returns the deadline, or zero if there is none.
func (w *watchedWriter) until() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.deadline
}

// hasNoEnd waits until a deadline has been set and cleared.
func (w *watchedWriter) hasNoEnd(t *testing.T) {
	t.Helper()
	over := func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.set > 1 && w.deadline.IsZero()
	}
	for end := time.Now().Add(patience); !over(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("got write deadline %v, want none", w.until())
		}
	}
}

// TestStreamsEndWhole: the write deadline of an event does not end an idle stream, and a
// stream that ends is a complete answer.
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
				t.Errorf("got write deadline %v for the end of the answer, want %v after the end", got, streamPatience)
			}
		})
	}
}

// goneReader is a writer whose reader no longer reads, although the request continues.
type goneReader struct{ *httptest.ResponseRecorder }

// Write implements http.ResponseWriter.
func (goneReader) Write([]byte) (int, error) { return 0, errors.New("no reader") }

// WriteString implements io.StringWriter.
func (w goneReader) WriteString(text string) (int, error) { return w.Write([]byte(text)) }

// SetWriteDeadline is for http.ResponseController.
func (goneReader) SetWriteDeadline(time.Time) error { return nil }

// TestStreamsEndWithoutAReader: a stream ends at the first failed write, before the request
// ends.
func TestStreamsEndWithoutAReader(t *testing.T) {
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
		t.Error("the stream continues after a failed write, want its end")
		s.options.Live.Close()
		<-over
	}
}
