package push_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/family/push"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// TestAdd: what a device keeps, which devices are refused, and that a caller without a
// sign-in adds none.
func TestAdd(t *testing.T) {
	h := newHouse(t)
	u, access := h.signIn(h.Person("花子"))
	sub := subscription(h.web.Subscribe())
	d, err := h.service.Add(h.Ctx(), u, access, " 花子の電話 ", "ja", sub)
	h.OK(err)
	want := push.Device{ID: d.ID, Kind: push.Web, Name: "花子の電話", Language: "ja", Access: access.Access, Until: access.Until, Subscription: sub, AddedAt: h.Now()}
	h.Same(d, want)
	got, err := h.service.Devices(h.Ctx(), u)
	h.OK(err)
	h.Same(got, []push.Device{want})
	_, err = h.service.Add(h.Ctx(), u, push.SignIn{}, "Browser", "ja", sub)
	h.Refused(err, models.CodeForbidden, "")

	point := slices.Clone(sub.P256DH)
	point[64] ^= 1
	for name, c := range map[string]struct {
		name, language string
		sub            push.Subscription
		field          string
	}{
		"no name":        {" ", "ja", sub, "name"},
		"a long name":    {strings.Repeat("長", 51), "ja", sub, "name"},
		"a hidden name":  {"\u202e\u3164", "ja", sub, "name"},
		"another tongue": {"Phone", "fr", sub, "language"},
		"no key":         {"Phone", "en", push.Subscription{Endpoint: sub.Endpoint, Auth: sub.Auth}, "subscription"},
		"a wrong key":    {"Phone", "en", push.Subscription{Endpoint: sub.Endpoint, P256DH: point, Auth: sub.Auth}, "subscription"},
		"a short secret": {"Phone", "en", push.Subscription{Endpoint: sub.Endpoint, P256DH: sub.P256DH, Auth: sub.Auth[1:]}, "subscription"},
		"no endpoint":    {"Phone", "en", push.Subscription{P256DH: sub.P256DH, Auth: sub.Auth}, "subscription"},
		"plain http":     {"Phone", "en", push.Subscription{Endpoint: "http://push.example.com/a", P256DH: sub.P256DH, Auth: sub.Auth}, "subscription"},
	} {
		_, err := h.service.Add(h.Ctx(), u, access, c.name, c.language, c.sub)
		if !models.IsCode(err, models.CodeInvalid) || models.AsError(err).Field != c.field {
			t.Errorf("%s: got %v, want the field %s to be invalid", name, err, c.field)
		}
	}
}

// TestSameBrowser: a browser that subscribes again, in the same sign-in or with the same
// subscription, stays one device.
func TestSameBrowser(t *testing.T) {
	h := newHouse(t)
	u, first := h.signIn(h.Person("花子"))
	u, second := h.signIn(u)
	one, two := subscription(h.web.Subscribe()), subscription(h.web.Subscribe())
	add := func(access push.SignIn, sub push.Subscription) push.Device {
		t.Helper()
		h.Advance(time.Minute)
		d, err := h.service.Add(h.Ctx(), u, access, "Browser", "en", sub)
		h.OK(err)
		return d
	}
	d := add(first, one)
	if again := add(first, two); again.ID != d.ID || !again.AddedAt.Equal(d.AddedAt) {
		t.Errorf("the same sign-in: got %+v, want the device %+v", again, d)
	}
	if again := add(second, two); again.ID != d.ID {
		t.Errorf("the same subscription: got %+v, want the device %+v", again, d)
	}
	other := add(first, one)
	add(first, two) // now both are the same browser
	got, err := h.service.Devices(h.Ctx(), u)
	h.OK(err)
	if len(got) != 1 || got[0].Access != first.Access || got[0].ID != d.ID && got[0].ID != other.ID {
		t.Errorf("got %+v, want one device of the first sign-in", got)
	}
}

