package push_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/family"
	"voicememo/family/module"
	"voicememo/family/push"
	"voicememo/family/push/pushtest"
	"voicememo/infra/enginetest/familytest"
	"voicememo/infra/sqlite"
	sqlitepush "voicememo/infra/sqlite/push"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/proactive"
	"voicememo/tools/testkit/pushservice"
)

// noon in Tokyo is at this hour in UTC.
const noon = 3

// house is a world of families whose events reach a push.Service, with stand-ins for the
// services that it sends to. Its clock stands, first at noon in Tokyo: tests with the default
// settings are then not in the quiet hours, whenever they run.
type house struct {
	*familytest.World
	db       *sqlite.DB
	access   *auth.Accesses
	store    push.Store
	service  *push.Service
	web      *pushservice.Server
	alexa    *proactive.Server
	settings map[string]string // of the operator

	mu     sync.Mutex
	serial int
	events []models.Event // that the service has not been told of
	counts map[string]int // the metrics
}

func newHouse(t *testing.T) *house {
	h := &house{web: pushservice.Start(t), alexa: proactive.Start(t), store: pushtest.NewMemory(), counts: map[string]int{}}
	h.World = familytest.NewWorld(t, func(t *testing.T) (memo.Store, family.Store, invite.Store) {
		h.db = sqlitetest.FreshDB(t, sqlitepush.Part())
		h.access = auth.NewAccesses(h.db.Access())
		return h.db.Memos(), h.db.Families(), h.db.Invites()
	})
	h.Freeze()
	for h.Now().Hour() != noon {
		h.Advance(time.Hour)
	}
	h.access.Now = h.Now
	h.Memos.Happened, h.Families.Happened = h.happened, h.happened
	h.settings = h.alexa.Settings()
	h.service = h.serviceOver(h.store)
	return h
}

// happened keeps an event as an engine does, with an ID.
func (h *house) happened(e models.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if e.Kind != models.EventChanged {
		h.serial++
		e.ID = fmt.Sprint("s", h.serial)
		h.events = append(h.events, e)
	}
}

func (h *house) core() module.Core {
	return module.Core{
		Memos: h.Memos, Families: h.Families, PublicURL: "http://localhost:8080", Dev: true,
		Secret:  func(name string) ([]byte, error) { return []byte(fmt.Sprintf("%032s", name)), nil },
		Setting: func(name string) string { return h.settings[name] },
		Count: func(metric string, n int) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.counts[metric] += n
		},
		Logger: slog.New(slog.DiscardHandler), Now: h.Now,
	}
}

// serviceOver returns another service, as a second process has.
func (h *house) serviceOver(store push.Store) *push.Service {
	h.T.Helper()
	s, err := push.New(h.core(), store)
	h.OK(err)
	return s
}

// signIn signs a person in and returns the sign-in with the person as they are then.
func (h *house) signIn(u models.User) (models.User, push.SignIn) {
	h.T.Helper()
	a, err := h.access.Begin(h.Ctx(), h.Again(u), auth.Grant{Kind: models.AccessSession, Scope: models.ScopeFull, Lifetime: auth.SessionMax})
	h.OK(err)
	return h.Again(u), push.SignIn{Access: a.ID, Until: a.Until}
}

// add adds a browser of a person in a language, and no quiet hours.
func (h *house) add(u models.User, language string) push.Device {
	h.T.Helper()
	u, access := h.signIn(u)
	h.Advance(time.Millisecond)
	d, err := h.service.Add(h.Ctx(), u, access, "Browser", language, subscription(h.web.Subscribe()))
	h.OK(err)
	h.OK(h.service.SetSettings(h.Ctx(), u, push.Settings{What: push.All, TimeZone: "Asia/Tokyo"}))
	return d
}

func subscription(s pushservice.Subscription) push.Subscription {
	return push.Subscription{Endpoint: s.Endpoint, P256DH: s.P256DH, Auth: s.Auth}
}

// pair is two people in a family, of whom the second has a browser in Japanese.
func (h *house) pair() (taro, hanako models.User, device push.Device) {
	h.T.Helper()
	taro = h.Person("太郎")
	hanako = h.Join(h.Person("花子"), taro)
	device = h.add(hanako, "ja")
	h.forget()
	return taro, hanako, device
}

// forget forgets the events and messages so far.
func (h *house) forget() {
	h.take()
	h.web.Forget()
}

func (h *house) take() []models.Event {
	h.mu.Lock()
	defer h.mu.Unlock()
	taken := h.events
	h.events = nil
	return taken
}

// handOn tells the service of the events since the last time.
func (h *house) handOn() {
	h.T.Helper()
	h.OK(h.service.Happened(h.Ctx(), h.take()))
}

// work lets time pass and then does what is due.
func (h *house) work(after time.Duration) (next time.Time) {
	h.T.Helper()
	h.handOn()
	h.Advance(after)
	next, err := h.service.Work(h.Ctx())
	h.OK(err)
	return next
}

// shown is a notification on a device.
type shown struct {
	Title, Body, Tag, URL, Lang string
	At                          time.Time
	QuietFrom, QuietTo          time.Time
}

// told returns the messages accepted so far, and forgets them.
func (h *house) told() (all []shown) {
	h.T.Helper()
	for _, m := range h.web.Accepted() {
		var s shown
		h.OK(json.Unmarshal(m.Body, &s))
		if s.Tag != m.Topic {
			h.T.Errorf("got the tag %q and the topic %q, want the same", s.Tag, m.Topic)
		}
		all = append(all, s)
	}
	h.web.Forget()
	return all
}

// tells fails the test unless exactly one message was accepted, with this title and body.
func (h *house) tells(title, body string) {
	h.T.Helper()
	got := h.told()
	if len(got) != 1 || got[0].Title != title || got[0].Body != body {
		h.T.Errorf("got %+v, want one: %q, %q", got, title, body)
	}
}

// tellsNothing fails the test if a message was accepted.
func (h *house) tellsNothing() {
	h.T.Helper()
	if got := h.told(); len(got) > 0 {
		h.T.Errorf("got %+v, want no message", got)
	}
}

func (h *house) devices(u models.User) int {
	h.T.Helper()
	r, err := h.store.Load(h.Ctx(), u.ID)
	h.OK(err)
	return len(r.Devices)
}

// waiting returns how many batches of a person are not finished.
func (h *house) waiting(u models.User) (n int) {
	h.T.Helper()
	r, err := h.store.Load(context.WithoutCancel(h.Ctx()), u.ID)
	h.OK(err)
	for _, b := range r.Batches {
		if !b.Due.IsZero() {
			n++
		}
	}
	return n
}
