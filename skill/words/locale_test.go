package words

import (
	"testing"
	"time"

	"voicememo/models"
	"voicememo/tools/testkit/check"
)

func TestWhen(t *testing.T) {
	const ja, en, tokyo, newYork, none = "ja-JP", "en-US", "Asia/Tokyo", "America/New_York", ""
	all := NewLocales()
	now := time.Date(2026, 3, 10, 1, 0, 0, 0, time.UTC) // 10:00 in Tokyo, the 9th in New York
	for name, tc := range map[string]struct {
		locale, zone, want string
		at                 time.Time
	}{
		"a clock ahead":          {ja, tokyo, "たった今", now.Add(time.Minute)},
		"a clock far ahead":      {ja, tokyo, "たった今", now.Add(50 * time.Hour)},
		"just now":               {en, newYork, "just now", now.Add(-59 * time.Second)},
		"a minute ago":           {ja, tokyo, "1分前", now.Add(-time.Minute)},
		"one minute ago":         {en, none, "1 minute ago", now.Add(-119 * time.Second)},
		"three minutes ago":      {ja, none, "3分前", now.Add(-3 * time.Minute)},
		"3 minutes ago":          {en, newYork, "3 minutes ago", now.Add(-3 * time.Minute)},
		"ten minutes ago":        {ja, tokyo, "10分前", now.Add(-10 * time.Minute)},
		"many minutes ago":       {ja, tokyo, "59分前", now.Add(-time.Hour + time.Second)},
		"an hour ago":            {ja, tokyo, "1時間前", now.Add(-time.Hour)},
		"one hour ago":           {en, newYork, "1 hour ago", now.Add(-time.Hour)},
		"hours ago":              {ja, tokyo, "10時間前", now.Add(-10 * time.Hour)},
		"2 hours ago":            {en, newYork, "2 hours ago", now.Add(-3*time.Hour + time.Second)},
		"hours over midnight":    {ja, tokyo, "11時間前", now.Add(-12*time.Hour + time.Second)},
		"before midnight":        {ja, tokyo, "昨日", now.Add(-12 * time.Hour)},
		"late on the same day":   {en, newYork, "20 hours ago", now.Add(-20 * time.Hour)},
		"two days ago":           {ja, tokyo, "2日前", now.Add(-48 * time.Hour)},
		"six days ago":           {ja, tokyo, "6日前", now.Add(-144 * time.Hour)},
		"a week ago":             {ja, tokyo, "3月3日", now.Add(-168 * time.Hour)},
		"last year":              {ja, tokyo, "2025年12月31日", time.Date(2025, 12, 31, 3, 0, 0, 0, time.UTC)},
		"over a clock change":    {en, newYork, "2 days ago", time.Date(2026, 3, 7, 20, 0, 0, 0, time.UTC)},
		"a date":                 {"en-GB", "Europe/London", "on February 1", time.Date(2026, 2, 1, 3, 0, 0, 0, time.UTC)},
		"hours without a zone":   {"en-AU", none, "23 hours ago", now.Add(-24*time.Hour + time.Second)},
		"a day without a zone":   {"en-IN", none, "1 day ago", now.Add(-48*time.Hour + time.Second)},
		"a day, in Japanese":     {ja, none, "1日前", now.Add(-24 * time.Hour)},
		"days without a zone":    {ja, none, "2日前", now.Add(-48 * time.Hour)},
		"a week without a zone":  {"en-CA", none, "8 days ago", now.Add(-8 * 24 * time.Hour)},
		"years without a zone":   {"fr-FR", none, "433 days ago", time.Date(2024, 12, 31, 3, 0, 0, 0, time.UTC)},
		"a zone that is unknown": {en, "Mars/Phobos", "1 day ago", now.Add(-30 * time.Hour)},
	} {
		t.Run(name, func(t *testing.T) {
			l := all.Of(tc.locale)
			l.Zone = models.Zone(tc.zone)
			if got := l.When(tc.at, now); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestWho(t *testing.T) {
	for locale, names := range map[string]map[string]string{
		"ja-JP": {
			"太郎": "太郎さん", "お母さん": "お母さん", "花子ちゃん": "花子ちゃん", "さん": "さん", "Echo": "エコー", "エコー": "エコー", "": "エコー", "台所のエコー": "台所のエコー",
			"寿限無寿限無五劫の擦り切れ": "寿限無寿限無五劫のさん",
		},
		"en-US": {"Taro": "Taro", "エコー": "Echo", "": "Echo", "kitchen Echo": "the kitchen Echo", "Echo in Mia's room": "the Echo in Mia's room", "Pablo Diego José Francisco": "Pablo Diego José"},
	} {
		l := NewLocales().Of(locale)
		for name, want := range names {
			t.Run(locale+"."+name, func(t *testing.T) {
				check.Equal(t, l.Who(name), want)
			})
		}
	}
}
