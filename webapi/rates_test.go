package webapi

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/tools/testkit/check"
)

// rated is a site with small rates and a stopped clock: one change a minute with a burst of
// two, ten searches in ten seconds.
func rated(t *testing.T) *site {
	s := newSite(t, func(o *Options) { o.RateWrites, o.RateSearches = 1, 10 })
	s.freeze()
	return s
}

// rateCase uses up a limit of taro and then exceeds it.
type rateCase struct {
	name         string
	spend        []httpCase // taro's, all of which succeed
	method, path string     // what is refused then
	body         string
	reason       models.Reason
	after        time.Duration // until it works again
}

func rateCases() []rateCase {
	add := httpCase{method: "POST", path: "/api/memos", body: object("content", "牛乳"), status: 201}
	rename := httpCase{method: "PUT", path: "/api/user/name", body: object("name", "太郎"), status: 200}
	missing := httpCase{method: "DELETE", path: "/api/memos/nothing", status: 404}
	search := httpCase{method: "GET", path: "/api/memos?q=a", status: 200}
	author := httpCase{method: "GET", path: "/api/memos?author=taro&deleted=true", status: 200}
	marked := httpCase{method: "GET", path: "/api/memos?done=true", status: 200}
	seen := httpCase{method: "PUT", path: "/api/me/seen", body: object("until", "2026-04-01T09:00:00Z"), status: 204}
	export := httpCase{method: "GET", path: "/api/export?format=csv", status: 200}
	return []rateCase{
		{"add", []httpCase{add, add}, "POST", "/api/memos", add.body, models.ReasonManyWrites, time.Minute},
		{"whatever the change", []httpCase{add, rename}, "DELETE", "/api/memos", "", models.ReasonManyWrites, time.Minute},
		{"what failed counts", []httpCase{missing, missing}, "PUT", "/api/user/name", rename.body, models.ReasonManyWrites, time.Minute},
		{"a body that is not JSON", []httpCase{add, add}, "POST", "/api/memos", "{broken", models.ReasonManyWrites, time.Minute},
		{"search", slices.Repeat([]httpCase{search}, 10), "GET", "/api/memos?q=b&limit=1", "", models.ReasonManySearches, time.Second},
		{"by author", slices.Repeat([]httpCase{author, search}, 5), "GET", "/api/memos?author=hanako", "", models.ReasonManySearches, time.Second},
		{"what is done", slices.Repeat([]httpCase{marked}, 10), "GET", "/api/memos?done=true&limit=1", "", models.ReasonManySearches, time.Second},
		{"mark", []httpCase{add, add}, "PUT", "/api/memos/nothing/done", `{"done":true}`, models.ReasonManyWrites, time.Minute},
		{"bring the text before back", []httpCase{add, add}, "PUT", "/api/memos/nothing/before", "", models.ReasonManyWrites, time.Minute},
		{"seen", []httpCase{seen, seen}, "PUT", "/api/me/seen", seen.body, models.ReasonManyWrites, time.Minute},
		{"export", []httpCase{export, export}, "GET", "/api/export?format=json", "", models.ReasonManySearches, 5 * time.Second},
		{"export after searches", slices.Repeat([]httpCase{search}, 6), "GET", "/api/export?format=json", "", models.ReasonManySearches, time.Second},
		{"without the body", []httpCase{export, export}, "HEAD", "/api/memos?q=a", "", models.ReasonManySearches, time.Second},
	}
}

// TestTooManyAtOnce: a refusal names the time to wait, and a request succeeds after it and
// not before. Requests of other people, and requests without a limit, work meanwhile.
func TestTooManyAtOnce(t *testing.T) {
	for _, c := range rateCases() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := rated(t)
			for _, r := range c.spend {
				s.ask("taro", r.method, r.path, r.body).want(r.status)
			}
			before := s.state("hanako")
			for range 3 { // a refusal costs nothing
				r := s.ask("taro", c.method, c.path, c.body).want(http.StatusTooManyRequests)
				seconds := int(c.after.Seconds())
				if got := r.header.Get("Retry-After"); got != strconv.Itoa(seconds) {
					t.Errorf("got Retry-After %q, want %d", got, seconds)
				}
				if p := r.problem(); p.Code != models.CodeTooMany || p.Reason != c.reason || p.RetryAt != models.FormatTime(s.clock().Add(c.after)) {
					t.Errorf("got %+v, want %s until %v", p, c.reason, c.after)
				}
			}
			for _, path := range []string{"/api/me", "/api/memos", "/api/memos?deleted=true&limit=100", "/api/memos?done=false", "/api/family/members"} {
				s.ask("taro", "GET", path, "").want(200)
			}
			check.Equal(t, s.state("hanako"), before, "for another person")
			s.ask("hanako", "POST", "/api/memos", object("content", "卵")).want(201)
			s.ask("hanako", "GET", "/api/memos?q=a", "").want(200)
			s.wait(c.after - time.Millisecond)
			s.ask("taro", c.method, c.path, c.body).want(http.StatusTooManyRequests)
			s.wait(time.Millisecond)
			if r := s.ask("taro", c.method, c.path, c.body); r.status == http.StatusTooManyRequests {
				t.Errorf("after the wait: got %d, want another status", r.status)
			}
		})
	}
}

// TestChangesDoNotCountAsSearches, nor searches as changes.
func TestChangesDoNotCountAsSearches(t *testing.T) {
	s := rated(t)
	for range 2 {
		s.add("taro", "牛乳")
	}
	for range 10 {
		s.ask("taro", "GET", "/api/memos?q=a", "").want(200)
	}
	s.ask("taro", "POST", "/api/memos", object("content", "卵")).want(429)
	s.ask("taro", "GET", "/api/memos?q=a", "").want(429)
}

