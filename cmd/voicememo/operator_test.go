package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestOperatorIsNamed: the pages about privacy and terms name the --operator.
func TestOperatorIsNamed(t *testing.T) {
	s := home{flags: []string{"--data", t.TempDir()}}.serveHere(t, "--operator", "Saburo Sato <saburo@example.com>")
	defer s.stop()
	for _, page := range []string{"/privacy", "/terms"} {
		res, err := http.Get(s.url + page)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err != nil || !strings.Contains(string(body), "Saburo Sato &lt;saburo@example.com&gt;") {
			t.Errorf("%s does not name the operator, %v:\n%s", page, err, body)
		}
	}
}
