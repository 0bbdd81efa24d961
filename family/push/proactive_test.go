package push_test

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"voicememo/family/push"
	"voicememo/family/push/pushtest"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/proactive"
)

// kitchen is a person and an Echo in a family. The Echo may be notified, and the family has
// no quiet hours.
func (h *house) kitchen(name string) (taro, echo models.User) {
	h.T.Helper()
	taro = h.Person("太郎")
	echo = h.Connect(h.Echo(name), taro)
	h.OK(h.service.SetSettings(h.Ctx(), taro, push.Settings{What: push.None, TimeZone: "Asia/Tokyo"}))
	h.OK(h.service.Allow(h.Ctx(), echo.ID, h.Now()))
	h.forget()
	return taro, echo
}

// TestYellowLight: an Echo is told how many new memos there are and from whom, once, and
// nothing of its own memos, of people, or of what has been read aloud.
func TestYellowLight(t *testing.T) {
	h := newHouse(t)
	taro, echo := h.kitchen("エコー")
	h.Add(taro, "牛乳")
	h.Add(taro, "卵")
	h.Add(echo, "パン")
	h.Join(h.Person("次郎"), taro)
	h.work(2 * time.Minute)
	got := h.alexa.Events()
	if len(got) != 1 {
		t.Fatalf("got %+v, want one event", got)
	}
	e := got[0]
	if e.User != string(echo.ID) || e.Creator != "太郎さん" || e.Count != 2 || e.Locale != "ja-JP" || e.Development || !e.Timestamp.Equal(h.Now()) {
		t.Errorf("got %+v, want two messages from 太郎さん", e)
	}
	if lives := e.Expiry.Sub(e.Timestamp); lives < 23*time.Hour {
		t.Errorf("got an expiry after %v, want nearly a day", lives)
	}
	h.Add(taro, "米")
	h.OK(h.Families.MarkListened(h.Ctx(), h.Again(echo), models.Speaker{}, h.Now()))
	h.work(time.Hour)
	if got := h.alexa.Events(); len(got) != 1 || h.alexa.Tokens() != 1 {
		t.Errorf("got %d events with %d tokens, want 1 with 1", len(got), h.alexa.Tokens())
	}
}

// TestCreators: several authors have one name, in the language of the account's name.
func TestCreators(t *testing.T) {
	for name, want := range map[string]string{"エコー": "家族", "Kitchen": "your family"} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			taro, _ := h.kitchen(name)
			h.settings["PUSH_ALEXA_STAGE"] = "development"
			h.service = h.serviceOver(h.store)
			jiro := h.Join(h.Person("Jiro"), taro)
			h.Add(taro, "牛乳")
			h.Add(jiro, "卵")
			h.work(time.Minute)
			if got := h.alexa.Events(); len(got) != 1 || got[0].Creator != want || !got[0].Development {
				t.Errorf("got %+v, want one from %q at the stage of development", got, want)
			}
		})
	}
}

// TestQuietHoursOfEchos: an Echo is quiet in the quiet hours of the person who added it to
// the family, also if that person has no browser that is told, and in those of the owner
// when that person has left.
func TestQuietHoursOfEchos(t *testing.T) {
	h := newHouse(t)
	taro, first := h.kitchen("エコー")
	hanako := h.Join(h.Person("花子"), taro)
	echo := h.Connect(h.Echo("寝室"), hanako)
	h.OK(h.service.Allow(h.Ctx(), echo.ID, h.Now()))
	h.forget()
	quiet := func(u models.User, from, to int) {
		t.Helper()
		h.OK(h.service.SetSettings(h.Ctx(), h.Again(u), push.Settings{What: push.None, TimeZone: "Asia/Tokyo", QuietFrom: from, QuietTo: to}))
	}
	lit := func(what string, want ...models.User) {
		t.Helper()
		before := len(h.alexa.Events())
		h.Add(taro, "牛乳")
		h.work(time.Minute)
		got := h.alexa.Events()[before:]
		for _, u := range want {
			if !slices.ContainsFunc(got, func(e proactive.Event) bool { return e.User == string(u.ID) }) {
				t.Errorf("%s: got %+v, want one for %s", what, got, u.Name)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: got %+v, want %d", what, got, len(want))
		}
	}
	quiet(hanako, 11, 14)
	lit("in the hours of hanako", first)
	quiet(hanako, 14, 15)
	quiet(taro, 11, 14)
	h.work(time.Minute)
	lit("in the hours of taro", echo)
	quiet(taro, 0, 0)
	h.work(time.Minute)
	quiet(hanako, 11, 14)
	h.OK(must.Err(h.Families.Leave(h.Ctx(), h.Again(hanako))))
	h.take()
	if !h.FamilyOf(taro).Has(echo.ID) {
		t.Fatal("got an Echo that has left with hanako, want it to stay")
	}
	lit("after hanako has left", first, echo)
}

// TestAlexaRefusals: what follows from each answer of Amazon.
func TestAlexaRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		status     int
		retryAfter string
		again      time.Duration // 0: never
	}{
		"not allowed":               {403, "", 0},
		"a wrong event":             {400, "", 0},
		"known":                     {409, "", 0},
		"too many requests":         {429, "120", 2 * time.Minute},
		"too many of a live skill":  {432, "", time.Hour},
		"an error of the server":    {500, "", time.Minute},
		"a redirect to another one": {307, "", time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			taro, echo := h.kitchen("エコー")
			h.alexa.Answers(func(proactive.Event) proactive.Answer {
				return proactive.Answer{Status: c.status, RetryAfter: c.retryAfter}
			})
			h.Add(taro, "牛乳")
			h.work(time.Minute)
			h.alexa.Answers(nil)
			if c.again > 0 {
				h.work(c.again - time.Millisecond)
				if got := h.alexa.Events(); len(got) != 0 {
					t.Errorf("got %+v before the time", got)
				}
				h.work(time.Millisecond)
			}
			h.work(3 * time.Hour)
			if failed := h.counts["PushFailed"] > 0; failed != (c.status != http.StatusConflict) {
				t.Errorf("got %v as the counts", h.counts)
			}
			if got := h.alexa.Events(); (len(got) == 1) != (c.again > 0) || h.devices(echo) != 1 {
				t.Errorf("got %+v and %d devices, want one device and the event %v", got, h.devices(echo), c.again > 0)
			}
		})
	}
}

