package main

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"
)

func TestSpoken(t *testing.T) {
	for name, c := range map[string]struct {
		raw string
		ok  bool
	}{
		"a greeting":           {`{"response":{"outputSpeech":{"ssml":"<speak>こんにちは。</speak>"},"shouldEndSession":false}}`, true},
		"an apology":           {`{"response":{"outputSpeech":{"ssml":"<speak>すみません。</speak>"},"shouldEndSession":true}}`, false},
		"silence":              {`{"response":{"shouldEndSession":false}}`, false},
		"the reference counts": {`{"response":{"outputSpeech":{"ssml":"<speak>6 memos.</speak>"},"shouldEndSession":true}}`, true},
		"it finds nothing":     {`{"response":{"outputSpeech":{"ssml":"<speak>0 memos.</speak>"},"shouldEndSession":false}}`, false},
		"no JSON":              {`oops`, false},
	} {
		if err := spoken([]byte(c.raw)); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTable(t *testing.T) {
	contestants := []contestant{{name: "bare"}, {name: "ours", reference: "bare"}}
	lasting := func(ms int) start {
		d := time.Duration(ms) * time.Millisecond
		return start{ready: d, answered: 2 * d, answer: d, cpu: d, peak: int64(ms) * 1e6}
	}
	var out strings.Builder
	err := table(&out, "title", contestants, map[string][]start{
		"bare": {lasting(30), lasting(10), lasting(20)}, "ours": {lasting(25)},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"title (median of 3)", "bare 40.0 ms 60.0 ms 20.0 ms 20.0 ms 20.0 ms 20.0 MB", "ours 50.0 ms 50.0 ms 1.25 25.0 ms 25.0 ms 1.25 25.0 ms 1.25 25.0 MB",
	} {
		if !strings.Contains(strings.Join(strings.Fields(out.String()), " "), want) {
			t.Errorf("%q is not in\n%s", want, &out)
		}
	}
}

// TestTerminator: what it says is what stands behind it, under a certificate
// that its root alone verifies.
func TestTerminator(t *testing.T) {
	behind := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
	defer behind.Close()
	front, err := newTerminator(behind.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer front.close()
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(front.ca) {
		t.Fatal("its root is no certificate")
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	defer transport.CloseIdleConnections()
	transport.TLSClientConfig = &tls.Config{RootCAs: roots}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, front.url, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusTeapot || res.ProtoMajor != 1 {
		t.Errorf("got %s by %s", res.Status, res.Proto)
	}
}

func TestTrusting(t *testing.T) {
	w := &world{work: t.TempDir()}
	env, err := w.trusting("name", []byte("certificates"))
	if err != nil {
		t.Fatal(err)
	}
	file := strings.TrimPrefix(env[0], "SSL_CERT_FILE=")
	if content, err := os.ReadFile(file); err != nil || string(content) != "certificates" {
		t.Errorf("got %q, %v", content, err)
	}
	if others, err := os.ReadDir(strings.TrimPrefix(env[1], "SSL_CERT_DIR=")); err != nil || len(others) > 0 {
		t.Errorf("beside them are %v, %v", others, err)
	}
}
