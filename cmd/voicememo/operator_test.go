package main

import (
	"net/http"
	"strings"
	"testing"

	"voicememo/tools/testkit/devsignin"
)

// TestOperatorIsNamed: the pages about privacy and terms name the --operator.
func TestOperatorIsNamed(t *testing.T) {
	s := home{flags: []string{"--data", t.TempDir()}}.serveHere(t, "--operator", "Saburo Sato <saburo@example.com>")
	defer s.stop()
	for _, page := range []string{"/privacy", "/terms"} {
		body := devsignin.Stranger(t, s.through, s.url).Ask(http.MethodGet, page, "").Want(http.StatusOK).Body
		if !strings.Contains(body, "Saburo Sato &lt;saburo@example.com&gt;") {
			t.Errorf("%s does not name the operator:\n%s", page, body)
		}
	}
}