// TestNewToken: a token that Amazon no longer accepts is replaced at once, and one whose
// time is over before it is used.
func TestNewToken(t *testing.T) {
	h := newHouse(t)
	taro, _ := h.kitchen("エコー")
	for i, before := range []func(){func() {}, h.alexa.Expire, func() {}, func() { h.Advance(time.Hour) }} {
		before()
		h.Add(taro, "牛乳")
		h.work(time.Minute)
		if got := h.alexa.Events(); len(got) != i+1 {
			t.Fatalf("got %d events, want %d", len(got), i+1)
		}
	}
	check.Equal(t, h.alexa.Tokens(), 3, "tokens")
	check.Equal(t, h.counts["PushFailed"], 0, "failures")
}

// TestAlexaSettings: which settings of the operator are refused, and that an Echo is told
// nothing without any.
func TestAlexaSettings(t *testing.T) {
	h := newHouse(t)
	taro, echo := h.kitchen("エコー")
	for name, wrong := range map[string]string{
		"PUSH_ALEXA_CLIENT_ID": "", "PUSH_ALEXA_CLIENT_SECRET": "", "PUSH_ALEXA_REGION": "jp", "PUSH_ALEXA_STAGE": "beta",
	} {
		h.settings = h.alexa.Settings()
		h.settings[name] = wrong
		if _, err := push.New(h.core(), h.store); err == nil {
			t.Errorf("%s=%q: got a service, want an error", name, wrong)
		}
	}
	clear(h.settings)
	h.service = h.serviceOver(h.store)
	h.Add(taro, "牛乳")
	h.work(time.Minute)
	if got := h.alexa.Events(); len(got) != 0 || h.waiting(echo) != 0 || h.devices(echo) != 1 {
		t.Errorf("got %+v, %d waiting and %d devices; want nothing, 0 and 1", got, h.waiting(echo), h.devices(echo))
	}
}

// TestAllow: whatever the order of Amazon's events and their repeats, the latest decides,
// also for an account that does not exist yet.
func TestAllow(t *testing.T) {
	h := newHouse(t)
	rapid.Check(t, func(t *rapid.T) {
		store := pushtest.NewMemory()
		s := h.serviceOver(store)
		type choice struct {
			allow bool
			at    int
		}
		choices := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) choice {
			return choice{rapid.Bool().Draw(t, "allow"), rapid.IntRange(0, 5).Draw(t, "at")}
		}), 1, 10).Draw(t, "choices")
		latest, want := -1, false
		for _, c := range choices {
			do := s.Disallow
			if c.allow {
				do = s.Allow
			}
			must.OK(t, do(h.Ctx(), "unknown", h.Now().Add(time.Duration(c.at)*time.Second)))
			if c.at > latest || c.at == latest && !c.allow {
				latest, want = c.at, c.allow
			}
		}
		r, err := store.Load(h.Ctx(), "unknown")
		if err != nil || (len(r.Devices) == 1) != want {
			t.Fatalf("got %+v, %v; want allowed %v", r.Devices, err, want)
		}
	})
}

// disallowing is a store in which something happens before a device is saved.
type disallowing struct {
	push.Store
	before func()
}

func (s disallowing) SaveDevice(ctx context.Context, person models.UserID, d push.Device) error {
	s.before()
	return s.Store.SaveDevice(ctx, person, d)
}

// TestDisallowedMeanwhile: of Allow and a later Disallow that run at the same time, Disallow
// decides.
func TestDisallowedMeanwhile(t *testing.T) {
	h := newHouse(t)
	store := disallowing{h.store, func() { h.OK(h.service.Disallow(h.Ctx(), "unknown", h.Now().Add(time.Second))) }}
	h.OK(h.serviceOver(store).Allow(h.Ctx(), "unknown", h.Now()))
	check.Equal(t, h.devices(models.User{ID: "unknown"}), 0, "devices")
}

// TestDisabledSkill: after Disallow an Echo is told nothing, also not of a batch that waits.
func TestDisabledSkill(t *testing.T) {
	h := newHouse(t)
	taro, echo := h.kitchen("エコー")
	h.alexa.Answers(func(proactive.Event) proactive.Answer {
		return proactive.Answer{Status: http.StatusServiceUnavailable}
	})
	h.Add(taro, "牛乳")
	h.work(time.Minute)
	h.alexa.Answers(nil)
	h.OK(h.service.Disallow(h.Ctx(), echo.ID, h.Now()))
	h.work(time.Hour)
	if got := h.alexa.Events(); len(got) != 0 || h.waiting(echo) != 0 {
		t.Errorf("got %+v and %d waiting, want none", got, h.waiting(echo))
	}
}
