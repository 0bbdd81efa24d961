package webapi

import (
	"bufio"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// door is a site behind a real HTTP server.
type door struct {
	*site
	base string
}

func newDoor(t *testing.T, change ...func(*Options)) door {
	s := newSite(t, change...)
	server := httptest.NewServer(s.echo)
	t.Cleanup(server.Close)
	return door{s, server.URL}
}

// stream is the event stream of an open page.
type stream struct {
	t      testing.TB
	header http.Header
	events chan event // closed when the stream ends
}

// event is one received event; a heartbeat has no kind.
type event struct {
	kind string
	id   uint64
}

// open opens a person's stream and waits for its hello.
func (d door) open(who string) stream {
	d.t.Helper()
	req, err := http.NewRequest(http.MethodGet, d.base+"/api/events", nil)
	must.OK(d.t, err)
	req.Header.Set(person, who)
	return openStream(d.t, http.DefaultClient, req)
}

func openStream(t testing.TB, client *http.Client, req *http.Request) stream {
	t.Helper()
	ctx, leave := context.WithCancel(context.Background())
	t.Cleanup(leave)
	res, err := client.Do(req.WithContext(ctx))
	must.OK(t, err)
	if res.StatusCode != http.StatusOK {
		t.Fatalf("status %d", res.StatusCode)
	}
	s := stream{t, res.Header, make(chan event, 1000)}
	go s.read(res)
	if first := s.next(); first.kind != "hello" {
		t.Fatalf("first event: got %+v, want hello", first)
	}
	return s
}

// read parses the events (HTML, section 9.2.6).
func (s stream) read(res *http.Response) {
	defer close(s.events)
	defer func() { _ = res.Body.Close() }()
	var e event
	data := false
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch name {
		case "event":
			e.kind = value
		case "id":
			e.id, _ = strconv.ParseUint(value, 10, 64)
		case "data":
			data = value == "{}"
		case ":":
			s.events <- event{}
		case "":
			if data {
				s.events <- e
			}
			e, data = event{}, false
		}
	}
}

// next returns the next event that is not a heartbeat, or the zero event if the stream
// ended.
func (s stream) next() event {
	s.t.Helper()
	for e := range s.events {
		if e.kind != "" {
			return e
		}
	}
	return event{}
}

// hint waits for a change notification and returns its id.
func (s stream) hint() uint64 {
	s.t.Helper()
	e := s.next()
	if e.kind != "changed" || e.id == 0 {
		s.t.Fatalf("got %+v, want a change notification", e)
	}
	return e.id
}

// after waits for a change notification with a later id, and skips earlier ones.
func (s stream) after(id uint64) uint64 {
	s.t.Helper()
	for {
		if got := s.hint(); got > id {
			return got
		}
	}
}

func (s stream) ends() {
	s.t.Helper()
	for {
		if e := s.next(); e.kind == "" {
			return
		}
	}
}

// change is a request that changes the family of taro and hanako; milk is a live memo, and
// trashed is a memo in the trash.
type change struct {
	name, who, method, path, body string
	status                        int
}

var changes = []change{
	{"add", "taro", "POST", "/api/memos", object("content", "卵"), 201},
	{"edit", "taro", "PUT", "/api/memos/{milk}", object("content", "卵"), 200},
	{"bring the text before back", "taro", "PUT", "/api/memos/{bread}/before", "", 200},
	{"delete", "taro", "DELETE", "/api/memos/{milk}", "", 200},
	{"delete permanently", "taro", "DELETE", "/api/memos/{trashed}", "", 200},
	{"restore", "taro", "PUT", "/api/memos/{trashed}/restore", "", 200},
	{"delete all", "taro", "DELETE", "/api/memos", "", 200},
	{"empty the trash", "taro", "DELETE", "/api/memos?deleted=true", "", 200},
	{"rename", "taro", "PUT", "/api/user/name", object("name", "太郎"), 200},
	{"choose an emoji", "taro", "PUT", "/api/user/emoji", object("emoji", "🐻"), 200},
	{"revoke", "taro", "DELETE", "/api/family/invite-codes/current", "", 204},
	{"add an Echo", "taro", "POST", "/api/family/echos", object("number", "{number}"), 200},
	{"join", "jiro", "POST", "/api/family/join", object("inviteCode", "{code}"), 200},
	{"hand over", "taro", "POST", "/api/family/transfer-owner", object("newOwnerUserId", "hanako"), 204},
	{"remove", "taro", "DELETE", "/api/family/members/saburo", "", 204},
	{"leave", "saburo", "POST", "/api/family/leave", "", 200},
	{"delete the account", "saburo", "DELETE", "/api/user", "", 204},
}

