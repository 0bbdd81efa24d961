package push_test

import (
	"context"
	"math"
	"net/http"
	"sync"
	"testing"
	"time"

	"voicememo/family/push"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/pushservice"
)

// TestQuietHours: what happens in them is told in the morning as one message, in the
// person's time zone. A batch of the evening that the push service did not accept also waits.
func TestQuietHours(t *testing.T) {
	h := newHouse(t)
	taro, hanako, _ := h.pair()
	zone, err := time.LoadLocation("America/Bogota")
	h.OK(err)
	hour := h.Now().In(zone).Hour() // a full hour
	h.OK(h.service.SetSettings(h.Ctx(), hanako, push.Settings{
		What: push.All, TimeZone: "America/Bogota", QuietFrom: (hour + 1) % 24, QuietTo: (hour + 10) % 24,
	}))
	h.Advance(58*time.Minute - h.Now().Sub(h.Now().Truncate(time.Hour)))
	h.web.Answers(func(pushservice.Message) pushservice.Answer { return pushservice.Answer{Status: http.StatusBadGateway} })
	h.Add(taro, "夕方")
	h.work(70 * time.Second)
	h.web.Answers(nil)
	for range 9 * 4 {
		h.Add(taro, "夜")
		h.work(15 * time.Minute)
		if in := h.Now().In(zone).Hour(); in != (hour+10)%24 {
			h.tellsNothing()
		}
	}
	h.work(15 * time.Minute)
	got := h.told()
	if len(got) != 2 || got[0].Body != "夕方" || got[1].Body != "夜 ほか35件" {
		t.Errorf("got %+v, want the evening's memo and those of the night", got)
	}
}

// TestQuietHoursEndEarly: what waits for the end of the quiet hours is sent when they are
// shortened or switched off, also what a push service had not accepted before them, and
// what the person's Echo is to be told.
func TestQuietHoursEndEarly(t *testing.T) {
	h := newHouse(t)
	taro, hanako, _ := h.pair()
	echo := h.Connect(h.Echo("エコー"), hanako)
	h.OK(h.service.Allow(h.Ctx(), echo.ID, h.Now()))
	h.forget()
	quiet := func(to int) {
		t.Helper()
		h.OK(h.service.SetSettings(h.Ctx(), h.Again(hanako), push.Settings{What: push.All, TimeZone: "Asia/Tokyo", QuietFrom: 13, QuietTo: to}))
	}
	told := func(web, alexa int) {
		t.Helper()
		if got, lit := h.told(), h.alexa.Events(); len(got) != web || len(lit) != alexa {
			t.Errorf("got %+v and %+v, want %d messages and %d events in all", got, lit, web, alexa)
		}
	}
	quiet(7)
	h.Advance(58*time.Minute + 30*time.Second)
	h.answer(http.StatusBadGateway, "")
	h.Add(taro, "昼")
	h.work(time.Minute) // 12:59:30; the next try is in the quiet hours
	h.web.Answers(nil)
	h.work(time.Hour)
	h.Add(taro, "午後")
	h.work(time.Hour)
	told(0, 1)
	quiet(18)
	h.work(2 * time.Hour)
	told(0, 1)
	quiet(13) // none
	h.work(0)
	told(2, 2)
	check.Equal(t, h.waiting(hanako)+h.waiting(echo), 0, "unfinished batches")
	quiet(18)
	h.Add(taro, "夕方")
	h.work(0)
	quiet(13)
	h.work(0) // the minute is not over
	told(0, 2)
	h.work(time.Minute)
	told(1, 3)
	quiet(23)
	h.Add(taro, "夜")
	h.work(0)
	quiet(19)
	h.work(4 * time.Hour)
	told(1, 4)
}

