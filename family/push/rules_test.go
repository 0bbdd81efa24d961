package push

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"voicememo/family/module"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// TestWake: the quiet hours end at the first moment that is not quiet, within a day and the
// shift of a clock, or two if a clock skips the only hour that is not quiet, in every time
// zone and on days on which clocks change.
func TestWake(t *testing.T) {
	zones := []string{"Asia/Tokyo", "America/New_York", "Europe/London", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Chatham", "America/St_Johns", "Pacific/Apia", "Africa/Casablanca", "UTC"}
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		hour := rapid.IntRange(0, 23)
		s := Settings{What: All, QuietFrom: hour.Draw(t, "from"), QuietTo: hour.Draw(t, "to"), TimeZone: rapid.SampledFrom(zones).Draw(t, "zone")}
		at := start.Add(time.Duration(rapid.Int64Range(0, int64(2*365*24*time.Hour)).Draw(t, "at")))
		zone, err := time.LoadLocation(s.TimeZone)
		must.OK(t, err)
		quiet := func(at time.Time) bool { return s.quiet(at.In(zone).Hour()) }
		woken := s.wake(at)
		switch {
		case quiet(woken):
			t.Fatalf("got %v, want a time that is not quiet", woken.In(zone))
		case woken.Before(at) || woken.Sub(at) > 49*time.Hour:
			t.Fatalf("got %v, want at most two days after %v", woken, at)
		case !quiet(at) && !woken.Equal(at):
			t.Fatalf("got %v, want %v, which is not quiet", woken, at)
		case quiet(at) && !quiet(woken.Add(-time.Nanosecond)):
			t.Fatalf("got %v, which is not the first time", woken.In(zone))
		}
		for before := at; before.Before(woken); before = before.Add(7 * time.Minute) {
			if !quiet(before) {
				t.Fatalf("got %v, but %v is not quiet", woken.In(zone), before.In(zone))
			}
		}
	})
}

// TestWakeOfDays: the default quiet hours on usual days and on those on which the clock
// changes.
func TestWakeOfDays(t *testing.T) {
	for at, want := range map[string]string{
		"2026-03-04T21:59:59+09:00": "2026-03-04T21:59:59+09:00", "2026-03-04T22:00:00+09:00": "2026-03-05T07:00:00+09:00",
		"2026-03-05T06:59:59+09:00": "2026-03-05T07:00:00+09:00", "2026-03-05T07:00:00+09:00": "2026-03-05T07:00:00+09:00",
		"2026-03-07T23:00:00-05:00": "2026-03-08T07:00:00-04:00", "2026-10-31T23:00:00-04:00": "2026-11-01T07:00:00-05:00",
	} {
		s := DefaultSettings()
		from, err := time.Parse(time.RFC3339, at)
		must.OK(t, err)
		s.TimeZone = "America/New_York"
		if strings.HasSuffix(at, "+09:00") {
			s.TimeZone = "Asia/Tokyo"
		}
		if got := s.wake(from).Format(time.RFC3339); !s.wake(from).Equal(mustTime(t, want)) {
			t.Errorf("%s: got %s, want %s", at, got, want)
		}
	}
}

// TestWakeOfASkippedHour: if the clock skips the only hour that is not quiet, it is that of
// the next day.
func TestWakeOfASkippedHour(t *testing.T) {
	s := Settings{What: All, QuietFrom: 3, QuietTo: 2, TimeZone: "America/New_York"}
	for at, want := range map[string]string{
		"2026-03-07T01:00:00-05:00": "2026-03-07T02:00:00-05:00",
		"2026-03-07T03:00:00-05:00": "2026-03-09T02:00:00-04:00", // 2:00 to 3:00 on the 8th is skipped
		"2026-03-09T03:00:00-04:00": "2026-03-10T02:00:00-04:00",
	} {
		if got := s.wake(mustTime(t, at)); !got.Equal(mustTime(t, want)) {
			t.Errorf("%s: got %s, want %s", at, got.Format(time.RFC3339), want)
		}
	}
}

func mustTime(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, s)
	must.OK(t, err)
	return at
}

// TestSendsTo: to which endpoints messages are sent, without --dev and with it.
func TestSendsTo(t *testing.T) {
	for endpoint, want := range map[string]struct{ public, local bool }{
		"https://fcm.googleapis.com/fcm/send/abc:def":            {true, true},
		"https://updates.push.services.mozilla.com:443/wpush/v2": {true, true},
		"https://web.push.apple.com/QGl":                         {true, true},
		"http://fcm.googleapis.com/":                             {false, false},
		"https://fcm.googleapis.com:8443/":                       {false, false},
		"https://user:pass@fcm.googleapis.com/":                  {false, false},
		"https://fcm.googleapis.com/#x":                          {false, false},
		"https://8.8.8.8/":                                       {false, false},
		"https://[2607:f8b0:4004:c07::5e]/":                      {false, false},
		"https://169.254.169.254/latest":                         {false, false},
		"https://router/":                                        {false, false},
		"https://localhost/":                                     {false, true},
		"http://localhost:9999/send":                             {false, true},
		"http://127.0.0.1:9999/send":                             {false, true},
		"ftp://localhost/":                                       {false, false},
		"":                                                       {false, false},
		"https://push.example.com/" + strings.Repeat("x", 976):   {false, false},
		"https://push.example.com/" + strings.Repeat("x", 975):   {true, true},
	} {
		for local, want := range map[bool]bool{false: want.public, true: want.local} {
			check.Equal(t, (&webPush{local: local}).sendsTo(endpoint), want, "%.60q, local %v", endpoint, local)
		}
	}
	for at, want := range map[string]struct{ public, local bool }{
		"8.8.8.8:443": {true, true}, "127.0.0.1:9999": {false, true}, "[::1]:80": {false, true}, "10.0.0.1:443": {false, false}, "192.168.1.1:80": {false, false},
	} {
		for local, want := range map[bool]bool{false: want.public, true: want.local} {
			check.Equal(t, (&webPush{local: local}).mayConnect(netip.MustParseAddrPort(at)), want, "%s, local %v", at, local)
		}
	}
}

