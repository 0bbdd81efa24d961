package webapi

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"voicememo/models"
)

// limits are the reasons of limits.
var limits = []models.Reason{
	models.ReasonWait, models.ReasonLinkAttempts, models.ReasonNumberAttempts, models.ReasonManyLinks, models.ReasonBusy,
	models.ReasonManyWrites, models.ReasonManySearches, models.ReasonManyStreams, models.ReasonManySignIns,
}

// TestSentenceNamesTheTime: the sentence of every limit names the time to wait in seconds,
// minutes or hours, in both languages.
func TestSentenceNamesTheTime(t *testing.T) {
	now := time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC)
	cases := []struct {
		wait              time.Duration
		seconds           int
		english, japanese string
	}{
		{0, 5, "in 5 seconds", "5秒後に"},
		{time.Millisecond, 1, "in 1 second", "1秒後に"},
		{1500 * time.Millisecond, 2, "in 2 seconds", "2秒後に"},
		{59 * time.Second, 59, "in 59 seconds", "59秒後に"},
		{time.Minute, 60, "in 1 minute", "1分後に"},
		{61 * time.Second, 61, "in 2 minutes", "2分後に"},
		{12 * time.Minute, 720, "in 12 minutes", "12分後に"},
		{90 * time.Minute, 5400, "in 90 minutes", "90分後に"},
		{90*time.Minute + time.Second, 5401, "in 2 hours", "2時間後に"},
		{23*time.Hour + time.Minute, 82860, "in 24 hours", "24時間後に"},
	}
	for _, c := range cases {
		for _, reason := range append([]models.Reason{"", models.ReasonMemo, "unknown"}, limits...) {
			for tag, want := range map[string]string{"en": c.english, "ja": c.japanese} {
				words := wordsFor(&http.Request{Header: http.Header{"Accept-Language": {tag}}})
				p := translate(models.TooMany(reason, c.wait)).document(words, now)
				after, ok := "", false
				if _, after, ok = strings.Cut(p.Detail, want); !ok || strings.HasPrefix(after, "s") || strings.Contains(p.Detail, "{") {
					t.Errorf("%s after %v: %q lacks %q", reason, c.wait, p.Detail, want)
				}
				sentence(t, tag, string(reason), p.Detail)
				at := models.FormatTime(now.Add(time.Duration(c.seconds) * time.Second))
				if p.Code != models.CodeTooMany || p.RetryAfter != c.seconds || p.RetryAt != at {
					t.Errorf("%s after %v: got %+v, want %d seconds until %s", reason, c.wait, p, c.seconds, at)
				}
			}
		}
	}
}

// TestTooManyTries: after wrong digits a person has to wait; the answer says how long, and
// that the link works meanwhile.
func TestTooManyTries(t *testing.T) {
	s := newSite(t)
	inv := s.invitation("taro")
	wrong := object("inviteCode", different(inv.Code))
	for range 3 {
		s.ask("jiro", "POST", "/api/family/join", wrong).want(404)
	}
	r := s.ask("jiro", "POST", "/api/family/join", wrong).want(http.StatusTooManyRequests)
	p := r.problem()
	at, err := models.ParseTime(p.RetryAt)
	if p.RetryAfter < 29 || p.RetryAfter > 30 || r.header.Get("Retry-After") != fmt.Sprint(p.RetryAfter) || p.Reason != models.ReasonWait ||
		err != nil || at.Sub(s.clock()) < 29*time.Second || !strings.Contains(p.Detail, fmt.Sprintf("in %d seconds", p.RetryAfter)) ||
		!strings.Contains(p.Detail, "link") || !strings.Contains(p.Detail, "connection number") {
		t.Errorf("%v %+v", r.header, p)
	}
	s.ask("jiro", "POST", "/api/family/join", object("inviteCode", inv.Code)).want(http.StatusTooManyRequests)
	s.ask("hanako", "POST", "/api/family/join", object("inviteCode", "x")).want(400)
	s.ask("jiro", "POST", "/api/family/join", object("inviteToken", inv.tokenOf(t))).want(200)
}
