package push_test

import (
	"crypto/rsa"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill"
	"voicememo/skill/push"
	"voicememo/skill/skillhttp"
	"voicememo/skill/skillhttp/skillhttptest"
	"voicememo/skill/skilltest"
	"voicememo/skill/talk"
)

// Bodies of events.
const (
	subscribed   = `{"subscriptions":[{"eventName":"AMAZON.MessageAlert.Activated"}]}`
	unsubscribed = `{"subscriptions":[]}`
	permitted    = `{"acceptedPermissions":[{"scope":"alexa::person_id:read"},{"scope":"alexa::devices:all:notifications:write"}]}`
	forbidden    = `{"acceptedPermissions":[{"scope":"alexa::person_id:read"}]}`
)

// TestEvents checks what each event says about notifications.
func TestEvents(t *testing.T) {
	const yes, no, nothing = "yes", "no", "nothing"
	for name, c := range map[string]struct {
		kind, body, want string
	}{
		"subscribed":                     {"ProactiveSubscriptionChanged", subscribed, yes},
		"subscribed to more":             {"ProactiveSubscriptionChanged", `{"subscriptions":[{"eventName":"AMAZON.OrderStatus.Updated"},{"eventName":"AMAZON.MessageAlert.Activated"}]}`, yes},
		"subscribed to something else":   {"ProactiveSubscriptionChanged", `{"subscriptions":[{"eventName":"AMAZON.OrderStatus.Updated"}]}`, no},
		"unsubscribed":                   {"ProactiveSubscriptionChanged", unsubscribed, no},
		"unsubscribed, without a list":   {"ProactiveSubscriptionChanged", `{}`, no},
		"unsubscribed, without a body":   {"ProactiveSubscriptionChanged", "", no},
		"a subscription of another form": {"ProactiveSubscriptionChanged", `{"subscriptions":"all"}`, nothing},
		"a body of another form":         {"ProactiveSubscriptionChanged", `"subscriptions"`, nothing},
		"permission accepted":            {"SkillPermissionAccepted", permitted, yes},
		"another permission accepted":    {"SkillPermissionAccepted", forbidden, no},
		"permission changed":             {"SkillPermissionChanged", permitted, yes},
		"permission withdrawn":           {"SkillPermissionChanged", forbidden, no},
		"all permissions withdrawn":      {"SkillPermissionChanged", `{"acceptedPermissions":[]}`, no},
		"permissions of one person":      {"SkillPermissionChanged", `{"acceptedPersonPermissions":[]}`, nothing},
		"permissions without a body":     {"SkillPermissionChanged", "", nothing},
		"disabled":                       {"SkillDisabled", `{"userInformationPersistenceStatus":"PERSISTED"}`, no},
		"disabled permanently":           {"SkillDisabled", `{"userInformationPersistenceStatus":"NOT_PERSISTED"}`, no},
		"disabled, without a body":       {"SkillDisabled", "", no},
		"enabled":                        {"SkillEnabled", "", nothing},
		"an account linked":              {"SkillAccountLinked", `{"accessToken":"secret"}`, nothing},
		"an event that is not known":     {"Something", subscribed, nothing},
	} {
		t.Run(name, func(t *testing.T) {
			for _, before := range []bool{false, true} {
				w := newWorld(t)
				if before {
					w.must(w.send(happening{"ProactiveSubscriptionChanged", subscribed, -time.Hour}))
				}
				w.must(w.send(happening{c.kind, c.body, 0}))
				if want := c.want == yes || c.want == nothing && before; w.allowed() != want {
					t.Errorf("after allowed %v: got %v, want %v", before, w.allowed(), want)
				}
				if log := w.log.String(); strings.Contains(log, echo) || strings.Contains(log, "AMAZON") || strings.Contains(log, "secret") || strings.Contains(log, "failed") {
					t.Errorf("got log %s", log)
				}
			}
		})
	}
}

// TestEventsInAnyOrder checks that the newest event decides, whatever the order in which
// they come, and however often.
func TestEventsInAnyOrder(t *testing.T) {
	allow := func(after time.Duration) happening {
		return happening{"ProactiveSubscriptionChanged", subscribed, after}
	}
	for name, c := range map[string]struct {
		events []happening // oldest first
		want   bool
	}{
		"on, off, on":      {[]happening{allow(0), {"SkillPermissionChanged", forbidden, time.Minute}, allow(2 * time.Minute)}, true},
		"on, on, off":      {[]happening{allow(0), {"SkillPermissionAccepted", permitted, time.Second}, {"ProactiveSubscriptionChanged", "", time.Minute}}, false},
		"off, on, off, on": {[]happening{{"SkillDisabled", "", 0}, allow(time.Minute), {"SkillPermissionChanged", forbidden, 2 * time.Minute}, allow(3 * time.Minute)}, true},
		"on, off at once":  {[]happening{allow(0), {"SkillDisabled", "", 0}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			for _, order := range orders(len(c.events)) {
				w := newWorld(t)
				for _, i := range append(order, order...) {
					w.must(w.send(c.events[i]))
				}
				if w.allowed() != c.want {
					t.Errorf("order %v: got %v, want %v", order, w.allowed(), c.want)
				}
			}
		})
	}
}

