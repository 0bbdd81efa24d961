package main

import (
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"voicememo/skill/skillhttp/skillhttptest"
	"voicememo/tools/testkit/alexa"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/must"
)

// anySkill is the skill id of addMemoRequest.
const anySkill = "amzn1.ask.skill.any"

// knock sends a request to the skill's endpoint and returns the status.
func (s *served) knock(method, body string, headers ...string) int {
	s.t.Helper()
	answer := devsignin.Stranger(s.t, s.through, s.url).Ask(method, "/alexa", body, headers...)
	if answer.Status == http.StatusBadRequest && answer.Body != "" {
		s.t.Errorf("%s 400: got %q, want nothing", method, answer.Body)
	}
	return answer.Status
}

// wants calls knock and checks the status.
func (s *served) wants(name string, status int, method, body string, headers ...string) {
	s.t.Helper()
	if got := s.knock(method, body, headers...); got != status {
		s.t.Errorf("%s: got status %d, want %d", name, got, status)
	}
}

// TestVerifiedSkill: the binary, as it runs on the internet, answers only requests that
// Amazon has signed. Amazon is an authority that the system trusts and a proxy through
// which the certificates are fetched.
func TestVerifiedSkill(t *testing.T) {
	t.Parallel()
	amazon, key := skillhttptest.NewAuthority(t, time.Now()), skillhttptest.NewKey(t)
	s := home{flags: []string{"--data", t.TempDir()}, env: amazonAt(t, amazon, amazon.Chain(key.Public()))}.
		serve(t, "--oidc-client-id", "x", "--oidc-client-secret", "x", "--alexa-skill-id", anySkill)
	body := alexa.AddMemo("r1", "amzn1.ask.account.A", "牛乳を買う")
	place := "SignatureCertChainUrl: https://s3.amazonaws.com/echo.api/echo-api-cert-12.pem"
	signature := "Signature-256: " + skillhttptest.Sign(t, key, []byte(body))
	other := strings.ReplaceAll(body, anySkill, "amzn1.ask.skill.theirs")

	s.wants("unsigned", 400, http.MethodPost, body)
	s.wants("signed", 200, http.MethodPost, body, place, signature)
	s.wants("altered", 400, http.MethodPost, strings.Replace(body, "牛乳", "卵", 1), place, signature)
	s.wants("another customer's certificate", 400, http.MethodPost, body, strings.Replace(place, "echo.api/", "echo.api/../x/", 1), signature)
	s.wants("another skill", 400, http.MethodPost, other, place, "Signature-256: "+skillhttptest.Sign(t, key, []byte(other)))
	s.wants("GET", 405, http.MethodGet, "")
	s.wants("PUT", 405, http.MethodPut, body, place, signature)
	s.wants("by a foreign page", 403, http.MethodPost, body, place, signature, "Origin: https://evil.example")
	s.wants("just 128 KB, unsigned", 400, http.MethodPost, strings.Repeat(" ", 128<<10))
	s.stop()
	for _, reason := range []string{"reason=url", "reason=signature", "reason=application"} {
		if !strings.Contains(s.log.String(), reason) {
			t.Errorf("the log lacks %s", reason)
		}
	}
	if strings.Contains(s.log.String(), "牛乳") || strings.Contains(s.log.String(), "evil") {
		t.Errorf("the log mentions the request:\n%s", s.log.String())
	}
}