// TestSeenDoesNotCountAsAChange, nor a change as seen: the page sends it by itself.
func TestSeenDoesNotCountAsAChange(t *testing.T) {
	s := rated(t)
	seen := object("until", "2026-04-01T09:00:00Z")
	for range 2 {
		s.ask("taro", "PUT", "/api/me/seen", seen).want(204)
	}
	s.ask("taro", "PUT", "/api/me/seen", seen).want(429)
	for range 2 {
		s.add("taro", "牛乳")
	}
	s.ask("taro", "POST", "/api/memos", object("content", "卵")).want(429)
	s.ask("hanako", "POST", "/api/memos", object("content", "卵")).want(201)
	s.ask("hanako", "POST", "/api/memos", object("content", "塩")).want(201)
	s.ask("hanako", "PUT", "/api/me/seen", seen).want(204)
}

// unread is a body that fails the test when it is read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the body is read")
	return 0, errors.New("not to be read")
}

// TestRefusedBeforeItIsRead: a limit refuses a request before its body is read.
func TestRefusedBeforeItIsRead(t *testing.T) {
	s := rated(t)
	for range 2 {
		s.add("taro", "牛乳")
	}
	for _, path := range []string{"/api/memos", "/api/family/join", "/api/family/invite-codes"} {
		r := httptest.NewRequest(http.MethodPost, home+path, io.NopCloser(unread{t}))
		r.Header.Set(person, "taro")
		r.Header.Set("Content-Type", "application/json")
		s.send(r).want(http.StatusTooManyRequests)
	}
}

// TestRefusalsFillNoLog: of refusals of the same kind a few have their own log line, and
// the others share one; Observe is called for each.
func TestRefusalsFillNoLog(t *testing.T) {
	var o observed
	s := newSite(t, func(options *Options) { options.Observe, options.RateSearches = o.observe, 1 })
	s.freeze()
	for range 20 {
		s.ask("taro", "GET", "/api/memos?q=a", "")
	}
	for i := range 30 {
		s.ask("", "GET", "/no/"+strconv.Itoa(i), "").want(404)
		s.ask("taro", "GET", "/api/me", "").want(200)
	}
	s.wait(10 * time.Second)
	s.ask("", "GET", "/no/more", "").want(404)
	for text, want := range map[string]int{
		`"msg":"request","method":"GET","route":"/api/memos","status":200,`:                             1,
		`"msg":"request","method":"GET","route":"/api/memos","status":429,`:                             5,
		`"msg":"request","method":"GET","route":"","status":404,`:                                       6,
		`"msg":"request","method":"GET","route":"/api/me","status":200,`:                                30,
		`"msg":"requests refused","method":"GET","route":"","status":404,"requests":25}`:                1,
		`"level":"INFO","msg":"requests refused","method":"GET","route":"","status":404,"requests":25}`: 1,
	} {
		if got := strings.Count(s.log.String(), text); got != want {
			t.Errorf("got %d lines %s, want %d", got, text, want)
		}
	}
	check.Equal(t, len(o.seen), 20+30+30+1, "observed")
}

// TestAccessEndsWhateverWasSpent: a thief of a session cannot use up a limit that would
// keep the person from ending it.
func TestAccessEndsWhateverWasSpent(t *testing.T) {
	s := rated(t)
	for range 2 {
		s.add("taro", "牛乳")
	}
	s.ask("taro", "POST", "/api/memos", object("content", "卵")).want(429)
	s.ask("taro", "DELETE", "/api/me/access/"+string(sessionOf("taro")), "").want(204)
}

// TestManySignIns: an address visits the pages that lead to the issuer 60 times a minute, so
// that it cannot use up what the issuer allows this server. Other addresses and this machine
// are not affected. The refusal is a page in the reader's language with the time to wait.
func TestManySignIns(t *testing.T) {
	for _, path := range []string{callbackPath + "?state=x&code=invented", authorizePath + "?client_id=invented"} {
		s := newSite(t)
		s.freeze()
		visit := func(address, language string) reply {
			r := httptest.NewRequest(http.MethodGet, home+path, nil)
			r.RemoteAddr = net.JoinHostPort(address, "4711")
			r.Header.Set("Accept-Language", language)
			return s.send(r)
		}
		for i := range visitsPerMinute {
			if got := visit("2001:db8::1", "en").status; got == http.StatusTooManyRequests {
				t.Fatalf("%s: visit %d: got %d", path, i+1, got)
			}
		}
		for language, want := range map[string]string{"en": "in 1 second", "ja": "1秒後に"} {
			r := visit("2001:db8::2", language).want(http.StatusTooManyRequests) // of the same network
			if r.header.Get("Retry-After") != "1" || !strings.Contains(r.body, want) || !strings.HasPrefix(r.header.Get("Content-Type"), "text/html") {
				t.Errorf("%s: got %v and %s, want a page with %q", path, r.header, r.body, want)
			}
		}
		for _, other := range []string{"2001:db8:0:1::1", "203.0.113.7", "127.0.0.1"} {
			if got := visit(other, "en").status; got == http.StatusTooManyRequests {
				t.Errorf("%s from %s: got %d", path, other, got)
			}
		}
		s.wait(time.Second)
		if got := visit("2001:db8::1", "en").status; got == http.StatusTooManyRequests {
			t.Errorf("%s after the wait: got %d", path, got)
		}
	}
}
