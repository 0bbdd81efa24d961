package e2e

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestLeavesNothing: after a sign-out, with the server or without it, nothing that
// the page has shown is in the browser's memory or anywhere in its profile, and the
// server ends the session as soon as it can be reached. What was searched for is in an
// address, and the browser keeps those in its history.
func TestLeavesNothing(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	for name, away := range map[string]bool{"with the server": false, "without it": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, profile := newHome(t), t.TempDir()
			s := h.serve()
			browser := chromium.ForTestIn(t, profile)
			p := leaver{profile: profile, browser: browser, secrets: map[string]string{}}
			p.arrives(s)
			p.uses()
			p.isKept()
			if away {
				s.kill()
			}
			p.leaves()
			if away {
				p.device.do(chromium.Sees("farewell", "サインアウトの手続きは、つながったときに"))
				s = h.serve("--addr", s.Address())
			}
			p.device.do(serverSignedOut)
			s.refuses(p.account)
			p.isForgotten()
		})
	}
}

// leaver is a person in a separate browser, and the texts that must not
// stay there, by kind.
type leaver struct {
	profile string
	browser *chromium.Browser
	device  *device
	account *devsignin.Browser
	secrets map[string]string
}

// secret returns a unique text.
func (p *leaver) secret(what string) string {
	p.secrets[what] = "zq" + strings.ToLower(rand.Text()[:20])
	return p.secrets[what]
}

// arrives opens the page as a person who is signed in and has a family.
func (p *leaver) arrives(s *served) {
	s.t.Helper()
	p.account = s.signIn("Taro " + p.secret("own name"))
	other := s.signIn("Hanako " + p.secret("other name"))
	code := p.account.Call(http.MethodPost, "/api/family/invite-codes", "", http.StatusCreated)["code"].(string)
	other.Call(http.MethodPost, "/api/family/join", fmt.Sprintf(`{"inviteCode":%q}`, code), http.StatusOK)
	for _, b := range []*devsignin.Browser{p.account, other} {
		user := b.Call(http.MethodGet, "/api/me", "", http.StatusOK)["user"].(map[string]any)
		p.secrets["address of "+user["name"].(string)] = user["email"].(string)
	}
	other.Call(http.MethodPost, "/api/memos", fmt.Sprintf(`{"content":%q}`, p.secret("memo of the other")), http.StatusCreated)
	p.device = s.deviceIn(p.browser, chromium.Settings{Language: "ja", Shared: true})
	p.device.expected = append(p.device.expected, unreachable...)
	if err := p.device.SetCookie(s.URL, devsignin.SessionCookie, p.account.Cookies[devsignin.SessionCookie]); err != nil {
		s.t.Fatal(err)
	}
	p.device.do(chromium.Visit(s.URL), chromium.Sees("memo", p.secrets["memo of the other"]), shellKept)
}

// uses takes the steps that could leave traces.
func (p *leaver) uses() {
	d := p.device
	d.t.Helper()
	thrown, edited := p.secret("deleted memo"), p.secret("edited memo")
	for _, content := range []string{p.secret("memo"), thrown, edited} {
		d.do(household.Adds(content))
	}
	d.do(household.Edits(edited, p.secret("new text")))
	d.do(household.Settled, household.Deletes(thrown), household.Settled,
		household.Goes("trash"), chromium.Sees("trash-memo", thrown),
		household.Goes("memos"), household.Searches("nowhere"), chromium.Sees("empty", ""), chromium.Clicks("search-clear", ""),
		household.Opens(p.secrets["memo"]), chromium.Clicks("memo-edit", ""), chromium.Writes("editor-text", p.secret("unsaved edit")),
		chromium.Presses(kb.Escape), household.Shuts, chromium.Writes("composer", p.secret("draft")),
		household.Goes("family"), chromium.Sees("member", p.secrets["other name"]), household.Goes("you"), chromium.Clicks("profile-open", ""),
		chromium.Writes("name-input", "Taro "+p.secret("new name")), chromium.Clicks("profile-save", ""), chromium.Sees("you", p.secrets["new name"]),
		chromium.Clicks("access", ""), chromium.Sees("access-item", ""))
}

