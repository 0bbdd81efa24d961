package webapi

import (
	"compress/gzip"
	"io"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"voicememo/tools/testkit/must"
)

var script = strings.Repeat("export const milk = 1;\n", 100)

// assetSite serves a page whose build compressed one file and left others plain.
func assetSite(t *testing.T) *site {
	app := fstest.MapFS{
		"index.html":      {Data: []byte("<!doctype html><title>the app</title>" + strings.Repeat("<p>milk</p>", 50))},
		"app-ABCD1234.js": {Data: []byte(script)}, "app-ABCD1234.js.br": {Data: []byte("as brotli")}, "app-ABCD1234.js.gz": {Data: []byte("as gzip")},
		"sw.js": {Data: []byte(script)}, "icon.png": {Data: []byte(script)}, "tiny.css": {Data: []byte("p{}")}, "alone.gz": {Data: []byte("no other's")},
	}
	return newSite(t, func(o *Options) { o.App = app })
}

// TestCompressedAssets: each caller gets the best encoding that they accept, and a cache
// can distinguish the encodings.
func TestCompressedAssets(t *testing.T) {
	s := assetSite(t)
	for _, c := range []struct{ path, accept, encoding, body string }{
		{"/app-ABCD1234.js", "gzip, deflate, br, zstd", "br", "as brotli"},
		{"/app-ABCD1234.js", "gzip", "gzip", "as gzip"},
		{"/app-ABCD1234.js", "br;q=0, gzip;q=0.5", "gzip", "as gzip"},
		{"/app-ABCD1234.js", "BR", "br", "as brotli"},
		{"/app-ABCD1234.js", "*", "br", "as brotli"},
		{"/app-ABCD1234.js", "*;q=0", "", script},
		{"/app-ABCD1234.js", "br;q=0, *;q=0.1", "gzip", "as gzip"},
		{"/app-ABCD1234.js", "gzip;q=x", "", script},
		{"/app-ABCD1234.js", "identity", "", script},
		{"/app-ABCD1234.js", "", "", script},
		{"/sw.js", "br, gzip", "gzip", ""},
		{"/share?text=milk", "br, gzip", "gzip", ""},
		{"/icon.png", "br, gzip", "", script},
		{"/tiny.css", "br, gzip", "", "p{}"},
	} {
		r := s.ask("", "GET", c.path, "", "Accept-Encoding: "+c.accept).want(200)
		if got := r.header.Get("Content-Encoding"); got != c.encoding || c.body != "" && r.body != c.body {
			t.Errorf("%s for %q: %q %.40s", c.path, c.accept, got, r.body)
		}
		if got := r.header.Values("Vary"); len(got) != 1 || got[0] != "Accept-Encoding" {
			t.Errorf("%s: got Vary %q, want only Accept-Encoding, so that browsers keep it", c.path, got)
		}
		known := s.ask("", "GET", c.path, "", "Accept-Encoding: "+c.accept, "If-None-Match: "+r.header.Get("ETag")).want(304)
		if known.header.Get("Content-Encoding") != "" {
			t.Errorf("%s: a 304 with an encoding", c.path)
		}
		if other := s.ask("", "GET", c.path, "", "If-None-Match: "+r.header.Get("ETag")); c.encoding != "" {
			other.want(200)
		}
	}
	s.ask("", "GET", "/app-ABCD1234.js.br", "").want(404)
	s.ask("", "GET", "/alone.gz", "").want(200)
}

// TestGzipUnpacks: the gzip encoding unpacks to the file.
func TestGzipUnpacks(t *testing.T) {
	r := assetSite(t).ask("", "GET", "/sw.js", "", "Accept-Encoding: gzip").want(200)
	plain, err := gzip.NewReader(strings.NewReader(r.body))
	must.OK(t, err)
	if raw, err := io.ReadAll(plain); err != nil || string(raw) != script {
		t.Errorf("got %v, %d bytes, want the script", err, len(raw))
	}
	if len(r.body) > len(script)/5 {
		t.Errorf("got %d of %d bytes, want a fifth at most", len(r.body), len(script))
	}
}

// TestPlaces: every place of the app shows the page, built or not, and the service worker
// must be revalidated.
func TestPlaces(t *testing.T) {
	built, unbuilt := assetSite(t), newSite(t, func(o *Options) { o.App = nil })
	for _, place := range []string{"/", "/trash", "/family", "/you", "/join", "/share", "/share?text=milk&title=list&url=https%3A%2F%2Fshop.example", "/memos/bWlsaw", "/memos/x?a=b"} {
		if r := built.ask("", "GET", place, "").want(200); !strings.Contains(r.body, "the app") || r.header.Get("Cache-Control") != "private, no-cache" {
			t.Errorf("%s: got %s %v, want the app, private, no-cache", place, r.body, r.header)
		}
		built.ask("", "GET", place, "", "Sec-Fetch-Site: cross-site").want(200)
		built.ask("", "HEAD", place, "").want(200)
		built.ask("", "POST", place, "").want(405)
		if r := unbuilt.ask("", "GET", place, "").want(200); !strings.Contains(r.body, "make web") {
			t.Errorf("%s: got %s, want how to build the page", place, r.body)
		}
	}
	worker := built.ask("", "GET", "/sw.js", "").want(200)
	if worker.header.Get("Cache-Control") != "no-cache" || worker.header.Get("Content-Type") != "text/javascript; charset=utf-8" {
		t.Errorf("got %v, want no-cache and JavaScript", worker.header)
	}
	if !strings.Contains(worker.header.Get("Content-Security-Policy"), "require-trusted-types-for 'script'; trusted-types app") {
		t.Error("the policy has no Trusted Types")
	}
	built.ask("", "GET", "/sharing", "").want(404)
	for path, place := range map[string]string{
		"/trash/": "/trash", "/family/": "/family", "/you/": "/you", "/join/": "/join", "/share/?text=milk&title=%E5%8D%B5": "/share?text=milk&title=%E5%8D%B5", "/index.html": "/",
	} {
		if got := built.ask("", "GET", path, "").want(308).header.Get("Location"); got != place {
			t.Errorf("%s: got Location %q, want %q", path, got, place)
		}
		built.ask("", "POST", path, "").want(404)
	}
	for _, path := range []string{"/trash//", "/privacy/", "/index.html/", "/memos"} {
		built.ask("", "GET", path, "").want(404)
	}
}

// TestWholeAssets: requests for a range or with a precondition are answered with the whole
// file, so that there are only the documented answers.
func TestWholeAssets(t *testing.T) {
	s := assetSite(t)
	for _, header := range []string{
		"Range: bytes=0-3", "Range: bytes=1-2,5-6", "Range: bytes=999999-", "Range: nonsense", `If-Match: "other"`,
		"If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT",
	} {
		r := s.ask("", "GET", "/sw.js", "", header).want(200)
		if r.body != script || r.header.Get("Accept-Ranges") != "" || r.header.Get("Content-Length") != strconv.Itoa(len(script)) {
			t.Errorf("%s: got %d bytes with %v, want all %d", header, len(r.body), r.header, len(script))
		}
	}
}