// house is taro's family with hanako and saburo, an invitation and two memos; jiro is in
// another family.
func house(t *testing.T) (door, *strings.Replacer) {
	d := newDoor(t)
	d.together("taro", "hanako", "saburo")
	milk, trashed := d.add("taro", "牛乳"), d.add("taro", "古いメモ")
	d.ask("taro", "DELETE", "/api/memos/"+trashed.ID, "").want(200)
	bread := d.add("taro", "パン")
	d.ask("taro", "PUT", "/api/memos/"+bread.ID, object("content", "食パン")).want(200)
	d.add("jiro", "ひみつ")
	return d, strings.NewReplacer("{milk}", milk.ID, "{bread}", bread.ID, "{trashed}", trashed.ID, "{number}", d.connection(d.device("kitchen")), "{code}", d.invitation("taro").Code)
}

// TestNotifications: every kind of change to the family notifies another member's open page.
func TestNotifications(t *testing.T) {
	for _, c := range changes {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d, ids := house(t)
			s := d.open("hanako")
			d.ask(c.who, c.method, ids.Replace(c.path), ids.Replace(c.body)).want(c.status)
			s.hint()
		})
	}
}

// TestNoNotifications: reads, refused requests and changes of other families cause no notification.
// The notification of a change at the end proves that there was none before.
func TestNoNotifications(t *testing.T) {
	d, ids := house(t)
	s, stranger := d.open("hanako"), d.open("jiro")
	d.add("taro", "first")
	before := s.hint()
	for _, c := range []change{
		{"", "taro", "GET", "/api/memos", "", 200},
		{"", "taro", "GET", "/api/me", "", 200},
		{"", "taro", "PUT", "/api/me/seen", object("until", "2026-04-01T09:00:00Z"), 204},
		{"", "taro", "PUT", "/api/user/emoji", object("emoji", "bear"), 400},
		{"", "taro", "POST", "/api/memos", object("content", ""), 400},
		{"", "jiro", "PUT", "/api/memos/{milk}", object("content", "卵"), 404},
		{"", "hanako", "DELETE", "/api/family/members/saburo", "", 403},
		{"", "taro", "DELETE", "/api/user", "", 403},
	} {
		d.ask(c.who, c.method, ids.Replace(c.path), c.body).want(c.status)
	}
	d.add("jiro", "ひみつ2")
	d.add("taro", "last")
	if id := s.hint(); id != before+2 {
		t.Errorf("got notification %d, want the one after %d", id, before)
	}
	if id := stranger.hint(); id != before+1 {
		t.Errorf("another family: got notification %d, want the one after %d", id, before)
	}
}

// mark returns an id between those of the notifications until now and of later ones.
func (d door) mark() uint64 {
	d.t.Helper()
	s, err := d.options.Live.Open("nobody", "nowhere", netip.Addr{})
	must.OK(d.t, err)
	defer s.Close()
	d.options.Live.Changed("nowhere")
	return <-s.Notifications()
}

// TestStreamFollowsThePerson into another family and out of it. A notification proves that
// the stream has checked in which family the person is.
func TestStreamFollowsThePerson(t *testing.T) {
	d := newDoor(t)
	d.ask("taro", "GET", "/api/me", "").want(200)
	guest, begun := d.open("hanako"), d.mark()
	d.together("taro", "hanako")
	guest.after(begun)
	joined := d.mark()
	d.add("taro", "牛乳")
	guest.after(joined)
	shared := d.mark()
	d.ask("taro", "DELETE", "/api/family/members/hanako", "").want(204)
	guest.after(shared)

	removed := d.mark()
	d.add("taro", "ひみつ")
	secret := d.mark()
	d.add("hanako", "パン")
	for id := uint64(0); id <= secret; {
		if id = guest.hint(); id > removed && id <= secret {
			t.Fatalf("got notification %d of the former family, want none", id)
		}
	}
}

func TestStreamHeaders(t *testing.T) {
	h := newDoor(t).open("taro").header
	for name, want := range map[string]string{
		"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no",
		"X-Content-Type-Options": "nosniff", "Content-Security-Policy": policy(""),
	} {
		check.Equal(t, h.Get(name), want, name)
	}
}

// TestLive: both /api/me and /api/events show whether there are events.
func TestLive(t *testing.T) {
	on, off := newSite(t), newSite(t, func(o *Options) { o.Live = nil })
	var me meJSON
	on.ask("taro", "GET", "/api/me", "").want(200).into(&me)
	if !me.Settings.Live {
		t.Error("settings.live: got false, want true")
	}
	off.ask("taro", "GET", "/api/me", "").want(200).into(&me)
	if me.Settings.Live {
		t.Error("settings.live: got true, want false")
	}
	off.ask("taro", "GET", "/api/events", "").want(404)
	off.ask("", "GET", "/api/events", "").want(401)
	on.ask("", "GET", "/api/events", "").want(401)
	on.ask("taro", "HEAD", "/api/events", "").want(200)
	off.ask("taro", "HEAD", "/api/events", "").want(404)
}

// TestStreamsEndWithTheHub, and are removed from it when their readers disconnect.
func TestStreamsEndWithTheHub(t *testing.T) {
	d := newDoor(t)
	s := d.open("taro")
	d.options.Live.Close()
	s.ends()
	d.ask("taro", "GET", "/api/events", "").want(503)
}

