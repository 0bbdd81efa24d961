package app

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
)

// TestVisitorsTryNothing: after a failure, a visit does not cause another request to the
// authority, which would use up the failures that it allows.
func TestVisitorsTryNothing(t *testing.T) {
	var asked atomic.Int32
	authority := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		http.NotFound(w, r)
	}))
	t.Cleanup(authority.Close)
	c := newCertificates(Config{
		StoreConfig: StoreConfig{Data: t.TempDir()}, TLSDomain: "memo.example.com", TLSDirectory: authority.URL,
	}, slog.New(slog.DiscardHandler))
	if err := c.look(); err == nil || asked.Load() != 1 {
		t.Fatalf("got %v after %d requests", err, asked.Load())
	}
	// With another kind of key it would be another certificate, requested immediately.
	visitor := &tls.ClientHelloInfo{ServerName: "memo.example.com", CipherSuites: []uint16{tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256}}
	if _, err := c.config().GetCertificate(visitor); err == nil || asked.Load() != 1 {
		t.Errorf("for a visitor: got %v after %d requests", err, asked.Load())
	}
}

// TestCipherSuites: TLS 1.2 uses only authenticated encryption, with any key of the
// certificate.
func TestCipherSuites(t *testing.T) {
	config := newCertificates(Config{
		StoreConfig: StoreConfig{Data: t.TempDir()}, TLSDomain: "memo.example.com", TLSDirectory: "https://ca.example",
	}, slog.New(slog.DiscardHandler)).config()
	ecKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must.OK(t, err)
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	must.OK(t, err)
	ec, rsa := selfSigned(t, ecKey), selfSigned(t, rsaKey)
	taken, cbc := 0, 0
	for _, suite := range slices.Concat(tls.CipherSuites(), tls.InsecureCipherSuites()) {
		if !slices.Contains(suite.SupportedVersions, tls.VersionTLS12) {
			continue
		}
		config.GetCertificate = func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return &rsa, nil }
		if strings.Contains(suite.Name, "ECDSA") {
			config.GetCertificate = func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return &ec, nil }
		}
		err, aead := shakesHands(config, suite.ID), strings.Contains(suite.Name, "GCM_SHA") || strings.Contains(suite.Name, "POLY1305")
		wanted := aead && strings.HasPrefix(suite.Name, "TLS_ECDHE_")
		if (err == nil) != wanted {
			t.Errorf("%s: got %v, want it accepted: %v", suite.Name, err, wanted)
		}
		if err == nil {
			taken++
		} else if strings.Contains(suite.Name, "_CBC_") {
			cbc++
		}
	}
	if taken != 6 || cbc < 5 {
		t.Errorf("got %d suites accepted and %d with CBC refused, want 6 and all", taken, cbc)
	}
}

// selfSigned returns a self-signed certificate.
func selfSigned(t *testing.T, key crypto.Signer) tls.Certificate {
	t.Helper()
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"memo.example.com"}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	must.OK(t, err)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// shakesHands has a client of TLS 1.2 that knows one suite reach a server.
func shakesHands(server *tls.Config, suite uint16) error {
	here, there := net.Pipe()
	go func() {
		_ = tls.Server(there, server).Handshake()
		_ = there.Close()
	}()
	defer func() { _ = here.Close() }()
	return tls.Client(here, &tls.Config{
		ServerName: "memo.example.com", InsecureSkipVerify: true, MaxVersion: tls.VersionTLS12, CipherSuites: []uint16{suite},
	}).Handshake()
}
