package e2e

import (
	"net/url"
	"strings"
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
)

// device is a person's window, in which every step must succeed.
type device struct {
	*chromium.Window
	t *testing.T
	// expected are parts of the expected complaints.
	expected []string
}

// Parts of what Chromium logs.
const (
	// notSignedIn is the answer that says that no person is signed in.
	notSignedIn = "status of 401"
	// accountGoes: a list is requested while the account is being deleted.
	accountGoes = "status of 404"
)

// unreachable is Chromium's log entry without a server.
var unreachable = []string{
	"ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "ERR_SOCKET_NOT_CONNECTED",
	"ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_FAILED", "ERR_NETWORK", "ERR_INTERNET_DISCONNECTED", "An unknown error occurred when fetching the script",
	"status of 503", // while it stops
}

// device opens a window. At the end of the test its log must have no unexpected
// entry, and only the server may have got requests.
func (s *served) device(settings chromium.Settings) *device {
	s.t.Helper()
	return s.deviceIn(browser.ForTest(s.t), settings)
}

// deviceIn is device in a separate Chromium.
func (s *served) deviceIn(browser *chromium.Browser, settings chromium.Settings) *device {
	s.t.Helper()
	window, err := browser.Open(settings)
	if err != nil {
		s.t.Fatal(err)
	}
	return s.watched(window)
}

// phone is a Japanese phone at the page's first address.
func (s *served) phone() *device {
	s.t.Helper()
	d := s.device(chromium.Settings{Language: "ja"})
	d.do(chromium.Visit(s.URL))
	return d
}

// beside opens another tab of a device's browser, at the page's first address.
func (s *served) beside(d *device) *device {
	s.t.Helper()
	window, err := browser.ForTest(s.t).Beside(d.Window, chromium.Settings{Language: "ja"})
	if err != nil {
		s.t.Fatal(err)
	}
	other := s.watched(window)
	other.do(chromium.Visit(s.URL))
	return other
}

// watched is a device whose log must be clean when the test ends.
func (s *served) watched(window *chromium.Window) *device {
	d := &device{Window: window, t: s.t, expected: []string{notSignedIn}}
	s.t.Cleanup(window.Close)
	s.t.Cleanup(func() { d.quiet(s.URL) })
	return d
}

// do runs steps, all of which must succeed.
func (d *device) do(steps ...chromium.Step) {
	d.t.Helper()
	if err := d.Do(steps...); err != nil {
		d.t.Fatal(err)
	}
}

// read returns the text of a target.
func (d *device) read(target string) string {
	d.t.Helper()
	text, err := d.Read(target)
	if err != nil {
		d.t.Fatal(err)
	}
	return text
}

// invite makes an invitation, leaves its sheet open, and returns its text.
func (d *device) invite() (code, link string) {
	d.t.Helper()
	d.do(household.Invites)
	return d.read("invite-code"), d.read("invite-link")
}

// quiet checks that the browser logged no unexpected complaint, and requested no other host.
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