func TestReadersThatGoAreForgotten(t *testing.T) {
	d := newDoor(t)
	ctx, leave := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.base+"/api/events", nil)
	must.OK(t, err)
	req.Header.Set(person, "taro")
	res, err := http.DefaultClient.Do(req)
	must.OK(t, err)
	if n := d.options.Live.Len(); n != 1 {
		t.Fatalf("got %d streams, want 1", n)
	}
	leave()
	_ = res.Body.Close()
	for d.options.Live.Len() > 0 {
		time.Sleep(time.Millisecond)
	}
}

// passingAuth fails while its flag is set.
type passingAuth struct {
	standIn
	away *atomic.Bool
}

func (a passingAuth) Identify(w http.ResponseWriter, r *http.Request) (auth.Identity, error) {
	if a.away.Load() && r.URL.Path == "/api/events" {
		return auth.Identity{}, models.Unavailable(errors.New("away"))
	}
	return a.standIn.Identify(w, r)
}

// TestNotificationsWaitForTheStore: while the session cannot be checked, notifications are delayed
// but not lost.
func TestNotificationsWaitForTheStore(t *testing.T) {
	away := &atomic.Bool{}
	d := newDoor(t, func(o *Options) {
		o.Live.Heartbeat = 5 * time.Millisecond
		o.Auth = passingAuth{o.Auth.(standIn), away}
	})
	page := d.open("taro")
	away.Store(true)
	d.add("taro", "牛乳")
	for range 20 {
		if e, more := <-page.events; !more || e.kind != "" {
			t.Fatalf("instead of a heartbeat %+v, %v", e, more)
		}
	}
	away.Store(false)
	page.hint()
}

// renewingAuth renews the session's cookie each time, and records how many cookies the
// answer has by then.
type renewingAuth struct {
	standIn
	cookies *atomic.Int32
}

func (a renewingAuth) Identify(w http.ResponseWriter, r *http.Request) (auth.Identity, error) {
	http.SetCookie(w, &http.Cookie{Name: "__Host-session", Value: "renewed"})
	if n := int32(len(w.Header()["Set-Cookie"])); n > a.cookies.Load() {
		a.cookies.Store(n)
	}
	return a.standIn.Identify(w, r)
}

// TestRenewalsDoNotPileUp: a stream can last beyond the age at which every check renews its
// session. The page gets one cookie, and later ones are dropped.
func TestRenewalsDoNotPileUp(t *testing.T) {
	cookies := &atomic.Int32{}
	d := newDoor(t, func(o *Options) {
		o.Live.Heartbeat = 5 * time.Millisecond
		o.Auth = renewingAuth{o.Auth.(standIn), cookies}
	})
	page := d.open("taro")
	for range 20 {
		<-page.events
	}
	if got := page.header.Values("Set-Cookie"); len(got) != 1 || cookies.Load() != 1 {
		t.Errorf("the page got %q, the answer has %d", got, cookies.Load())
	}
}

// panickingAuth panics once a stream has begun.
type panickingAuth struct {
	standIn
	begun *atomic.Bool
}

func (a panickingAuth) Identify(w http.ResponseWriter, r *http.Request) (auth.Identity, error) {
	if a.begun.Load() {
		panic("over")
	}
	return a.standIn.Identify(w, r)
}

// TestPanicsEndOneStream but not the program.
func TestPanicsEndOneStream(t *testing.T) {
	begun := &atomic.Bool{}
	d := newDoor(t, func(o *Options) {
		o.Live.Heartbeat = 5 * time.Millisecond
		o.Auth = panickingAuth{o.Auth.(standIn), begun}
	})
	page := d.open("taro")
	begun.Store(true)
	page.ends()
}

// TestRevokedSessionsHearNothing: signing out everywhere ends a stream.
func TestRevokedSessionsHearNothing(t *testing.T) {
	b := signInServer(t, func(o *Options) { o.Live.Heartbeat = 10 * time.Millisecond })
	b.signIn("Taro")
	req, err := http.NewRequest(http.MethodGet, b.base+"/api/events", nil)
	must.OK(t, err)
	page := openStream(t, b.client, req)
	if status, answer := b.ask("POST", "/api/memos", object("content", "牛乳"), "application/json"); status != 201 {
		t.Fatalf("got %d %s, want 201", status, answer)
	}
	page.hint()
	if status, answer := b.ask("POST", "/auth/logout-everywhere", "", ""); status != 204 {
		t.Fatalf("got %d %s, want 204", status, answer)
	}
	page.ends()
}

// TestClosedAccountsHearNothing: the stream ends immediately when the account is closed.
func TestClosedAccountsHearNothing(t *testing.T) {
	b := signInServer(t)
	b.signInBy("/auth/login?fresh=1&return_to=/join", "Taro")
	req, err := http.NewRequest(http.MethodGet, b.base+"/api/events", nil)
	must.OK(t, err)
	page := openStream(t, b.client, req)
	if status, answer := b.ask("DELETE", "/api/user", "", ""); status != 204 {
		t.Fatalf("got %d %s, want 204", status, answer)
	}
	page.ends()
}
