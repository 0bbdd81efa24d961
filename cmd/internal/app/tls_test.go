package app

import (
	"crypto/tls"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
)

// TestVisitorsTryNothing: after a failure the authority is not asked again because
// somebody visits, which would use up the failures that it allows.
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
		t.Fatalf("%v, asked %d times", err, asked.Load())
	}
	// With another kind of key it would be another certificate, to be tried at once.
	visitor := &tls.ClientHelloInfo{ServerName: "memo.example.com", CipherSuites: []uint16{tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256}}
	if _, err := c.config().GetCertificate(visitor); err == nil || asked.Load() != 1 {
		t.Errorf("for a visitor %v, asked %d times", err, asked.Load())
	}
}
