package webapi

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// fuzzSite is a site with one memo, jiro's, and its id.
func fuzzSite(f *testing.F) (*site, string) {
	f.Helper()
	s := newSite(f)
	return s, s.add("jiro", "ひみつ").ID
}

// fuzzRequest is a JSON request whose address ends in any text.
func fuzzRequest(method, path, text string) *http.Request {
	req := httptest.NewRequest(method, home+path+url.PathEscape(text), strings.NewReader(`{"content":"a"}`))
	req.Header.Set("Content-Type", "application/json")
	return req
}

func (s *site) serve(req *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.echo.ServeHTTP(w, req)
	return w
}
