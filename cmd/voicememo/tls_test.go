package main

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"voicememo/cmd/internal/app"
	"voicememo/skill/skillhttp/skillhttptest"
	"voicememo/tools/testkit/acmeserver"
	"voicememo/tools/testkit/alexa"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/program"
)

// TestCertificate: with only --tls-domain a server serves HTTPS that browsers and Alexa
// accept; people sign in and are notified of changes, the server stops in order, and the
// certificate is kept for the next process.
func TestCertificate(t *testing.T) {
	t.Parallel()
	r := newRouter(t)
	ca := acmeserver.Start(t, acmeserver.Options{TLSPort: port(r.tls)})
	amazon, key := skillhttptest.NewAuthority(t, time.Now()), skillhttptest.NewKey(t)
	data := filepath.Join(t.TempDir(), "data")
	h := home{flags: []string{"--data", data}, env: amazonAt(t, amazon, amazon.Chain(key.Public()))}
	flags := append(issuer(t), "--alexa-skill-id", anySkill, "--tls-http-addr", "off")

	s := r.serveTLS(h, ca, flags...)
	if s.url != "https://"+domain {
		t.Errorf("got the public URL %s", s.url)
	}
	taro := s.signIn("太郎")
	if res := taro.Ask(http.MethodGet, "/api/me", "").Want(http.StatusOK); res.Proto != 2 {
		t.Errorf("got HTTP/%d, want 2", res.Proto)
	}
	if ready := taro.Call(http.MethodGet, "/readyz", "", http.StatusOK); ready["checks"].(map[string]any)["certificate"] != "ok" {
		t.Errorf("got readiness %v", ready)
	}
	events := taro.events()
	taro.Call(http.MethodPost, "/api/memos", `{"content":"牛乳を買う"}`, http.StatusCreated)
	events.until("event: changed")
	body := alexa.AddMemo("r1", "amzn1.ask.account.A", "卵を買う")
	s.wants("unsigned", 400, http.MethodPost, body)
	s.wants("signed", 200, http.MethodPost, body, "SignatureCertChainUrl: https://s3.amazonaws.com/echo.api/echo-api-cert-12.pem",
		"Signature-256: "+skillhttptest.Sign(t, key, []byte(body)))
	if app.RunningURL(t.Context(), data) == "" {
		t.Error("other commands on this machine do not reach it")
	}
	r.refuses(ca)
	first, err := r.serial(ca)
	must.OK(t, err)
	s.stop()
	events.until("")
	for _, noise := range []string{"cut off", "handshake", "evil"} {
		if strings.Contains(s.log.String(), noise) {
			t.Errorf("the log has %q:\n%s", noise, s.log.String())
		}
	}
	private(t, filepath.Join(data, "certificates"))

	ca.Stop() // requests to the authority fail now
	again := r.serveTLS(h, ca, flags...)
	if got, err := r.serial(ca); got != first {
		t.Errorf("after a restart certificate %s, before %s: %v", got, first, err)
	}
	again.stop()
}

// refuses: other names and old versions of TLS are refused, and plain HTTP gets no page.
func (r *router) refuses(ca *acmeserver.Server) {
	r.t.Helper()
	for name, config := range map[string]*tls.Config{
		"another name": {ServerName: "evil.example.com", RootCAs: ca.Issued},
		"no name":      {InsecureSkipVerify: true},                                                                           //nolint:gosec // it must fail earlier
		"TLS 1.1":      {ServerName: domain, RootCAs: ca.Issued, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}, //nolint:gosec // the server must refuse it
		"CBC": {
			ServerName: domain, RootCAs: ca.Issued, MaxVersion: tls.VersionTLS12, //nolint:gosec // likewise
			CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA, tls.TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA},
		},
	} {
		conn, err := tls.Dial("tcp", r.tls.String(), config)
		if err == nil {
			_ = conn.Close()
			r.t.Errorf("%s is accepted", name)
		}
	}
	res, err := http.Get("http://" + r.tls.String() + "/healthz")
	must.OK(r.t, err)
	if res.Body.Close() != nil || res.StatusCode != http.StatusBadRequest {
		r.t.Errorf("plain HTTP: got %s", res.Status)
	}
}

// private: only the owner of a folder can use it and its files.
func private(t *testing.T, folder string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		files++
		return err
	})
	if err != nil || files < 3 { // the folder, the account's key, the certificate
		t.Errorf("got %d files in %s: %v", files, folder, err)
	}
}

