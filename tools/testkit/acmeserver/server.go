package acmeserver

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"voicememo/skill/skillhttp/skillhttptest"
	"voicememo/tools/testkit/must"
)

// Options are the authority's settings. A port of 0 stands for one without a server, so
// that challenges of that kind fail.
type Options struct {
	HTTPPort, TLSPort int           // where it validates http-01 and tls-alpn-01
	Lifetime          time.Duration // of a certificate; 0: 90 days
}

// Server is a running authority.
type Server struct {
	Directory string         // its address
	RootPEM   []byte         // the root of the directory's own certificate
	Issued    *x509.CertPool // the root of the certificates it issues

	stop func()
}

// Stop ends the authority before the test does.
func (s *Server) Stop() { s.stop() }

// patience is how long the authority may take until it answers.
const patience = 30 * time.Second

// Start runs an authority until the test ends.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	binary, err := install()
	must.OK(t, err)
	web := skillhttptest.NewAuthority(t, time.Now())
	acme, manage := freeAddr(t), freeAddr(t)
	cmd := exec.Command(binary, "-config", configure(t, web, acme, manage, o), "-dnsserver", serveDNS(t)) //nolint:gosec // the binary is the one we installed
	cmd.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1", "PEBBLE_WFE_NONCEREJECT=0")
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	must.OK(t, cmd.Start())
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	s := &Server{Directory: "https://" + acme + "/dir", RootPEM: web.RootPEM(), Issued: x509.NewCertPool()}
	s.stop = func() { _ = cmd.Process.Kill(); <-ended }
	t.Cleanup(s.stop)
	issued := fetch("https://"+manage+"/roots/0", web.Roots(), ended)
	if !s.Issued.AppendCertsFromPEM(issued) || fetch(s.Directory, web.Roots(), ended) == nil {
		s.stop()
		t.Fatalf("the authority does not answer:\n%s", log.String())
	}
	return s
}

// configure writes the program's configuration and returns its path.
func configure(t testing.TB, web *skillhttptest.Authority, acme, manage string, o Options) string {
	t.Helper()
	dir := t.TempDir()
	certificate, key := filepath.Join(dir, "web.pem"), filepath.Join(dir, "web.key")
	own := web.Server("localhost")
	var chain []byte
	for _, der := range own.Certificate {
		chain = append(chain, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})...)
	}
	der, err := x509.MarshalPKCS8PrivateKey(own.PrivateKey)
	must.OK(t, err)
	if o.Lifetime == 0 {
		o.Lifetime = 90 * 24 * time.Hour
	}
	config, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": acme, "managementListenAddress": manage, "certificate": certificate, "privateKey": key,
		"httpPort": o.HTTPPort, "tlsPort": o.TLSPort, "keyAlgorithm": "ecdsa",
		"profiles": map[string]any{"default": map[string]any{"validityPeriod": int(o.Lifetime.Seconds())}},
	}})
	must.OK(t, err)
	path := filepath.Join(dir, "config.json")
	for name, content := range map[string][]byte{
		certificate: chain, key: pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), path: config,
	} {
		must.OK(t, os.WriteFile(name, content, 0o600))
	}
	return path
}

// fetch returns the content at an address as soon as the server answers; nil if it has
// ended or does not answer in time.
func fetch(url string, roots *x509.CertPool, ended <-chan struct{}) []byte {
	client := http.Client{Timeout: patience, Transport: &http.Transport{
		DisableKeepAlives: true, TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
	}}
	for give := time.After(patience); ; {
		if res, err := client.Get(url); err == nil { //nolint:noctx // the client has a timeout
			content, err := io.ReadAll(res.Body)
			if res.Body.Close() != nil || err != nil {
				return nil
			}
			return content
		}
		select {
		case <-ended:
			return nil
		case <-give:
			return nil
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// freeAddr returns an address of this machine without a listener.
func freeAddr(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must.OK(t, err)
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil || l.Close() != nil {
		t.Fatal(err)
	}
	return "localhost:" + port
}
