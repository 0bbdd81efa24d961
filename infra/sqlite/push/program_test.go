package push_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"voicememo/infra/sqlite"
	sqlitepush "voicememo/infra/sqlite/push"
	"voicememo/models"
	"voicememo/tools/testkit/alexa"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/proactive"
	"voicememo/tools/testkit/program"
	"voicememo/tools/testkit/pushservice"
)

// binary builds the program as people run it.
var binary = sync.OnceValues(func() (string, error) { return program.Build(context.Background()) })

// home is a running server with a family: 太郎, 花子 with a browser, and an Echo.
type home struct {
	*testing.T
	binary string
	data   string
	env    []string
	server *program.Server
	web    *pushservice.Server
	taro   *devsignin.Browser
	hanako *devsignin.Browser
	id     string // 花子's
}

func newHome(t *testing.T) *home {
	t.Helper()
	program.Needed(t)
	path, err := binary()
	h := &home{T: t, binary: path, data: t.TempDir(), web: pushservice.Start(t)}
	if err = errors.Join(err, os.Chmod(h.data, 0o700)); err != nil {
		t.Fatal(err)
	}
	h.start()
	h.taro = devsignin.ForTest(t, http.DefaultTransport, h.server.URL, "太郎")
	h.hanako = devsignin.ForTest(t, http.DefaultTransport, h.server.URL, "花子")
	h.hanako.Call(http.MethodPost, "/api/family/join", fmt.Sprintf(`{"inviteCode":%q}`, h.code()), http.StatusOK)
	h.id = h.hanako.Call(http.MethodGet, "/api/me", "", http.StatusOK)["user"].(map[string]any)["userId"].(string)
	h.hanako.Call(http.MethodPut, "/api/me/notifications", `{"what":"all","quietFrom":0,"quietTo":0,"timeZone":"Asia/Tokyo"}`, http.StatusOK)
	h.hanako.Call(http.MethodPost, "/api/me/devices", fmt.Sprintf(`{"name":"花子の電話","subscription":%s}`, h.web.Subscribe().JSON()), http.StatusCreated)
	return h
}

// start starts the server at the address that it had before.
func (h *home) start() {
	h.Helper()
	address := "127.0.0.1:0"
	if h.server != nil {
		address = h.server.Address()
	}
	command := program.Command(context.Background(), h.binary, h.data, "--addr", address)
	command.Env = append(os.Environ(), h.env...)
	server, err := program.ForTest(h.T, command)
	must.OK(h, err)
	h.server = server
}

// kill ends the server as kill -9 does.
func (h *home) kill() {
	h.Helper()
	must.OK(h, h.server.Kill())
}

func (h *home) code() string {
	h.Helper()
	return h.taro.Call(http.MethodPost, "/api/family/invite-codes", "", http.StatusCreated)["code"].(string)
}

// add adds a memo of 太郎 and returns its address.
func (h *home) add(text string) string {
	h.Helper()
	m := h.taro.Call(http.MethodPost, "/api/memos", fmt.Sprintf(`{"content":%q}`, text), http.StatusCreated)
	return fmt.Sprintf("/api/memos/%s", m["id"])
}

// minuteLater kills the server just after what was done, lets the next one take the events,
// kills it before it sends, and starts a third one when the minute is over. It returns what
// the browser is told until nothing waits, and after one more start.
func (h *home) minuteLater() (told []message) {
	h.Helper()
	h.kill()
	h.takes()
	if got := h.messages(); len(got) != 0 {
		h.Errorf("got %+v before the minute was over, want nothing", got)
	}
	for h.hurry() {
		h.start()
		for end := time.Now().Add(2 * time.Second); len(h.web.Accepted()) == 0 && time.Now().Before(end); {
			time.Sleep(20 * time.Millisecond)
		}
		time.Sleep(200 * time.Millisecond) // usually enough to note it
		h.kill()
	}
	told = h.messages()
	h.start()
	return told
}

// takes lets servers take the events, and kills each: at first while it does so, and later,
// on a slow machine, when it has had more time.
func (h *home) takes() {
	h.Helper()
	for wait := time.Duration(0); wait < time.Minute; wait = 2*wait + 10*time.Millisecond {
		h.start()
		time.Sleep(wait)
		h.kill()
		if !h.untaken() {
			return
		}
	}
	h.Fatal("the events are not taken")
}

// untaken reports whether events wait for the module. The server must be stopped.
func (h *home) untaken() bool {
	h.Helper()
	db, done := h.open()
	defer done()
	events, err := db.Happened(h.Context(), 1)
	must.OK(h, err)
	return len(events) > 0
}

// open opens the database. The server must be stopped.
func (h *home) open() (db *sqlite.DB, done func()) {
	h.Helper()
	db, err := sqlite.OpenWith(h.data, sqlite.Options{Parts: []sqlite.Part{sqlitepush.Part()}})
	must.OK(h, err)
	return db, func() {
		if err := db.Close(); err != nil {
			h.Error(err)
		}
	}
}

// hurry makes all batches of 花子 that wait due now, and reports whether there are any. The
// server must be stopped.
func (h *home) hurry() (waited bool) {
	h.Helper()
	db, done := h.open()
	defer done()
	store := sqlitepush.Open(db)
	r, err := store.Load(h.Context(), models.UserID(h.id))
	must.OK(h, err)
	for _, b := range r.Batches {
		if b.Due.IsZero() {
			continue
		}
		b.Due, waited = time.Now().UTC().Truncate(time.Millisecond), true
		must.OK(h, store.SaveBatch(h.Context(), b))
	}
	return waited
}

