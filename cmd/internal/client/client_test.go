package client_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/cmd/internal/client"
	"voicememo/cmd/internal/version"
	"voicememo/tools/testkit/check"
)

const testToken = "vm_dGhpcyBpcyBub3QgYSByZWFsIHRva2Vu"

// world is a server whose answers a test chooses, with a client that does not wait.
type world struct {
	*client.Client

	url   string
	keys  []string        // the idempotency keys of the requests
	waits []time.Duration // what the client waited
}

// newWorld returns a world that answers request n, counted from 1, with answer.
func newWorld(t *testing.T, answer func(n int, w http.ResponseWriter, r *http.Request)) *world {
	t.Helper()
	w := &world{}
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		w.keys = append(w.keys, r.Header.Get("Idempotency-Key"))
		if got := r.Header.Get("Authorization"); got != "Bearer "+testToken {
			t.Errorf("got Authorization %q", got)
		}
		if got := r.Header.Get("User-Agent"); got != "voicememo/"+version.String() {
			t.Errorf("got User-Agent %q", got)
		}
		answer(len(w.keys), out, r)
	}))
	t.Cleanup(server.Close)
	w.url = server.URL
	w.Client = client.New(client.Options{
		URL: server.URL, Token: testToken, Language: "ja", Transport: &http.Transport{DisableKeepAlives: true},
		Wait: func(_ context.Context, d time.Duration) error { w.waits = append(w.waits, d); return nil },
	})
	return w
}

// refuse answers with a problem document.
func refuse(w http.ResponseWriter, status int, reason string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, `{"detail":"no","reason":%q}`, reason)
}

// reply answers with JSON.
func reply(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = fmt.Fprint(w, body)
}

const milk = `{"id":"m1","content":"milk","createdByName":"Taro","timestamp":"2026-04-01T09:30:15.123Z","version":1,"deleted":false}`

// wantKind checks an error and that it has no token.
func wantKind(t *testing.T, err error, want client.Kind) *client.Error {
	t.Helper()
	var got *client.Error
	if !errors.As(err, &got) || got.Kind != want {
		t.Fatalf("got error %v of kind %+v, want kind %d", err, got, want)
	}
	if strings.Contains(fmt.Sprintf("%v %+v %#v", err, got, got), testToken) {
		t.Errorf("the error contains the token: %v", err)
	}
	return got
}

// TestRepeatsEnd: a request that the server cannot serve is sent three times in all, with
// one idempotency key, and each memo has another key.
func TestRepeatsEnd(t *testing.T) {
	w := newWorld(t, func(_ int, out http.ResponseWriter, _ *http.Request) { refuse(out, http.StatusServiceUnavailable, "") })
	_, err := w.Add(t.Context(), "milk")
	wantKind(t, err, client.Busy)
	if len(w.keys) != 3 || w.keys[0] == "" || w.keys[0] != w.keys[1] || w.keys[1] != w.keys[2] {
		t.Errorf("got keys %q, want the same one three times", w.keys)
	}
	if want := []time.Duration{time.Second, 2 * time.Second}; !slices.Equal(w.waits, want) {
		t.Errorf("got waits %v, want %v", w.waits, want)
	}
	_, err = w.Add(t.Context(), "milk")
	wantKind(t, err, client.Busy)
	if w.keys[0] == w.keys[3] {
		t.Errorf("got keys %q, want another one for the second memo", w.keys)
	}
}

// TestRepeatsObeyRetryAfter: the client waits as long as the server asks, and if that is
// long, it reports the error.
func TestRepeatsObeyRetryAfter(t *testing.T) {
	w := newWorld(t, func(n int, out http.ResponseWriter, _ *http.Request) {
		switch n {
		case 1:
			out.Header().Set("Retry-After", "7")
			refuse(out, http.StatusTooManyRequests, "")
		case 2:
			reply(out, http.StatusCreated, milk)
		default:
			out.Header().Set("Retry-After", "3600")
			refuse(out, http.StatusServiceUnavailable, "")
		}
	})
	if m, err := w.Add(t.Context(), "milk"); err != nil || m.ID != "m1" {
		t.Errorf("got %+v, %v, want m1", m, err)
	}
	_, err := w.Add(t.Context(), "milk")
	if got := wantKind(t, err, client.Busy); got.RetryAfter != time.Hour {
		t.Errorf("got Retry-After %v, want an hour", got.RetryAfter)
	}
	if want := []time.Duration{7 * time.Second}; !slices.Equal(w.waits, want) || len(w.keys) != 3 {
		t.Errorf("got %d requests and waits %v, want 3 and %v", len(w.keys), w.waits, want)
	}
}

