package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/auth/devissuer"
	"voicememo/cmd/internal/app"
	"voicememo/cmd/internal/version"
	"voicememo/infra/sqlite"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/rsakey"
)

// elsewhere connects to a server at another address than the public one.
type elsewhere struct{ public, real string }

func (e elsewhere) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host == e.public {
		r.URL.Host = e.real
	}
	return http.DefaultTransport.RoundTrip(r)
}

// TestDegraded: /readyz names a wrong clock and an unreachable issuer, and people who are
// signed in can still write memos.
func TestDegraded(t *testing.T) {
	const public = "localhost:1"
	clock := 10 * time.Minute
	issuer := httptest.NewUnstartedServer(nil)
	at := "http://" + issuer.Listener.Addr().String() + "/as"
	provider, err := devissuer.New(devissuer.Options{Issuer: at, RedirectURIs: []string{"http://" + public + "/auth/callback"}, Key: rsakey.Named(t, "--dev")})
	must.OK(t, err)
	issuer.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", time.Now().Add(clock).UTC().Format(http.TimeFormat))
		provider.ServeHTTP(w, r)
	})
	issuer.Start()
	defer issuer.Close()
	data := t.TempDir()
	serve := func() *served {
		s := home{flags: []string{"--data", data}}.serve(t, "--public-url", "http://"+public, "--oidc-issuer", at,
			"--oidc-client-id="+provider.ClientID(), "--oidc-client-secret="+provider.ClientSecret())
		real, err := url.Parse(app.RunningURL(t.Context(), data))
		must.OK(t, err)
		s.url, s.through = "http://"+public, elsewhere{public, real.Host}
		return s
	}

	s := serve()
	taro := s.signIn("太郎")
	taro.ready("degraded", map[string]any{"store": "ok", "log": "ok", "disk": "ok", "backup": "ok", "issuer": "ok", "clock": "off"})
	taro.Call(http.MethodPost, "/api/memos", `{"content":"傘"}`, http.StatusCreated)
	s.stop()
	s.discreet(taro)

	issuer.Close()
	s = serve()
	taro.Through = s.through
	taro.ready("degraded", map[string]any{"store": "ok", "log": "ok", "disk": "ok", "backup": "ok", "issuer": "unreachable", "clock": "unknown"})
	taro.Call(http.MethodPost, "/api/memos", `{"content":"牛乳"}`, http.StatusCreated)
	if got := taro.Contents(); got != "牛乳 / 傘" {
		t.Errorf("Taro sees %q", got)
	}
	person := taro.Call(http.MethodGet, "/api/me", "", http.StatusOK)["user"].(map[string]any)
	s.stop()
	s.discreet(taro, person["userId"].(string), person["email"].(string))
}

// says waits until the log of a server contains each of some texts in one line, and returns
// how many lines do.
func (s *served) says(texts ...string) (lines int) {
	s.t.Helper()
	for end := time.Now().Add(time.Minute); lines == 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("got no line with %q in the log: %s", texts, s.process.Log())
		}
		for line := range strings.Lines(s.process.Log()) {
			if !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(line, text) }) {
				lines++
			}
		}
	}
	return lines
}

// TestOperatorIsTold: the log has one line for each change of a check's result, with what to
// do, also if the server is not asked whether it is ready, and the metrics have the result.
func TestOperatorIsTold(t *testing.T) {
	var ahead atomic.Int64 // how far the issuer's clock is
	ahead.Store(int64(10 * time.Minute))
	issuer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", time.Now().Add(time.Duration(ahead.Load())).UTC().Format(http.TimeFormat))
	}))
	t.Cleanup(issuer.Close)
	dir, at := t.TempDir(), freePort(t)
	s := counting{home{flags: []string{"--data", dir}}.serve(t, "--metrics-addr", at, "--oidc-client-id", "x", "--oidc-issuer", issuer.URL), "http://" + at + "/metrics"}
	s.says("level=WARN", "check=clock", "found=off", "s behind", "timedatectl")
	values, _ := s.scrape()
	if values["voicememo_check{check=clock}"] != 0 || values["voicememo_check{check=issuer}"] != 1 || values["voicememo_clock_ahead_seconds{}"] > -590 ||
		values["voicememo_disk_free_bytes{}"] == 0 || values["voicememo_database_size_bytes{}"] == 0 {
		t.Errorf("got the metrics %v", values)
	}

	write(t, filepath.Join(dir, app.BackupFailureNote), "the disk is full\nwrite /backup: no space left on device\n")
	ask := func() {
		t.Helper()
		res, err := http.Get(app.RunningURL(t.Context(), dir) + "/readyz")
		must.OK(t, err)
		_ = res.Body.Close()
	}
	ask()
	ask()
	s.says("level=WARN", "check=backup", "found=\"failed ", "voicememo doctor")
	must.OK(t, os.Remove(filepath.Join(dir, app.BackupFailureNote)))
	ask()
	s.says("level=INFO", "check=backup", "passes again")
	must.OK(t, os.Rename(filepath.Join(dir, sqlite.FileName), filepath.Join(dir, "away")))
	ask()
	ask()
	s.says("level=WARN", "check=store", "found=removed", "restore a backup")
	if values, _ := s.scrape(); values["voicememo_check{check=store}"] != 0 {
		t.Errorf("got %v for the store, want 0", values["voicememo_check{check=store}"])
	}
	for _, check := range []string{"clock", "backup", "store"} {
		if got := s.says("level=WARN", "check="+check); got != 1 {
			t.Errorf("got %d warnings of %s, want 1: %s", got, check, s.process.Log())
		}
	}
}

// discreet fails the test if a stopped server has logged nothing, or texts that only its
// people may know.
func (s *served) discreet(b *browser, more ...string) {
	s.t.Helper()
	log := s.log.String()
	if !strings.Contains(log, "msg=request method=POST route=/api/memos status=201") {
		s.t.Errorf("got no line for a memo: %s", log)
	}
	for _, secret := range append(more, "太郎", "傘", "牛乳", "code=", "state=", b.Cookies["__Host-session"]) {
		if strings.Contains(log, secret) {
			s.t.Errorf("the log contains %q: %s", secret, log)
		}
	}
}

// ready asks until every check has a result, and compares the results.
func (b *browser) ready(status string, checks map[string]any) {
	b.T.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		found := b.Call(http.MethodGet, "/readyz", "", http.StatusOK)
		if fmt.Sprint(found) == fmt.Sprint(map[string]any{"status": status, "version": version.String(), "checks": checks}) {
			return
		}
		if time.Now().After(end) {
			b.T.Fatalf("found %v, want %s %v", found, status, checks)
		}
	}
}