// amazonAt returns the variables of a process that trusts only this authority, and finds
// a file of certificates at Amazon's address.
func amazonAt(t *testing.T, a *skillhttptest.Authority, file []byte) []string {
	t.Helper()
	roots := filepath.Join(t.TempDir(), "roots.pem")
	must.OK(t, os.WriteFile(roots, a.RootPEM(), 0o600))
	s3 := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != "s3.amazonaws.com" || r.RequestURI != "/echo.api/echo-api-cert-12.pem" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(file)
	}))
	s3.TLS = &tls.Config{Certificates: []tls.Certificate{a.Server("s3.amazonaws.com")}}
	s3.StartTLS()
	proxy := httptest.NewServer(tunnel(s3.Listener.Addr().String()))
	t.Cleanup(func() { proxy.Close(); s3.Close() })
	return []string{
		"SSL_CERT_FILE=" + roots, "SSL_CERT_DIR=" + filepath.Dir(roots),
		"HTTPS_PROXY=" + proxy.URL, "https_proxy=" + proxy.URL, "NO_PROXY=", "no_proxy=",
	}
}

// tunnel is a proxy that connects every CONNECT to one address.
func tunnel(address string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		there, err := net.Dial("tcp", address)
		if err != nil || r.Method != http.MethodConnect {
			http.Error(w, "no way", http.StatusBadGateway)
			return
		}
		defer there.Close()
		w.WriteHeader(http.StatusOK)
		here, read, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		defer here.Close()
		go func() { _, _ = io.Copy(there, read) }() // the bytes that the server has already read, and the rest
		_, _ = io.Copy(here, there)
	})
}

// TestWhoMayKnock: without a skill id no skill may call; with verification switched off,
// the named skill; with --dev, every skill.
func TestWhoMayKnock(t *testing.T) {
	named := alexa.AddMemo("r1", "amzn1.ask.account.A", "牛乳を買う")
	other := strings.ReplaceAll(named, anySkill, "amzn1.ask.skill.theirs")
	for name, c := range map[string]struct {
		flags                   []string
		named, other, get, junk int
	}{
		"no skill id":             {[]string{"--oidc-client-id", "x", "--oidc-client-secret", "x"}, 404, 404, 405, 404},
		"no skill id, unverified": {[]string{"--oidc-client-id", "x", "--oidc-client-secret", "x", "--alexa-verify", "off"}, 404, 404, 405, 404},
		"unverified":              {[]string{"--oidc-client-id", "x", "--oidc-client-secret", "x", "--alexa-verify", "off", "--alexa-skill-id", anySkill}, 200, 400, 405, 400},
		"dev":                     {[]string{"--dev"}, 200, 200, 405, 400},
		"dev with a skill id":     {[]string{"--dev", "--alexa-skill-id", anySkill}, 200, 400, 405, 400},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := home{flags: []string{"--data", t.TempDir()}}.serve(t, c.flags...)
			s.wants("named skill", c.named, http.MethodPost, named)
			s.wants("other skill", c.other, http.MethodPost, other)
			s.wants("GET", c.get, http.MethodGet, "")
			s.wants("junk", c.junk, http.MethodPost, "junk")
			s.wants("over 128 KB", c.junk, http.MethodPost, named+strings.Repeat(" ", 128<<10))
			s.stop()
		})
	}
}

// TestGreetingNamesTheEndpoint: the greeting names the endpoint, or the missing flag.
func TestGreetingNamesTheEndpoint(t *testing.T) {
	for name, c := range map[string]struct {
		flags []string
		want  string
	}{
		"no skill id": {nil, "off: set --alexa-skill-id to serve it at https://memo.example.com/alexa"},
		"verified":    {[]string{"--alexa-skill-id", anySkill}, "https://memo.example.com/alexa, for " + anySkill + "  (register it"},
		"unverified":  {[]string{"--alexa-skill-id", anySkill, "--alexa-verify=off"}, "https://memo.example.com/alexa, unverified, for " + anySkill},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			flags := append([]string{"--oidc-client-id", "x", "--oidc-client-secret", "x", "--public-url", "https://memo.example.com/"}, c.flags...)
			s := home{flags: []string{"--data", t.TempDir()}}.serve(t, flags...)
			s.stop()
			if !strings.Contains(s.out.String(), c.want) {
				t.Errorf("got %q, want %q in it", s.out.String(), c.want)
			}
		})
	}
}