// TestLostAnswer: a request whose connection broke is repeated with its key.
func TestLostAnswer(t *testing.T) {
	w := newWorld(t, func(n int, out http.ResponseWriter, _ *http.Request) {
		if n > 1 {
			reply(out, http.StatusOK, milk)
			return
		}
		connection, _, err := http.NewResponseController(out).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_ = connection.Close()
	})
	if m, err := w.Add(t.Context(), "milk"); err != nil || m.Content != "milk" {
		t.Errorf("got %+v, %v, want milk", m, err)
	}
	if len(w.keys) != 2 || w.keys[0] != w.keys[1] {
		t.Errorf("got keys %q, want the same one twice", w.keys)
	}
}

// TestInterrupted: after the context has ended, nothing is repeated.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	w := newWorld(t, func(_ int, out http.ResponseWriter, _ *http.Request) {
		cancel()
		refuse(out, http.StatusServiceUnavailable, "")
	})
	if _, err := w.Add(ctx, "milk"); err == nil || len(w.keys) != 1 {
		t.Errorf("got %v after %d requests, want an error after one", err, len(w.keys))
	}
}

// TestRedirects: no redirect is followed, so no other server receives the token.
func TestRedirects(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the other server was asked") }))
	defer other.Close()
	for _, status := range []int{http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect} {
		w := newWorld(t, func(_ int, out http.ResponseWriter, r *http.Request) {
			http.Redirect(out, r, other.URL+"/somewhere?secret=1", status)
		})
		_, err := w.Add(t.Context(), "milk")
		if got := wantKind(t, err, client.Moved); got.Detail != other.URL || len(w.keys) != 1 {
			t.Errorf("%d: got %+v after %d requests, want %s after one", status, got, len(w.keys), other.URL)
		}
	}
}

// TestKinds: each answer is an error of the kind that says what to do.
func TestKinds(t *testing.T) {
	for name, c := range map[string]struct {
		answer func(w http.ResponseWriter)
		want   client.Kind
	}{
		"401":              {func(w http.ResponseWriter) { refuse(w, http.StatusUnauthorized, "") }, client.SignedOut},
		"403":              {func(w http.ResponseWriter) { refuse(w, http.StatusForbidden, "") }, client.Forbidden},
		"403 scope":        {func(w http.ResponseWriter) { refuse(w, http.StatusForbidden, "scope") }, client.Scope},
		"404":              {func(w http.ResponseWriter) { refuse(w, http.StatusNotFound, "memo") }, client.NotFound},
		"409":              {func(w http.ResponseWriter) { refuse(w, http.StatusConflict, "in_trash") }, client.NotFound},
		"400":              {func(w http.ResponseWriter) { refuse(w, http.StatusBadRequest, "") }, client.Wrong},
		"413":              {func(w http.ResponseWriter) { refuse(w, http.StatusRequestEntityTooLarge, "") }, client.Wrong},
		"500":              {func(w http.ResponseWriter) { refuse(w, http.StatusInternalServerError, "") }, client.Busy},
		"502 of a proxy":   {func(w http.ResponseWriter) { w.WriteHeader(http.StatusBadGateway) }, client.Busy},
		"404 of a site":    {func(w http.ResponseWriter) { w.WriteHeader(http.StatusNotFound) }, client.NoServer},
		"401 of a proxy":   {func(w http.ResponseWriter) { w.WriteHeader(http.StatusUnauthorized) }, client.NoServer},
		"a page":           {func(w http.ResponseWriter) { _, _ = w.Write([]byte("<html>")) }, client.NoServer},
		"something else":   {func(w http.ResponseWriter) { reply(w, http.StatusOK, `[]`) }, client.NoServer},
		"409 list_full":    {func(w http.ResponseWriter) { refuse(w, http.StatusConflict, "list_full") }, client.Full},
		"no address in it": {func(w http.ResponseWriter) { w.WriteHeader(http.StatusNotModified) }, client.Moved},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, func(_ int, out http.ResponseWriter, _ *http.Request) { c.answer(out) })
			_, err := w.Me(t.Context())
			wantKind(t, err, c.want)
		})
	}
}

