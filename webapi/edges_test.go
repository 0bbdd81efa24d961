package webapi

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/labstack/echo/v4"

	"voicememo/internal/limit"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// TestSurrogates: an escape that is half a surrogate pair is refused, at every position and
// for both halves; whole pairs, and the code points next to the surrogates, are accepted.
func TestSurrogates(t *testing.T) {
	for text, want := range map[string]bool{
		`\ud800\udc00`: true, `\udbff\udfff`: true, `a\ud83d\ude00b`: true, `\ud83d\ude00\ud83d\ude00`: true,
		`\ud7ff`: true, `\ue000`: true, `\\ud800`: true, `\n\\`: true, `\u0041`: true, "": true,
		`\ud800`: false, `\udbff`: false, `\udc00`: false, `\udfff`: false, `\ud800x`: false, `\ud800\n`: false,
		`\ud800\ud800\udc00`: false, `\ud800\udc00\udc00`: false, `\ud800\ue000`: false, `\ud800\udbff`: false,
	} {
		body := Object{members: map[string]json.RawMessage{"content": json.RawMessage(`"` + text + `"`)}, err: new(error)}
		_ = body.Text("content")
		err := body.Err()
		if (err == nil) != want || err != nil && !models.IsReason(err, models.ReasonControlCharacter) {
			t.Errorf("%s: got %v, want it read: %v", text, err, want)
		}
	}
}

// TestShownNames: a refusal names a field only if it looks like one.
func TestShownNames(t *testing.T) {
	for name, want := range map[string]bool{
		"azAZ09_": true, "a": true, "z": true, "A": true, "Z": true, "0": true, "9": true, strings.Repeat("a", 40): true,
		"/": false, ":": false, "`": false, "{": false, "@": false, "[": false, "a b": false, "é": false, strings.Repeat("a", 41): false,
	} {
		if got := shown(name); (got == name) != want || got != name && got != "" {
			t.Errorf("%q: got %q, want it shown: %v", name, got, want)
		}
	}
}

// TestForPeople: the answer for a missing page is a page; for other routes it is a problem
// document.
func TestForPeople(t *testing.T) {
	for target, want := range map[string]bool{
		"GET /": true, "GET /nothing": true, "HEAD /nothing": true, "GET /apiary": true, "POST /nothing": false,
		"GET /api": false, "GET /api/x": false, "GET /auth/x": false, "GET /alexa": false, "GET /healthz": false, "GET /readyz": false,
	} {
		method, path, _ := strings.Cut(target, " ")
		check.Equal(t, forPeople(httptest.NewRequest(method, path, nil)), want, target)
	}
}

// TestIfMatch: a list of tags names several versions, a weak tag the same one as a strong tag, and
// anything else is refused.
func TestIfMatch(t *testing.T) {
	for name, c := range map[string]struct {
		given []string
		want  []int64
		ok    bool
	}{
		"none": {nil, nil, true}, "any": {[]string{"*"}, nil, true}, "a tag": {[]string{`"3"`}, []int64{3}, true},
		"a number": {[]string{"3"}, []int64{3}, true}, "the first": {[]string{`"1"`}, []int64{1}, true},
		"weak": {[]string{`W/"3"`}, []int64{3}, true}, "a list": {[]string{`"3", "4"`}, []int64{3, 4}, true},
		"two lines": {[]string{`"3"`, `"4",W/"5"`}, []int64{3, 4, 5}, true},
		"zero":      {given: []string{`"0"`}}, "negative": {given: []string{"-1"}}, "text": {given: []string{`"x"`}},
		"weak text": {given: []string{`W/"x"`}}, "weak without quotes": {given: []string{"W/3"}}, "two of any": {given: []string{"*", "*"}},
		"any in a list": {given: []string{`"3", *`}}, "half a tag": {given: []string{`"3`}}, "empty": {given: []string{""}},
		"with zeros": {given: []string{`"03"`}}, "an open list": {given: []string{`"3",`}},
	} {
		got, err := listedVersions(c.given)
		if (err == nil) != c.ok || !slices.Equal(got, c.want) {
			t.Errorf("%s: got %d, %v, want %d", name, got, err, c.want)
		}
	}
}

// TestAccepted: an encoding is accepted unless its weight is zero or not a number.
func TestAccepted(t *testing.T) {
	for header, want := range map[string]bool{
		"gzip": true, "gzip;q=0.001": true, "gzip;q=1": true, "gzip; Q=0.5": true, "br, gzip": true, "*": true, "*;q=0.1": true,
		"": false, "br": false, "gzip;q=0": false, "gzip;q=0.0": false, "gzip;q=": false, "gzip;q=-1": false, "*;q=0": false, "gzip;q=0, *": false,
	} {
		check.Equal(t, accepts([]string{header}, "gzip"), want, "%q", header)
	}
}

// TestCSVLines end with CR LF (RFC 4180).
func TestCSVLines(t *testing.T) {
	var out bytes.Buffer
	e := newCSVExport(&out, "", false)
	must.OK(t, e.begin())
	must.OK(t, e.memo(models.Memo{Content: "milk"}))
	if err := e.end(); err != nil || strings.Count(out.String(), "\r\n") != 2 || !strings.HasSuffix(out.String(), "\r\n") {
		t.Errorf("got %q, %v, want two lines that end with CR LF", &out, err)
	}
}

// TestPortsAreLeftOut: ports are removed at every position of a proxy's list.
func TestPortsAreLeftOut(t *testing.T) {
	for given, want := range map[string]string{
		"192.0.2.1:80": "192.0.2.1", "192.0.2.1:80, 192.0.2.2": "192.0.2.1, 192.0.2.2", "[2001:db8::1]:80,unknown": "2001:db8::1,unknown",
	} {
		check.Equal(t, withoutPorts([]string{given}), want, "%q", given)
	}
	c := echo.New().NewContext(httptest.NewRequest(http.MethodGet, "/", nil), nil)
	c.Request().RemoteAddr = "[::ffff:192.0.2.1]:80"
	check.Equal(t, addressOf(c), netip.MustParseAddr("192.0.2.1"))
}

// TestAtOnce: two exports and four pictures of a person run concurrently, and as many other
// requests as the options allow.
func TestAtOnce(t *testing.T) { synctest.Test(t, atOnce) }

func atOnce(t *testing.T) {
	a := newAllowance(Options{AtOnce: 3, Now: time.Now})
	for name, c := range map[string]struct {
		lanes *limit.Lanes[models.UserID]
		want  int
	}{"exports": {a.exports, 2}, "pictures": {a.pictures, 4}, "reads": {a.reads, 3}, "changes": {a.changes, 3}} {
		for range c.want {
			must.OK(t, must.Err(c.lanes.Enter(t.Context(), "taro")))
		}
		ctx, end := context.WithTimeout(t.Context(), time.Minute)
		if _, err := c.lanes.Enter(ctx, "taro"); err == nil {
			t.Errorf("%s: got one more, want %d", name, c.want)
		}
		end()
		if _, err := c.lanes.Enter(t.Context(), "hanako"); err != nil {
			t.Errorf("%s: got %v for another person", name, err)
		}
	}
	a.reads = limit.NewLanes[models.UserID](0, 0)
	c := echo.New().NewContext(httptest.NewRequest(http.MethodGet, "/", nil), nil)
	if _, err := a.enter(c, "taro", false); !models.IsReason(err, models.ReasonBusy) || models.AsError(err).RetryAfter <= 0 {
		t.Errorf("one more than may wait: got %v, want too_many/busy", err)
	}
}
