package push_test

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"voicememo/family/module"
	"voicememo/family/push"
	"voicememo/family/push/pushtest"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
	"voicememo/webapi"
	webpush "voicememo/webapi/push"
	"voicememo/webapi/webapitest"
)

var update = flag.Bool("update", false, "rewrite docs/*.html")

// newSite returns a site with the module over a store.
func newSite(t testing.TB, store push.Store, change ...func(*webapi.Options)) *webapitest.Site {
	t.Helper()
	db := sqlitetest.FreshDB(t)
	return webapitest.New(t, db, db.Access(), func(core module.Core) webapi.Module {
		s, err := push.New(core, store)
		must.OK(t, err)
		return webpush.New(s)
	}, change...)
}

const settings = `{"what":"family","quietFrom":21,"quietTo":6,"timeZone":"Europe/Berlin"}`

// endpoint is the address of a browser at its push service.
const endpoint = "https://push.example.net/send/secret-path"

// device returns the body with which a browser is added.
func device(name, endpoint string) string {
	return fmt.Sprintf(`{"name":%q,"subscription":{"endpoint":%q,"expirationTime":null,"keys":{"p256dh":%q,"auth":%q}}}`,
		name, endpoint, publicKey(), base64.RawURLEncoding.EncodeToString(make([]byte, 16)))
}

// publicKey returns the key of a new browser.
func publicKey() string {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		panic(err)
	}
	return base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes())
}

// added adds a browser of a person, and returns its id.
func added(s *webapitest.Site, who string) string {
	s.T.Helper()
	var made struct{ ID string }
	s.Ask(who, "POST", "/api/me/devices", device("Chrome, Android", endpoint+who)).Want(201).Into(&made)
	return made.ID
}

func deeds() []webapitest.Deed {
	taros := func(s *webapitest.Site) string { return added(s, "taro") }
	return []webapitest.Deed{
		{Operation: "notifications", Who: "taro", Method: "GET", Path: "/api/me/notifications", Status: 200},
		{Operation: "notifications", Who: "taro", Method: "GET", Path: "/api/me/notifications", Status: 200, Prepare: taros},
		{Operation: "changeNotifications", Who: "taro", Method: "PUT", Path: "/api/me/notifications", Body: settings, Status: 200},
		{Operation: "addDevice", Who: "taro", Method: "POST", Path: "/api/me/devices", Body: device("a", endpoint), Status: 201},
		{Operation: "deviceKey", Who: "taro", Method: "GET", Path: "/api/me/devices/key", Status: 200},
		{Operation: "deleteDevice", Who: "taro", Method: "DELETE", Path: "/api/me/devices/{}", Status: 204, Prepare: taros},
	}
}

// TestPart: the part of the API is served and documented as the rest is.
func TestPart(t *testing.T) {
	webapitest.Suite{
		Open: func(t testing.TB, change ...func(*webapi.Options)) *webapitest.Site {
			return newSite(t, pushtest.NewMemory(), change...)
		},
		Deeds: deeds(), Docs: "docs", Update: *update,
	}.Run(t)
}

// notifications is the answer of GET /api/me/notifications.
type notifications struct {
	What, TimeZone     string
	SignIn             string
	QuietFrom, QuietTo int
	Devices            []struct {
		ID, Name, Kind, AddedAt string
		Current                 bool
	}
}

func notificationsOf(s *webapitest.Site, who string) (n notifications) {
	s.T.Helper()
	s.Ask(who, "GET", "/api/me/notifications", "").Want(200).Into(&n)
	return n
}

// TestSettings: a person's settings are theirs, and the default until they choose.
func TestSettings(t *testing.T) {
	s := newSite(t, pushtest.NewMemory())
	check.Equal(t, s.Ask("taro", "PUT", "/api/me/notifications", settings).Want(200).Body, settings)
	check.Equal(t, fmt.Sprint(notificationsOf(s, "taro")), "{family Europe/Berlin session-taro 21 6 []}", "taro")
	check.Equal(t, fmt.Sprint(notificationsOf(s, "hanako")), "{all  session-hanako 22 7 []}", "hanako")
	s.Ask("hanako", "PATCH", "/api/family", `{"timeZone":"Asia/Tokyo"}`).Want(200)
	check.Equal(t, fmt.Sprint(notificationsOf(s, "hanako")), "{all Asia/Tokyo session-hanako 22 7 []}", "hanako")
}