// isKept waits until the browser has written the page's data to the disk,
// and checks that the search of the profile finds them.
func (p *leaver) isKept() {
	d := p.device
	d.t.Helper()
	canary := "zq" + rand.Text()
	d.do(chromium.Until("it is stored", fmt.Sprintf("!!(sessionStorage.canary = localStorage.canary = %q)", canary)),
		func(*chromium.Window) error {
			for len(traces(d.t, p.profile, canary)) < 2 {
				select {
				case <-d.t.Context().Done():
					return d.t.Context().Err()
				case <-time.After(200 * time.Millisecond):
				}
			}
			return nil
		})
	for _, what := range []string{"memo", "draft", "other name"} {
		if len(traces(d.t, p.profile, p.secrets[what])) == 0 {
			d.t.Errorf("%s: the page keeps nothing, or the search of the profile does not find it", what)
		}
	}
}

// leaves signs out, and searches the memory of the page that follows.
func (p *leaver) leaves() {
	d := p.device
	d.t.Helper()
	d.do(leaves(chromium.Clicks("sign-out", ""), chromium.Clicks("sign-out-discard", "")), chromium.Sees("farewell", "この端末からサインアウトしました"))
	memory, err := d.Memory()
	if err != nil {
		d.t.Fatal(err)
	}
	if len(memory) < 100_000 {
		d.t.Errorf("got %d bytes of memory, want a snapshot", len(memory))
	}
	for what, secret := range p.secrets {
		if strings.Contains(memory, secret) {
			d.t.Errorf("%s: %q is in the memory of the page", what, secret)
		}
	}
}

// isForgotten closes the browser and searches its profile.
func (p *leaver) isForgotten() {
	t := p.device.t
	t.Helper()
	if err := p.browser.Quit(); err != nil {
		t.Fatal(err)
	}
	for what, secret := range p.secrets {
		if files := traces(t, p.profile, secret); len(files) > 0 {
			t.Errorf("%s: %q is in %q", what, secret, files)
		}
	}
}

// refuses checks that the session of a browser has ended, also for a client that still has its cookie.
func (s *served) refuses(b *devsignin.Browser) {
	s.t.Helper()
	for _, path := range []string{"/api/me", "/api/memos"} {
		b.Call(http.MethodGet, path, "", http.StatusUnauthorized)
	}
}

// traces lists the files of a profile that have a text in them: as UTF-8, as UTF-16,
// or inside gzip data. Blocks packed by Snappy have the
// first occurrence of a text as it is.
func traces(t *testing.T, profile, text string) (files []string) {
	t.Helper()
	var wide []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		wide = append(wide, byte(unit), byte(unit>>8))
	}
	err := filepath.WalkDir(profile, func(path string, entry fs.DirEntry, _ error) error {
		if entry == nil || !entry.Type().IsRegular() {
			return nil
		}
		raw, _ := os.ReadFile(path) //nolint:gosec // of the test's own profile; the running browser creates and removes files
		if bytes.Contains(raw, []byte(text)) || bytes.Contains(raw, wide) || bytes.Contains(unpackedFrom(raw), []byte(text)) {
			files = append(files, strings.TrimPrefix(path, profile))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// unpackedFrom unpacks the gzip data inside a file (RFC 1952).
func unpackedFrom(raw []byte) (all []byte) {
	for {
		i := bytes.Index(raw, []byte{0x1f, 0x8b, 8})
		if i < 0 {
			return all
		}
		raw = raw[i:]
		if packed, err := gzip.NewReader(bytes.NewReader(raw)); err == nil {
			found, _ := io.ReadAll(packed) // up to the first error
			all = append(all, found...)
		}
		raw = raw[1:]
	}
}
