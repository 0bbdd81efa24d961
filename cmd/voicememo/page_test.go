package main

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	webapp "voicememo/webapi/app"
)

// TestPage drives the page in a real Chromium, against the program as people
// run it, by what a person can do and see.
func TestPage(t *testing.T) {
	browser := chromium.ForTest(t)
	if !webapp.Built() {
		t.Fatal("the page is not built: run `make web` first")
	}
	for name, test := range map[string]func(t *testing.T, browser *chromium.Browser){
		"family":        pageFamily,
		"link":          pageLink,
		"ask first":     pageAskFirst,
		"invited":       pageInvited,
		"echo":          pageEcho,
		"trash":         pageTrash,
		"account":       pageAccount,
		"access":        pageAccess,
		"tabs":          pageTabs,
		"limits":        pageLimits,
		"places":        pagePlaces,
		"keyboard":      pageKeyboard,
		"away":          pageAway,
		"conflict":      pageConflict,
		"editor":        pageEditor,
		"dictation":     pageDictation,
		"accessibility": pageAccessibility,
		"fit":           pageFit,
		"weight":        pageWeight,
		"long list":     pageLongList,
		"watch":         pageWatch,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, browser)
		})
	}
}

// device is a person's window, at which everything must work.
type device struct {
	*chromium.Window
	t *testing.T
	// expected are parts of the complaints that belong to the test.
	expected []string
}

// notSignedIn is how Chromium logs the answer by which the page learns that
// nobody is signed in.
const notSignedIn = "status of 401"

// device opens a window. At the end of the test nothing may have been complained
// about in it, and nobody asked but the server.
func (s *served) device(browser *chromium.Browser, settings chromium.Settings) *device {
	s.t.Helper()
	window, err := browser.Open(settings)
	if err != nil {
		s.t.Fatal(err)
	}
	d := &device{Window: window, t: s.t, expected: []string{notSignedIn}}
	s.t.Cleanup(window.Close)
	s.t.Cleanup(func() { d.quiet(s.url) })
	return d
}

// phone is a Japanese phone at the page's first address.
func (s *served) phone(browser *chromium.Browser) *device {
	s.t.Helper()
	d := s.device(browser, chromium.Settings{Language: "ja"})
	d.do(chromium.Visit(s.url))
	return d
}

// do takes steps, all of which must succeed.
func (d *device) do(steps ...chromium.Step) {
	d.t.Helper()
	if err := d.Do(steps...); err != nil {
		d.t.Fatal(err)
	}
}

// read gives what a target says.
func (d *device) read(target string) string {
	d.t.Helper()
	text, err := d.Read(target)
	if err != nil {
		d.t.Fatal(err)
	}
	return text
}

// signIn signs in from the welcome page, under a name typed at the provider's.
func (d *device) signIn(name string) {
	d.t.Helper()
	d.do(chromium.Clicks("sign-in", ""), chromium.Writes("#name", name), chromium.Presses(kb.Enter))
}

// add writes a memo and waits until the server has it.
func (d *device) add(content string) {
	d.t.Helper()
	d.do(chromium.Writes("composer", content), chromium.Clicks("send", ""), chromium.Sees("memo", content), settled)
}

// edit gives a memo another text, and does not wait for the server.
func (d *device) edit(from, to string) {
	d.t.Helper()
	d.do(chromium.Clicks("memo-open", from), chromium.Clicks("memo-edit", ""), chromium.Writes("editor-text", to),
		chromium.Clicks("editor-save", ""), chromium.Misses("editor", ""), chromium.Sees(".memo", to))
}

// settled waits until the server has everything that was written and changed here.
var settled = chromium.Until("nothing is on its way",
	"!document.querySelector('[data-testid=memo-sending], [data-testid=memo-failed], [data-testid=memo-conflict]')")

// listed waits until the list has been read.
var listed = chromium.Until("the list is there", "!document.querySelector('[aria-busy=true]')")

// goes goes to a place.
func goes(place string) chromium.Step { return chromium.Clicks("nav-"+place, "") }

// invite makes an invitation in the family's place, and leaves it open.
func (d *device) invite() (code, link string) {
	d.t.Helper()
	d.do(goes("family"), chromium.Clicks("invite-make", ""))
	return d.read("invite-code"), d.read("invite-link")
}

// joinBy joins by a code, and looks at the memos then.
func (d *device) joinBy(code string) {
	d.t.Helper()
	d.asksBy(code)
	d.do(chromium.Misses("join-dialog", ""), goes("memos"))
}

// asksBy enters a code and says yes.
func (d *device) asksBy(code string) {
	d.t.Helper()
	d.do(goes("family"), chromium.Writes("join-code", code), chromium.Clicks("join-submit", ""), chromium.Clicks("join-confirm", ""))
}

// quiet checks that the browser complained about nothing unexpected, and that
// no other host was asked.
func (d *device) quiet(home string) {
	for _, complaint := range d.Complaints() {
		if !d.expects(complaint) {
			d.t.Errorf("the browser complains: %s", complaint)
		}
	}
	u, err := url.Parse(home)
	if err != nil {
		d.t.Fatal(err)
	}
	if hosts := strings.Join(d.Hosts(), " "); hosts != u.Host {
		d.t.Errorf("the page asked %q, want only %q", hosts, u.Host)
	}
}

func (d *device) expects(complaint string) bool {
	for _, part := range d.expected {
		if strings.Contains(complaint, part) {
			return true
		}
	}
	return false
}

// pageWatch: the checks of every other case would see what they look for.
func pageWatch(t *testing.T, browser *chromium.Browser) {
	s := home{flags: []string{"--data", t.TempDir()}}.serve(t, "--dev")
	t.Cleanup(s.stop)
	window, err := browser.Open(chromium.Settings{Language: "ja"})
	if err != nil {
		t.Fatal(err)
	}
	defer window.Close()
	elsewhere := "http://127.0.0.1" + s.url[strings.LastIndex(s.url, ":"):] + "/healthz"
	for _, mistake := range []string{
		"console.error('wrong')",
		"new Image().src = 'https://elsewhere.example/'",
		"document.body.innerHTML = '<b>'",
		"setTimeout(() => { throw new Error('uncaught') })",
	} {
		before := len(window.Complaints())
		noticed := func(w *chromium.Window) error {
			if _, err := chromium.Eval[any](w, "(() => { try { "+mistake+" } catch {} })()"); err != nil {
				return err
			}
			return chromium.Until("a breath", "new Promise((done) => setTimeout(() => done(true), 100))")(w)
		}
		if err := window.Do(chromium.Visit(s.url), chromium.Sees("sign-in", ""), noticed); err != nil {
			t.Fatal(err)
		}
		if len(window.Complaints()) < before+2 { // the 401 and this one
			t.Errorf("%s goes unnoticed", mistake)
		}
	}
	if err := window.Do(chromium.Visit(elsewhere)); err != nil {
		t.Fatal(err)
	}
	if len(window.Hosts()) < 2 {
		t.Errorf("a request to %s goes unnoticed", elsewhere)
	}
}
