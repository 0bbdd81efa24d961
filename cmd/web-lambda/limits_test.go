package main

import (
	"net/http"
	"strings"
	"testing"

	"voicememo/tools/testkit/check"
)

// TestLimitsOfOnePerson: an instance refuses only the person with too many requests,
// whatever a header says about the origin of the request. The other settings of the
// deployment are in force: members, HSTS and the operator.
func TestLimitsOfOnePerson(t *testing.T) {
	t.Parallel()
	s := newSite(t, "https://"+customDomain, 1,
		"VOICEMEMO_RATE_WRITES=1", "VOICEMEMO_RATE_SEARCHES=1", "VOICEMEMO_MAX_MEMBERS=3", "VOICEMEMO_HSTS_SUBDOMAINS=off",
		"VOICEMEMO_OPERATOR=Saburo Sato")
	taro, hanako := s.signIn("太郎"), s.signIn("花子")
	taro.add("牛乳を買う")
	taro.add("卵を買う")
	for _, header := range []string{"X-Forwarded-For: 203.0.113.7", "X-Forwarded-For: 203.0.113.8"} {
		refused := taro.Ask("POST", "/api/memos", `{"content":"パン"}`, header).Want(http.StatusTooManyRequests)
		if refused.Text("reason") != "many_writes" || refused.Header.Get("Retry-After") == "" {
			t.Errorf("got %v %s, want many_writes and a time", refused.Header, refused.Body)
		}
	}
	taro.Ask("GET", "/api/memos?q=a", "").Want(http.StatusOK)
	check.Equal(t, taro.Ask("GET", "/api/memos?q=a", "").Want(http.StatusTooManyRequests).Text("reason"), "many_searches")
	hanako.add("米を買う")
	me := hanako.Ask("GET", "/api/me", "").Want(http.StatusOK)
	if !strings.Contains(me.Body, `"maxMembers":3`) {
		t.Errorf("got %s, want 3 members at most", me.Body)
	}
	check.Equal(t, me.Header.Get("Strict-Transport-Security"), "max-age=31536000")
	if body := s.stranger().Ask("GET", "/privacy", "").Want(http.StatusOK).Body; !strings.Contains(body, "Saburo Sato") {
		t.Errorf("/privacy does not name the operator:\n%s", body)
	}
}
