package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"voicememo/infra/sqlite"
	"voicememo/tools/testkit/devsignin"
)

// damageWorld is a family of two and a person of their own, with memos made through the
// API, as a stopped and as a killed server has left them.
type damageWorld struct {
	people  []*browser
	stopped left
	killed  left
}

// left is the files that a server has left in its data directory, and what its people saw.
type left struct {
	dir  string
	seen []string
}

// damagedMemos is how many memos each of the three people writes; the last three numbers
// are for the server that is killed.
var (
	damagedMemos        = []int{500, 250, 120, 60, 40, 20}
	damagedMemosInShort = []int{200, 100, 50, 40, 20, 10}
)

// writersEach is how many memos of one person are written concurrently.
const writersEach = 10

// newDamageWorld creates the world. The killed server has a write-ahead log that is not
// merged into its file.
func newDamageWorld(t *testing.T, memos []int) *damageWorld {
	t.Helper()
	dir := privateDir(t)
	h := home{flags: []string{"--data", dir, "--rate-writes", "0"}}
	s := h.serve(t, "--dev")
	w := &damageWorld{people: []*browser{s.signIn("太郎"), s.signIn("花子"), s.signIn("次郎")}}
	code := w.people[0].Call(http.MethodPost, "/api/family/invite-codes", "{}", http.StatusCreated)["code"].(string)
	w.people[1].Call(http.MethodPost, "/api/family/join", fmt.Sprintf(`{"inviteCode":%q}`, code), http.StatusOK)
	w.write(memos[:3])
	w.stopped.seen = w.look(t, s.url)
	s.stop()
	w.stopped.dir = privateDir(t)
	copyFiles(t, dir, w.stopped.dir)

	w.killed.dir = dir
	for size := int64(0); size == 0; size = sizeIn(dir, sqlite.FileName+"-wal") { // the server may just have merged the log
		w.kill(t, h, memos[3:])
	}
	return w
}

// kill writes more memos and kills the server.
func (w *damageWorld) kill(t *testing.T, h home, memos []int) {
	t.Helper()
	s := h.serve(t, "--dev")
	for _, b := range w.people {
		b.Home = s.url
	}
	w.write(memos)
	w.killed.seen = w.look(t, s.url)
	s.kill()
}

func sizeIn(dir, name string) int64 {
	info, err := os.Stat(filepath.Join(dir, name))
	if err != nil {
		return 0
	}
	return info.Size()
}

// privateDir creates a directory with the mode that a server uses.
func privateDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	mode(t, dir, 0o700)
	return dir
}

// write makes each person write this many memos, and edit or delete some of them. Every
// request is acknowledged.
func (w *damageWorld) write(counts []int) {
	var writing sync.WaitGroup
	for n, b := range w.people {
		for part := range writersEach {
			writing.Go(func() {
				for i := part; i < counts[n]; i += writersEach {
					b.writeOne(fmt.Sprintf("%d人目の%d番のメモ: %s", n, i, strings.Repeat("牛乳と卵を買う ", i%9)), i)
				}
			})
		}
	}
	writing.Wait()
}

// writeOne writes the memo number i, edits it or puts it into the trash.
func (b *browser) writeOne(content string, i int) {
	id, _ := b.asks(http.MethodPost, "/api/memos", fmt.Sprintf(`{"content":%q}`, content), http.StatusCreated)["id"].(string)
	switch {
	case i%10 == 3:
		b.asks(http.MethodPut, "/api/memos/"+id, fmt.Sprintf(`{"content":%q}`, content+"と米"), http.StatusOK)
	case i%10 == 7:
		b.asks(http.MethodDelete, "/api/memos/"+id, "", http.StatusOK)
	}
}

// asks is Call for concurrent use.
func (b *browser) asks(method, path, body string, status int) map[string]any {
	a := b.fetch(b.Home, method, path, body)
	decoded, _ := a.Value().(map[string]any)
	if a.Err != nil || a.Status != status {
		b.T.Errorf("%s %s: got status %d and %v, want %d\n%s", method, path, a.Status, a.Err, status, a.Body)
	}
	return decoded
}

// fetch returns one answer of a server. It does not change the browser.
func (b *browser) fetch(home, method, path, body string) devsignin.Reply {
	c := b.Copy()
	c.Home = home
	return devsignin.Reply{Answer: c.Send(context.Background(), method, path, body), T: b.T}
}

// look returns everything that the people see at a server, one answer for each.
func (w *damageWorld) look(t *testing.T, home string) []string {
	t.Helper()
	var all []string
	for n, b := range w.people {
		for _, path := range []string{
			"/api/me", "/api/family/members", "/api/export?format=json", "/api/export?format=json&scope=me",
			"/api/memos?limit=100", "/api/memos?limit=100&deleted=true",
		} {
			for path != "" {
				a := b.fetch(home, http.MethodGet, path, "")
				raw, next := lasting([]byte(a.Body))
				all = append(all, fmt.Sprintf("person %d, %s: %d %v %s", n, path, a.Status, a.Err, raw))
				if path, _, _ = strings.Cut(path, "&cursor="); next == "" {
					break
				}
				path += "&cursor=" + url.QueryEscape(next)
			}
		}
	}
	return all
}

// lasting removes the parts of an answer that differ each time, and returns the cursor of
// the next page.
func lasting(raw []byte) (same []byte, next string) {
	var answer map[string]any
	if json.Unmarshal(raw, &answer) != nil {
		return raw, ""
	}
	next, _ = answer["nextCursor"].(string)
	if about, ok := answer["about"].(map[string]any); ok {
		delete(about, "exportedAt")
		delete(about, "access")
	}
	for _, name := range []string{"nextCursor", "exportedAt", "access", "serverTime"} {
		delete(answer, name)
	}
	same, err := json.Marshal(answer)
	if err != nil {
		return raw, next
	}
	return same, next
}

// differs says where the people see something else than before; "": nowhere.
func differs(before, now []string) string {
	for i := range min(len(before), len(now)) {
		if before[i] != now[i] {
			return fmt.Sprintf("got %s\nwant %s", shortened(now[i]), shortened(before[i]))
		}
	}
	if len(before) != len(now) {
		return fmt.Sprintf("got %d answers, want %d", len(now), len(before))
	}
	return ""
}

func shortened(text string) string { return text[:min(len(text), 300)] }

// filesOf reads the database and its log.
func filesOf(t *testing.T, dir string) (content []byte) {
	t.Helper()
	for _, name := range []string{"voicememo.db", "voicememo.db-wal"} {
		file, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		content = slices.Concat(content, file)
	}
	return bytes.Clone(content)
}
