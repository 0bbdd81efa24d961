package main

import (
	"net/http/httptest"
	"net/http/httputil"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"voicememo/models"
	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/gateway"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/must"
)

// notSignedIn is how Chromium logs the answer that says that no person is signed in.
const notSignedIn = "status of 401"

// site serves the page of the web function, whose WebSockets are those of the gateway, and
// returns its address.
func (w *world) site() string {
	w.t.Helper()
	web := filepath.Join(w.t.TempDir(), "web")
	must.OK(w.t, functiontest.Build(runtime.GOARCH, "voicememo/cmd/web-lambda", web))
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.Out.Host = r.In.Host }}
	front := httptest.NewServer(proxy)
	w.t.Cleanup(front.Close)
	public := strings.Replace(front.URL, "127.0.0.1", "localhost", 1) // at an IP address browsers accept no __Host- cookie
	env, _ := w.aws.Web(w.t, public)
	proxy.Transport = functiontest.Events{
		Instance: functiontest.Start(w.t, web, append(env, "VOICEMEMO_LIVE_URL="+w.gateway.URL, "VOICEMEMO_LIVE_KEY="+key)...),
	}
	return public
}

// TestBrowser: the page hears of a memo over a WebSocket of another origin, which its
// content security policy names, also after the connection was lost; and signing out ends
// the connection.
func TestBrowser(t *testing.T) {
	t.Parallel()
	w := newWorld(t, gateway.Options{})
	phone, err := household.SignIn(chromium.ForTest(t), chromium.Settings{Language: "ja"}, w.site(), "太郎")
	must.OK(t, err)
	t.Cleanup(phone.Close)
	do := func(steps ...chromium.Step) {
		t.Helper()
		if err := phone.Do(steps...); err != nil {
			t.Fatalf("%v\nthe browser logged %q", err, phone.Complaints())
		}
	}
	lives := chromium.Until("hints come as they happen", "document.querySelector('[data-live=events]') !== null")
	do(lives)
	if there := strings.TrimSuffix(strings.TrimPrefix(w.gateway.URL, "ws://"), "/"+gateway.Stage); !slices.Contains(phone.Hosts(), there) {
		t.Fatalf("the page used the hosts %q, want %s among them", phone.Hosts(), there)
	}
	id, err := chromium.Eval[models.UserID](phone, "fetch('/api/me').then((r) => r.json()).then(({ user }) => user.userId)")
	must.OK(t, err)
	taro, err := w.Families.Person(t.Context(), id)
	must.OK(t, err)
	w.add(taro, "牛乳を買う")
	do(chromium.Sees("memo", "牛乳を買う"))

	w.gateway.End() // as after two hours
	w.connected(1)
	do(lives)
	w.add(taro, "卵を買う")
	do(chromium.Sees("memo", "卵を買う"), household.Goes("you"), chromium.Clicks("sign-out", ""), chromium.Sees("sign-in", ""))
	w.connected(0)
	for _, complaint := range phone.Complaints() {
		if !strings.Contains(complaint, notSignedIn) {
			t.Errorf("the browser logged %s", complaint)
		}
	}
}

// connected waits until so many connections are open.
func (w *world) connected(want int) { until(func() bool { return w.gateway.Len() == want }) }
