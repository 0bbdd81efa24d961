package webapi

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"voicememo/tools/testkit/check"
)

// TestTheReadersLanguage: the page and its manifest come in the language that the person
// has chosen, and otherwise in that of Accept-Language, each with its own tag.
func TestTheReadersLanguage(t *testing.T) {
	s := newSite(t, func(o *Options) {
		o.App = fstest.MapFS{
			"index.html": {Data: []byte("english")}, "index.ja.html": {Data: []byte("日本語")},
			"index.ja.html.br": {Data: []byte("brotli")}, "manifest.json": {Data: []byte(`{"lang":"en"}`)},
			"manifest.ja.json": {Data: []byte(`{"lang":"ja"}`)}, "alone.ja.json": {Data: []byte(`{}`)},
		}
	})
	for _, c := range []struct {
		path, accept, cookie, want string
	}{
		{"/", "ja", "", "日本語"}, {"/", "en-GB, ja;q=0.5", "", "english"}, {"/", "fr", "", "english"}, {"/", "", "", "english"},
		{"/family", "en", "lang=ja", "日本語"}, {"/share?text=milk", "ja", "a=b; lang=en", "english"}, {"/", "ja", "lang=fr", "日本語"},
		{"/manifest.json", "ja", "", `{"lang":"ja"}`}, {"/manifest.json", "ja", "lang=en", `{"lang":"en"}`},
	} {
		r := s.ask("", "GET", c.path, "", "Accept-Language: "+c.accept, "Cookie: "+c.cookie).want(200)
		check.Equal(t, r.body, c.want, "%s for %q, %q", c.path, c.accept, c.cookie)
		if vary := strings.Join(r.header.Values("Vary"), ", "); vary != "Accept-Language, Cookie, Accept-Encoding" {
			t.Errorf("%s: got Vary %q", c.path, vary)
		}
	}
	japanese := s.ask("", "GET", "/", "", "Accept-Language: ja").header.Get("ETag")
	s.ask("", "GET", "/", "", "Accept-Language: ja", "If-None-Match: "+japanese).want(304)
	s.ask("", "GET", "/", "", "Accept-Language: en", "If-None-Match: "+japanese).want(200)
	if r := s.ask("", "GET", "/", "", "Accept-Language: ja", "Accept-Encoding: br").want(200); r.body != "brotli" {
		t.Errorf("got %q, want the compressed Japanese page", r.body)
	}
	for _, path := range []string{"/index.ja.html", "/manifest.ja.json", "/index.ja.html.br"} {
		s.ask("", "GET", path, "").want(404)
	}
	s.ask("", "GET", "/alone.ja.json", "").want(200)
}

// TestChosenLanguage: refusals and the public pages are in the language that the person has
// chosen on the page; a link to a language still counts more.
func TestChosenLanguage(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct{ cookie, accept, want string }{
		{"lang=ja", "en", "ja"}, {"lang=en", "ja", "en"}, {"lang=de", "ja", "ja"}, {"lang=", "en", "en"}, {"lang=de; lang=en", "ja", "ja"},
	} {
		headers := []string{"Cookie: " + c.cookie, "Accept-Language: " + c.accept}
		for _, r := range []reply{s.ask("", "GET", "/api/me", "", headers...).want(401), s.ask("", "GET", "/privacy", "", headers...).want(200)} {
			if got := r.header.Get("Content-Language"); got != c.want {
				t.Errorf("%q, %q: got language %q, want %q", c.cookie, c.accept, got, c.want)
			}
		}
	}
	if got := s.ask("", "GET", "/privacy?lang=en", "", "Cookie: lang=ja").header.Get("Content-Language"); got != "en" {
		t.Errorf("got language %q, want en", got)
	}
}

// TestRepeatedParameters: a known query parameter given twice is invalid, an unknown one is
// ignored.
func TestRepeatedParameters(t *testing.T) {
	s := newSite(t)
	for path, field := range map[string]string{
		"/api/memos?limit=1&limit=2": "limit", "/api/memos?q=a&q=a": "q", "/api/memos?since=2026-01-01T00:00:00Z&since=2026-01-01T00:00:00Z": "since", "/api/memos?done=true&done=false": "done",
		"/api/export?format=json&format=csv": "format", "/api/export?format=json&scope=me&scope=family": "scope",
	} {
		if p := s.ask("taro", "GET", path, "").want(400).problem(); p.Field != field {
			t.Errorf("%s: got field %q, want %q", path, p.Field, field)
		}
	}
	if p := s.ask("taro", "DELETE", "/api/memos?deleted=false&deleted=true", "").want(400).problem(); p.Field != "deleted" {
		t.Errorf("got field %q, want deleted", p.Field)
	}
	s.ask("taro", "GET", "/api/memos?limit=1&utm=1&utm=2", "").want(200)
}

// TestThePageMayAskTheBrowser: the policy forbids nothing that the page asks for.
func TestThePageMayAskTheBrowser(t *testing.T) {
	allowed := strings.Split(permissions, ", ")
	for _, feature := range []string{"microphone", "clipboard-write", "screen-wake-lock"} {
		if !slices.Contains(allowed, feature+"=(self)") {
			t.Errorf("the policy does not allow %s", feature)
		}
	}
}
