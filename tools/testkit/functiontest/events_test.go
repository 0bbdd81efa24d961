package functiontest

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// TestEvent checks that a request becomes the event that AWS makes of it, with the body
// as text only if it is JSON.
func TestEvent(t *testing.T) {
	for name, c := range map[string]struct {
		url, kind, body, domain          string
		path, host, wantDomain, wantBody string
		base64                           bool
	}{
		"nothing":        {"https://a.example/x%20y?q=1", "", "", "", "/x y", "a.example", "a.example", "", false},
		"JSON":           {"https://a.example/x", "application/json; charset=utf-8", `{"a":1}`, "", "/x", "a.example", "a.example", `{"a":1}`, false},
		"invalid JSON":   {"https://a.example/x", "application/json", "\xff", "", "/x", "a.example", "a.example", "/w==", true},
		"a form":         {"https://a.example/x", "application/x-www-form-urlencoded", "a=b", "", "/x", "a.example", "a.example", "YT1i", true},
		"another host":   {"https://a.example/x", "", "", "b.example", "/x", "a.example", "b.example", "", false},
		"a function URL": {"https://a.lambda-url.us-east-1.on.aws/x%20y", "", "", "", "/x%20y", "a.lambda-url.us-east-1.on.aws", "a.lambda-url.us-east-1.on.aws", "", false},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", c.kind)
		r.Header.Set("Cookie", "a=b; c=d")
		r.Header["X-Two"] = []string{"1", "2"}
		e := Event(r, []byte(c.body), c.domain)
		if e.RawPath != c.path || e.Headers["host"] != c.host || e.RequestContext.DomainName != c.wantDomain || e.Body != c.wantBody || e.IsBase64Encoded != c.base64 {
			t.Errorf("%s: got %+v, want %+v", name, e, c)
		}
		if !slices.Equal(e.Cookies, []string{"a=b", "c=d"}) || e.Headers["cookie"] != "" || e.Headers["x-two"] != "1,2" || e.RequestContext.HTTP.Method != http.MethodPost {
			t.Errorf("%s: got cookies %q and headers %q", name, e.Cookies, e.Headers)
		}
	}
}

// TestResponse checks that the function's answer becomes the response to the caller.
func TestResponse(t *testing.T) {
	res, err := Response([]byte(`{"statusCode":201,"headers":{"X":"y"},"cookies":["a=b","c=d"],"body":"YWJj","isBase64Encoded":true}`))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	if err != nil || string(body) != "abc" || res.StatusCode != http.StatusCreated || res.Header.Get("X") != "y" || strings.Join(res.Header.Values("Set-Cookie"), " ") != "a=b c=d" {
		t.Errorf("got %d %v %q and %v", res.StatusCode, res.Header, body, err)
	}
	for _, raw := range []string{"words", `{"body":"*","isBase64Encoded":true}`} {
		if _, err := Response([]byte(raw)); err == nil {
			t.Errorf("%s: got no error", raw)
		}
	}
}