// TestDevicesOfThisMachine: without --dev no person makes the server send to a port of its
// machine, though its public address is one of the machine.
func TestDevicesOfThisMachine(t *testing.T) {
	t.Parallel()
	s := newSite(t, pushtest.NewMemory())
	for _, to := range []string{"http://127.0.0.1:9090/metrics", "https://localhost/x", "http://[::1]:22/", "https://a.localhost:443/"} {
		s.Ask("taro", "POST", "/api/me/devices", device("a", to)).Want(400)
	}
}

// TestDevices: a person sees and deletes their own devices, of which the one of the present
// sign-in is marked, and a browser that is added again keeps its id.
func TestDevices(t *testing.T) {
	s := newSite(t, pushtest.NewMemory())
	id := added(s, "taro")
	got := notificationsOf(s, "taro").Devices
	if len(got) != 1 || got[0].ID != id || got[0].Name != "Chrome, Android" || got[0].Kind != "web" || !got[0].Current || !strings.HasPrefix(got[0].AddedAt, "2026-04-01T") {
		t.Errorf("got %+v, want %s as the current device", got, id)
	}
	if got := notificationsOf(s, "taro!").Devices; len(got) != 1 || got[0].Current {
		t.Errorf("with a token: got %+v, want no current device", got)
	}
	if again := added(s, "taro"); again != id {
		t.Errorf("added again: got id %s, want %s", again, id)
	}
	if got := notificationsOf(s, "hanako").Devices; len(got) != 0 {
		t.Errorf("hanako: got %+v, want none", got)
	}
	s.Ask("hanako", "DELETE", "/api/me/devices/"+id, "").Want(404)
	s.Ask("taro", "DELETE", "/api/me/devices/"+id, "{}").Want(204)
	s.Ask("taro", "DELETE", "/api/me/devices/"+id, "").Want(404)
	if got := notificationsOf(s, "taro").Devices; len(got) != 0 {
		t.Errorf("got %+v, want none", got)
	}
}

// TestDeviceOfAnEndedSignIn: a device is no longer listed when its sign-in has ended.
func TestDeviceOfAnEndedSignIn(t *testing.T) {
	s := newSite(t, pushtest.NewMemory())
	added(s, "taro")
	must.OK(t, s.Options.Access.End(t.Context(), "taro", "taro", webapitest.SessionOf("taro")))
	if got := notificationsOf(s, "taro!").Devices; len(got) != 0 {
		t.Errorf("got %+v, want none", got)
	}
}

// TestSignInOfADevice: the answer names the caller's sign-in, as the devices' do, so that a
// browser that signed in again knows that its device was added in another one. With a token
// there is none.
func TestSignInOfADevice(t *testing.T) {
	store := pushtest.NewMemory()
	s := newSite(t, store)
	added(s, "taro")
	r, err := store.Load(t.Context(), "taro")
	if err != nil || len(r.Devices) != 1 {
		t.Fatalf("got %+v, %v; want one device", r.Devices, err)
	}
	if got := notificationsOf(s, "taro").SignIn; got == "" || got != string(r.Devices[0].Access) {
		t.Errorf("got %q, want %q", got, r.Devices[0].Access)
	}
	check.Equal(t, notificationsOf(s, "taro!").SignIn, "", "with a token")
}

// TestKey: all people get the same key, a point of P-256 that is no secret.
func TestKey(t *testing.T) {
	s := newSite(t, pushtest.NewMemory())
	var first, second struct{ PublicKey string }
	s.Ask("taro", "GET", "/api/me/devices/key", "").Want(200).Into(&first)
	s.Ask("hanako!", "GET", "/api/me/devices/key", "").Want(200).Into(&second)
	raw, err := base64.RawURLEncoding.DecodeString(first.PublicKey)
	if err != nil || first != second {
		t.Fatalf("got %v and %v, %v, want the same key", first, second, err)
	}
	if _, err := ecdh.P256().NewPublicKey(raw); err != nil {
		t.Errorf("got %v, want a point of P-256", err)
	}
}

