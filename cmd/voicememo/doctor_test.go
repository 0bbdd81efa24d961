package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestDoctorOnTheClock: a clock that would have Alexa's requests refused is named,
// by the issuer's time.
func TestDoctorOnTheClock(t *testing.T) {
	for name, c := range map[string]struct {
		off  time.Duration
		want string
	}{
		"right":               {0, "ok  clock\n"},
		"ten minutes slow":    {10 * time.Minute, "BAD clock: this machine is "},
		"ten minutes fast":    {-10 * time.Minute, "BAD clock: this machine is "},
		"a little is allowed": {10 * time.Second, "ok  clock\n"},
	} {
		t.Run(name, func(t *testing.T) {
			issuer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Date", time.Now().Add(c.off).UTC().Format(http.TimeFormat))
			}))
			defer issuer.Close()
			out, _, code := runHere("doctor", "--oidc-client-id", "x", "--oidc-issuer", issuer.URL, "--data", t.TempDir())
			if !strings.Contains(out, c.want) || (code == 0) != strings.HasPrefix(c.want, "ok") {
				t.Errorf("exit %d\n%s", code, out)
			}
		})
	}
}
