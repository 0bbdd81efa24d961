// Package webapitest tests modules' parts of the web API: Site is a deployment of the API
// with a module, and Suite has the tests that every part must pass.
package webapitest

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/family"
	"voicememo/family/module"
	"voicememo/models"
	"voicememo/tools/testkit/logtest"
	"voicememo/tools/testkit/services"
	"voicememo/webapi"
	"voicememo/webapi/contracttest"
)

// Home is where people reach a Site.
const Home = "http://localhost:8080"

// Site is a complete deployment of the API with its own clock. Each answer is checked
// against the contract that the site serves.
type Site struct {
	T       testing.TB
	Options webapi.Options
	Core    module.Core // for modules
	Log     *logtest.Buffer

	handler  *echo.Echo
	contract contracttest.Contract

	mu  sync.Mutex
	now time.Time
}

// New returns a site over an engine and its store of accesses, with the module that open
// returns. Functions in change may change the options.
func New(t testing.TB, e services.Engine, accesses auth.Store, open func(module.Core) webapi.Module, change ...func(*webapi.Options)) *Site {
	t.Helper()
	s := &Site{T: t, Log: &logtest.Buffer{}, now: time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC)}
	over := services.Over(e)
	access := auth.NewAccesses(accesses)
	over.Families.Now, over.Memos.Now, over.Invites.Now, access.Now = s.Now, s.Now, s.Now, s.Now
	logger := slog.New(slog.NewJSONHandler(s.Log, nil))
	s.Core = module.Core{
		Memos: over.Memos, Families: over.Families, PublicURL: Home, Logger: logger, Now: s.Now,
		Secret:  func(name string) ([]byte, error) { key := sha256.Sum256([]byte(name)); return key[:], nil },
		Setting: func(string) string { return "" },
	}
	s.Options = webapi.Options{
		Memos: over.Memos, Families: over.Families, Invites: over.Invites, Access: access,
		Auth: standIn{families: over.Families, access: access, now: s.Now}, PublicURL: Home, Logger: logger, Now: s.Now,
		Modules: []webapi.Module{open(s.Core)},
	}
	for _, f := range change {
		f(&s.Options)
	}
	s.Options.Observe = func(method, route string, status int, _ time.Duration) {
		if s.contract.T != nil && !s.contract.NamesStatus(method, route, status) {
			t.Errorf("openapi.yaml does not name %s %s: status %d", method, route, status)
		}
	}
	var err error
	if s.handler, err = webapi.New(s.Options); err != nil {
		t.Fatal(err)
	}
	if s.contract, err = contracttest.Load(s.served("/api/openapi.yaml")); err != nil {
		t.Fatal(err)
	}
	return s
}

// served returns a page or file of the site that needs no sign-in.
func (s *Site) served(path string) []byte {
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, httptest.NewRequestWithContext(context.Background(), http.MethodGet, Home+path, nil))
	return w.Body.Bytes()
}

// Now returns the site's time. It advances by a millisecond with each reading, so that
// memos have an order.
func (s *Site) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(time.Millisecond)
	return s.now
}

// Reply is an answer, read to its end.
type Reply struct {
	T      testing.TB
	Status int
	Header http.Header
	Body   string
}

// Ask sends a request of a person; "" is not signed in. A name that ends in "!" sends an
// ID token instead of a session, and one with "!", a scope and "=" a token of that scope. Further headers are "Name: value"; a body has the content
// type of JSON unless they have another.
func (s *Site) Ask(who, method, path, body string, headers ...string) Reply {
	s.T.Helper()
	req := httptest.NewRequestWithContext(context.Background(), method, Home+path, strings.NewReader(body))
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if who != "" {
		req.Header.Set(person, who)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, req)
	s.contract.Check(s.T, req, contracttest.Answer{Status: w.Code, Header: w.Header(), Body: bytes.Clone(w.Body.Bytes())})
	return Reply{s.T, w.Code, w.Header(), w.Body.String()}
}

// Want fails the test unless the answer has a status.
func (r Reply) Want(status int) Reply {
	r.T.Helper()
	if r.Status != status {
		r.T.Fatalf("got status %d, want %d: %s", r.Status, status, r.Body)
	}
	return r
}

// Into decodes the answer.
func (r Reply) Into(v any) {
	r.T.Helper()
	if err := json.Unmarshal([]byte(r.Body), v); err != nil {
		r.T.Fatalf("%v: %s", err, r.Body)
	}
}

// Problem is what a program reads of a problem document, and its sentence.
type Problem struct {
	Code   models.Code
	Reason models.Reason
	Field  string
	Detail string
}

// Problem decodes a problem document.
func (r Reply) Problem() (p Problem) {
	r.T.Helper()
	if got := r.Header.Get("Content-Type"); got != "application/problem+json" {
		r.T.Fatalf("got content type %q, want a problem: %s", got, r.Body)
	}
	r.Into(&p)
	return p
}

// person is the header with which a test names the caller.
const person = "Test-Person"

// standIn trusts the header.
type standIn struct {
	webapi.Auth // the routes of the sign-in, which modules do not have
	families    *family.Service
	access      *auth.Accesses
	now         func() time.Time
}

// SessionOf returns the id of the only session of a person.
func SessionOf(id models.UserID) models.AccessID { return "session-" + models.AccessID(id) }

// Identify implements webapi.Auth. A session begins at its first use.
func (a standIn) Identify(_ http.ResponseWriter, r *http.Request) (auth.Identity, error) {
	name, scope, token := strings.Cut(r.Header.Get(person), "!")
	if name == "" {
		return auth.Identity{}, &models.Error{Code: models.CodeUnauthenticated, Err: errors.New("no name")}
	}
	u, err := a.families.Ensure(r.Context(), models.Profile{ID: models.UserID(name), Name: name, Source: models.SourceOIDC})
	if err != nil || token {
		scope, _, _ = strings.Cut(scope, "=")
		return auth.Identity{User: u, Method: auth.MethodBearer, Scope: models.Scope(cmp.Or(scope, string(models.ScopeFull)))}, err
	}
	if id := SessionOf(u.ID); !u.Grants(id) {
		_, err = a.access.Begin(r.Context(), u, auth.Grant{
			ID: id, Kind: models.AccessSession, Name: "Firefox, Android", Scope: models.ScopeFull, Lifetime: auth.SessionMax,
		})
	}
	return auth.Identity{
		User: u, Method: auth.MethodCookie, Access: SessionOf(u.ID), Scope: models.ScopeFull,
		Until: a.now().Add(auth.SessionMax), FreshAt: a.now(),
	}, err
}
