package lambdahttp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"voicememo/tools/testkit/must"
)

// seen is a request as the handler sees it.
type seen struct {
	Method, Path, Escaped, Target, Host, Remote, Body string
	Length                                            int64
	Query                                             map[string][]string
	Header                                            http.Header
	Cookies                                           []string
}

func look(t *testing.T, r *http.Request) seen {
	t.Helper()
	body, err := io.ReadAll(r.Body)
	must.OK(t, err)
	s := seen{
		Method: r.Method, Path: r.URL.Path, Escaped: r.URL.EscapedPath(), Target: r.RequestURI, Host: r.Host, Remote: r.RemoteAddr,
		Body: string(body), Length: r.ContentLength, Query: r.URL.Query(), Header: r.Header.Clone(),
	}
	for _, c := range r.Cookies() {
		s.Cookies = append(s.Cookies, c.Name+"="+c.Value)
	}
	s.Header.Del("Cookie")
	return s
}

// invoke hands an event to a handler.
func invoke(t *testing.T, h http.HandlerFunc, event string) map[string]any {
	t.Helper()
	raw, err := handler(h).Invoke(t.Context(), []byte(event))
	must.OK(t, err)
	var answer map[string]any
	must.OK(t, json.Unmarshal(raw, &answer))
	return answer
}

// handler returns a Handler whose Fail answers with the text of the error.
func handler(h http.HandlerFunc) Handler {
	return Handler{HTTP: h, Fail: func(w http.ResponseWriter, _ *http.Request, err error) {
		w.Header().Set("Content-Type", "text/plain")
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, err.Error())
	}}
}

// TestEvents: the events in the AWS documentation become the right requests.
func TestEvents(t *testing.T) {
	query := map[string][]string{"parameter1": {"value1", "value2"}, "parameter2": {"a b"}}
	for name, want := range map[string]seen{
		"http-api.json": {
			Method: "POST", Path: "/my/path/50% off#1", Escaped: "/my/path/50%25%20off%231",
			Target: "/my/path/50%25%20off%231?parameter1=value1&parameter1=value2&parameter2=a%20b",
			Host:   "id.execute-api.us-east-1.amazonaws.com", Remote: "192.0.2.1:0", Body: `{"content":"牛乳"}`, Length: 20, Query: query,
			Header: http.Header{
				"Content-Type": {"application/json"}, "Header1": {"value1"}, "Header2": {"value1,value2"}, "X-Forwarded-Host": {"evil.example"},
			},
			Cookies: []string{"cookie1=a", "cookie2=b"},
		},
		"function-url.json": {
			Method: "PUT", Path: "/my/path/50% off#1/half", Escaped: "/my/path/50%25%20off%231%2Fhalf",
			Target: "/my/path/50%25%20off%231%2Fhalf?parameter1=value1&parameter1=value2&parameter2=a%20b",
			Host:   "abcdefg.lambda-url.us-west-2.on.aws", Remote: "[2001:db8::1]:0", Body: "\x00\xff\xff\x00\n", Length: 5, Query: query,
			Header:  http.Header{"Content-Type": {"application/octet-stream"}, "Header1": {"value1"}, "Header2": {"value1,value2"}},
			Cookies: []string{"cookie1=a"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			event, err := os.ReadFile(filepath.Join("testdata", name))
			must.OK(t, err)
			var got seen
			invoke(t, func(_ http.ResponseWriter, r *http.Request) { got = look(t, r) }, string(event))
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got\n%+v, want\n%+v", got, want)
			}
		})
	}
}

// small is a small event.
func small(method string) string {
	return `{"version":"2.0","rawPath":"/","requestContext":{"domainName":"h","http":{"method":"` + method + `","sourceIp":"192.0.2.1"}}}`
}

func TestAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		method string
		answer http.HandlerFunc
		want   string
	}{
		"nothing": {"GET", func(http.ResponseWriter, *http.Request) {}, `{"statusCode":200,"headers":{},"body":"","isBase64Encoded":false,"cookies":null}`},
		"text": {"GET", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
			w.Header().Set("Content-Length", "9")
			w.Header().Add("Vary", "Accept")
			w.Header().Add("Vary", "Accept-Language")
			w.WriteHeader(http.StatusCreated)
			w.WriteHeader(http.StatusTeapot) // too late
			_, _ = io.WriteString(w, "牛乳 \"<&")
		}, `{"statusCode":201,"headers":{"Content-Type":"text/plain","Vary":"Accept, Accept-Language"},"body":"牛乳 \"\u003c\u0026","isBase64Encoded":false,"cookies":null}`},
		"cookies": {"POST", func(w http.ResponseWriter, _ *http.Request) {
			http.SetCookie(w, &http.Cookie{Name: "a", Value: "1", Path: "/"})
			http.SetCookie(w, &http.Cookie{Name: "b", MaxAge: -1})
			w.WriteHeader(http.StatusNoContent)
		}, `{"statusCode":204,"headers":{},"body":"","isBase64Encoded":false,"cookies":["a=1; Path=/","b=; Max-Age=0"]}`},
		"bytes": {"GET", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte{0x1f, 0x8b, 0xff})
		}, `{"statusCode":200,"headers":{},"body":"H4v/","isBase64Encoded":true,"cookies":null}`},
		"no body for HEAD": {"HEAD", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("ETag", `"1"`)
			_, _ = io.WriteString(w, "text")
		}, `{"statusCode":200,"headers":{"Etag":"\"1\""},"body":"","isBase64Encoded":false,"cookies":null}`},
		"broken off": {"GET", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Disposition", "attachment")
			w.Header().Set("X-Content-Type-Options", "nosniff")
			_, _ = io.WriteString(w, "half of")
			panic(http.ErrAbortHandler)
		}, `{"statusCode":418,"headers":{"Content-Type":"text/plain","X-Content-Type-Options":"nosniff"},"body":"the answer was broken off","isBase64Encoded":false,"cookies":null}`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := handler(c.answer).Invoke(t.Context(), []byte(small(c.method)))
			if err != nil || string(got) != c.want {
				t.Errorf("got\n%s, %v, want\n%s", got, err, c.want)
			}
		})
	}
}

// TestLongestAnswer: the limit applies to the whole answer as JSON.
func TestLongestAnswer(t *testing.T) {
	const around = len(`{"statusCode":200,"headers":{},"body":"","isBase64Encoded":false,"cookies":null}`)
	for over, status := range map[int]float64{0: http.StatusOK, 1: http.StatusTeapot} {
		body := bytes.Repeat([]byte("x"), maxPayload-around+over)
		got := invoke(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) }, small("GET"))
		if got["statusCode"] != status || over > 0 && got["body"] != ErrTooLong.Error() {
			t.Errorf("%d bytes over: got status %v", over, got["statusCode"])
		}
	}
}

// TestEndlessAnswer: an answer that is too long does not fill the memory.
func TestEndlessAnswer(t *testing.T) {
	part := bytes.Repeat([]byte("x"), 1<<20)
	w := &recorder{header: http.Header{}}
	for range 100 {
		if n, err := w.Write(part); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	if _, err := w.payload(); !errors.Is(err, ErrTooLong) || w.body.Len() > maxPayload+len(part) {
		t.Errorf("got %d bytes kept, %v", w.body.Len(), err)
	}
}

func TestNoEvents(t *testing.T) {
	untouched := handler(func(http.ResponseWriter, *http.Request) { t.Error("the event reached the handler") })
	for name, event := range map[string]string{
		"no JSON": "private", "other JSON": `{"private":1}`, "version 1.0": `{"version":"1.0","path":"/private"}`,
		"a path without a slash": strings.Replace(small("GET"), `"/"`, `"private"`, 1),
		"no method":              small(""), "a broken method": small("GET private"),
		"no base64": strings.Replace(small("POST"), `{`, `{"isBase64Encoded":true,"body":"?",`, 1),
	} {
		if got, err := untouched.Invoke(t.Context(), []byte(event)); !errors.Is(err, ErrEvent) || got != nil || strings.Contains(err.Error(), "private") {
			t.Errorf("%s: got %s, %v", name, got, err)
		}
	}
}

// TestBrokenPath: a path that cannot be unescaped is passed to the handler, which answers
// not found, so the invocation does not fail.
func TestBrokenPath(t *testing.T) {
	event := strings.NewReplacer(`"/"`, `"/%zz"`, `"h"`, `"a.lambda-url.b.on.aws"`).Replace(small("GET"))
	var got seen
	invoke(t, func(_ http.ResponseWriter, r *http.Request) { got = look(t, r) }, event)
	if got.Path != "/%zz" || got.Target != "/%25zz" {
		t.Errorf("got path %q, target %q", got.Path, got.Target)
	}
}

// TestContext: the handler gets the deadline of the invocation.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var got error
	_, err := handler(func(_ http.ResponseWriter, r *http.Request) { got = r.Context().Err() }).Invoke(ctx, []byte(small("GET")))
	if err != nil || !errors.Is(got, context.Canceled) {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestPanic: only http.ErrAbortHandler is recovered.
func TestPanic(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a panic was swallowed")
		}
	}()
	_, _ = handler(func(http.ResponseWriter, *http.Request) { panic("oops") }).Invoke(t.Context(), []byte(small("GET")))
}

// FuzzInvoke: every payload is answered or refused with ErrEvent.
func FuzzInvoke(f *testing.F) {
	f.Add(small("GET"))
	h := handler(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X", r.URL.Path)
		_, _ = io.Copy(w, r.Body)
	})
	f.Fuzz(func(t *testing.T, event string) {
		out, err := h.Invoke(t.Context(), []byte(event))
		if err != nil && !errors.Is(err, ErrEvent) || err == nil && !json.Valid(out) {
			t.Errorf("got %s, %v", out, err)
		}
	})
}
