package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"voicememo/auth/devissuer"
	"voicememo/tools/testkit/acmeserver"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/rsakey"
)

// domain is the name of the server in these tests; it is not in any DNS.
const domain = "memo.example.com"

// router forwards its ports 443 and 80 to the addresses of the current server, or to no
// address, as the router of a house does.
type router struct {
	t          *testing.T
	tls, plain net.Addr
	toTLS      atomic.Pointer[string]
	toPlain    atomic.Pointer[string]
}

func newRouter(t *testing.T) *router {
	t.Helper()
	r := &router{t: t}
	outside, err := net.Listen("tcp", "127.0.0.1:0")
	must.OK(t, err)
	t.Cleanup(func() { _ = outside.Close() })
	r.tls = outside.Addr()
	go func() {
		for {
			conn, err := outside.Accept()
			if err != nil {
				return
			}
			go r.carry(conn)
		}
	}()
	// At port 80 the authority would name the host without its port.
	plain := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) {
		p.SetURL(&url.URL{Scheme: "http", Host: deref(&r.toPlain)})
		p.Out.Host = domain
	}})
	t.Cleanup(plain.Close)
	r.plain = plain.Listener.Addr()
	return r
}

func deref(p *atomic.Pointer[string]) string {
	if to := p.Load(); to != nil {
		return *to
	}
	return "127.0.0.1:1" // no server listens there
}

func (r *router) carry(conn net.Conn) {
	defer conn.Close()
	there, err := net.Dial("tcp", deref(&r.toTLS))
	if err != nil {
		return
	}
	defer there.Close()
	go func() { _, _ = io.Copy(there, conn); _ = there.Close() }()
	_, _ = io.Copy(conn, there)
}

// port returns the port of an address of this machine.
func port(a net.Addr) int { return a.(*net.TCPAddr).Port }

// transport connects to the domain through the router, and trusts the authority.
func (r *router) transport(ca *acmeserver.Server) *http.Transport {
	t := &http.Transport{
		ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: ca.Issued, MinVersion: tls.VersionTLS12},
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			if addr == domain+":443" {
				addr = r.tls.String()
			}
			return new(net.Dialer).DialContext(ctx, network, addr)
		},
	}
	r.t.Cleanup(t.CloseIdleConnections)
	return t
}

// serial returns the serial number of the valid certificate of the domain.
func (r *router) serial(ca *acmeserver.Server) (string, error) {
	conn, err := tls.Dial("tcp", r.tls.String(), &tls.Config{ServerName: domain, RootCAs: ca.Issued, MinVersion: tls.VersionTLS12})
	if err != nil {
		return "", err
	}
	defer conn.Close()
	return conn.ConnectionState().PeerCertificates[0].SerialNumber.String(), nil
}

// serveTLS starts a server whose certificates come from ca, behind the router.
func (r *router) serveTLS(h home, ca *acmeserver.Server, flags ...string) *served {
	r.t.Helper()
	at := freePort(r.t)
	r.toTLS.Store(&at)
	h.env = append(h.env, "SSL_CERT_FILE="+trusting(r.t, ca.RootPEM))
	s := h.serve(r.t, append([]string{"--addr", at, "--tls-domain", domain, "--tls-directory", ca.Directory}, flags...)...)
	s.through = r.transport(ca)
	return s
}

// trusting writes a file of trusted authorities.
func trusting(t *testing.T, roots ...[]byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "roots.pem")
	must.OK(t, os.WriteFile(path, bytes.Join(roots, nil), 0o600))
	return path
}

// freePort returns an address of this machine that is not in use.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must.OK(t, err)
	defer l.Close()
	return l.Addr().String()
}

// issuer runs a sign-in provider for the domain and returns the flags that use it.
func issuer(t *testing.T) []string {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	at := "http://" + server.Listener.Addr().String() + "/issuer"
	provider, err := devissuer.New(devissuer.Options{Issuer: at, RedirectURIs: []string{"https://" + domain + "/auth/callback"}, Key: rsakey.Named(t, "--dev")})
	must.OK(t, err)
	server.Config.Handler = provider
	server.Start()
	t.Cleanup(server.Close)
	return []string{"--oidc-issuer=" + at, "--oidc-client-id=" + provider.ClientID(), "--oidc-client-secret=" + provider.ClientSecret()} // a secret may begin with "-"
}
