package app

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"voicememo/cmd/internal/health"
)

const (
	// certificateEvery is how often the certificate is checked.
	certificateEvery = time.Hour
	// certificateRetry is the pause after a certificate could not be obtained. Let's
	// Encrypt allows five failures an hour:
	// https://letsencrypt.org/docs/rate-limits/#authorization-failures-per-identifier-per-account
	certificateRetry = 15 * time.Minute
)

// certificates gets and renews the certificate of --tls-domain from an authority
// that speaks ACME (RFC 8555), and keeps it in the data directory.
type certificates struct {
	manager *autocert.Manager
	domain  string
	logger  *slog.Logger
	current atomic.Pointer[tls.Certificate] // at the last check; nil: none yet
	failed  atomic.Bool                     // the last check found none
}

func newCertificates(c Config, logger *slog.Logger) *certificates {
	return &certificates{domain: c.TLSDomain, logger: logger, manager: &autocert.Manager{
		Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(c.TLSDomain),
		Cache:  autocert.DirCache(filepath.Join(c.Data, "certificates")),
		Client: &acme.Client{DirectoryURL: c.TLSDirectory, UserAgent: "voicememo"},
	}}
}

// config returns the TLS configuration with which a server presents the certificate and
// answers the authority's challenge on the same port (RFC 8737).
func (c *certificates) config() *tls.Config {
	config := c.manager.TLSConfig()
	config.MinVersion, config.CipherSuites, config.GetCertificate = tls.VersionTLS12, suites, c.visited
	return config
}

// suites are the cipher suites for TLS 1.2: those with authenticated encryption. TLS 1.3
// has no others (RFC 9325 section 4.2).
var suites = []uint16{
	tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
	tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, tls.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
	tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, tls.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
}

var errNoCertificate = errors.New("there is no certificate yet")

// visited returns the certificate for a handshake. After a failure only keep retries:
// autocert would retry every minute, for a visitor.
func (c *certificates) visited(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	challenge := slices.Equal(hello.SupportedProtos, []string{acme.ALPNProto})
	if c.failed.Load() && !challenge {
		return nil, errNoCertificate
	}
	return c.manager.GetCertificate(hello)
}

// keep obtains the certificate before the first visitor, who would wait for it, and checks
// it every hour until ctx ends. autocert renews it, and does not report a failure.
func (c *certificates) keep(ctx context.Context) {
	for {
		pause := certificateEvery
		if err := c.look(); err != nil {
			c.logger.Warn("the certificate cannot be had; the domain must lead to port 443 or 80 of this machine. It is tried again in a quarter of an hour", "error", err)
			pause = certificateRetry
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// modern lets autocert recognize a client that supports elliptic curves.
var modern = []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256}

// look obtains the certificate from memory, from its file or from the authority.
func (c *certificates) look() error {
	now, err := c.manager.GetCertificate(&tls.ClientHelloInfo{ServerName: c.domain, CipherSuites: modern})
	c.failed.Store(err != nil)
	if err != nil {
		return err
	}
	before, leaf := c.current.Swap(now), now.Leaf
	if before == nil || !before.Leaf.Equal(leaf) {
		c.logger.Info("certificate", "domain", c.domain, "until", leaf.NotAfter)
	}
	if health.EndsSoon(leaf, time.Now()) {
		c.logger.Warn("the certificate is not being renewed; the domain must lead to port 443 or 80 of this machine", "until", leaf.NotAfter)
	}
	return nil
}

// certificate returns the certificate of the last check, nil while there is none yet;
// needed is false without --tls-domain.
func (a *App) certificate() (leaf *x509.Certificate, needed bool) {
	if a.certificates == nil {
		return nil, false
	}
	if c := a.certificates.current.Load(); c != nil {
		return c.Leaf, true
	}
	return nil, true
}

// PlainAddr returns the address of plain HTTP beside TLS; "": it is not served.
func (a *App) PlainAddr() string {
	if a.plain == nil {
		return ""
	}
	return a.plain.Addr().String()
}

// listenBeside opens the listeners that --tls-domain needs beside the one with TLS: a
// loopback port for the other commands on this machine, which have no name to verify a
// certificate against, and the port of plain HTTP.
func (a *App) listenBeside(ctx context.Context) (err error) {
	if a.local = a.listener; a.Config.TLSDomain == "" {
		return nil
	}
	a.certificates = newCertificates(a.Config, a.logger)
	if a.local, err = new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0"); err != nil {
		return err
	}
	addr, must := a.Config.plainAddr()
	if addr == "" {
		return nil
	}
	a.plain, err = a.listen(ctx, addr)
	switch {
	case err == nil:
		a.open(a.plain, a.plainServer(), false)
	case must:
		return listenError("tls-http-addr", err)
	default:
		a.logger.Warn("plain HTTP is not answered, so nobody is led to https; certificates come over the port of --addr alone", "error", err)
	}
	return nil
}

// plainServer answers the authority's challenges (RFC 8555 section 8.3) and redirects
// people who open a page to the public URL. Requests of programs are refused, so that the
// mistake is noticed: a redirected program would keep sending its secrets unencrypted.
func (a *App) plainServer() *http.Server {
	public := a.Config.Addresses().Public
	toTLS := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !opensPage(r) {
			http.Error(w, "This server speaks HTTPS only: use "+public, http.StatusBadRequest)
			return
		}
		http.Redirect(w, r, public+r.URL.RequestURI(), http.StatusMovedPermanently) //nolint:gosec // the host is always the public one
	})
	return a.smallServer(a.certificates.manager.HTTPHandler(toTLS), 10*time.Second)
}

// opensPage reports whether a request comes from a person who opens a page.
func opensPage(r *http.Request) bool {
	for _, ofPrograms := range []string{"/api", alexaPath, "/mcp", "/oauth/token", "/oauth/revoke", "/oauth/register", "/.well-known"} {
		if below := path.Clean(r.URL.Path) + "/"; strings.HasPrefix(below, ofPrograms+"/") {
			return false
		}
	}
	_, authorized := r.Header["Authorization"]
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead
	// "*" and "http:x" are not paths: appended to the public URL they would change its host.
	return reads && !authorized && strings.HasPrefix(r.URL.RequestURI(), "/")
}