// TestQuietHoursOffline: a message that a device may get only in the quiet hours, because it
// was offline, says when they are, and is not kept until those of the next day.
func TestQuietHoursOffline(t *testing.T) {
	for name, c := range map[string]struct {
		from, to int
		wait     time.Duration // from noon
		quiet    [2]int        // hours after noon; none: 0, 0
		ttl      time.Duration
	}{
		"the next night":       {22, 7, 9 * time.Hour, [2]int{10, 19}, 25 * time.Hour},
		"two nights":           {22, 7, 9*time.Hour + 30*time.Minute, [2]int{10, 19}, 24*time.Hour + 30*time.Minute},
		"in the morning":       {22, 7, 19 * time.Hour, [2]int{34, 43}, 25 * time.Hour},
		"one hour is not":      {13, 12, 30 * time.Minute, [2]int{1, 24}, 24*time.Hour + 30*time.Minute},
		"there are none":       {9, 9, 0, [2]int{}, 25 * time.Hour},
		"a part of an evening": {20, 22, 0, [2]int{8, 10}, 25 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			taro, hanako, _ := h.pair()
			h.OK(h.service.SetSettings(h.Ctx(), hanako, push.Settings{What: push.All, TimeZone: "Asia/Tokyo", QuietFrom: c.from, QuietTo: c.to}))
			start := h.Now().Truncate(time.Hour)
			h.Advance(c.wait - h.Now().Sub(start))
			h.Add(taro, "牛乳")
			h.handOn()
			h.Advance(time.Minute)
			h.work(0)
			messages := h.web.Accepted()
			got := h.told()
			if len(got) != 1 {
				t.Fatalf("got %+v, want one message", got)
			}
			for i, at := range []time.Time{got[0].QuietFrom, got[0].QuietTo} {
				if want := start.Add(time.Duration(c.quiet[i]) * time.Hour); c.quiet[i] != 0 && !at.Equal(want) || c.quiet[i] == 0 && !at.IsZero() {
					t.Errorf("got %v, want %v", at, want)
				}
			}
			if ttl := messages[0].TTL; ttl > c.ttl || ttl < c.ttl-2*time.Minute {
				t.Errorf("got a time to live of %v, want %v", ttl, c.ttl)
			}
		})
	}
}

// TestDefaultSettings: a person who has chosen nothing has the default quiet hours in the time
// zone of the family, whatever its owner has chosen, and none while the family has no zone.
func TestDefaultSettings(t *testing.T) {
	for zone, wait := range map[string]time.Duration{
		"": time.Minute, "Asia/Tokyo": 8 * time.Hour, "America/New_York": time.Minute, "Europe/Berlin": time.Minute,
	} {
		t.Run(zone, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			taro, hanako, _ := h.pair()
			h.OK(h.service.SetSettings(h.Ctx(), taro, push.Settings{What: push.None, TimeZone: "UTC"}))
			h.OK(h.store.SaveSettings(h.Ctx(), hanako.ID, push.Settings{}))
			h.livesIn(taro, zone)
			for h.Now().UTC().Hour() != 14 { // 23:00 in Tokyo
				h.Advance(time.Hour)
			}
			due := h.Now().UTC().Truncate(time.Hour).Add(wait)
			h.Add(taro, "牛乳")
			if next := h.work(0); next.Sub(due).Abs() > time.Minute {
				t.Errorf("got %v as the next time, want %v", next, due)
			}
			h.work(wait)
			h.tells("太郎さん", "牛乳")
		})
	}
}

// livesIn sets where a person's family lives; "": it is not known.
func (h *house) livesIn(u models.User, zone string) {
	h.T.Helper()
	if zone != "" {
		h.OK(must.Err(h.Families.SetTimeZone(h.Ctx(), h.Again(u), zone, false)))
	}
}

