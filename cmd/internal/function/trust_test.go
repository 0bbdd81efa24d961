package function

import (
	"bytes"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"voicememo/tools/testkit/must"
)

// secure returns a server with its own root, which no client trusts by default.
func secure(t *testing.T, h http.Handler) (s *httptest.Server, root []byte) {
	t.Helper()
	s = httptest.NewUnstartedServer(h)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	return s, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
}

func ok(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }

// get makes a request with the roots of t.
func get(t *testing.T, trusted *trust, url string) error {
	t.Helper()
	transport := &http.Transport{DisableKeepAlives: true}
	trusted.apply(transport)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	must.OK(t, err)
	res, err := transport.RoundTrip(req)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

func TestTrust(t *testing.T) {
	s, root := secure(t, http.HandlerFunc(ok))
	with, without := t.TempDir(), t.TempDir()
	for path, content := range map[string][]byte{
		filepath.Join(with, rootsFile): root, filepath.Join(with, "text"): []byte("no certificate"),
	} {
		must.OK(t, os.WriteFile(path, content, 0o600))
	}
	for name, tc := range map[string]struct {
		env  map[string]string
		good bool
	}{
		"the zip's roots":            {map[string]string{"LAMBDA_TASK_ROOT": with}, true},
		"no roots in the zip":        {map[string]string{"LAMBDA_TASK_ROOT": without}, false},
		"a file of the operator's":   {map[string]string{"LAMBDA_TASK_ROOT": with, "SSL_CERT_FILE": "/other"}, false},
		"a folder of the operator's": {map[string]string{"LAMBDA_TASK_ROOT": with, "SSL_CERT_DIR": "/other"}, false},
		"the SDK's bundle":           {map[string]string{"LAMBDA_TASK_ROOT": without, "AWS_CA_BUNDLE": filepath.Join(with, rootsFile)}, true},
	} {
		t.Run(name, func(t *testing.T) {
			trusted, err := newTrust(func(k string) string { return tc.env[k] }, slog.New(slog.DiscardHandler))
			must.OK(t, err)
			if err := get(t, trusted, s.URL); (err == nil) != tc.good {
				t.Errorf("got %v", err)
			}
		})
	}
	env := map[string]string{"AWS_CA_BUNDLE": filepath.Join(with, "text")}
	if _, err := newTrust(func(k string) string { return env[k] }, nil); err == nil {
		t.Error("a bundle without a certificate is accepted")
	}
}

// TestAnotherChain: a certificate that the zip's roots do not verify is checked with the
// system's roots, which is logged once. If these do not verify it, it is refused.
func TestAnotherChain(t *testing.T) {
	s, root := secure(t, http.HandlerFunc(ok))
	var said bytes.Buffer
	trusted := &trust{logger: slog.New(slog.NewTextHandler(&said, nil))}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(root)
	none, right := x509.NewCertPool, func() *x509.CertPool { return pool }
	address := s.Listener.Addr().String()
	if _, err := trusted.dial(t.Context(), "tcp", address, nil, none, none); err == nil {
		t.Error("a certificate that no root verifies is accepted")
	}
	if trusted.outdated.Load() || said.Len() > 0 {
		t.Errorf("the log blames the zip's roots: %s", &said)
	}
	for range 2 {
		conn, err := trusted.dial(t.Context(), "tcp", address, nil, none, right)
		must.OK(t, err)
		conn.Close()
	}
	if strings.Count(said.String(), "build the function anew") != 1 {
		t.Errorf("got log %s", &said)
	}
	if _, err := trusted.dial(t.Context(), "tcp", "127.0.0.1:1", nil, right, right); err == nil {
		t.Error("got an answer without a server")
	}
}