// TestManyDevices: the eleventh device replaces the oldest one.
func TestManyDevices(t *testing.T) {
	h := newHouse(t)
	u := h.Person("花子")
	var ids []push.DeviceID
	for range push.MaxDevices + 2 {
		ids = append(ids, h.add(u, "ja").ID)
	}
	devices, err := h.service.Devices(h.Ctx(), h.Again(u))
	h.OK(err)
	var got []push.DeviceID
	for _, d := range devices {
		got = append(got, d.ID)
	}
	h.Same(got, ids[2:])
}

// TestDelete: a person deletes their own devices only.
func TestDelete(t *testing.T) {
	h := newHouse(t)
	taro, hanako, d := h.pair()
	h.Refused(h.service.Delete(h.Ctx(), taro, d.ID), models.CodeNotFound, push.ReasonDevice)
	h.OK(h.service.Delete(h.Ctx(), hanako, d.ID))
	h.Refused(h.service.Delete(h.Ctx(), hanako, d.ID), models.CodeNotFound, push.ReasonDevice)
}

// TestSignedOut: a device whose sign-in has ended is not listed, is told nothing, and is
// deleted when it would have been told. The person's other devices are told.
func TestSignedOut(t *testing.T) {
	h := newHouse(t)
	taro, hanako, _ := h.pair()
	other := h.add(hanako, "en")
	h.OK(h.access.End(h.Ctx(), hanako.ID, hanako.ID, other.Access))
	devices, err := h.service.Devices(h.Ctx(), h.Again(hanako))
	h.OK(err)
	if len(devices) != 1 || h.devices(hanako) != 2 {
		t.Errorf("got %d of %d devices, want 1 of 2", len(devices), h.devices(hanako))
	}
	h.Add(taro, "牛乳")
	h.work(time.Minute)
	h.tells("太郎さん", "牛乳")
	check.Equal(t, h.devices(hanako), 1, "devices")
}

// TestExpiredSession: a browser is told while its session can be used, and nothing after the
// session has been idle for too long or has reached its end, although the person did not end it.
func TestExpiredSession(t *testing.T) {
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		usedFor, after time.Duration // the session is used every day for a time; a memo is added after it
		told           bool
	}{
		"used":          {0, 29 * day, true},
		"idle":          {0, 32 * day, false},
		"used for long": {80 * day, 9 * day, true},
		"at its end":    {89 * day, 2 * day, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			taro, hanako, d := h.pair()
			for range c.usedFor / day {
				h.Advance(day)
				h.OK(h.access.Used(h.Ctx(), hanako.ID, d.Access))
			}
			h.Advance(c.after)
			if got, err := h.service.Devices(h.Ctx(), h.Again(hanako)); err != nil || (len(got) == 1) != c.told {
				t.Errorf("got devices %+v, %v; want one: %v", got, err, c.told)
			}
			h.Add(taro, "牛乳")
			h.work(time.Minute)
			if got := h.told(); (len(got) == 1) != c.told {
				t.Errorf("got %+v, want one message: %v", got, c.told)
			}
			if got := h.devices(hanako); (got == 1) != c.told {
				t.Errorf("got %d devices, want one: %v", got, c.told)
			}
		})
	}
}

