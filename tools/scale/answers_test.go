package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"testing"
)

// send sends a request that accepts compression, and returns the response.
func send(t *testing.T, through http.RoundTripper, r *http.Request) answered {
	t.Helper()
	r.Header.Set("Accept-Encoding", "gzip")
	res, err := through.RoundTrip(r)
	must(t, err)
	body, err := io.ReadAll(res.Body)
	must(t, err)
	must(t, res.Body.Close())
	a := answered{res.StatusCode, res.Header, body, len(body)}
	for name, values := range res.Header {
		for _, v := range values {
			a.size += len(name) + len(v) + len(": \r\n")
		}
	}
	if res.Header.Get("Content-Encoding") == "gzip" {
		z, err := gzip.NewReader(bytes.NewReader(body))
		must(t, err)
		a.body, err = io.ReadAll(z)
		must(t, err)
	}
	return a
}
