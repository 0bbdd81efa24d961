package runtimeapi

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

const prefix = "/2018-06-01/runtime"

func newServer(t *testing.T) *Server {
	t.Helper()
	s, err := NewServer()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// call is one request of a function's runtime.
func call(t *testing.T, s *Server, method, path string, body io.Reader) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, "http://"+s.Addr()+prefix+path, body)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	content, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(content)
}

type outcome struct {
	payload []byte
	err     error
}

func invoke(ctx context.Context, s *Server, event string) <-chan outcome {
	done := make(chan outcome, 1)
	go func() {
		payload, err := s.Invoke(ctx, []byte(event))
		done <- outcome{payload, err}
	}()
	return done
}

func TestInvocation(t *testing.T) {
	s := newServer(t)
	select {
	case <-s.Ready():
		t.Fatal("ready before the first request for an event")
	default:
	}
	ctx, cancel := context.WithDeadline(t.Context(), time.Date(2100, 1, 2, 3, 4, 5, 0, time.UTC))
	defer cancel()
	done := invoke(ctx, s, `{"say":"hello"}`)
	res, event := call(t, s, http.MethodGet, "/invocation/next", nil)
	if event != `{"say":"hello"}` {
		t.Errorf("got event %s", event)
	}
	for name, want := range map[string]string{
		"Lambda-Runtime-Deadline-Ms": "4102542245000", "Lambda-Runtime-Invoked-Function-Arn": functionARN, "Content-Type": "application/json",
	} {
		if got := res.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if !strings.HasPrefix(res.Header.Get("Lambda-Runtime-Trace-Id"), "Root=1-") {
		t.Error("got no trace id")
	}
	<-s.Ready()
	id := res.Header.Get("Lambda-Runtime-Aws-Request-Id")
	if res, _ := call(t, s, http.MethodPost, "/invocation/"+id+"/response", strings.NewReader("bye")); res.StatusCode != http.StatusAccepted {
		t.Errorf("answer: got %s", res.Status)
	}
	if got := <-done; got.err != nil || string(got.payload) != "bye" {
		t.Errorf("got %s, %v", got.payload, got.err)
	}
	res, said := call(t, s, http.MethodPost, "/invocation/"+id+"/response", strings.NewReader("again"))
	if res.StatusCode != http.StatusBadRequest || !strings.Contains(said, "InvalidRequestID") {
		t.Errorf("second answer: got %s %s", res.Status, said)
	}
}

func TestFunctionError(t *testing.T) {
	s := newServer(t)
	done := invoke(t.Context(), s, "{}")
	res, _ := call(t, s, http.MethodGet, "/invocation/next", nil)
	path := "/invocation/" + res.Header.Get("Lambda-Runtime-Aws-Request-Id") + "/error"
	call(t, s, http.MethodPost, path, strings.NewReader(`{"errorMessage":"no","errorType":"Refused"}`))
	got := <-done
	var function *FunctionError
	if !errors.As(got.err, &function) || function.Type != "Refused" || function.Message != "no" || function.Error() != "function error Refused: no" {
		t.Errorf("got %v", got.err)
	}
}

func TestInitError(t *testing.T) {
	s := newServer(t)
	for range 2 { // the second one is taken and forgotten
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+s.Addr()+prefix+"/init/error", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Lambda-Runtime-Function-Error-Type", "Runtime.Config")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != http.StatusAccepted {
			t.Errorf("answer: got %s", res.Status)
		}
	}
	if got := <-s.InitError(); got.Type != "Runtime.Config" {
		t.Errorf("got %v", got)
	}
}

func TestTooLargeAnswer(t *testing.T) {
	s := newServer(t)
	done := invoke(t.Context(), s, "{}")
	res, _ := call(t, s, http.MethodGet, "/invocation/next", nil)
	path := "/invocation/" + res.Header.Get("Lambda-Runtime-Aws-Request-Id") + "/response"
	large := bytes.Repeat([]byte("x"), maxPayload+1)
	if res, _ := call(t, s, http.MethodPost, path, bytes.NewReader(large)); res.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("answer: got %s", res.Status)
	}
	call(t, s, http.MethodPost, path, bytes.NewReader(large[1:]))
	if got := <-done; got.err != nil || len(got.payload) != maxPayload {
		t.Errorf("got %d bytes, %v", len(got.payload), got.err)
	}
}

func TestInvokeEndsWithoutAnAnswer(t *testing.T) {
	s := newServer(t)
	gone, cancel := context.WithCancel(t.Context())
	waiting := invoke(gone, s, "{}")
	cancel()
	if got := <-waiting; !errors.Is(got.err, context.Canceled) {
		t.Errorf("Invoke of a caller that went away: got %v", got.err)
	}
	taken := invoke(t.Context(), s, "{}")
	call(t, s, http.MethodGet, "/invocation/next", nil)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got := <-taken; !errors.Is(got.err, ErrClosed) {
		t.Errorf("Invoke while the server is closed: got %v", got.err)
	}
	if _, err := s.Invoke(t.Context(), nil); !errors.Is(err, ErrClosed) {
		t.Errorf("Invoke of a closed server: got %v", err)
	}
}