// orders lists the permutations of the numbers below n.
func orders(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for _, rest := range orders(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(rest), at, n-1))
		}
	}
	return all
}

// TestStoreAway checks that Alexa sends an event again that could not be stored.
func TestStoreAway(t *testing.T) {
	w := newWorld(t)
	h := happening{"SkillPermissionAccepted", permitted, 0}
	w.store.away = true
	if err := w.send(h); !errors.Is(err, skill.ErrEvent) || w.allowed() {
		t.Errorf("got %v and allowed %v, want ErrEvent", err, w.allowed())
	}
	if log := w.log.String(); !strings.Contains(log, `"level":"ERROR"`) || strings.Contains(log, echo) {
		t.Errorf("got log %s", log)
	}
	w.store.away = false
	if w.must(w.send(h)); !w.allowed() {
		t.Error("got no device after the repeat")
	}
}

// TestSignedEvent checks an event over HTTPS with Amazon's signature, and its repeat after
// half an hour.
func TestSignedEvent(t *testing.T) {
	w := newWorld(t)
	authority, key := skillhttptest.NewAuthority(t, began), skillhttptest.NewKey(t)
	handler := skillhttp.New(skillhttp.Options{
		Skill: w.skill, Roots: authority.Roots(), Transport: chain(authority.Chain(key.Public())), Now: func() time.Time { return w.now },
	})
	send := func(h happening, key *rsa.PrivateKey) int {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/alexa", strings.NewReader(string(h.request())))
		r.Header.Set("SignatureCertChainUrl", "https://s3.amazonaws.com/echo.api/echo-api-cert-12.pem")
		r.Header.Set("Signature-256", skillhttptest.Sign(t, key, h.request()))
		got := httptest.NewRecorder()
		handler.ServeHTTP(got, r)
		return got.Code
	}
	h := happening{"ProactiveSubscriptionChanged", subscribed, 0}
	if code := send(h, skillhttptest.NewKey(t)); code != http.StatusBadRequest || w.allowed() {
		t.Errorf("a forged event: got status %d and allowed %v", code, w.allowed())
	}
	w.store.away = true
	if code := send(h, key); code != http.StatusInternalServerError {
		t.Errorf("without a store: got status %d, want 500", code)
	}
	w.store.away, w.now = false, began.Add(30*time.Minute)
	if code := send(h, key); code != http.StatusOK || !w.allowed() {
		t.Errorf("again: got status %d and allowed %v, want 200 and true", code, w.allowed())
	}
}

// chain answers each request with a certificate chain.
type chain []byte

// RoundTrip implements http.RoundTripper.
func (c chain) RoundTrip(*http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	_, _ = w.Write(c)
	return w.Result(), nil
}

// TestYellowLight checks the whole way: a person switches notifications on before they open
// the skill for the first time, the Echo joins a family, and another member adds memos.
func TestYellowLight(t *testing.T) {
	w := newWorld(t)
	w.must(w.send(happening{"ProactiveSubscriptionChanged", subscribed, 0}))
	if _, err := w.families.Person(t.Context(), echo); !models.IsReason(err, models.ReasonPerson) {
		t.Errorf("got %v, want no account before the first launch", err)
	}
	w.say("家族ボイスメモを開いて")
	hanako := w.person("花子")
	code, err := w.invites.Issue(t.Context(), hanako)
	w.must(err)
	u, err := w.families.Person(t.Context(), echo)
	w.must(err)
	_, err = w.invites.RedeemCode(t.Context(), u, code.Code, invite.Alexa)
	w.must(err)
	w.add(hanako, "1", "牛乳を買う")
	w.add(hanako, "2", "卵を買う")
	w.pass(2 * time.Minute)
	if len(w.sent) != 1 {
		t.Fatalf("got %+v, want one alert", w.sent)
	}
	if a, group := w.sent[0], w.sent[0].Event.Payload.MessageGroup; a.Event.Name != push.Manifest().Publications[0] || a.RelevantAudience.Payload.User != echo || group.Creator.Name != "花子さん" || group.Count != 2 {
		t.Errorf("got %+v, want two messages of 花子さん", a)
	}
	if said := w.say("家族ボイスメモで新しいメッセージを読んで"); !strings.Contains(said, "卵を買う") || !strings.Contains(said, "牛乳を買う") {
		t.Errorf("got speech %q, want the new memos", said)
	}
	w.must(w.send(happening{"ProactiveSubscriptionChanged", unsubscribed, 5 * time.Minute}))
	w.add(hanako, "3", "傘")
	if w.pass(2 * time.Minute); len(w.sent) != 1 {
		t.Errorf("switched off: got %+v, want no other alert", w.sent[1:])
	}
}