// TestAnswersOfAnotherService: JSON that is not what this API answers is not a success.
func TestAnswersOfAnotherService(t *testing.T) {
	for _, body := range []string{`{}`, `null`, `{"ok":true}`, `{"memos":null}`, `{"memos":[{}]}`, `{"memos":[null]}`, `{"id":""}`, `{"user":{}}`} {
		w := newWorld(t, func(_ int, out http.ResponseWriter, _ *http.Request) { reply(out, http.StatusOK, body) })
		_, added := w.Add(t.Context(), "milk")
		_, marked := w.SetDone(t.Context(), "m1", true)
		_, listed := w.List(t.Context(), client.Query{Limit: 1})
		_, me := w.Me(t.Context())
		for request, err := range map[string]error{"add": added, "done": marked, "list": listed, "me": me} {
			if failed := wantKind(t, err, client.NoServer); failed.Status != http.StatusOK {
				t.Errorf("%s of %s: got %+v, want status 200", request, body, failed)
			}
		}
		check.Equal(t, len(w.keys), 4, "%s: requests", body)
	}
}

// TestUnreachable: the error of a server that does not run has neither the address nor the
// words of the request.
func TestUnreachable(t *testing.T) {
	w := newWorld(t, nil)
	stopped := client.New(client.Options{
		URL: "http://127.0.0.1:1", Token: testToken, Wait: func(context.Context, time.Duration) error { return nil },
	})
	_, err := stopped.List(t.Context(), client.Query{Words: "secretword", Limit: 1})
	if got := wantKind(t, err, client.Unreachable); strings.Contains(got.Error(), "secretword") || len(w.keys) > 0 {
		t.Errorf("got %v", got)
	}
}

// TestListPages: pages are requested until there are enough memos or no more pages, also if
// a page is empty.
func TestListPages(t *testing.T) {
	pages := []string{`{"memos":[` + milk + `],"nextCursor":"a"}`, `{"memos":[],"nextCursor":"b"}`, `{"memos":[` + milk + `]}`}
	for limit, want := range map[int]struct {
		memos, requests int
		more            bool
	}{1: {1, 1, true}, 2: {2, 3, false}, 1000: {2, 3, false}} {
		w := newWorld(t, func(n int, out http.ResponseWriter, r *http.Request) {
			if cursor := r.FormValue("cursor"); cursor != []string{"", "a", "b"}[n-1] || r.FormValue("q") != "牛 乳" || r.FormValue("done") != "false" {
				t.Errorf("request %d: got %s", n, r.URL.RawQuery)
			}
			reply(out, http.StatusOK, pages[n-1])
		})
		done := false
		list, err := w.List(t.Context(), client.Query{Words: "牛 乳", Done: &done, Limit: limit})
		if err != nil || len(list.Memos) != want.memos || list.More != want.more || len(w.keys) != want.requests {
			t.Errorf("limit %d: got %+v, %v after %d requests, want %+v", limit, list, err, len(w.keys), want)
		}
	}
}

// TestSetDone: an id is one part of the path, whatever characters it has.
func TestSetDone(t *testing.T) {
	w := newWorld(t, func(_ int, out http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPut || r.URL.EscapedPath() != "/api/memos/a%2Fb%3Fc/done" {
			t.Errorf("got %s %s", r.Method, r.URL.EscapedPath())
		}
		reply(out, http.StatusOK, milk)
	})
	if _, err := w.SetDone(t.Context(), "a/b?c", true); err != nil {
		t.Error(err)
	}
}
