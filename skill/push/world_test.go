package push_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"voicememo/family"
	"voicememo/family/module"
	service "voicememo/family/push"
	"voicememo/family/push/pushtest"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill"
	"voicememo/skill/push"
	"voicememo/skill/skilltest"
	"voicememo/skill/talk"
)

// echo is an Alexa account.
const echo = "amzn1.ask.account.ECHO"

// began is noon in Tokyo, outside the quiet hours.
var began = time.Date(2026, 3, 10, 3, 0, 0, 0, time.UTC)

// world is a skill with the module, over real services.
type world struct {
	t        *testing.T
	now      time.Time
	memos    *memo.Service
	families *family.Service
	invites  *invite.Service
	store    *store
	service  *service.Service
	skill    *skill.Skill
	log      bytes.Buffer
	sent     []alert // what Amazon has received
}

// store is a store that may be away.
type store struct {
	*pushtest.Memory
	away bool
}

func (s *store) Load(ctx context.Context, person models.UserID) (service.Record, error) {
	if s.away {
		return service.Record{}, models.Unavailable(errors.New("no route"))
	}
	return s.Memory.Load(ctx, person)
}

// alert is the part of a proactive event that a person notices.
type alert struct {
	Event struct {
		Name    string
		Payload struct {
			MessageGroup struct {
				Creator struct{ Name string }
				Count   int
			}
		}
	}
	RelevantAudience struct{ Payload struct{ User string } }
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, now: began, store: &store{Memory: pushtest.NewMemory()}}
	db := sqlitetest.FreshDB(t)
	w.families = family.NewService(db.Families(), db.Memos())
	w.memos = memo.NewService(db.Memos(), w.families)
	w.invites = invite.NewService(db.Invites(), w.families, w.memos)
	clock := func() time.Time { return w.now }
	w.families.Now, w.memos.Now, w.invites.Now = clock, clock, clock
	var err error
	w.service, err = service.New(module.Core{
		Memos: w.memos, Families: w.families, PublicURL: "https://memo.example.com", Now: clock, Logger: slog.New(slog.DiscardHandler),
		Secret:  func(name string) ([]byte, error) { sum := sha256.Sum256([]byte(name)); return sum[:], nil },
		Setting: w.amazon(),
	}, w.store)
	w.must(err)
	w.skill = skill.New(skill.Options{
		Memos: w.memos, Families: w.families, Invites: w.invites, Modules: []skill.Module{push.New(w.service)},
		ApplicationIDs: []string{talk.DefaultApplicationID}, Now: clock, Logger: slog.New(slog.NewJSONHandler(&w.log, nil)),
	})
	return w
}

// amazon starts a stand-in for Amazon's token and events endpoints, and returns the
// settings that lead to it.
func (w *world) amazon() func(name string) string {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /auth/o2/token", func(rw http.ResponseWriter, _ *http.Request) {
		_, _ = rw.Write([]byte(`{"access_token":"token","expires_in":3600}`))
	})
	mux.HandleFunc("POST /v1/proactiveEvents/", func(rw http.ResponseWriter, r *http.Request) {
		var a alert
		if err := json.NewDecoder(r.Body).Decode(&a); err != nil || r.Header.Get("Authorization") != "Bearer token" {
			w.t.Errorf("got %v and Authorization %q", err, r.Header.Get("Authorization"))
		}
		w.sent = append(w.sent, a)
		rw.WriteHeader(http.StatusAccepted)
	})
	server := httptest.NewServer(mux)
	w.t.Cleanup(server.Close)
	settings := map[string]string{"PUSH_ALEXA_CLIENT_ID": "id", "PUSH_ALEXA_CLIENT_SECRET": "secret", "PUSH_ALEXA_URL": server.URL}
	return func(name string) string { return settings[name] }
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// allowed reports whether the Echo's account is registered.
func (w *world) allowed() bool {
	w.t.Helper()
	r, err := w.store.Memory.Load(w.t.Context(), echo)
	w.must(err)
	if len(r.Devices) > 1 {
		w.t.Errorf("got devices %+v, want at most one", r.Devices)
	}
	return len(r.Devices) == 1
}

// happening is a skill event as Alexa sends it at a time.
type happening struct {
	kind, body string // without AlexaSkillEvent.; body "": none
	after      time.Duration
}

// request returns the envelope of an event.
func (h happening) request() []byte {
	at := began.Add(h.after).Format(time.RFC3339)
	request := map[string]any{
		"type": "AlexaSkillEvent." + h.kind, "requestId": "event-1", "timestamp": began.Format(time.RFC3339), "eventCreationTime": at, "eventPublishingTime": at,
	}
	if h.body != "" {
		request["body"] = json.RawMessage(h.body)
	}
	raw, err := json.Marshal(map[string]any{
		"version": "1.0",
		"context": map[string]any{"System": map[string]any{
			"application": map[string]any{"applicationId": talk.DefaultApplicationID}, "user": map[string]any{"userId": echo},
			"apiEndpoint": "https://api.fe.amazonalexa.com",
		}},
		"request": request,
	})
	if err != nil {
		panic(err) // maps of strings
	}
	return raw
}

// send sends an event to the skill. The answer to an event has no speech.
func (w *world) send(h happening) error {
	w.t.Helper()
	_, err := skilltest.Checked(w.t, w.skill.Handle)(w.t.Context(), h.request())
	return err
}

// say speaks to the Echo.
func (w *world) say(line string) string {
	w.t.Helper()
	tk, err := talk.New(talk.Options{
		Locale: "ja-JP", UserID: echo, Send: skilltest.Checked(w.t, w.skill.Handle), Now: func() time.Time { return w.now },
	})
	w.must(err)
	a, err := tk.Say(w.t.Context(), line)
	w.must(err)
	return a.Speech
}

// person creates a person who signs in on the web.
func (w *world) person(name string) models.User {
	w.t.Helper()
	u, err := w.families.Ensure(w.t.Context(), models.Profile{ID: models.UserID("google-" + name), Name: name, Source: models.SourceOIDC})
	w.must(err)
	return u
}
