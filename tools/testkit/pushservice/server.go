// Package pushservice is a stand-in for the push services of browsers' makers (RFC 8030).
// It checks each message as they do, and decrypts it as the browser would.
package pushservice

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Message is a message that the service was asked to deliver.
type Message struct {
	Endpoint   string
	Body       []byte // decrypted
	Topic      string
	Urgency    string
	TTL        time.Duration
	Key        []byte // of the application server: an uncompressed point
	Subscriber string // the "sub" of its token
}

// Answer is an answer to a message. The zero Answer is 201.
type Answer struct {
	Status     int
	RetryAfter string // the header
	Never      bool   // no answer before the client gives up
	Late       bool   // the message is delivered, and then the connection ends without an answer
}

// Server is a push service on a loopback address.
type Server struct {
	t    testing.TB
	http *httptest.Server

	mu        sync.Mutex
	receivers map[string]receiver // by path
	accepted  []Message
	answer    func(Message) Answer
}

// Start starts a push service until the test ends. A message that a push service or a
// browser would refuse fails the test.
func Start(t testing.TB) *Server {
	s := &Server{t: t, receivers: map[string]receiver{}}
	s.http = httptest.NewServer(http.HandlerFunc(s.push))
	t.Cleanup(s.http.Close)
	return s
}

// Subscribe returns a new browser's subscription.
func (s *Server) Subscribe() Subscription {
	r := newReceiver()
	s.mu.Lock()
	defer s.mu.Unlock()
	path := fmt.Sprintf("/send/%d", len(s.receivers)+1)
	s.receivers[path] = r
	return Subscription{Endpoint: s.http.URL + path, P256DH: r.key.PublicKey().Bytes(), Auth: r.auth}
}

// Answers makes the service answer each message as answer says. It is called concurrently.
func (s *Server) Answers(answer func(Message) Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = answer
}

// Accepted returns the messages that the service has accepted, in order.
func (s *Server) Accepted() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.accepted)
}

// Forget forgets the messages accepted so far.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.accepted = nil
}

func (s *Server) push(w http.ResponseWriter, r *http.Request) {
	m, status, err := s.read(r)
	if err != nil {
		s.t.Errorf("a push service refuses the message: %v", err)
	}
	if status != 0 {
		w.WriteHeader(status)
		return
	}
	s.mu.Lock()
	answer := s.answer
	s.mu.Unlock()
	a := Answer{}
	if answer != nil {
		a = answer(m)
	}
	if a.Never {
		<-r.Context().Done()
		return
	}
	if a.Status == 0 {
		a.Status = http.StatusCreated
	}
	if a.Status/100 == 2 {
		s.mu.Lock()
		s.accepted = append(s.accepted, m)
		s.mu.Unlock()
	}
	if a.Late {
		panic(http.ErrAbortHandler)
	}
	if a.RetryAfter != "" {
		w.Header().Set("Retry-After", a.RetryAfter)
	}
	w.WriteHeader(a.Status)
}

// read checks a request. status is not 0 if it cannot be answered otherwise.
func (s *Server) read(r *http.Request) (m Message, status int, err error) {
	s.mu.Lock()
	to, known := s.receivers[r.URL.Path]
	s.mu.Unlock()
	if !known {
		return Message{}, http.StatusNotFound, nil
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, 4097))
	switch {
	case err != nil:
		return Message{}, http.StatusBadRequest, nil //nolint:nilerr // the client ended, which is no fault of the message
	case r.Method != http.MethodPost:
		return Message{}, http.StatusMethodNotAllowed, fmt.Errorf("method %s", r.Method)
	case len(body) > 4096: // RFC 8030 section 7.2
		return Message{}, http.StatusRequestEntityTooLarge, fmt.Errorf("a body of more than 4096 bytes")
	case r.Header.Get("Content-Encoding") != "aes128gcm":
		return Message{}, http.StatusBadRequest, fmt.Errorf("encoding %q", r.Header.Get("Content-Encoding"))
	}
	ttl, err := strconv.Atoi(r.Header.Get("TTL"))
	if err != nil || ttl < 0 {
		return Message{}, http.StatusBadRequest, fmt.Errorf("TTL %q", r.Header.Get("TTL"))
	}
	m = Message{
		Endpoint: s.http.URL + r.URL.Path, Topic: r.Header.Get("Topic"), Urgency: r.Header.Get("Urgency"), TTL: time.Duration(ttl) * time.Second,
	}
	if len(m.Topic) > 32 || strings.Trim(m.Topic, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_") != "" {
		return Message{}, http.StatusBadRequest, fmt.Errorf("topic %q", m.Topic)
	}
	if m.Key, m.Subscriber, err = checkToken(r.Header.Get("Authorization"), s.http.URL, time.Now()); err != nil {
		return Message{}, http.StatusForbidden, err
	}
	if m.Body, err = to.decrypt(body); err != nil {
		return Message{}, http.StatusBadRequest, err
	}
	return m, 0, nil
}
