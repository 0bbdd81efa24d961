package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// refusedFor fails the test unless a request is refused with a time to wait, and returns
// the reason.
func (b *browser) refusedFor(method, path, body string) string {
	b.T.Helper()
	asked := time.Now()
	res := b.Ask(method, path, body).Want(http.StatusTooManyRequests)
	var problem struct {
		Code, Reason, Detail, RetryAt string
		RetryAfter                    int
	}
	if err := json.Unmarshal([]byte(res.Body), &problem); err != nil {
		b.T.Fatalf("%v: %s", err, res.Body)
	}
	seconds, err := strconv.Atoi(res.Header.Get("Retry-After"))
	at, wrong := time.Parse(time.RFC3339, problem.RetryAt)
	if err != nil || wrong != nil || seconds < 1 || seconds != problem.RetryAfter || at.Before(asked) || problem.Code != "too_many" || problem.Detail == "" {
		b.T.Errorf("%s %s: got Retry-After %q and %+v, want a time to wait", method, path, res.Header.Get("Retry-After"), problem)
	}
	return problem.Reason
}

// TestLimitsOfOnePerson: a person with too many requests is refused, with only a few log
// lines, and other people are not affected.
func TestLimitsOfOnePerson(t *testing.T) {
	s := home{flags: []string{"--data", t.TempDir()}}.serveHere(t, "--rate-writes", "2", "--rate-searches", "5", "--max-members", "7")
	taro, hanako := s.signIn("太郎"), s.signIn("花子")
	for i := range 4 {
		taro.Call(http.MethodPost, "/api/memos", fmt.Sprintf(`{"content":"%d"}`, i), http.StatusCreated)
	}
	taro.Call(http.MethodGet, "/api/export?format=json", "", http.StatusOK)
	for range 20 {
		if got := taro.refusedFor(http.MethodPost, "/api/memos", `{"content":"one more"}`); got != "many_writes" {
			t.Fatalf("got %q, want many_writes", got)
		}
		if got := taro.refusedFor(http.MethodGet, "/api/memos?q=a", ""); got != "many_searches" {
			t.Fatalf("got %q, want many_searches", got)
		}
	}
	hanako.Call(http.MethodPost, "/api/memos", `{"content":"卵"}`, http.StatusCreated)
	hanako.Call(http.MethodGet, "/api/memos?q=a", "", http.StatusOK)
	got := strings.Split(taro.Contents(), " / ")
	if slices.Sort(got); !slices.Equal(got, []string{"0", "1", "2", "3"}) { // memos of the same millisecond have any order
		t.Errorf("got %q, want the four memos", got)
	}
	settings := taro.Call(http.MethodGet, "/api/me", "", http.StatusOK)["settings"].(map[string]any)
	check.Equal(t, settings["maxMembers"], 7.0, "members at most")
	s.stop()
	if got := strings.Count(s.log.String(), "status=429"); got > 10 {
		t.Errorf("got %d lines about two kinds of refusals, want at most ten:\n%s", got, &s.log)
	}
}

// TestFullList: a family has as many memos as --max-memos says, its trash included.
func TestFullList(t *testing.T) {
	s := home{flags: []string{"--data", t.TempDir()}}.serveHere(t, "--max-memos", "2")
	taro := s.signIn("太郎")
	first := taro.Call(http.MethodPost, "/api/memos", `{"content":"牛乳"}`, http.StatusCreated)["id"].(string)
	taro.Call(http.MethodPost, "/api/memos", `{"content":"卵"}`, http.StatusCreated)
	for range 2 { // into the trash, and out of it
		full := taro.Call(http.MethodPost, "/api/memos", `{"content":"パン"}`, http.StatusConflict)
		if full["reason"] != "list_full" {
			t.Fatalf("got %v, want list_full", full)
		}
		taro.Call(http.MethodDelete, "/api/memos/"+first, "", http.StatusOK)
	}
	taro.Call(http.MethodPost, "/api/memos", `{"content":"パン"}`, http.StatusCreated)
}

// streamFrom opens a stream through a proxy that sends the client's address, and returns
// the status.
func (b *browser) streamFrom(address string) int {
	b.T.Helper()
	res, err := b.Open(b.T.Context(), http.MethodGet, "/api/events", "", "X-Forwarded-For: "+address)
	must.OK(b.T, err)
	b.T.Cleanup(func() { _ = res.Body.Close() })
	return res.StatusCode
}

// TestTrustedProxies: one address can open 200 streams. A proxy on this machine says which
// address they come from, unless no proxy is trusted.
func TestTrustedProxies(t *testing.T) {
	const full, elsewhere = "203.0.113.7", "203.0.113.8"
	for name, c := range map[string]struct {
		flags []string
		want  int // from another address
	}{
		"by default": {nil, http.StatusOK},
		"another":    {[]string{"--trusted-proxies", "192.0.2.1,10.0.0.0/8"}, http.StatusTooManyRequests},
	} {
		t.Run(name, func(t *testing.T) {
			s := home{flags: []string{"--data", t.TempDir()}}.serveHere(t, c.flags...)
			for i := range 20 {
				person := s.signIn(fmt.Sprint("person ", i))
				for range 10 {
					if got := person.streamFrom(full); got != http.StatusOK {
						t.Fatalf("got %d, want 200", got)
					}
				}
			}
			last := s.signIn("太郎")
			check.Equal(t, last.streamFrom(elsewhere+", "+full), http.StatusTooManyRequests, "stream 201")
			check.Equal(t, last.streamFrom(elsewhere), c.want, "from another address")
		})
	}
}