// TestYellowLightByDay: two Echos of a family without a page have no quiet hours, because no
// one has said where the family lives, and those of a country are not taken for it. Once a
// browser has told its zone, the light stays off in the family's night and in no other.
func TestYellowLightByDay(t *testing.T) {
	w := newWorld(t)
	w.now = time.Date(2026, 11, 25, 14, 16, 0, 0, time.UTC) // 9:16 in New York, 23:16 in Tokyo
	speaker := w.echoOf("en-US", "amzn1.ask.account.SPEAKER")
	w.must(w.send(happening{"ProactiveSubscriptionChanged", subscribed, 0}))
	listener := w.echoOf("en-US", echo)
	code, err := w.invites.Issue(t.Context(), speaker)
	w.must(err)
	_, err = w.invites.RedeemCode(t.Context(), listener, code.Code, invite.Alexa)
	w.must(err)
	lit := func(when, id string, want int) {
		t.Helper()
		before := len(w.sent)
		w.add(speaker, id, "milk")
		if w.pass(2 * time.Minute); len(w.sent)-before != want {
			t.Errorf("%s: got %d alerts, want %d", when, len(w.sent)-before, want)
		}
	}
	lit("by day in New York", "1", 1)
	w.now = w.now.Add(13 * time.Hour) // at night there
	lit("by night, with no zone", "2", 1)
	_, err = w.families.SetTimeZone(t.Context(), speaker, "America/New_York", true)
	w.must(err)
	lit("by night in New York", "3", 0)
	if w.pass(9 * time.Hour); len(w.sent) != 3 {
		t.Errorf("in the morning: got %d alerts in all, want 3", len(w.sent))
	}
	lit("by day in New York, with a zone", "4", 1)
}

// echoOf opens the skill on an Echo and returns its account.
func (w *world) echoOf(locale, id string) models.User {
	w.t.Helper()
	tk, err := talk.New(talk.Options{Locale: locale, UserID: id, Send: skilltest.Checked(w.t, w.skill.Handle), Now: func() time.Time { return w.now }})
	w.must(err)
	_, err = tk.Say(w.t.Context(), "open family voice memo")
	w.must(err)
	u, err := w.families.Person(w.t.Context(), models.UserID(id))
	w.must(err)
	return u
}

// add adds a memo and reports it to the module, as the engine does.
func (w *world) add(u models.User, event, content string) {
	w.t.Helper()
	u, err := w.families.Person(w.t.Context(), u.ID)
	w.must(err)
	m, _, err := w.memos.Add(w.t.Context(), u, memo.Draft{Content: content, Key: memo.Key(event)})
	w.must(err)
	w.must(w.service.Happened(w.t.Context(), []models.Event{{
		ID: event, Kind: models.EventAdded, Family: u.FamilyID, Actor: u.ID, Memo: m.Ref(), At: m.Timestamp,
	}}))
}

// pass advances the clock and lets the module work.
func (w *world) pass(d time.Duration) {
	w.t.Helper()
	w.now = w.now.Add(d)
	_, err := w.service.Work(w.t.Context())
	w.must(err)
}

// TestManifest checks that a skill with the manifest's part receives every event that the
// module takes.
func TestManifest(t *testing.T) {
	part := push.Manifest()
	want := []string{"SKILL_PERMISSION_ACCEPTED", "SKILL_PERMISSION_CHANGED", "SKILL_PROACTIVE_SUBSCRIPTION_CHANGED"}
	if got := slices.Sorted(slices.Values(part.Subscriptions)); !slices.Equal(got, want) { // the core subscribes to SKILL_DISABLED
		t.Errorf("got subscriptions %v, want %v", got, want)
	}
	if !slices.Equal(part.Permissions, []string{"alexa::devices:all:notifications:write"}) || !slices.Equal(part.Publications, []string{"AMAZON.MessageAlert.Activated"}) {
		t.Errorf("got permissions %v and publications %v", part.Permissions, part.Publications)
	}
}
