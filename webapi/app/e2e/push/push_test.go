// Package push drives notifications in a real Chromium, against the program as people run
// it.
package push

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/program"
	"voicememo/tools/testkit/pushservice"
	"voicememo/tools/testkit/sizes"
	webapp "voicememo/webapi/app"
)

// binary is the program as people run it.
var binary string

func TestMain(m *testing.M) {
	program.MainNeeded()
	if !webapp.Built() {
		fmt.Fprintln(os.Stderr, "the page is not built: run `make web` first")
		os.Exit(1)
	}
	binary = program.MainBuild()
	os.Exit(m.Run())
}

// phone is a window of a person on a server.
type phone struct {
	*chromium.Window
	t      *testing.T
	url    string
	server *program.Server
}

// open starts a server and opens its page on a Japanese phone, whose push service is a stand-in, and on which 太郎 signs
// in.
func open(t *testing.T) phone {
	t.Helper()
	server, err := program.ForTest(t, program.Command(context.Background(), binary, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { program.CheckEnd(t, server.Stop(), server.Log()) })
	w, err := chromium.ForTest(t).Open(chromium.Settings{
		Language: "ja", TimeZone: "Asia/Tokyo", Before: fmt.Sprintf(standIn, pushservice.Start(t).Subscribe().JSON()),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	p := phone{w, t, server.URL, server}
	p.do(chromium.Visit(p.url), household.SignsIn("太郎"), chromium.Sees("composer", ""), household.Listed)
	return p
}

// standIn replaces the browser maker's push service, which a test cannot reach, and counts the permission prompts.
const standIn = `(() => {
	const kept = () => JSON.parse(localStorage.getItem('test-subscription'));
	const made = () => kept() && { ...kept(), options: { applicationServerKey: Uint8Array.from(kept().key).buffer },
		toJSON: () => ({ endpoint: kept().endpoint, expirationTime: null, keys: kept().keys }),
		unsubscribe: async () => (localStorage.removeItem('test-subscription'), true) };
	PushManager.prototype.getSubscription = async () => made();
	PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
		const key = [...atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/'))].map((c) => c.charCodeAt(0));
		localStorage.setItem('test-subscription', JSON.stringify({ ...%s, key }));
		return made();
	};
	globalThis.questions = 0;
	const ask = Notification.requestPermission.bind(Notification);
	Notification.requestPermission = () => (questions++, ask());
})()`

func (p phone) do(steps ...chromium.Step) {
	p.t.Helper()
	if err := p.Do(steps...); err != nil {
		p.t.Fatal(err)
	}
}

// signIn signs the same person in without the page.
func (p phone) signIn() *devsignin.Browser {
	p.t.Helper()
	return devsignin.ForTest(p.t, http.DefaultTransport, p.url, "太郎")
}

// devices returns the registered devices, by name.
func (p phone) devices() string {
	p.t.Helper()
	var names []string
	for _, d := range p.signIn().Call(http.MethodGet, "/api/me/notifications", "", http.StatusOK)["devices"].([]any) {
		names = append(names, d.(map[string]any)["name"].(string))
	}
	return strings.Join(names, " / ")
}

// chooses selects an hour by the keyboard: the box selects the first one with these first characters.
func chooses(field, hour string) chromium.Step {
	return chromium.Steps(chromium.TabsTo(field, ""), chromium.Presses(hour))
}

// asked waits until the person has been asked n times for the permission.
func asked(times int) chromium.Step {
	return chromium.Until(fmt.Sprintf("the person was asked %d times", times), fmt.Sprintf("questions === %d", times))
}

// TestSettings: the permission is requested by the tap on the switch and not before; then the device is in the list,
// the choices can be changed, and the device can be removed.
func TestSettings(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.do(chromium.Answers(p.url, "prompt"), household.Goes("you"), chromium.Sees("push", "新しいメモを知らせる"), asked(0), hasNothingToSet)
	p.looks("notifications are off")
	p.do(chromium.Answers(p.url, "granted"), chromium.Clicks("push-on", ""), chromium.Clicks("push-devices-open", ""), chromium.Counts(1, "push-device", "この端末"), asked(1), isOn(true))
	p.looks("notifications are on")
	if got := p.devices(); !strings.Contains(got, "Chrome") {
		t.Errorf("got devices %q, want this Chromium", got)
	}
	p.do(household.Chooses("push-what", "参加と申し込み"), chromium.Sees("status", "変えました"), chromium.Clicks("push-quiet-open", ""), chooses("quietFrom", "5"),
		chromium.Until("the choices are at the server", `fetch('/api/me/notifications').then((r) => r.json())
			.then(({ what, quietFrom, quietTo, timeZone }) => JSON.stringify([what, quietFrom, quietTo, timeZone]) === '["family",5,7,"Asia/Tokyo"]')`))
	p.do(chromium.Clicks("push-remove", "外す"), isOn(false), chromium.Misses("push-device", ""), hasNothingToSet)
	if got := p.devices(); got != "" {
		t.Errorf("got devices %q, want none", got)
	}
	p.do(chromium.Clicks("push-on", ""), chromium.Sees("push-quiet-open", ""), chromium.Clicks("push-on", ""), isOn(false), hasNothingToSet)
	if got := p.devices(); got != "" {
		t.Errorf("got devices %q after the switch was turned off, want none", got)
	}
}

// isOn waits until the switch is on or off.
func isOn(on bool) chromium.Step {
	return chromium.Until(fmt.Sprintf("the switch is %t", on), fmt.Sprintf("document.querySelector('[data-testid=push-on]')?.checked === %t", on))
}

// hasNothingToSet waits until neither the notifications nor the quiet hours can be chosen, because
// no device is registered.
var hasNothingToSet = chromium.Steps(chromium.Misses("push-what-open", ""), chromium.Misses("push-quiet-open", ""))

// TestPermission: the settings notice a permission that the person changes in the browser. While the browser blocks
// notifications, only the list of devices can be changed.
func TestPermission(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	p := open(t)
	p.do(chromium.Answers(p.url, "denied"), household.Goes("you"), chromium.Sees("push-cannot", "設定で"), hasNothingToSet,
		chromium.Answers(p.url, "granted"), chromium.Clicks("push-on", ""), chromium.Sees("push-quiet-open", ""),
		chromium.Answers(p.url, "denied"), chromium.Sees("push-cannot", "設定で"), hasNothingToSet, chromium.Sees("push-devices-open", "1"))
}

// TestSlow: a tap while the choices are being read is not lost. Choices that are made
// faster than the server answers are all kept, and nothing moves meanwhile. A problem is
// in view, and the choices are as they were.
func TestSlow(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	p := open(t)
	p.do(chromium.Answers(p.url, "granted"), chromium.Network(time.Second, -1), household.Goes("you"), chromium.Clicks("push-on", ""),
		chromium.Sees("push-devices-open", ""), chromium.Network(0, -1), chromium.Visit(p.url), household.Listed, loaded, household.Goes("you"))
	box := `document.querySelector('[data-testid=push]').scrollHeight`
	p.do(chromium.Until("the choices are there at once", "!!document.querySelector('[data-testid=push-quiet-open]')"),
		chromium.Clicks("push-what-open", ""), chromium.Clicks("push-quiet-open", ""), chromium.Clicks("push-devices-open", ""), chromium.Until("it is measured", "(globalThis.height = "+box+") > 0"),
		chromium.Network(400*time.Millisecond, -1), chromium.Clicks("push-what", "参加と申し込み"),
		chooses("quietFrom", "5"), chooses("quietTo", "6"),
		chromium.Sees("status", "変えました"), chromium.Until("nothing has moved", "height === "+box),
		chromium.Until("all choices are at the server", `fetch('/api/me/notifications').then((r) => r.json())
			.then(({ what, quietFrom, quietTo }) => JSON.stringify([what, quietFrom, quietTo]) === '["family",5,6]')`))
	if err := p.server.Kill(); err != nil {
		t.Fatal(err)
	}
	p.do(chromium.Clicks("push-remove", ""), chromium.Sees("problem", "つながりません"))
	p.do(chromium.Until("the problem is in view",
		`[...document.querySelectorAll('[data-testid=problem]')].filter((p) => p.textContent).every((p) => p.getBoundingClientRect().bottom < innerHeight + 1)`),
		chromium.Clicks("push-what", "すべて"), chromium.Until("what was chosen before is shown again",
			`document.querySelectorAll('[data-testid=push-what][aria-pressed=true]')[0].textContent === '参加と申し込み'`))
}

// loaded waits until the page has read the notifications, as it does at a visit of a device
// that gets notifications.
var loaded = chromium.Until("the notifications are read", "performance.getEntriesByType('resource').some((e) => e.name.endsWith('/api/me/notifications') && e.responseEnd > 0)")

// TestRefused: a person who has refused notifications in the browser sees how to allow
// them, and is not asked.
func TestRefused(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	p := open(t)
	p.do(chromium.Answers(p.url, "denied"), household.Goes("you"), chromium.Sees("push-cannot", "設定で"), chromium.Misses("push-on", ""), asked(0), hasNothingToSet)
	p.looks("notifications are blocked")
}

// TestPush: a push message is shown as a notification while the page is hidden, once however often it is delivered, and
// not at all while the page is visible; a tap opens its memo; and signing out ends all of it.
func TestPush(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	p := open(t)
	p.do(chromium.Answers(p.url, "granted"), household.Adds("牛乳を買う"), household.Adds("卵を買う"), household.Goes("you"),
		chromium.Clicks("push-on", ""), chromium.Sees("push-devices-open", ""), household.Goes("memos"), chromium.Sees("memo", ""))
	worker, err := p.Worker(p.url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(worker.Close)
	id, err := chromium.Eval[string](p.Window, `document.querySelector('[data-testid=memo]').dataset.key`)
	if err != nil {
		t.Fatal(err)
	}
	deliver := func(tag, title string) {
		t.Helper()
		text, err := json.Marshal(map[string]string{
			"title": title, "body": "卵を買う", "tag": tag, "url": "/memos/" + id, "at": "2026-11-24T00:00:00.000Z",
		})
		if err == nil {
			err = worker.Push(string(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	shown := func(what, want string) {
		t.Helper()
		if err := worker.Until(what, `registration.getNotifications().then((all) => (globalThis.shown = all,
			all.map(({ title, body, tag, data }) => [title, body, tag, data.url].join()).sort().join(' / ')`+
			fmt.Sprintf("=== %q))", want)); err != nil {
			t.Error(err)
		}
	}
	if err := worker.Until("the worker counts its events", `(addEventListener('push', () => globalThis.pushes = (globalThis.pushes ?? 0) + 1), true)`); err != nil {
		t.Fatal(err)
	}
	deliver("seen", "見えている")
	if err := worker.Until("the push message has arrived", "globalThis.pushes === 1"); err != nil {
		t.Fatal(err)
	}
	p.do(chromium.Visit("about:blank"))
	deliver("b1", "花子さん")
	deliver("b1", "花子さん")
	shown("one notification is shown", "花子さん,卵を買う,b1,/memos/"+id)

	p.do(chromium.Visit(p.url), household.Listed, household.Goes("family"))
	if err := worker.Until("the page has closed it", `registration.getNotifications().then((all) => all.length === 0)`); err != nil {
		t.Error(err)
	}
	if err := worker.Tap("shown[0]"); err != nil {
		t.Fatal(err)
	}
	p.do(chromium.Sees(".memo.open", "卵を買う"))

	p.do(household.Goes("you"), chromium.Clicks("sign-out", ""), chromium.Sees("sign-in", ""),
		chromium.Until("nothing is kept of it", "Object.keys(localStorage).every((key) => !/push|subscription/.test(key))"))
	if got := p.devices(); got != "" {
		t.Errorf("got devices %q after the sign-out, want none", got)
	}
}

// axeRun returns a line for each violation that axe finds.
const axeRun = `axe.run(document, { rules: { 'target-size': { enabled: true } } }).then(({ violations, passes }) => {
	if (passes.length < 10) throw new Error('axe checked almost nothing');
	return violations.flatMap((v) => v.nodes.map((n) => v.id + ' at ' + n.target + ': ' + n.failureSummary));
})`

// looks checks the page: axe finds nothing, in light and in dark colours, and nothing
// scrolls sideways or is cut off on a small phone and with large text.
func (p phone) looks(screen string) {
	p.t.Helper()
	axe, err := os.ReadFile("../../node_modules/axe-core/axe.min.js")
	if err != nil {
		p.t.Fatalf("axe-core is not installed: run `make web` first (%v)", err)
	}
	fit, err := os.ReadFile("../fit.js")
	if err != nil {
		p.t.Fatal(err)
	}
	if _, err := chromium.Eval[struct{}](p.Window, string(axe)+"; null"); err != nil {
		p.t.Fatal(err)
	}
	check := func(how, script string) {
		p.t.Helper()
		found, err := chromium.Eval[[]string](p.Window, script)
		if err != nil {
			p.t.Fatalf("%s, %s: %v", screen, how, err)
		}
		for _, fault := range found {
			p.t.Errorf("%s, %s: %s", screen, how, fault)
		}
	}
	for how, dark := range map[string]bool{"light": false, "dark": true} {
		if err := p.Dark(dark); err != nil {
			p.t.Fatal(err)
		}
		check(how, axeRun)
	}
	for how, s := range map[string]struct{ width, height, text int64 }{"small": {320, 568, 16}, "large text": {390, 844, 32}} {
		p.do(chromium.Resize(s.width, s.height), chromium.TextSize(s.text), drawn)
		check(how, fmt.Sprintf("(%s)(%d)", fit, s.width))
	}
	p.do(chromium.Resize(390, 844), chromium.TextSize(16), drawn)
}

// drawn waits until the page is drawn again.
var drawn = chromium.Until("it is drawn", "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true))))")
