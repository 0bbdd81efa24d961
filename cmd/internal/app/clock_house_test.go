package app

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"voicememo/cmd/internal/health"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/rsakey"
)

// house is a server on a machine whose clock a test sets, and a person who uses it.
type house struct {
	*devsignin.Browser
	t    *testing.T
	data string
	app  *App
	do   func() // one round of the housekeeping
	end  func() // ends the server

	mu     sync.Mutex
	truth  time.Time     // the right time
	off    time.Duration // how far the machine's clock is ahead of it
	ran    time.Duration // how long the program has run
	issuer string        // "": there is none; health.Unreachable; otherwise it tells the right time
	said   string        // what it said a minute ago
}

func newHouse(t *testing.T, issuer string, off time.Duration) *house {
	h := &house{t: t, data: t.TempDir(), truth: time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC), issuer: issuer, off: off}
	h.start()
	t.Cleanup(func() { h.stop() })
	h.Browser = devsignin.ForTest(t, http.DefaultTransport, h.app.PublicURL, "太郎")
	return h
}

func (h *house) locked(do func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	do()
}

// ask returns what the issuer said the last time, and asks it.
func (h *house) ask() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	was := h.said
	switch {
	case h.issuer == "":
		h.said = ""
	case h.issuer == health.Unreachable:
		h.said = health.Unknown
	case h.off.Abs() > health.MaxSkew:
		h.said = health.Off
	default:
		h.said = health.OK
	}
	return was
}

// start starts the server.
func (h *house) start() {
	h.t.Helper()
	h.locked(func() {
		if h.ran, h.said = 0, health.Unknown; h.issuer == "" {
			h.said = ""
		}
	})
	begun := make(chan func())
	a := &App{
		Config: Config{StoreConfig: StoreConfig{Data: h.data, Store: "sqlite"}, Addr: "127.0.0.1:0", Dev: true, DevKey: rsakey.Named(h.t, "--dev")},
		logger: slog.New(slog.DiscardHandler), log: &stuckLog{}, stop: func() {},
		machine: machine{
			now:     func() (at time.Time) { h.locked(func() { at = h.truth.Add(h.off) }); return at },
			running: func() (ran time.Duration) { h.locked(func() { ran = h.ran }); return ran },
			issuer:  h.ask,
		},
		every: func(ctx context.Context, _ time.Duration, do func()) {
			do()
			begun <- do
			<-ctx.Done()
		},
	}
	must.OK(h.t, a.build(h.t.Context(), a.logger))
	ctx, cancel := context.WithCancel(context.WithoutCancel(h.t.Context()))
	served := make(chan error)
	go func() { served <- a.Serve(ctx) }()
	h.app, h.do = a, <-begun
	h.end = func() {
		cancel()
		if err := cmp.Or(<-served, a.Close()); err != nil {
			h.t.Error(err)
		}
	}
	if h.Browser != nil {
		h.Home = a.PublicURL
	}
}

func (h *house) stop() { h.end() }

// kill ends the server as kill -9 does: the next one starts with the files as they are now.
func (h *house) kill() {
	h.t.Helper()
	was := h.data
	h.data = h.t.TempDir()
	files, err := os.ReadDir(was)
	must.OK(h.t, err)
	for _, f := range files {
		if !f.Type().IsRegular() {
			continue
		}
		content, err := os.ReadFile(filepath.Join(was, f.Name()))
		if err == nil {
			err = os.WriteFile(filepath.Join(h.data, f.Name()), content, 0o600)
		}
		must.OK(h.t, err)
	}
	h.end()
	must.OK(h.t, os.RemoveAll(was))
}

// again ends the server, lets time pass, sets the clock and starts it.
func (h *house) again(end func(), down, off time.Duration) {
	end()
	h.locked(func() { h.truth, h.off = h.truth.Add(down), off })
	h.start()
}

// pass lets time pass with rounds of housekeeping: the issuer is asked in each and answers
// before the next.
func (h *house) pass(d time.Duration) {
	for _, part := range []time.Duration{time.Minute, time.Minute, time.Minute} {
		part = min(part, d)
		h.locked(func() { h.truth, h.ran = h.truth.Add(part), h.ran+part })
		h.do()
		d -= part
	}
	h.locked(func() { h.truth, h.ran = h.truth.Add(d), h.ran+d })
	h.do()
}

func (h *house) set(off time.Duration) { h.locked(func() { h.off = off }) }

func (h *house) add(content string) (path string) {
	return "/api/memos/" + h.Call(http.MethodPost, "/api/memos", fmt.Sprintf(`{"content":%q}`, content), http.StatusCreated)["id"].(string)
}

func (h *house) trash(path string) { h.Call(http.MethodDelete, path, "", http.StatusOK) }

func (h *house) markDone(path string) {
	h.Call(http.MethodPut, path+"/done", `{"done":true}`, http.StatusOK)
}

// seen returns the memos in the list and, with true, in the trash.
func (h *house) seen() map[string]bool {
	h.t.Helper()
	seen := map[string]bool{}
	for m, s := range h.memos() {
		seen[m] = s.deleted
	}
	return seen
}

// shown is what a list shows of a memo.
type shown struct {
	deleted bool
	until   time.Time // when it is to be purged, by the steady time; zero: never
}

func (h *house) memos() map[string]shown {
	h.t.Helper()
	seen := map[string]shown{}
	for _, deleted := range []bool{false, true} {
		for next := ""; ; {
			var page struct {
				Memos []struct {
					ID              string
					PurgeAt, DoneAt time.Time
				}
				Next string `json:"nextCursor"`
			}
			target := fmt.Sprintf("/api/memos?limit=100&deleted=%t&cursor=%s", deleted, next)
			must.OK(h.t, h.Ask(http.MethodGet, target, "").Want(http.StatusOK).Into(&page))
			for _, m := range page.Memos {
				if m.PurgeAt.IsZero() && !m.DoneAt.IsZero() {
					m.PurgeAt = m.DoneAt.Add(13 * day)
				}
				seen["/api/memos/"+m.ID] = shown{deleted, m.PurgeAt}
			}
			if next = page.Next; next == "" {
				break
			}
		}
	}
	return seen
}

func (h *house) want(when string, want map[string]bool) {
	h.t.Helper()
	got := h.seen()
	for m := range want {
		if deleted, ok := got[m]; !ok || deleted != want[m] {
			h.t.Errorf("%s: %s: got there %t, in the trash %t; want it there, in the trash %t", when, m, ok, deleted, want[m])
		}
	}
	check.Equal(h.t, len(got), len(want), "%s: memos", when)
}
