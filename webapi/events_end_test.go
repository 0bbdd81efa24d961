package webapi

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
)

// watchedWriter records the deadlines of an answer.
type watchedWriter struct {
	http.ResponseWriter
	over, idle chan struct{} // closed when the answer is over, and when it first has no write deadline after one

	first           sync.Once
	write, readable time.Time // the last deadlines
}

// Unwrap is for http.ResponseController.
func (w *watchedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// SetWriteDeadline is for http.ResponseController.
func (w *watchedWriter) SetWriteDeadline(deadline time.Time) error {
	if deadline.IsZero() && !w.write.IsZero() {
		w.first.Do(func() { close(w.idle) })
	}
	w.write = deadline
	return http.NewResponseController(w.ResponseWriter).SetWriteDeadline(deadline)
}

// SetReadDeadline is for http.ResponseController.
func (w *watchedWriter) SetReadDeadline(deadline time.Time) error {
	w.readable = deadline
	return http.NewResponseController(w.ResponseWriter).SetReadDeadline(deadline)
}

// TestStreamsEndWhole: neither the server's timeout for reading nor the write deadline of an
// event ends an idle stream, and a stream that ends is a complete answer.
func TestStreamsEndWhole(t *testing.T) {
	for name, http2 := range map[string]bool{"HTTP/1.1": false, "HTTP/2.0": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			watched := make(chan *watchedWriter, 1)
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				own := &watchedWriter{ResponseWriter: w, over: make(chan struct{}), idle: make(chan struct{}), readable: time.Now()}
				watched <- own
				defer close(own.over)
				s.echo.ServeHTTP(own, r)
			}))
			server.EnableHTTP2 = http2
			server.StartTLS()
			t.Cleanup(server.Close)
			req, err := http.NewRequest(http.MethodGet, server.URL+"/api/events", nil)
			must.OK(t, err)
			req.Host = "localhost"
			req.Header.Set(person, "taro")
			res, err := server.Client().Do(req)
			if err != nil || res.Proto != name {
				t.Fatalf("got %v, %v, want %s", res, err, name)
			}
			defer func() { _ = res.Body.Close() }()
			answer := <-watched
			<-answer.idle
			closing := time.Now()
			s.options.Live.Close()
			if raw, err := io.ReadAll(res.Body); err != nil || string(raw) != helloEvent {
				t.Errorf("got %q, %v, want %q", raw, err, helloEvent)
			}
			<-answer.over
			if got := answer.write; !answer.readable.IsZero() || got.Before(closing.Add(streamPatience)) || got.After(time.Now().Add(streamPatience)) {
				t.Errorf("got deadlines %v and, for the end of the answer, %v, want none and %v after the end", answer.readable, got, streamPatience)
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
	s.echo.ServeHTTP(goneReader{httptest.NewRecorder()}, req)
}