// TestPlainHTTP: with port 80 the certificate is issued and renewed even if the authority
// cannot reach port 443; other requests are redirected only to https.
func TestPlainHTTP(t *testing.T) {
	program.Needed(t)
	t.Parallel() // the renewal takes some seconds
	r := newRouter(t)
	ca := acmeserver.Start(t, acmeserver.Options{HTTPPort: port(r.plain), Lifetime: 9 * time.Second})
	plain := freePort(t)
	r.toPlain.Store(&plain)
	s := r.serveTLS(home{flags: []string{"--data", t.TempDir()}}, ca, "--oidc-client-id", "x", "--oidc-client-secret", "x", "--tls-http-addr", plain)
	first, err := r.serial(ca)
	must.OK(t, err)

	for _, c := range []struct {
		method, host, path, authorization string
		status                            int
		location                          string
	}{
		{http.MethodGet, domain, "/memos?q=1", "", 301, "https://" + domain + "/memos?q=1"},
		{http.MethodHead, "evil.example.com", "//evil.example.com", "", 301, "https://" + domain + "//evil.example.com"},
		{http.MethodGet, domain, "/auth/login", "", 301, "https://" + domain + "/auth/login"},
		{http.MethodGet, domain, "/apis", "", 301, "https://" + domain + "/apis"},
		{http.MethodPost, domain, "/api/memos", "", 400, ""},
		{http.MethodGet, domain, "/api/memos", "", 400, ""},
		{http.MethodHead, domain, "/api/me", "", 400, ""},
		{http.MethodGet, domain, "/%61pi/me", "", 400, ""},
		{http.MethodGet, domain, "//api/me", "", 400, ""},
		{http.MethodPost, domain, "/auth/logout", "", 400, ""},
		{http.MethodPost, domain, "/alexa", "", 400, ""},
		{http.MethodGet, domain, "/alexa", "", 400, ""},
		{http.MethodGet, domain, "/mcp", "", 400, ""},
		{http.MethodGet, domain, "/oauth/token", "", 400, ""},
		{http.MethodHead, domain, "/.well-known/oauth-authorization-server", "", 400, ""},
		{http.MethodGet, domain, "/oauth/device", "", 301, "https://" + domain + "/oauth/device"},
		{http.MethodGet, domain, "/memos", "Bearer secret", 400, ""},
		{http.MethodGet, domain, "/.well-known/acme-challenge/x", "", 404, ""},
		{http.MethodGet, "evil.example.com", "/.well-known/acme-challenge/x", "", 403, ""},
	} {
		req, err := http.NewRequest(c.method, "http://"+plain+c.path, strings.NewReader(""))
		must.OK(t, err)
		req.Host = c.host
		if c.authorization != "" {
			req.Header.Set("Authorization", c.authorization)
		}
		res, err := http.DefaultTransport.RoundTrip(req)
		must.OK(t, err)
		said, err := io.ReadAll(res.Body)
		if err != nil || res.Body.Close() != nil || res.StatusCode != c.status || res.Header.Get("Location") != c.location {
			t.Errorf("%s %s%s: got %s, to %q, want %d", c.method, c.host, c.path, res.Status, res.Header.Get("Location"), c.status)
		}
		if want := "This server speaks HTTPS only: use https://" + domain + "\n"; c.status == 400 && c.method != http.MethodHead && string(said) != want {
			t.Errorf("%s %s: got %q, want %q", c.method, c.path, said, want)
		}
	}

	// Browsers do not send such requests, and net/http's client cannot.
	for _, target := range []string{"http:.evil.example.com", "*"} {
		if answer := asked(t, plain, target); !strings.HasPrefix(answer, "HTTP/1.1 400 ") {
			t.Errorf("GET %s: %s", target, answer)
		}
	}

	renewed := first
	for end := time.Now().Add(time.Minute); err != nil || renewed == first; renewed, err = r.serial(ca) {
		if time.Now().After(end) {
			t.Fatalf("the certificate is not renewed: %v", err)
		}
		time.Sleep(100 * time.Millisecond)
	}
	s.stop()
}

// asked returns the answer to a request with this raw target.
func asked(t *testing.T, addr, target string) string {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	must.OK(t, err)
	defer conn.Close()
	must.OK(t, must.Err(io.WriteString(conn, "GET "+target+" HTTP/1.1\r\nHost: "+domain+"\r\nConnection: close\r\n\r\n")))
	answer, err := io.ReadAll(conn)
	must.OK(t, err)
	return string(answer)
}

// TestNoCertificate: while the authority is unavailable the server runs, says what is
// wrong, and presents no certificate of its own.
func TestNoCertificate(t *testing.T) {
	t.Parallel()
	r := newRouter(t)
	nobody := &acmeserver.Server{Directory: "https://" + freePort(t) + "/dir", Issued: x509.NewCertPool()}
	data := t.TempDir()
	s := r.serveTLS(home{flags: []string{"--data", data}}, nobody, "--oidc-client-id", "x", "--oidc-client-secret", "x", "--tls-http-addr", "off")
	conn, err := tls.Dial("tcp", r.tls.String(), &tls.Config{ServerName: domain, InsecureSkipVerify: true}) //nolint:gosec // any certificate is enough
	var closed *net.OpError
	if err == nil {
		t.Error("the server presents a certificate")
		_ = conn.Close()
	} else if !errors.As(err, &closed) {
		t.Errorf("the handshake ends with %v", err)
	}
	if app.RunningURL(t.Context(), data) == "" {
		t.Error("the server does not answer")
	}
	s.stop()
	if log := s.log.String(); !strings.Contains(log, "the certificate cannot be had") {
		t.Errorf("the log does not say so:\n%s", log)
	}
	if _, err := os.Stat(filepath.Join(data, "certificates")); err != nil {
		t.Error(err) // the account's key is kept, so that the next try uses the same account
	}
}
