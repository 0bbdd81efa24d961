package main

import (
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"voicememo/skill/skillhttp/skillhttptest"
	"voicememo/tools/testkit/rsakey"
)

// certificates is the address of the certificates with which Amazon signs requests.
const certificates = "https://s3.amazonaws.com/echo.api/echo-api-cert-12.pem"

// amazon makes a certificate authority and a key and serves the certificates: the program
// trusts the authority like one of the system's, and fetches the certificates through a
// proxy.
func (p *play) amazon() amazon {
	a := amazon{Authority: skillhttptest.NewAuthority(p, time.Now()), key: rsakey.Named(p, "amazon")}
	chain, forged := a.Chain(a.key.Public()), a.SelfSigned(a.key)
	s3 := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch name := path.Clean(r.URL.Path); {
		case r.Host != "s3.amazonaws.com":
			http.NotFound(w, r)
		case strings.HasPrefix(name, "/echo.api/") && name != "/echo.api/echo-api-cert-12.pem":
			_, _ = w.Write(forged)
		default: // Amazon's, or a bucket of another customer, who may have a copy of any file
			_, _ = w.Write(chain)
		}
	}))
	s3.TLS = &tls.Config{Certificates: []tls.Certificate{a.Server("s3.amazonaws.com")}} //nolint:gosec // the attack's own server
	s3.StartTLS()
	proxy := httptest.NewServer(tunnel(s3.Listener.Addr().String()))
	p.Cleanup(func() { proxy.Close(); s3.Close() })
	roots := filepath.Join(p.TempDir(), "roots.pem")
	p.must(os.WriteFile(roots, a.RootPEM(), 0o600))
	a.env = []string{
		"SSL_CERT_FILE=" + roots, "SSL_CERT_DIR=" + filepath.Dir(roots), "HTTPS_PROXY=" + proxy.URL, "https_proxy=" + proxy.URL, "NO_PROXY=127.0.0.1,localhost", "no_proxy=127.0.0.1,localhost",
	}
	return a
}

// tunnel is a proxy that connects every CONNECT to one address.
func tunnel(address string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		there, err := net.Dial("tcp", address)
		if err != nil || r.Method != http.MethodConnect {
			http.Error(w, "no way", http.StatusBadGateway)
			return
		}
		defer func() { _ = there.Close() }()
		w.WriteHeader(http.StatusOK)
		here, read, err := w.(http.Hijacker).Hijack() //nolint:forcetypeassert // HTTP/1.1 has it
		if err != nil {
			return
		}
		defer func() { _ = here.Close() }()
		go func() { _, _ = io.Copy(there, read) }()
		_, _ = io.Copy(here, there)
	})
}

// trap counts the connections to an address of this machine.
type trap struct {
	url         string
	connections atomic.Int64
}

// listenFor starts a trap.
func listenFor(p *play) *trap {
	t := &trap{}
	s := httptest.NewUnstartedServer(http.NotFoundHandler())
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			t.connections.Add(1)
		}
	}
	s.Start()
	p.Cleanup(s.Close)
	t.url = s.URL
	return t
}
