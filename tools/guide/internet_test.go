//go:build linux

package guide

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"voicememo/skill/skillhttp/skillhttptest"
	"voicememo/tools/testkit/acmeserver"
	"voicememo/tools/testkit/chroot"
	"voicememo/tools/testkit/devsignin"
)

// The names of the guide: that of the server, and that of Let's Encrypt.
const (
	domain      = "memo.example.com"
	letsEncrypt = "acme-v02.api.letsencrypt.org"
)

// internet is what a server finds outside: Google, Let's Encrypt, and a name of its own.
type internet struct {
	t      testing.TB
	m      *chroot.Machine
	google *google
	trust  *x509.CertPool // the authority that signs for domain
}

// newInternet connects a machine to an Internet under the true names.
func newInternet(t testing.TB, m *chroot.Machine) *internet {
	t.Helper()
	web := skillhttptest.NewAuthority(t, time.Now())
	ca := acmeserver.Start(t, acmeserver.Options{HTTPPort: relay(t, m, 80), TLSPort: relay(t, m, 443)})
	in := &internet{t: t, m: m, google: newGoogle(t), trust: ca.Issued}
	to, err := url.Parse(ca.Directory)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(ca.RootPEM)
	acme := &httputil.ReverseProxy{
		Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, ServerName: "localhost", MinVersion: tls.VersionTLS12}},
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.URL.Scheme, p.Out.URL.Host = to.Scheme, to.Host
			if p.Out.URL.Path == "/directory" {
				p.Out.URL.Path = to.Path
			}
		},
	}
	mux := http.NewServeMux()
	mux.Handle(googleName+"/", in.google.mux)
	mux.Handle(letsEncrypt+"/", acme)
	certificate := sync.OnceValue(func() map[string]*tls.Certificate {
		all := map[string]*tls.Certificate{}
		for _, name := range []string{googleName, letsEncrypt} {
			one := web.Server(name)
			all[name] = &one
		}
		return all
	})
	served := &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute, ErrorLog: log.New(io.Discard, "", 0)} // about clients that end
	t.Cleanup(func() { _ = served.Close() })
	listener := tls.NewListener(m.Listen(443), &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: func(h *tls.ClientHelloInfo) (*tls.Certificate, error) {
		return certificate()[h.ServerName], nil
	}})
	go func() { _ = served.Serve(listener) }()
	m.Must(fmt.Sprintf("printf '%%s\\n' '%s %s %s' '%s %s' >>/etc/hosts", chroot.Internet, googleName, letsEncrypt, chroot.Home, domain))
	m.Write("/tmp/roots.pem", string(web.RootPEM())+string(ca.IssuedPEM), 0o600)
	m.Must("cat /tmp/roots.pem >>/etc/ssl/certs/ca-certificates.crt; rm /tmp/roots.pem")
	return in
}

// relay forwards connections to a port of this machine to a port of the other, and returns
// the former.
func relay(t testing.TB, m *chroot.Machine, port int) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = near.Close() }()
				far, err := m.Dial(context.Background(), "tcp", fmt.Sprintf("home:%d", port))
				if err != nil {
					return
				}
				defer func() { _ = far.Close() }()
				go func() { _, _ = io.Copy(far, near); _ = far.Close() }()
				_, _ = io.Copy(near, far)
			}()
		}
	}()
	return l.Addr().(*net.TCPAddr).Port
}

// RoundTrip implements http.RoundTripper: a browser outside, to which Google and the
// server answer.
func (in *internet) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host == googleName {
		w := httptest.NewRecorder()
		in.google.mux.ServeHTTP(w, r)
		return w.Result(), nil
	}
	once := &http.Transport{DisableKeepAlives: true, DialContext: in.dial, TLSClientConfig: &tls.Config{RootCAs: in.trust, MinVersion: tls.VersionTLS12}}
	return once.RoundTrip(r)
}

// dial connects as a browser does whose user reloads the page until the server has started.
func (in *internet) dial(ctx context.Context, network, to string) (conn net.Conn, err error) {
	for range 200 {
		if conn, err = in.m.Dial(ctx, network, to); err == nil {
			return conn, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return nil, err
}

// person is a browser of a person who has signed in with Google.
func (in *internet) person(t testing.TB, name string) *devsignin.Browser {
	t.Helper()
	return devsignin.ForTest(t, in, "https://"+domain, name)
}

// add writes a memo on the page.
func add(b *devsignin.Browser, content string) {
	b.T.Helper()
	b.Call(http.MethodPost, "/api/memos", fmt.Sprintf(`{"content":%q}`, content), http.StatusCreated)
}

// want checks the list of a person.
func want(b *devsignin.Browser, contents ...string) {
	b.T.Helper()
	if got, want := b.Contents(), strings.Join(contents, " / "); got != want {
		b.T.Errorf("got the memos %q, want %q", got, want)
	}
}
