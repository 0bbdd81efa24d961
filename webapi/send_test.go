package webapi

import (
	"compress/gzip"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// unpacked returns an answer as it is without compression. A body that is not gzip stays as
// it is.
func (r reply) unpacked() reply {
	if packed, err := gzip.NewReader(strings.NewReader(r.body)); err == nil {
		if raw, err := io.ReadAll(packed); err == nil {
			r.body = string(raw)
		}
	}
	return r
}

const acceptGzip = "Accept-Encoding: gzip, br"

// TestLongAnswersAreCompressed: lists, documents and pages of at least a kilobyte are
// compressed for those who accept it, and a known list is known in every encoding.
func TestLongAnswersAreCompressed(t *testing.T) {
	s := newSite(t)
	for range 10 {
		s.add("taro", strings.Repeat("牛乳を買う", 20))
	}
	for _, path := range []string{"/api/memos", "/api/openapi.yaml", "/api/docs", "/api/docs.css", "/privacy"} {
		plain := s.ask("taro", "GET", path, "").want(200)
		if got := plain.header.Get("Content-Encoding"); got != "" {
			t.Errorf("%s: got encoding %q without asking, want none", path, got)
		}
		packed := s.ask("taro", "GET", path, "", acceptGzip).want(200)
		if packed.header.Get("Content-Encoding") != "gzip" || !slices.Contains(packed.header.Values("Vary"), "Accept-Encoding") {
			t.Fatalf("%s: got headers %v, want gzip, Vary: Accept-Encoding", path, packed.header)
		}
		if packed.unpacked().body != plain.body || len(packed.body) > len(plain.body)/2 {
			t.Errorf("%s: got %d bytes for %d, want half at most, of the same text", path, len(packed.body), len(plain.body))
		}
		tag := packed.header.Get("ETag")
		if tag != plain.header.Get("ETag") || path == "/api/memos" && !strings.HasPrefix(tag, `W/"`) {
			t.Errorf("%s: got ETag %q, want the same weak one as without compression, %q", path, tag, plain.header.Get("ETag"))
		}
	}
	tag := s.ask("taro", "GET", "/api/memos", "").header.Get("ETag")
	for _, known := range []string{tag, strings.TrimPrefix(tag, "W/"), `"x", ` + tag} {
		s.ask("taro", "GET", "/api/memos", "", "If-None-Match: "+known).want(304)
		s.ask("taro", "GET", "/api/memos", "", acceptGzip, "If-None-Match: "+known).want(304)
	}
}

// TestUncompressedAnswers: answers that are short, refused as compressed, or tagged
// strongly, are sent as they are.
func TestUncompressedAnswers(t *testing.T) {
	s := newSite(t)
	long := s.add("taro", strings.Repeat("字", 500))
	for name, r := range map[string]reply{
		"a problem": s.ask("", "GET", "/api/me", "", acceptGzip).want(401),
		"a code":    s.ask("taro", "POST", "/api/family/invite-codes", "", acceptGzip).want(201),
		"refused":   s.ask("taro", "GET", "/api/memos", "", "Accept-Encoding: gzip;q=0").want(200),
		"a memo":    s.ask("taro", "PUT", "/api/memos/"+long.ID, object("content", strings.Repeat("字", 499)), acceptGzip).want(200),
	} {
		if got := r.header.Get("Content-Encoding"); got != "" {
			t.Errorf("%s: got encoding %q, want none", name, got)
		}
	}
}

// TestSharedHeaders: a header that one answer extends is unchanged in the next one.
func TestSharedHeaders(t *testing.T) {
	s := newSite(t)
	for range 3 {
		list := s.ask("taro", "GET", "/api/memos", "").want(http.StatusOK)
		seen := s.ask("taro", "PUT", "/api/me/seen", `{"until": "2026-01-01T00:00:00.000Z"}`).want(http.StatusNoContent)
		if got, want := seen.header.Values("Vary"), []string{byReader}; !slices.Equal(got, want) || len(list.header.Values("Vary")) != 2 {
			t.Errorf("got Vary %q after %q, want %q", got, list.header.Values("Vary"), want)
		}
	}
}
