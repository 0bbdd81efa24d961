package webapi

import (
	"net/http"
	"strings"
	"testing"

	"voicememo/models"
)

// TestTimeZone: the first browser tells where the family lives, and no later one replaces it.
// Every member changes it, and every member sees it.
func TestTimeZone(t *testing.T) {
	const path = "/api/family"
	s := newSite(t)
	s.together("taro", "hanako")
	if got := s.ask("taro", "GET", "/api/me", "").want(200).body; strings.Contains(got, "timeZone") {
		t.Errorf("got %s, want no time zone", got)
	}
	for _, step := range []struct {
		who, body, want string
	}{
		{who: "hanako", body: `{"timeZone":"Europe/Berlin","ifNone":true}`, want: "Europe/Berlin"},
		{who: "taro", body: `{"timeZone":"America/New_York","ifNone":true}`, want: "Europe/Berlin"},
		{who: "taro", body: `{"timeZone":"America/New_York","ifNone":false}`, want: "America/New_York"},
		{who: "hanako", body: `{"timeZone":"Asia/Tokyo"}`, want: "Asia/Tokyo"},
	} {
		if got, want := s.ask(step.who, "PATCH", path, step.body).want(200).body, `{"timeZone":"`+step.want+`"}`; got != want {
			t.Errorf("%s: got %s, want %s", step.body, got, want)
		}
		for _, who := range []string{"taro", "hanako"} {
			if got := s.me(who).Family.TimeZone; got != step.want {
				t.Errorf("%s after %s: got %q, want %q", who, step.body, got, step.want)
			}
		}
	}
	if got := s.me("jiro").Family.TimeZone; got != "" {
		t.Errorf("another family: got %q, want none", got)
	}
}

// TestTimeZoneRefused: none of these changes anything, and each says why in both languages.
func TestTimeZoneRefused(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako")
	s.ask("taro", "PATCH", "/api/family", `{"timeZone":"Europe/Berlin"}`).want(200)
	for _, c := range []struct {
		who, body string
		status    int
		reason    models.Reason
		says      string
	}{
		{"taro", `{"timeZone":"Mars/Phobos"}`, 400, models.ReasonTimeZone, "Europe/Berlin|Asia/Tokyo"},
		{"taro", `{"timeZone":"Local"}`, 400, models.ReasonTimeZone, "not known|見つかりません"},
		{"taro", `{"timeZone":""}`, 400, models.ReasonTimeZone, "not known|見つかりません"},
		{"taro", `{"timeZone":"../../etc/passwd"}`, 400, models.ReasonTimeZone, "not known|見つかりません"},
		{"taro", `{}`, 400, models.ReasonEmpty, ".|。"},
		{"taro", `{"timeZone":null}`, 400, models.ReasonFormat, ".|。"},
		{"taro", `{"timeZone":9}`, 400, models.ReasonFormat, ".|。"},
		{"taro", `{"timeZone":"Asia/Tokyo","ifNone":"yes"}`, 400, models.ReasonFormat, ".|。"},
		{"taro", `{"timeZone":"Asia/Tokyo","name":"x"}`, 400, models.ReasonUnknownField, ".|。"},
	} {
		for i, language := range []string{"en", "ja"} {
			p := s.ask(c.who, "PATCH", "/api/family", c.body, "Accept-Language: "+language).want(c.status).problem()
			if says := strings.Split(c.says, "|")[i]; p.Reason != c.reason || !strings.Contains(p.Detail, says) {
				t.Errorf("%s: got %s, %q; want %s, %q", c.body, p.Reason, p.Detail, c.reason, says)
			}
		}
	}
	s.ask("", "PATCH", "/api/family", `{"timeZone":"Asia/Tokyo"}`).want(http.StatusUnauthorized)
	if got := s.me("taro").Family.TimeZone; got != "Europe/Berlin" {
		t.Errorf("got %q, want nothing changed", got)
	}
}
