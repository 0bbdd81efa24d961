package webapi

import (
	"net/http"
	"strings"
	"testing"

	"voicememo/models"
	"voicememo/tools/testkit/check"
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
		check.Equal(t, s.ask(step.who, "PATCH", path, step.body).want(200).body, `{"timeZone":"`+step.want+`"}`, step.body)
		for _, who := range []string{"taro", "hanako"} {
			check.Equal(t, s.me(who).Family.TimeZone, step.want, "%s after %s", who, step.body)
		}
	}
	check.Equal(t, s.me("jiro").Family.TimeZone, "", "another family")
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
	check.Equal(t, s.me("taro").Family.TimeZone, "Europe/Berlin")
}