// TestRefused: a value of another form is refused with the name of its field, in both
// languages, and changes nothing.
func TestRefused(t *testing.T) {
	s := newSite(t, pushtest.NewMemory())
	good := device("a", endpoint)
	with := func(before, after string) string {
		body := strings.Replace(good, before, after, 1)
		if body == good {
			t.Fatalf("got no %s in %s", before, good)
		}
		return body
	}
	for _, c := range []struct {
		path, body, field string
		reason            models.Reason
	}{
		{"notifications", `{}`, "what", models.ReasonEmpty},
		{"notifications", strings.Replace(settings, "family", "some", 1), "what", models.ReasonFormat},
		{"notifications", strings.Replace(settings, `"family"`, "null", 1), "what", models.ReasonFormat},
		{"notifications", strings.Replace(settings, "21", "24", 1), "quietFrom", models.ReasonFormat},
		{"notifications", strings.Replace(settings, "21", `"21"`, 1), "quietFrom", models.ReasonFormat},
		{"notifications", strings.Replace(settings, "21", "21.5", 1), "quietFrom", models.ReasonFormat},
		{"notifications", strings.Replace(settings, "6", "-1", 1), "quietTo", models.ReasonFormat},
		{"notifications", strings.Replace(settings, `,"timeZone":"Europe/Berlin"`, "", 1), "timeZone", models.ReasonEmpty},
		{"notifications", strings.Replace(settings, "Berlin", "Edo", 1), "timeZone", models.ReasonFormat},
		{"notifications", strings.Replace(settings, "Europe/Berlin", "../etc/passwd", 1), "timeZone", models.ReasonFormat},
		{"notifications", strings.Replace(settings, "Europe/Berlin", "Local", 1), "timeZone", models.ReasonFormat},
		{"notifications", strings.Replace(settings, "}", `,"devices":[]}`, 1), "devices", models.ReasonUnknownField},
		{"devices", `{"name":"a"}`, "subscription", models.ReasonEmpty},
		{"devices", `{"name":"a","subscription":null}`, "subscription", models.ReasonFormat},
		{"devices", with(`"name":"a",`, ""), "name", models.ReasonEmpty},
		{"devices", with(`"name":"a"`, `"name":" "`), "name", models.ReasonEmpty},
		{"devices", with(`"name":"a"`, `"name":"`+strings.Repeat("字", 51)+`"`), "name", models.ReasonTooLong},
		{"devices", with(`"endpoint":"`+endpoint+`",`, ""), "subscription.endpoint", models.ReasonEmpty},
		{"devices", with("https://", "http://"), "subscription", models.ReasonFormat},
		{"devices", with("push.example.net", "192.0.2.1"), "subscription", models.ReasonFormat},
		{"devices", with("push.example.net", "[2001:db8::1]"), "subscription", models.ReasonFormat},
		{"devices", with("push.example.net", "user:password@push.example.net"), "subscription", models.ReasonFormat},
		{"devices", with("secret-path", strings.Repeat("a", 1000)), "subscription", models.ReasonFormat},
		{"devices", with(`"expirationTime":null`, `"expirationTime":"soon"`), "subscription.expirationTime", models.ReasonFormat},
		{"devices", with(`"keys"`, `"options":{},"keys"`), "subscription.options", models.ReasonUnknownField},
		{"devices", with(`"p256dh"`, `"p384"`), "subscription.keys.p384", models.ReasonUnknownField},
		{"devices", with(`"auth":"AAAA`, `"auth":"+AAA`), "subscription.keys.auth", models.ReasonFormat},
		{"devices", with(`"auth":"AAAA`, `"auth":"`), "subscription", models.ReasonFormat},
		{"devices", with(`"p256dh":"B`, `"p256dh":"C`), "subscription", models.ReasonFormat},
	} {
		method := map[string]string{"notifications": "PUT", "devices": "POST"}[c.path]
		for _, language := range []string{"ja", "en"} {
			p := s.Ask("taro", method, "/api/me/"+c.path, c.body, "Accept-Language: "+language).Want(400).Problem()
			if p.Field != c.field || p.Reason != c.reason || p.Detail == "" {
				t.Errorf("%s: got %s %q, want %s %q", c.body, p.Field, p.Reason, c.field, c.reason)
			}
		}
	}
	if p := s.Ask("taro!", "POST", "/api/me/devices", good).Want(403).Problem(); p.Reason != models.ReasonSessionOnly {
		t.Errorf("with a token: got %q, want %q", p.Reason, models.ReasonSessionOnly)
	}
	check.Equal(t, fmt.Sprint(notificationsOf(s, "taro")), "{all  session-taro 22 7 []}")
	s.Ask("taro", "POST", "/api/me/devices", with(`"expirationTime":null`, `"expirationTime":1775034000000`)).Want(201)
	s.Ask("taro", "POST", "/api/me/devices", with(`"expirationTime":null,`, "")).Want(201)
}

// TestLanguage: a device has the language of the request that added it.
func TestLanguage(t *testing.T) {
	for header, want := range map[string]string{"Accept-Language: ja": "ja", "Accept-Language: fr": "en", "Cookie: lang=ja": "ja"} {
		store := pushtest.NewMemory()
		newSite(t, store).Ask("taro", "POST", "/api/me/devices", device("a", endpoint), header).Want(201)
		r, err := store.Load(t.Context(), "taro")
		if err != nil || len(r.Devices) != 1 || r.Devices[0].Language != want || r.Devices[0].Access != webapitest.SessionOf("taro") {
			t.Errorf("%s: got %+v, %v, want %s", header, r.Devices, err, want)
		}
	}
}

