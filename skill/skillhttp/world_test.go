package skillhttp_test

import (
	"bytes"
	"context"
	"crypto/rsa"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"voicememo/skill"
	"voicememo/skill/skillhttp"
	"voicememo/skill/skillhttp/skillhttptest"
)

const (
	application = "amzn1.ask.skill.ours"
	certificate = "https://s3.amazonaws.com/echo.api/echo-api-cert-12.pem"
	secret      = "never-log-this" // in every body
)

var now = time.Date(2026, 3, 10, 1, 0, 0, 0, time.UTC)

// amazon is the authority and the signing key, made once because RSA keys are slow to
// make.
type amazon struct {
	*skillhttptest.Authority
	key, otherKey *rsa.PrivateKey
}

var once struct {
	sync.Once
	amazon
}

func theAmazon(t testing.TB) amazon {
	t.Helper()
	once.Do(func() {
		once.amazon = amazon{skillhttptest.NewAuthority(t, now), skillhttptest.NewKey(t), skillhttptest.NewKey(t)}
	})
	return once.amazon
}

// files answers for s3.amazonaws.com and records what was fetched.
type files struct {
	mu      sync.Mutex
	answer  func(*http.Request) (*http.Response, error)
	fetched []string
}

// RoundTrip implements http.RoundTripper.
func (f *files) RoundTrip(r *http.Request) (*http.Response, error) {
	f.mu.Lock()
	answer := f.answer
	f.fetched = append(f.fetched, r.URL.String())
	f.mu.Unlock()
	return answer(r)
}

// serve sets the answer.
func (f *files) serve(status int, file []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answer = func(r *http.Request) (*http.Response, error) {
		w := httptest.NewRecorder()
		w.Header().Set("Location", certificate+"?elsewhere") // for redirects
		w.WriteHeader(status)
		_, _ = w.Write(file)
		return w.Result(), nil
	}
}

// world is an endpoint with the real skill, a clock and Amazon of its own.
type world struct {
	t testing.TB
	amazon
	now     time.Time
	files   files
	log     bytes.Buffer
	handler *skillhttp.Handler
}

func newWorld(t testing.TB, change ...func(*skillhttp.Options)) *world {
	t.Helper()
	w := &world{t: t, amazon: theAmazon(t), now: now}
	w.files.serve(http.StatusOK, w.Chain(w.key.Public()))
	clock := func() time.Time { return w.now }
	o := skillhttp.Options{
		Skill: skill.New(skill.Options{ApplicationIDs: []string{application}, Logger: slog.New(slog.DiscardHandler), Now: clock}),
		Roots: w.Roots(), Transport: &w.files, Now: clock, Logger: slog.New(slog.NewTextHandler(&w.log, nil)),
	}
	for _, c := range change {
		c(&o)
	}
	w.handler = skillhttp.New(o)
	return w
}

// envelope returns a request that the skill answers without its services.
func envelope(kind, id string, at any) string {
	if t, ok := at.(time.Time); ok {
		at = t.Format(time.RFC3339)
	}
	return fmt.Sprintf(`{"version":"1.0","session":{"application":{"applicationId":%[2]q}},"context":{"System":{"application":{"applicationId":%[2]q}}},
		"request":{"type":%[1]q,"requestId":"r1","timestamp":%#[3]v,"reason":%[4]q}}`, kind, id, at, secret)
}

// good returns a request that Alexa could have sent now.
func good() string { return envelope("SessionEndedRequest", application, now) }

// post returns a request with Alexa's headers.
func (w *world) post(body string) *http.Request {
	r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/alexa", strings.NewReader(body))
	r.Header.Set("SignatureCertChainUrl", certificate)
	r.Header.Set("Signature-256", skillhttptest.Sign(w.t, w.key, []byte(body)))
	r.Header.Set("Signature", "bm90IGxvb2tlZCBhdA==")
	return r
}

func (w *world) send(r *http.Request) *httptest.ResponseRecorder {
	recorder := httptest.NewRecorder()
	w.handler.ServeHTTP(recorder, r)
	return recorder
}

// want sends a request and checks the result: an answer, or a refusal with no detail
// for the caller and one reason in the log.
func (w *world) want(r *http.Request, status int, reason string) {
	w.t.Helper()
	w.log.Reset()
	got, logged := w.send(r), ""
	if _, after, ok := strings.Cut(w.log.String(), "reason="); ok {
		logged = strings.TrimSpace(after)
	}
	if got.Code != status || logged != reason {
		w.t.Errorf("status %d, reason %q; want %d, %q", got.Code, logged, status, reason)
	}
	if (got.Body.Len() > 0) != (status == http.StatusOK) {
		w.t.Errorf("status %d with the body %q", got.Code, got.Body)
	}
	if strings.Contains(w.log.String(), secret) {
		w.t.Errorf("log contains the request: %s", w.log.String())
	}
}
