package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/runtimeapi"
	"voicememo/tools/testkit/sizes"
)

// gateway is an HTTP API on this machine: it sends each request to an idle instance, as
// AWS does, but starts no further instances.
type gateway struct {
	t    testing.TB
	url  string
	idle chan *runtimeapi.Process

	mu    sync.Mutex
	asked []string // paths
}

func newGateway(t testing.TB, instances int) *gateway {
	t.Helper()
	g := &gateway{t: t, idle: make(chan *runtimeapi.Process, instances)}
	front := httptest.NewServer(g)
	t.Cleanup(front.Close)
	g.url = strings.Replace(front.URL, "127.0.0.1", "localhost", 1) // at an IP address browsers accept no __Host- cookie
	for _, p := range newSite(t, g.url, instances).instances {
		g.idle <- p
	}
	return g
}

// ServeHTTP implements http.Handler.
func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the caller has gone
	}
	g.mu.Lock()
	g.asked = append(g.asked, r.URL.Path)
	g.mu.Unlock()
	instance := <-g.idle
	raw, err := instance.Invoke(context.WithoutCancel(r.Context()), event(r, body))
	g.idle <- instance
	if err != nil {
		g.t.Errorf("%s %s: %v", r.Method, r.URL.Path, err)
		http.Error(w, `{"message":"Internal Server Error"}`, http.StatusInternalServerError)
		return
	}
	res, err := functiontest.Response(raw)
	if err != nil {
		g.t.Errorf("%s %s: %v", r.Method, r.URL.Path, err)
		return
	}
	for name, values := range res.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(res.StatusCode)
	_, _ = io.Copy(w, res.Body) // the caller has gone
}

// hasten shortens the interval at which a page asks for changes from half a minute to half
// a second.
const hasten = `{
	const later = window.setTimeout.bind(window);
	window.setTimeout = (what, after, ...rest) => later(what, after === 30_000 ? 500 : after, ...rest);
}`

// notSignedIn is how Chromium logs the answer that says that no person is signed in.
const notSignedIn = "status of 401"

// phone opens a window at the page and signs a person in.
func (g *gateway) phone(browser *chromium.Browser, name string) *chromium.Window {
	g.t.Helper()
	w, err := browser.Open(chromium.Settings{Language: "ja", Before: hasten})
	if err != nil {
		g.t.Fatal(err)
	}
	g.t.Cleanup(w.Close)
	g.t.Cleanup(func() {
		for _, complaint := range w.Complaints() {
			if !strings.Contains(complaint, notSignedIn) {
				g.t.Errorf("the browser logged %s", complaint)
			}
		}
	})
	g.do(w, chromium.Visit(g.url), chromium.Clicks("sign-in", ""), chromium.Writes("#name", name), chromium.Presses(kb.Enter))
	return w
}

func (g *gateway) do(w *chromium.Window, steps ...chromium.Step) {
	g.t.Helper()
	if err := w.Do(steps...); err != nil {
		g.t.Fatal(err)
	}
}

// write writes a memo on a page.
func (g *gateway) write(w *chromium.Window, content string) {
	g.t.Helper()
	g.do(w, chromium.Writes("composer", content), chromium.Clicks("send", ""), chromium.Sees("memo", content))
}

// TestBrowser: the page works without change notifications. It does not request them, and
// asks for changes at an interval.
func TestBrowser(t *testing.T) {
	sizes.Nightly(t)
	browser := chromium.ForTest(t)
	g := newGateway(t, 3)
	taro, hanako := g.phone(browser, "太郎"), g.phone(browser, "花子")
	g.write(taro, "牛乳を買う")
	g.do(taro, chromium.Clicks("nav-family", ""), chromium.Clicks("invite-make", ""))
	code, err := taro.Read("invite-code")
	if err != nil {
		t.Fatal(err)
	}
	g.do(hanako, chromium.Clicks("nav-family", ""), chromium.Writes("join-code", code), chromium.Clicks("join-submit", ""),
		chromium.Clicks("join-confirm", ""), chromium.Misses("join-dialog", ""), chromium.Clicks("nav-memos", ""),
		chromium.Sees("memo", "牛乳を買う"))
	g.do(taro, chromium.Sees("member", "花子"), chromium.Clicks("nav-memos", ""))
	g.write(hanako, "傘を持っていく")
	g.do(taro, chromium.Sees("memo", "傘を持っていく"), chromium.Sees("memo", "花子"))
	g.mu.Lock()
	defer g.mu.Unlock()
	if slices.Contains(g.asked, "/api/events") {
		t.Error("the page requests change notifications")
	}
}