// away is a store that cannot be reached.
type away struct{ push.Store }

const internals = "the store's internals"

func (away) Load(context.Context, models.UserID) (push.Record, error) {
	return push.Record{}, models.Unavailable(errors.New(internals))
}

func (away) SaveSettings(context.Context, models.UserID, push.Settings) error {
	return models.Unavailable(errors.New(internals))
}

// TestStoreIsAway: each route that needs the store answers 503 without internals, and so
// does the export.
func TestStoreIsAway(t *testing.T) {
	s := newSite(t, away{pushtest.NewMemory()})
	for _, d := range deeds() {
		if d.Operation == "deviceKey" {
			continue
		}
		if body := s.Ask(d.Who, d.Method, d.Path, d.Body).Want(503).Body; strings.Contains(body, internals) {
			t.Errorf("%s: got %s, want no internals", d.Operation, body)
		}
	}
	s.Ask("taro", "GET", "/api/export?format=json&scope=me", "").Want(503)
}

// TestExport: the export has the settings, the devices without what is needed to send to
// them, and the batches. Without any of it there is no part.
func TestExport(t *testing.T) {
	store := pushtest.NewMemory()
	s := newSite(t, store)
	about := func() (body string, part json.RawMessage) {
		var all struct{ Modules map[string]json.RawMessage }
		r := s.Ask("taro", "GET", "/api/export?format=json&scope=me", "").Want(200)
		r.Into(&all)
		return r.Body, all.Modules["notifications"]
	}
	if _, part := about(); part != nil {
		t.Errorf("got %s, want nothing", part)
	}
	id := added(s, "taro")
	ref := models.MemoRef{UserID: "hanako", ID: "1234567890123abcdef012345"}
	if err := store.SaveBatch(t.Context(), push.Batch{Person: "taro", ID: "b", Until: s.Now(), Open: true, Events: []models.Event{
		{ID: "e", Kind: models.EventAdded, Family: "f", Actor: "hanako", Memo: ref}, {Kind: models.EventAsked, Family: "f", Person: "jiro", At: s.Now()},
	}}); err != nil {
		t.Fatal(err)
	}
	body, part := about()
	for _, want := range []string{
		`"settings":{"what":"all","quietFrom":22,"quietTo":7,"timeZone":""}`, `{"id":"` + id + `","name":"Chrome, Android","kind":"web","language":"en"`,
		`"service":"push.example.net"`, `{"kind":"added","familyId":"f","actor":"hanako","memo":"` + ref.String() + `"}`, `"person":"jiro"`,
	} {
		if !strings.Contains(string(part), want) {
			t.Errorf("got %s, want %s in it", part, want)
		}
	}
	for _, secret := range []string{"secret-path", "p256dh", "AAAAAAAA"} {
		if strings.Contains(body, secret) {
			t.Errorf("got %q in the export, want it left out", secret)
		}
	}
}

// TestLog: the log has neither endpoints nor names of devices.
func TestLog(t *testing.T) {
	s := newSite(t, pushtest.NewMemory())
	added(s, "taro")
	s.Ask("taro", "POST", "/api/me/devices", device("Chrome, Android", "http://push.example.net/secret-path")).Want(400)
	for _, secret := range []string{"secret-path", "push.example", "Chrome"} {
		if log := s.Log.String(); strings.Contains(log, secret) {
			t.Errorf("got log %s, want no %s", log, secret)
		}
	}
}

// TestPrivacyNumbers: the times on the privacy page are those of family/push.
func TestPrivacyNumbers(t *testing.T) {
	source, err := os.ReadFile("../../family/push/happened.go")
	must.OK(t, err)
	for name, hours := range map[string]int{"tryFor": 25, "keepFor": 23} { // together two days
		if !regexp.MustCompile(fmt.Sprintf(`%s += %d \* time\.Hour\n`, name, hours)).Match(source) {
			t.Errorf("got another %s than %d hours: correct the page", name, hours)
		}
	}
	db := newSite(t, pushtest.NewMemory())
	for tag, want := range map[string]string{"ja": fmt.Sprint(push.MaxDevices, "台まで"), "en": fmt.Sprint(push.MaxDevices, " at most: a name such as “Chrome")} {
		if page := db.Ask("", "GET", "/privacy?lang="+tag, "").Want(200).Body; !strings.Contains(page, want) {
			t.Errorf("%s: got a page without %q", tag, want)
		}
	}
}