// message is a notification.
type message struct{ Title, Body, Tag, URL string }

// messages returns what the browser shows since the last call: a message that is sent again,
// because the server was killed before it noted that it was accepted, replaces itself.
func (h *home) messages() (all []message) {
	h.Helper()
	for _, accepted := range h.web.Accepted() {
		var m message
		must.OK(h, json.Unmarshal(accepted.Body, &m))
		if !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	h.web.Forget()
	return all
}

// told fails the test unless the browser was told once, with this body.
func (h *home) told(all []message, body string) {
	h.Helper()
	if len(all) != 1 || all[0].Body != body {
		h.Errorf("got %+v, want one message: %q", all, body)
	}
}

// TestKilled: memos of the page and of an Echo are told once, although the server is killed
// between their commit and each step until they are sent. What was undone within the minute
// is not told.
func TestKilled(t *testing.T) {
	h := newHome(t)
	said, code := program.Finish(t, h.binary, nil, "牛乳を買う を追加\n招待コード "+h.code()+" で参加\nはい\n", "talk", "--new", "--data", h.data)
	if code != 0 {
		t.Fatalf("talk: exit %d\n%s", code, said)
	}
	h.minuteLater() // the Echo joined
	h.add("傘を持っていく")
	alexa.Post(t, h.server.URL, alexa.AddMemo("r1", "amzn1.ask.account.TALK", "卵を買う"))
	got := h.minuteLater()
	h.told(got, "傘を持っていく and 1 more")
	if len(got) == 1 && got[0].Title != "太郎 and Echo" {
		t.Errorf("got the title %q, want both authors", got[0].Title)
	}
	undone := h.add("秘密")
	h.taro.Call(http.MethodDelete, undone, "", http.StatusOK)
	if got := h.minuteLater(); len(got) != 0 {
		t.Errorf("got %+v, want nothing of an undone memo", got)
	}
}

// TestFormerFamily: a person who is removed, and one who signs out on their device, are told
// nothing of what the family wrote before.
func TestFormerFamily(t *testing.T) {
	h := newHome(t)
	h.add("秘密")
	h.taro.Call(http.MethodDelete, "/api/family/members/"+url.PathEscape(h.id), "", http.StatusNoContent)
	h.told(h.minuteLater(), "You were removed from the family. Your memos came with you.")
	h.hanako.Call(http.MethodPost, "/api/family/join", fmt.Sprintf(`{"inviteCode":%q}`, h.code()), http.StatusOK)
	h.add("内緒")
	h.hanako.Ask(http.MethodPost, "/auth/logout", "{}")
	if got := h.minuteLater(); len(got) != 0 {
		t.Errorf("got %+v after the sign-out, want nothing", got)
	}
}

// TestDoctor: doctor asks the running server for the module's checks. An operator who has
// set nothing sees that all is well. A wrong secret of Amazon's and a key that others can
// read are reported.
func TestDoctor(t *testing.T) {
	h := newHome(t)
	doctor := func() string {
		t.Helper()
		out, _ := program.Finish(t, h.binary, nil, "", "doctor", "--dev", "--data", h.data)
		return out
	}
	if out := doctor(); !strings.Contains(out, "ok  push\n") || strings.Contains(out, "push_alexa") || strings.Contains(out, "BAD") {
		t.Errorf("got\n%s\nwant push ok, no push_alexa and nothing bad", out)
	}
	h.kill()
	if out := doctor(); strings.Contains(out, "push") {
		t.Errorf("got\n%s\nwant no check without a server", out)
	}
	key := filepath.Join(h.data, "push-key")
	must.OK(t, os.Chmod(key, 0o640))
	h.env = []string{"VOICEMEMO_PUSH_ALEXA_URL=" + proactive.Start(t).URL, "VOICEMEMO_PUSH_ALEXA_CLIENT_ID=" + proactive.ClientID, "VOICEMEMO_PUSH_ALEXA_CLIENT_SECRET=wrong"}
	h.start()
	for _, want := range []string{"ok  push\n", "BAD push_alexa: Amazon issues no token: token: status 401\n", "BAD data directory " + h.data + ": " + key + " has mode 0640"} {
		if out := doctor(); !strings.Contains(out, want) {
			t.Errorf("got\n%s\nwant %q", out, want)
		}
	}
	if log := h.server.Log(); !strings.Contains(log, key+" has mode 0640") || strings.Contains(log, "wrong") {
		t.Errorf("got the log\n%s\nwant a warning about the key, and no secret", log)
	}
}

// TestCannotStart: with a damaged key or a wrong setting a start ends with the exit code that
// keeps a service from restarting it, and a sentence for the operator.
func TestCannotStart(t *testing.T) {
	h := newHome(t)
	h.kill()
	start := func(want string, env ...string) {
		t.Helper()
		if out, code := program.Finish(t, h.binary, env, "", "serve", "--dev", "--addr", "127.0.0.1:0", "--data", h.data); code != 2 || !strings.Contains(out, want) {
			t.Errorf("got exit %d and\n%s\nwant 2 and %q", code, out, want)
		}
	}
	start("voicememo: module push: VOICEMEMO_PUSH_ALEXA_REGION must be na, eu or fe\n",
		"VOICEMEMO_PUSH_ALEXA_REGION=jp", "VOICEMEMO_PUSH_ALEXA_CLIENT_ID=a", "VOICEMEMO_PUSH_ALEXA_CLIENT_SECRET=b")
	must.OK(t, os.WriteFile(filepath.Join(h.data, "push-key"), []byte("damaged"), 0o600))
	start("restore a copy of the file, or remove it")
}