// TestClient: without --dev, no connection leads to this machine, whatever the public address
// and the name that leads there; no redirect is followed.
func TestClient(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
	}))
	t.Cleanup(server.Close)
	for dev, want := range map[bool]int{false: 0, true: 1} {
		w, err := newWebPush(module.Core{PublicURL: "http://localhost:8080", Dev: dev, Secret: func(string) ([]byte, error) { return make([]byte, 32), nil }})
		must.OK(t, err)
		asked = 0
		res, err := w.client.Post(strings.Replace(server.URL, "127.0.0.1", "localhost", 1), "text/plain", nil)
		if err == nil {
			_ = res.Body.Close()
		}
		if asked != want || (err == nil) != (want > 0) {
			t.Errorf("dev %v: got %d requests and %v, want %d", dev, asked, err, want)
		}
		w.client.CloseIdleConnections()
	}
}

// TestRetryAfter: both forms of the header.
func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"": 0, "soon": 0, "-5": 0, "0": 0, "120": 2 * time.Minute, " 1 ": time.Second, "99999999999": 7 * 24 * time.Hour,
		"Wed, 04 Mar 2026 05:16:07 GMT": 10 * time.Minute, "Wed, 04 Mar 2026 04:16:07 GMT": 0,
	} {
		check.Equal(t, retryAfter(value, now), want, "%q", value)
	}
}

// TestCut: a text is cut only between characters.
func TestCut(t *testing.T) {
	for text, want := range map[string]string{
		"牛乳": "牛乳", "牛乳を買う": "牛乳を買う", "牛乳を買うよ": "牛乳を買…", "abcd efg": "abcd…", "abcがg": "abcがg", "abcか\u3099gh": "abc…",
		"ab👨‍👩‍👧cdefg": "ab…", "abc👍🏽ef": "abc…", "abc🇯🇵🇺🇸": "abc…",
	} {
		check.Equal(t, cut(text, 5), want, "%q", text)
	}
}

// TestURL: the page's address of what is told. That of a long memo
// with the longest key does not fit.
func TestURL(t *testing.T) {
	memo := models.Memo{UserID: "taro", ID: "1720789912345abcdef012345", Content: "牛乳"}
	long := models.Memo{UserID: models.UserID(strings.Repeat("x", 2048)), ID: "1720789912345abcdef012345", Content: strings.Repeat("牛乳", 200)}
	joined := models.Event{Kind: models.EventJoined, Person: "jiro"}
	removed := models.Event{Kind: models.EventRemoved, Person: "hanako"}
	for name, c := range map[string]struct {
		memos []models.Memo
		news  []models.Event
		want  string
	}{
		"one memo":            {[]models.Memo{memo}, nil, "/memos/" + memo.Ref().String()},
		"a memo of a long id": {[]models.Memo{long}, nil, "/"},
		"two memos":           {[]models.Memo{memo, memo}, nil, "/"},
		"a memo and a person": {[]models.Memo{memo}, []models.Event{joined}, "/"},
		"people":              {nil, []models.Event{joined, joined}, "/family"},
		"removed":             {nil, []models.Event{joined, removed}, "/"},
	} {
		t.Run(name, func(t *testing.T) {
			n := notice{batch: "b", at: time.Unix(0, 0), reader: models.User{ID: "hanako"}, memos: c.memos, news: c.news}
			var got payload
			if err := json.Unmarshal(n.payload("ja"), &got); err != nil || got.URL != c.want || c.memos != nil && !strings.HasPrefix(got.Body, "牛乳") {
				t.Errorf("got %+v, %v; want %s", got, err, c.want)
			}
		})
	}
}

// TestPayloadFits: a payload is JSON of at most maxPayload bytes, whatever people write and
// are called, and still names the batch.
func TestPayloadFits(t *testing.T) {
	runes := rapid.SampledFrom([]rune("aあ\"<&\\\n\u2028😀👨\u200d👩\u3099🇯"))
	rapid.Check(t, func(t *rapid.T) {
		text := func(label string, n int) string { return rapid.StringOfN(runes, 1, n, -1).Draw(t, label) }
		n := notice{batch: "1720789912345-abcdefghijklmnopqr", at: time.Unix(0, 0), names: map[models.UserID]string{}}
		for range rapid.IntRange(0, 3).Draw(t, "memos") {
			author := models.UserID(text("author", 900))
			n.memos = append(n.memos, models.Memo{UserID: author, ID: "1720789912345abcdef012345", Content: text("content", models.MaxContent), CreatedByName: text("name", models.MaxName)})
		}
		for i := range rapid.IntRange(0, 5).Draw(t, "news") {
			person := models.UserID(rune('a' + i))
			n.news, n.names[person] = append(n.news, models.Event{Kind: models.EventJoined, Person: person}), text("person", models.MaxName)
		}
		for _, language := range []string{"ja", "en"} {
			raw := n.payload(language)
			var got payload
			if err := json.Unmarshal(raw, &got); err != nil || len(raw) > maxPayload || !utf8.Valid(raw) || got.Tag != string(n.batch) || got.Title == "" {
				t.Fatalf("got %d bytes %q, %v", len(raw), raw, err)
			}
		}
	})
}
