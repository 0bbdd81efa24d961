// Package e2e drives the page in a real Chromium, against the program as people run it,
// through its interface. Input is a person's: keys, mouse, finger, clipboard and
// input method, over the browser's protocol; `make lint` finds input that a script makes.
//
// Seventeen walks run before a merge, the others nightly (sizes.Nightly):
//
//	TestFamily           two people and an Echo: write, edit, delete, undo, restore, leave
//	TestAway             without the server, reloads, and back
//	TestConflict         two texts of one memo
//	TestStory            a random history of two people in three tabs, against a model
//	TestSignOutKeepsWriting  drafts of every tab, and a sign-out
//	TestWritingSurvives  a draft for a memo that another person deletes; no network
//	TestLines            lines, and pasted lists
//	TestSearch           search, an input method, Back and reload
//	TestKeyboard         all of it without a pointer
//	TestSwipe            done, edit and delete with a finger
//	TestMemoAddress      deep links, the history, a session that has ended
//	TestAskFirst         joining by a code, right and wrong, when the owner is asked
//	TestAccess           a device that is signed out elsewhere, and its unsent texts
//	TestConsent          an app asks for access
//	TestPlacesLook       every place on small and wide screens: targets, axe
//	push.TestSettings    notifications: permission, device, choices
//	live-lambda.TestBrowser  the functions of AWS: sign-in, live list, sign-out
package e2e

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/program"
	webapp "voicememo/webapi/app"
)

var (
	// binary is the program as people run it.
	binary string
	// browser is one Chromium for all tests but those that read its profile.
	browser chromium.Shared
)

func TestMain(m *testing.M) {
	program.MainNeeded()
	if !webapp.Built() {
		fmt.Fprintln(os.Stderr, "the page is not built: run `make web` first")
		os.Exit(1)
	}
	binary = program.MainBuild()
	code := m.Run()
	browser.Close()
	os.Exit(code)
}

// home is a data directory, which keeps its data over restarts of the program.
type home struct {
	t    *testing.T
	data string
}

func newHome(t *testing.T) home { return home{t, t.TempDir()} }

// serve starts a server with the sign-in of --dev, which stops with the test.
func (h home) serve(flags ...string) *served {
	h.t.Helper()
	server, err := program.ForTest(h.t, program.Command(context.Background(), binary, h.data, flags...))
	if err != nil {
		h.t.Fatal(err)
	}
	s := &served{server, h.t}
	h.t.Cleanup(s.stop)
	return s
}

// talk types lines to the skill and returns everything that it printed.
func (h home) talk(lines ...string) string {
	h.t.Helper()
	out, code := program.Finish(h.t, binary, nil, strings.Join(lines, "\n")+"\n", "talk", "--new", "--data", h.data)
	if code != 0 {
		h.t.Fatalf("talk: exit %d\n%s", code, out)
	}
	return out
}

// served is a running server.
type served struct {
	*program.Server
	t *testing.T
}

// stop ends the server, unless it has ended before, and checks its exit status. It
// logs the server's output if the test has failed.
func (s *served) stop() {
	s.t.Helper()
	if s.t.Failed() {
		s.t.Logf("the log of the server:\n%s", s.Log())
	}
	program.CheckEnd(s.t, s.Stop(), s.Log())
}

// kill ends the server as a power cut does.
func (s *served) kill() {
	s.t.Helper()
	if err := s.Kill(); err != nil {
		s.t.Fatal(err)
	}
}

// signIn signs a person in without the page.
func (s *served) signIn(name string) *devsignin.Browser {
	s.t.Helper()
	return devsignin.ForTest(s.t, http.DefaultTransport, s.URL, name)
}
