package webapi

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/sizes"
)

// TestNeverStale: while people write, join, leave and rename themselves, memos expire and
// expired data is deleted, every list shows at least all that was answered before the list
// was requested, with and without ETags and compression. MEMOTEST_STALE_CHECKS is the
// number of lists.
func TestNeverStale(t *testing.T) {
	t.Parallel()
	checks := sizes.Number(t, "MEMOTEST_STALE_CHECKS", 300)
	s := newSite(t)
	homes := make([]*raceHome, 4)
	for i := range homes {
		homes[i] = newRaceHome(t, s, fmt.Sprintf("home%d", i))
	}
	const rounds = 10
	for range rounds {
		race(homes, checks/rounds)
		for _, h := range homes {
			h.settled()
		}
		if t.Failed() {
			return
		}
	}
	var unchanged, cached int64
	for _, h := range homes {
		unchanged, cached = unchanged+h.unchanged.Load(), cached+h.checks.Load()
	}
	if unchanged == 0 || unchanged == cached {
		t.Errorf("got %d answers without a body of %d, want some", unchanged, cached)
	}
}

// race reads lists while all homes write.
func race(homes []*raceHome, checks int) {
	ctx, stop := context.WithCancel(context.Background())
	var writers, readers sync.WaitGroup
	left := atomic.Int64{}
	left.Store(int64(checks))
	for _, h := range homes {
		for _, write := range []func(){h.rewrite, h.rename, h.addAndDelete, h.comeAndGo, h.finish} {
			writers.Go(func() {
				for ctx.Err() == nil {
					write()
				}
			})
		}
		for range 2 {
			r := &reader{raceHome: h, kept: map[string]keptList{}}
			readers.Go(func() {
				for left.Add(-1) >= 0 {
					r.check()
				}
			})
		}
	}
	readers.Wait()
	stop()
	writers.Wait()
}

// raceHome is a family of an owner, a member and a guest who comes and goes, and what was
// answered to them.
type raceHome struct {
	*site
	owner, member, guest string

	memo              string       // the id of a memo of the owner whose content is a number
	text, name        atomic.Int64 // the content and the member's name are at least these
	arrivals, arrived atomic.Int64 // how often the guest began to join, and has joined
	leaving, left     atomic.Int64 // the same of leaving

	mu      sync.Mutex
	deleted []string // ids of memos that were deleted, the last of them

	checks, unchanged atomic.Int64
}

func newRaceHome(t *testing.T, s *site, name string) *raceHome {
	h := &raceHome{site: s, owner: name + "-owner", member: name + "-member", guest: name + "-guest"}
	s.together(h.owner, h.member)
	h.memo = s.add(h.owner, "0").ID
	s.add(h.member, "of the member")
	s.ask(h.member, "PUT", "/api/user/name", object("name", "n0")).want(http.StatusOK)
	s.ask(h.guest, "GET", "/api/me", "").want(http.StatusOK)
	return h
}

// do sends a request and fails the test if the status is not as expected.
func (h *raceHome) do(who, method, path, body string, status int, headers ...string) []byte {
	req := httptest.NewRequestWithContext(context.Background(), method, home+path, strings.NewReader(body))
	req.Header.Set(person, who)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	h.echo.ServeHTTP(w, req)
	if w.Code != status {
		h.t.Errorf("%s %s: got status %d, want %d: %s", method, path, w.Code, status, w.Body)
	}
	return w.Body.Bytes()
}

// rewrite edits the memo to the next number.
func (h *raceHome) rewrite() {
	next := h.text.Load() + 1
	h.do(h.owner, "PUT", "/api/memos/"+h.memo, object("content", strconv.FormatInt(next, 10)), http.StatusOK)
	h.text.Store(next)
}

// rename renames the member, who is the author of a memo.
func (h *raceHome) rename() {
	next := h.name.Load() + 1
	h.do(h.member, "PUT", "/api/user/name", object("name", fmt.Sprintf("n%d", next)), http.StatusOK)
	h.name.Store(next)
}

// addAndDelete adds a memo and deletes it.
func (h *raceHome) addAndDelete() {
	var m memoJSON
	if err := json.Unmarshal(h.do(h.member, "POST", "/api/memos", object("content", "to be deleted"), http.StatusCreated), &m); err != nil {
		h.t.Error(err)
		return
	}
	h.do(h.owner, "DELETE", "/api/memos/"+m.ID, "", http.StatusOK)
	h.mu.Lock()
	h.deleted = append(h.deleted, m.ID)
	h.deleted = h.deleted[max(0, len(h.deleted)-100):]
	h.mu.Unlock()
}

// comeAndGo makes the guest join the family and leave it again: by leaving, or removed by
// the owner.
func (h *raceHome) comeAndGo() {
	ctx := context.Background()
	owner, err := h.options.Families.Person(ctx, models.UserID(h.owner))
	if err != nil {
		h.t.Error(err)
		return
	}
	later := *h.options.Invites // so that no limit is reached
	away := h.clock().Add(time.Duration(h.arrivals.Load()) * 24 * time.Hour)
	later.Now = func() time.Time { return away }
	invitation, err := later.Issue(ctx, owner)
	if err != nil {
		h.t.Error(err)
		return
	}
	guest, err := h.options.Families.Person(ctx, models.UserID(h.guest))
	if err != nil {
		h.t.Error(err)
		return
	}
	h.arrivals.Add(1)
	if _, err := later.RedeemLink(ctx, guest, invitation.Token); err != nil {
		if !models.IsReason(err, models.ReasonInviteNotValid) { // it was swept, because the clock is later
			h.t.Error(err)
		}
		h.arrivals.Add(-1)
		return
	}
	h.arrived.Add(1)
	time.Sleep(time.Millisecond)
	h.leaving.Add(1)
	if rand.IntN(2) == 0 {
		h.do(h.guest, "POST", "/api/family/leave", "", http.StatusOK)
	} else {
		h.do(h.owner, "DELETE", "/api/family/members/"+h.guest, "", http.StatusNoContent)
	}
	h.left.Add(1)
}