// TestQuietHoursOfDays: a day on which the family's clocks change ends the night at the same
// time of theirs, and a person's own zone takes precedence over the family's.
func TestQuietHoursOfDays(t *testing.T) {
	for name, c := range map[string]struct {
		family, own string
		at, want    string
	}{
		"spring in Berlin":  {"Europe/Berlin", "", "2099-03-28T23:00:00+01:00", "2099-03-29T07:00:00+02:00"},
		"autumn in Berlin":  {"Europe/Berlin", "", "2099-10-24T23:00:00+02:00", "2099-10-25T07:00:00+01:00"},
		"a summer day":      {"Europe/Berlin", "", "2099-07-01T14:00:00+02:00", "2099-07-01T14:01:00+02:00"},
		"their own zone":    {"Europe/Berlin", "Asia/Tokyo", "2099-07-01T16:00:00+02:00", "2099-07-02T07:00:00+09:00"},
		"no zone at night":  {"", "", "2099-07-01T02:00:00+02:00", "2099-07-01T02:01:00+02:00"},
		"a zone of its own": {"", "Europe/Berlin", "2099-07-01T02:00:00+02:00", "2099-07-01T07:00:00+02:00"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, at, want := newHouse(t), parsed(t, c.at), parsed(t, c.want)
			h.Advance(at.Sub(h.Now()))
			taro, hanako, _ := h.pair()
			h.livesIn(taro, c.family)
			own := push.Settings{}
			if c.own != "" {
				own = push.Settings{What: push.All, QuietFrom: 22, QuietTo: 7, TimeZone: c.own}
			}
			h.OK(h.store.SaveSettings(h.Ctx(), hanako.ID, own))
			h.Add(taro, "牛乳")
			if next := h.work(0); next.Sub(want).Abs() > time.Minute {
				t.Errorf("got %v as the next time, want %v", next, want)
			}
		})
	}
}

func parsed(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, s)
	must.OK(t, err)
	return at
}

// TestManyInTheNight: memos of the night that do not fit into one batch are told in the
// morning also if those before them have been read, whether they were reported together or
// one by one.
func TestManyInTheNight(t *testing.T) {
	for name, most := range map[string]int{"together": math.MaxInt, "one by one": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			taro, hanako, _ := h.pair()
			h.OK(h.service.SetSettings(h.Ctx(), hanako, push.Settings{What: push.All, TimeZone: "UTC", QuietFrom: noon, QuietTo: noon + 9}))
			h.Advance(time.Minute)
			for range push.MaxEvents {
				m := h.Add(taro, "牛乳")
				h.OK(must.Err(h.Memos.Trash(h.Ctx(), h.Again(taro), m.Ref())))
			}
			h.Add(taro, "重要")
			h.Add(taro, "卵")
			for events := h.take(); len(events) > 0; {
				n := min(most, len(events))
				h.OK(h.service.Happened(h.Ctx(), events[:n]))
				events = events[n:]
			}
			h.work(9 * time.Hour)
			h.tells("太郎さん", "重要 ほか1件")
		})
	}
}

// between is a store in which something happens before the first batch is saved.
type between struct {
	push.Store
	once sync.Once
	do   func()
}

func (s *between) SaveBatch(ctx context.Context, b push.Batch) error {
	s.once.Do(s.do)
	return s.Store.SaveBatch(ctx, b)
}

// TestShortenedMeanwhile: quiet hours that are shortened while an event opens a batch hold
// for that batch.
func TestShortenedMeanwhile(t *testing.T) {
	h := newHouse(t)
	taro, hanako, _ := h.pair()
	settings := push.Settings{What: push.All, TimeZone: "UTC", QuietFrom: noon, QuietTo: noon + 9}
	h.OK(h.service.SetSettings(h.Ctx(), hanako, settings))
	over := h.service
	h.service = h.serviceOver(&between{Store: h.store, do: func() {
		settings.QuietTo = noon + 2
		h.OK(over.SetSettings(h.Ctx(), h.Again(hanako), settings))
	}})
	h.Advance(time.Minute)
	h.Add(taro, "牛乳")
	h.work(time.Hour)
	h.tellsNothing()
	h.work(time.Hour)
	h.tells("太郎さん", "牛乳")
}
