package runtimeapi

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
)

// maxPayload is the maximum size of an event or an answer in bytes: Lambda's quota for
// synchronous invocations.
const maxPayload = 6 << 20

// ErrClosed is returned if the server was closed before the function answered.
var ErrClosed = errors.New("runtimeapi: the server is closed")

// Server serves the Runtime API to one process of a function. It is safe for concurrent
// use; the process takes one event at a time.
type Server struct {
	listener  net.Listener
	http      *http.Server
	events    chan *invocation
	ready     chan struct{} // closed when the process asks for its first event
	becomes   sync.Once
	failed    chan *FunctionError // receives the error of a process that cannot start
	closed    chan struct{}
	closeOnce sync.Once

	mu      sync.Mutex
	pending map[string]*invocation
}

// invocation is an event that is not answered yet.
type invocation struct {
	id       string
	payload  []byte
	deadline time.Time
	answer   chan answer // room for one
}

type answer struct {
	payload []byte
	err     error
}

// NewServer listens on a free port of this machine.
func NewServer() (*Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{
		listener: l, events: make(chan *invocation), ready: make(chan struct{}), failed: make(chan *FunctionError, 1),
		closed: make(chan struct{}), pending: map[string]*invocation{},
	}
	s.http = &http.Server{Handler: s.routes(), ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = s.http.Serve(l) }() // ends with Close
	return s, nil
}

// Addr returns host:port, the form of AWS_LAMBDA_RUNTIME_API.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// Ready returns a channel that is closed when the process has started and asks for its
// first event.
func (s *Server) Ready() <-chan struct{} { return s.ready }

// InitError returns a channel that receives the error of a process that could not start.
func (s *Server) InitError() <-chan *FunctionError { return s.failed }

// Close ends all connections; pending invocations return ErrClosed.
func (s *Server) Close() error {
	s.closeOnce.Do(func() { close(s.closed) })
	return s.http.Close()
}

// defaultTimeout is a function's deadline if the caller's context has none.
const defaultTimeout = 8 * time.Second

// Invoke sends an event to the process and returns its answer. The error is a
// *FunctionError that the function reported, ErrClosed, or the context's.
func (s *Server) Invoke(ctx context.Context, event []byte) ([]byte, error) {
	deadline, ok := ctx.Deadline()
	if !ok {
		deadline = time.Now().Add(defaultTimeout)
	}
	i := &invocation{id: uuid.NewString(), payload: event, deadline: deadline, answer: make(chan answer, 1)}
	s.mu.Lock()
	s.pending[i.id] = i
	s.mu.Unlock()
	defer s.take(i.id)
	select {
	case s.events <- i:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-s.closed:
		return nil, ErrClosed
	}
	select {
	case a := <-i.answer:
		return a.payload, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-s.closed:
		return nil, ErrClosed
	}
}

// take removes and returns a pending invocation; nil: there is none with this id.
func (s *Server) take(id string) *invocation {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.pending[id]
	delete(s.pending, id)
	return i
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /2018-06-01/runtime/invocation/next", s.next)
	mux.HandleFunc("POST /2018-06-01/runtime/invocation/{id}/response", s.respond)
	mux.HandleFunc("POST /2018-06-01/runtime/invocation/{id}/error", s.fail)
	mux.HandleFunc("POST /2018-06-01/runtime/init/error", s.failInit)
	return mux
}

// next waits for an event without a time limit and sends it to the process.
func (s *Server) next(w http.ResponseWriter, r *http.Request) {
	s.becomes.Do(func() { close(s.ready) })
	select {
	case i := <-s.events:
		h := w.Header()
		h.Set("Content-Type", "application/json")
		h.Set("Lambda-Runtime-Aws-Request-Id", i.id)
		h.Set("Lambda-Runtime-Deadline-Ms", strconv.FormatInt(i.deadline.UnixMilli(), 10))
		h.Set("Lambda-Runtime-Invoked-Function-Arn", functionARN)
		h.Set("Lambda-Runtime-Trace-Id", "Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Sampled=0")
		_, _ = w.Write(i.payload)
	case <-r.Context().Done():
	case <-s.closed:
	}
}

func (s *Server) respond(w http.ResponseWriter, r *http.Request) {
	s.settle(w, r, func(body []byte) answer { return answer{payload: body} })
}

func (s *Server) fail(w http.ResponseWriter, r *http.Request) {
	s.settle(w, r, func(body []byte) answer { return answer{err: parseError(r.Header, body)} })
}

// settle ends an invocation with the body that the process posts.
func (s *Server) settle(w http.ResponseWriter, r *http.Request, as func(body []byte) answer) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxPayload))
	if err != nil {
		status(w, http.StatusRequestEntityTooLarge, "RequestEntityTooLarge")
		return
	}
	i := s.take(r.PathValue("id"))
	if i == nil {
		status(w, http.StatusBadRequest, "InvalidRequestID")
		return
	}
	i.answer <- as(body)
	status(w, http.StatusAccepted, "")
}

func (s *Server) failInit(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxPayload))
	if err != nil {
		status(w, http.StatusRequestEntityTooLarge, "RequestEntityTooLarge")
		return
	}
	select {
	case s.failed <- parseError(r.Header, body):
	default: // only the first one counts
	}
	status(w, http.StatusAccepted, "")
}

// status answers with a status as the Runtime API does: an error has a type.
func status(w http.ResponseWriter, code int, errorType string) {
	body := `{"status":"OK"}`
	if errorType != "" {
		body = `{"errorMessage":"` + http.StatusText(code) + `","errorType":"` + errorType + `"}`
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_, _ = io.WriteString(w, body)
}
