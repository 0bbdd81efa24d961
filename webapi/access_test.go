package webapi

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
	"voicememo/webapi/live"
)

// TestAccessIsListedAndEnded: a person sees and ends only their own accesses.
func TestAccessIsListedAndEnded(t *testing.T) {
	s := newSite(t)
	var list accessList
	s.ask("taro", "GET", "/api/me/access", "").want(200).into(&list)
	want := accessJSON{
		ID: sessionOf("taro"), Kind: models.AccessSession, Name: "Firefox, Android", Scope: models.ScopeFull,
		Since: list.Access[0].Since, LastUsed: "2026-04-01", Current: true,
	}
	if len(list.Access) != 1 || list.Access[0] != want {
		t.Errorf("got %+v, want %+v", list.Access, want)
	}
	s.ask("hanako", "GET", "/api/me/access", "").want(200)
	for _, id := range []string{string(sessionOf("hanako")), "unknown", "..%2f", strings.Repeat("x", 3000)} {
		if p := s.ask("taro", "DELETE", "/api/me/access/"+id, "").want(404).problem(); p.Reason != models.ReasonAccess {
			t.Errorf("%.20q: got reason %q, want %q", id, p.Reason, models.ReasonAccess)
		}
	}
	s.ask("taro", "DELETE", "/api/me/access/"+string(sessionOf("taro")), `{"x":1}`).want(400)
	r := s.ask("taro", "DELETE", "/api/me/access/"+string(sessionOf("taro")), "").want(204)
	if cookie := r.header.Get("Set-Cookie"); !strings.Contains(cookie, "__Host-session=;") {
		t.Errorf("the browser keeps its cookie: %q", cookie)
	}
}

// sessions returns the accesses of the person of a browser.
func (b browser) sessions() []accessJSON {
	b.t.Helper()
	status, body := b.ask("GET", "/api/me/access", "", "")
	var list accessList
	if err := json.Unmarshal([]byte(body), &list); err != nil || status != 200 {
		b.t.Fatalf("got %d %s", status, body)
	}
	return list.Access
}

// TestRealEndedAccess: the next request of an ended session is refused, and its open stream
// ends immediately.
func TestRealEndedAccess(t *testing.T) {
	hub := live.NewHub()
	hub.Heartbeat = time.Hour // no heartbeat checks the session
	b := signInServer(t, func(o *Options) {
		o.Live = hub
		o.Access.Happened = func(e models.Event) { hub.Recheck(e.Person) }
	})
	b.signIn("Taro")
	phone := b.another()
	phone.signIn("Taro")
	events, err := phone.client.Get(b.base + "/api/events")
	must.OK(t, err)
	defer func() { _ = events.Body.Close() }()
	var other models.AccessID
	for _, a := range b.sessions() {
		if !a.Current {
			other = a.ID
		}
	}
	if status, answer := b.ask("DELETE", "/api/me/access/"+string(other), "", ""); status != http.StatusNoContent {
		t.Fatalf("got %d %s", status, answer)
	}
	if status, answer := phone.ask("GET", "/api/me", "", ""); status != http.StatusUnauthorized {
		t.Errorf("the ended session: %d %s", status, answer)
	}
	_, _ = io.Copy(io.Discard, events.Body) // the stream ends
	check.Equal(t, len(b.sessions()), 1, "sessions")
}

// TestAbandonedChangesGoOn: a change is completed and the family notified even if the
// caller disconnects.
func TestAbandonedChangesGoOn(t *testing.T) {
	var told []models.FamilyID
	s := newSite(t, func(o *Options) { o.Memos.Happened = func(e models.Event) { told = append(told, e.Family) } })
	s.ask("taro", "GET", "/api/me", "").want(200)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	req := httptest.NewRequestWithContext(ctx, "POST", home+"/api/memos", strings.NewReader(object("content", "牛乳")))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set(person, "taro")
	if w := s.answered(req); w.Code != http.StatusCreated || len(told) != 1 {
		t.Errorf("got %d and %d families notified, want 201 and 1", w.Code, len(told))
	}
}

// stalled is a body that never arrives.
type stalled struct{ begun, until chan struct{} }

func (b stalled) Read([]byte) (int, error) {
	b.begun <- struct{}{}
	<-b.until
	return 0, io.ErrUnexpectedEOF
}

// TestStalledUploadDelaysNoOtherRequest: a phone on a bad network must not delay its owner's
// other devices.
func TestStalledUploadDelaysNoOtherRequest(t *testing.T) {
	s := newSite(t)
	s.ask("taro", "GET", "/api/me", "").want(200)
	body, done := stalled{make(chan struct{}, 9), make(chan struct{})}, make(chan struct{})
	go func() {
		defer close(done)
		req := httptest.NewRequest("POST", home+"/api/memos", body)
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set(person, "taro")
		if w := s.answered(req); w.Code != http.StatusBadRequest {
			t.Errorf("the stalled one: got %d, want 400", w.Code)
		}
	}()
	<-body.begun
	s.ask("taro", "GET", "/api/me", "").want(200)
	s.add("taro", "牛乳")
	close(body.until)
	<-done
}

// TestTokensDoNotListAccess: an export requested with a token lists no accesses.
func TestTokensDoNotListAccess(t *testing.T) {
	s := newSite(t)
	s.ask("taro", "GET", "/api/me", "").want(200)
	if r := s.ask("taro!", "GET", "/api/export?format=json&scope=me", "").want(200); !strings.Contains(r.body, `"access":[]`) {
		t.Errorf("got %s", r.body)
	}
}
