package health_test

import (
	"crypto/x509"
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/cmd/internal/health"
	"voicememo/tools/testkit/check"
)

// issuer is an issuer that answers as the test sets, and counts requests.
type issuer struct {
	*httptest.Server
	answer atomic.Pointer[http.HandlerFunc]
	asked  atomic.Int32
}

func newIssuer(t *testing.T, answer http.HandlerFunc) *issuer {
	t.Helper()
	i := &issuer{}
	i.answer.Store(&answer)
	i.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i.asked.Add(1)
		if r.URL.Path != "/tenant/.well-known/openid-configuration" {
			t.Errorf("asked for %s", r.URL.Path)
		}
		(*i.answer.Load())(w, r)
	}))
	t.Cleanup(i.Close)
	return i
}

// at answers with a time this far from now, through a cache if age is not "".
func at(off time.Duration, age string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Date", time.Now().Add(off).UTC().Format(http.TimeFormat))
		if age != "" {
			w.Header().Set("Age", age)
		}
	}
}

// settled calls Checks until the result is not unknown.
func settled(t *testing.T, w *health.Watch) map[string]string {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if found := w.Checks(t.Context()); found["issuer"] != health.Unknown {
			return found
		}
	}
	t.Fatal("got no result")
	return nil
}

func TestIssuerAndClock(t *testing.T) {
	const tenMinutes = 10 * time.Minute
	for name, c := range map[string]struct {
		answer        http.HandlerFunc
		issuer, clock string
	}{
		"right":                      {at(0, ""), "ok", "ok"},
		"a little off":               {at(20*time.Second, ""), "ok", "ok"},
		"ten minutes slow":           {at(tenMinutes, ""), "ok", "off"},
		"ten minutes fast":           {at(-tenMinutes, ""), "ok", "off"},
		"right, from a cache":        {at(-tenMinutes, strconv.Itoa(int(tenMinutes.Seconds()))), "ok", "ok"},
		"fast, from a cache":         {at(-2*tenMinutes, strconv.Itoa(int(tenMinutes.Seconds()))), "ok", "off"},
		"an age that is none":        {at(0, "-5"), "ok", "ok"},
		"no time":                    {func(w http.ResponseWriter, _ *http.Request) { w.Header()["Date"] = nil }, "ok", "unknown"},
		"an error":                   {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) }, "unreachable", "unknown"},
		"a connection that is reset": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "unreachable", "unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			i := newIssuer(t, c.answer)
			found := settled(t, &health.Watch{Issuer: i.URL + "/tenant/"})
			if want := map[string]string{"issuer": c.issuer, "clock": c.clock}; !maps.Equal(found, want) {
				t.Errorf("got %v, want %v", found, want)
			}
		})
	}
}

// TestNobodyWaits: an issuer that hangs does not delay Checks, and is asked once a minute.
func TestNobodyWaits(t *testing.T) {
	hang := make(chan struct{})
	i := newIssuer(t, func(http.ResponseWriter, *http.Request) { <-hang })
	now := time.Now()
	w := &health.Watch{Issuer: i.URL + "/tenant", Now: func() time.Time { return now }}
	for range 100 {
		if found := w.Checks(t.Context()); found["issuer"] != health.Unknown || found["clock"] != health.Unknown {
			t.Fatalf("got %v", found)
		}
	}
	right := at(0, "")
	i.answer.Store(&right)
	close(hang)
	settled(t, w)
	for range 100 {
		w.Checks(t.Context())
	}
	check.Equal(t, i.asked.Load(), 1, "requests within a minute")

	i.CloseClientConnections()
	i.Close() // unreachable now: the previous result is kept until the next request
	if found := w.Checks(t.Context()); found["issuer"] != health.OK {
		t.Errorf("got %v", found)
	}
	now = now.Add(time.Minute)
	for end := time.Now().Add(time.Minute); w.Checks(t.Context())["issuer"] != health.Unreachable; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the issuer is not reported as unreachable")
		}
	}
}

func TestCertificate(t *testing.T) {
	const day = 24 * time.Hour
	now := time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		life, left time.Duration
		want       string
	}{
		{90 * day, 14 * day, "ok"},
		{90 * day, 14*day - time.Second, "expires soon"},
		{6 * day, 3 * day, "ok"}, // not even due
		{6 * day, day, "ok"},
		{6 * day, day - time.Second, "expires soon"},
		{3650 * day, 15 * day, "ok"},
		{90 * day, 0, "expired"},
	} {
		leaf := &x509.Certificate{NotBefore: now.Add(c.left - c.life), NotAfter: now.Add(c.left)}
		w := &health.Watch{Now: func() time.Time { return now }, Certificate: func() (*x509.Certificate, bool) { return leaf, true }}
		if found := w.Checks(t.Context()); !maps.Equal(found, map[string]string{"certificate": c.want}) {
			t.Errorf("%v of %v: got %v, want %s", c.left, c.life, found, c.want)
		}
	}
	for want, needed := range map[string]bool{"missing": true, "": false} {
		w := &health.Watch{Certificate: func() (*x509.Certificate, bool) { return nil, needed }}
		if found := w.Checks(t.Context()); found["certificate"] != want || needed != (len(found) == 1) {
			t.Errorf("got %v, want %q", found, want)
		}
	}
}