// TestSettings: settings are kept, and wrong ones are refused by field.
func TestSettings(t *testing.T) {
	h := newHouse(t)
	u := h.Person("花子")
	got, err := h.service.Settings(h.Ctx(), u)
	h.OK(err)
	h.Same(got, push.Settings{What: push.All, QuietFrom: 22, QuietTo: 7})
	h.livesIn(u, "Asia/Kathmandu")
	got, err = h.service.Settings(h.Ctx(), h.Again(u))
	h.OK(err)
	h.Same(got, push.Settings{What: push.All, QuietFrom: 22, QuietTo: 7, TimeZone: "Asia/Kathmandu"})
	want := push.Settings{What: push.Family, QuietFrom: 0, QuietTo: 23, TimeZone: "America/Argentina/Buenos_Aires"}
	h.OK(h.service.SetSettings(h.Ctx(), u, want))
	for _, c := range []struct {
		field string
		s     push.Settings
	}{
		{"what", push.Settings{TimeZone: "UTC"}},
		{"what", push.Settings{What: "some", TimeZone: "UTC"}},
		{"quietFrom", push.Settings{What: push.All, QuietFrom: 24, TimeZone: "UTC"}},
		{"quietTo", push.Settings{What: push.All, QuietTo: -1, TimeZone: "UTC"}},
		{"timeZone", push.Settings{What: push.All}},
		{"timeZone", push.Settings{What: push.All, TimeZone: "Local"}},
		{"timeZone", push.Settings{What: push.All, TimeZone: "Asia/Edo"}},
		{"timeZone", push.Settings{What: push.All, TimeZone: "../../etc/passwd"}},
	} {
		err := h.service.SetSettings(h.Ctx(), u, c.s)
		if !models.IsCode(err, models.CodeInvalid) || models.AsError(err).Field != c.field {
			t.Errorf("%+v: got %v, want the field %s to be invalid", c.s, err, c.field)
		}
	}
	r, err := h.service.Record(h.Ctx(), u)
	h.OK(err)
	h.Same(r, push.Record{Settings: want})
}

// TestKey: the key is a point, the same at each start, and another one with another secret.
func TestKey(t *testing.T) {
	h := newHouse(t)
	key := h.service.Key()
	if len(key) != 65 || key[0] != 4 || !slices.Equal(key, h.serviceOver(h.store).Key()) {
		t.Errorf("got %x and %x, want one point", key, h.serviceOver(h.store).Key())
	}
	core := h.core()
	core.Secret = func(string) ([]byte, error) { return make([]byte, 32), nil }
	other, err := push.New(core, h.store)
	h.OK(err)
	if slices.Equal(key, other.Key()) {
		t.Error("got the same key of two secrets")
	}
	core.Secret = func(string) ([]byte, error) { return nil, models.Unavailable(fmt.Errorf("no secret")) }
	if _, err := push.New(core, h.store); err == nil {
		t.Error("got a service without a secret, want an error")
	}
}

// TestNotPublic: a program with a public address sends nothing to its own machine or
// network, whatever a subscription names.
func TestNotPublic(t *testing.T) {
	h := newHouse(t)
	taro, hanako, _ := h.pair()
	core := h.core()
	core.PublicURL, core.Dev = "https://memo.example.com", false
	public, err := push.New(core, h.store)
	h.OK(err)
	h.Add(taro, "牛乳")
	h.handOn()
	h.Advance(time.Minute)
	h.OK(must.Err(public.Work(h.Ctx())))
	h.tellsNothing()
	check.Equal(t, h.devices(hanako), 0, "devices")
	u, access := h.signIn(hanako)
	_, err = public.Add(h.Ctx(), u, access, "Browser", "ja", subscription(h.web.Subscribe()))
	h.Refused(err, models.CodeInvalid, models.ReasonFormat)
}

// TestChecks: the doctor's checks of a program that works, and of one that does not.
func TestChecks(t *testing.T) {
	h := newHouse(t)
	h.Same(h.service.Checks(h.Ctx()), map[string]string{"push": "ok", "push_alexa": "ok"})
	h.settings["PUSH_ALEXA_CLIENT_SECRET"] = "wrong"
	broken := h.serviceOver(&dying{Store: h.store})
	h.Same(broken.Checks(h.Ctx()), map[string]string{
		"push": "the devices cannot be read", "push_alexa": fmt.Sprintf("Amazon issues no token: token: status %d", http.StatusUnauthorized),
	})
	clear(h.settings)
	h.Same(h.serviceOver(h.store).Checks(h.Ctx()), map[string]string{"push": "ok"})
}