// finish marks a memo as done and lets so much time pass that it leaves the list, or that
// expired data can be deleted.
func (h *raceHome) finish() {
	var m memoJSON
	if err := json.Unmarshal(h.do(h.owner, "POST", "/api/memos", object("content", "to be done"), http.StatusCreated), &m); err != nil {
		h.t.Error(err)
		return
	}
	h.do(h.member, "PUT", "/api/memos/"+m.ID+"/done", `{"done": true}`, http.StatusOK)
	for range 4 {
		time.Sleep(time.Millisecond)
		h.wait(models.DoneDays * 24 * time.Hour / 4)
	}
	if rand.IntN(10) == 0 {
		if err := h.db.Sweep(context.Background(), h.clock()); err != nil {
			h.t.Error(err)
		}
	}
}

// settled compares the kept list with one that is read now.
func (h *raceHome) settled() {
	h.freeze()
	defer h.thaw()
	for _, who := range []string{h.owner, h.member, h.guest} {
		got := h.do(who, "GET", "/api/memos", "", http.StatusOK)
		list, err := h.options.Memos.List(context.Background(), models.User{ID: models.UserID(who)}, memo.Query{})
		if err != nil {
			h.t.Error(err)
			return
		}
		want, err := encodePage(showList(list))
		if err != nil || string(got) != string(want.body) {
			h.t.Errorf("%s: got the list %s, want %s (%v)", who, got, want.body, err)
		}
	}
}

// reader reads the lists of a home's people.
type reader struct {
	*raceHome
	kept map[string]keptList // by person
}

// keptList is the last list that a person received.
type keptList struct {
	tag  string
	list listJSON
}

// check reads a list once and compares it with what was answered before.
func (r *reader) check() {
	r.checks.Add(1)
	who := []string{r.owner, r.member, r.guest}[rand.IntN(3)]
	now, text, name, left, arrived := r.clock(), r.text.Load(), r.name.Load(), r.left.Load(), r.arrived.Load()
	r.mu.Lock()
	deleted := slices.Clone(r.deleted)
	r.mu.Unlock()

	list := r.list(who)

	in := slices.ContainsFunc(list.Memos, func(m memoJSON) bool { return m.ID == r.memo })
	switch {
	case who == r.guest && left == r.arrivals.Load() && in:
		r.t.Error("got the family's list for a person who had left it")
	case (who != r.guest || arrived > r.leaving.Load()) && !in:
		r.t.Errorf("got a list without the family's memo for %s, want it", who)
	}
	for _, m := range list.Memos {
		r.compare(m, text, name)
		if slices.Contains(deleted, m.ID) {
			r.t.Error("got a memo that had been deleted")
		}
		if done, _ := models.ParseTime(m.DoneAt); !done.IsZero() && !done.AddDate(0, 0, models.DoneDays).After(now) {
			r.t.Errorf("got a memo that was done at %s, at %s", m.DoneAt, models.FormatTime(now))
		}
	}
}

// compare compares a memo with what was answered before.
func (r *reader) compare(m memoJSON, text, name int64) {
	if n, err := strconv.ParseInt(m.Content, 10, 64); m.ID == r.memo && (err != nil || n < text) {
		r.t.Errorf("got the content %q, want at least %d", m.Content, text)
	}
	if n, err := strconv.ParseInt(strings.TrimPrefix(m.CreatedByName, "n"), 10, 64); string(m.UserID) == r.member && (err != nil || n < name) {
		r.t.Errorf("got the name %q, want at least n%d", m.CreatedByName, name)
	}
}

// list requests a list, sometimes with the tag of the last one, and sometimes compressed.
func (r *reader) list(who string) listJSON {
	req := httptest.NewRequestWithContext(context.Background(), http.MethodGet, home+"/api/memos", nil)
	req.Header.Set(person, who)
	kept, had := r.kept[who]
	if had && rand.IntN(2) == 0 {
		req.Header.Set("If-None-Match", kept.tag)
	}
	if rand.IntN(2) == 0 {
		req.Header.Set("Accept-Encoding", "gzip")
	}
	w := httptest.NewRecorder()
	r.echo.ServeHTTP(w, req)
	if w.Code == http.StatusNotModified {
		r.unchanged.Add(1)
		return kept.list
	}
	var body io.Reader = w.Body
	if w.Header().Get("Content-Encoding") == "gzip" {
		var err error
		if body, err = gzip.NewReader(w.Body); err != nil {
			r.t.Error(err)
			return listJSON{}
		}
	}
	kept = keptList{tag: w.Header().Get("ETag")}
	if err := json.NewDecoder(body).Decode(&kept.list); err != nil || w.Code != http.StatusOK {
		r.t.Errorf("got status %d and %v, want a list", w.Code, err)
	}
	r.kept[who] = kept
	return kept.list
}
