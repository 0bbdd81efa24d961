// Package proactive is a stand-in for Login with Amazon and Alexa's Proactive Events API.
// It checks each request against the rules in Amazon's documentation.
package proactive

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"
)

// The credentials that the stand-in issues tokens for.
const (
	ClientID     = "amzn1.application-oa2-client.stand-in"
	ClientSecret = "stand-in-secret"
)

// Event is an event that the API has accepted.
type Event struct {
	User        string
	Creator     string
	Count       int
	Locale      string
	ReferenceID string
	Timestamp   time.Time
	Expiry      time.Time
	Development bool // sent to the stage of that name
}

// Answer is an answer to a valid event. The zero Answer is 202.
type Answer struct {
	Status     int
	RetryAfter string
}

// Server serves both at one address.
type Server struct {
	URL string

	t      testing.TB
	mu     sync.Mutex
	tokens int      // issued
	valid  string   // the token that is accepted
	known  []string // the reference ids accepted
	events []Event  // accepted
	answer func(Event) Answer
}

// Start starts the stand-in until the test ends. A request against Amazon's rules fails the
// test.
func Start(t testing.TB) *Server {
	s := &Server{t: t}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /auth/o2/token", s.token)
	mux.HandleFunc("POST /v1/proactiveEvents/{$}", s.post)
	mux.HandleFunc("POST /v1/proactiveEvents/stages/development", s.post)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// Settings returns the settings with which a program uses the stand-in, by the names of
// its environment variables without the prefix VOICEMEMO_.
func (s *Server) Settings() map[string]string {
	return map[string]string{
		"PUSH_ALEXA_URL": s.URL, "PUSH_ALEXA_CLIENT_ID": ClientID, "PUSH_ALEXA_CLIENT_SECRET": ClientSecret,
	}
}

// Answers makes the API answer each valid event as answer says.
func (s *Server) Answers(answer func(Event) Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = answer
}

// Expire makes the present token invalid.
func (s *Server) Expire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.valid = ""
}

// Events returns the events that were accepted, in order.
func (s *Server) Events() []Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.events)
}

// Tokens returns how many tokens were issued.
func (s *Server) Tokens() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tokens
}

func (s *Server) token(w http.ResponseWriter, r *http.Request) {
	if r.PostFormValue("grant_type") != "client_credentials" || r.PostFormValue("scope") != "alexa::proactive_events" {
		s.t.Errorf("got the form %v, want client_credentials for alexa::proactive_events", r.PostForm)
	}
	w.Header().Set("Content-Type", "application/json")
	if r.PostFormValue("client_id") != ClientID || r.PostFormValue("client_secret") != ClientSecret {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = w.Write([]byte(`{"error":"invalid_client"}`))
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tokens++
	s.valid = fmt.Sprintf("Atc|token%d", s.tokens)
	_, _ = fmt.Fprintf(w, `{"access_token":%q,"expires_in":3600,"scope":"alexa::proactive_events","token_type":"Bearer"}`, s.valid)
}

// body is the body of a request, with the properties that Amazon documents.
type body struct {
	Timestamp   time.Time `json:"timestamp"`
	ReferenceID string    `json:"referenceId"`
	ExpiryTime  time.Time `json:"expiryTime"`
	Event       struct {
		Name    string `json:"name"`
		Payload struct {
			State struct {
				Status    string `json:"status"`
				Freshness string `json:"freshness"`
			} `json:"state"`
			MessageGroup struct {
				Creator struct {
					Name string `json:"name"`
				} `json:"creator"`
				Count   int    `json:"count"`
				Urgency string `json:"urgency"`
			} `json:"messageGroup"`
		} `json:"payload"`
	} `json:"event"`
	LocalizedAttributes []map[string]string `json:"localizedAttributes"`
	RelevantAudience    struct {
		Type    string `json:"type"`
		Payload struct {
			User string `json:"user"`
		} `json:"payload"`
	} `json:"relevantAudience"`
}

var referenceID = regexp.MustCompile(`^[0-9A-Za-z~-]{1,100}$`)

// wrong returns a rule that the body violates; "": none.
func (b body) wrong() string {
	lives := b.ExpiryTime.Sub(b.Timestamp)
	switch p := b.Event.Payload; {
	case !referenceID.MatchString(b.ReferenceID):
		return "referenceId"
	case lives < 5*time.Minute || lives > 24*time.Hour:
		return "expiryTime"
	case b.Event.Name != "AMAZON.MessageAlert.Activated":
		return "event.name"
	case p.State.Status != "UNREAD" || p.State.Freshness != "NEW":
		return "event.payload.state"
	case p.MessageGroup.Creator.Name == "" || p.MessageGroup.Count < 1:
		return "event.payload.messageGroup"
	case len(b.LocalizedAttributes) == 0 || b.LocalizedAttributes[0]["locale"] == "":
		return "localizedAttributes"
	case b.RelevantAudience.Type != "Unicast" || b.RelevantAudience.Payload.User == "":
		return "relevantAudience"
	}
	return ""
}

func (s *Server) post(w http.ResponseWriter, r *http.Request) {
	var b body
	decoder := json.NewDecoder(io.LimitReader(r.Body, 64<<10))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&b); err != nil || b.wrong() != "" {
		s.t.Errorf("got a wrong event: %s %v", b.wrong(), err)
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	e := Event{
		User: b.RelevantAudience.Payload.User, Creator: b.Event.Payload.MessageGroup.Creator.Name, Count: b.Event.Payload.MessageGroup.Count,
		Locale: b.LocalizedAttributes[0]["locale"], ReferenceID: b.ReferenceID, Timestamp: b.Timestamp, Expiry: b.ExpiryTime,
		Development: r.URL.Path != "/v1/proactiveEvents/",
	}
	a := Answer{Status: http.StatusAccepted}
	switch {
	case s.valid == "" || r.Header.Get("Authorization") != "Bearer "+s.valid:
		a.Status = http.StatusForbidden
	case slices.Contains(s.known, e.ReferenceID):
		a.Status = http.StatusConflict
	case s.answer != nil:
		if given := s.answer(e); given.Status != 0 {
			a = given
		}
	}
	if a.Status == http.StatusAccepted {
		s.known, s.events = append(s.known, e.ReferenceID), append(s.events, e)
	}
	if a.RetryAfter != "" {
		w.Header().Set("Retry-After", a.RetryAfter)
	}
	w.WriteHeader(a.Status)
}
