package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestAway: without the server the memos stay readable, memos that are written and
// changed survive reloads, and once the server is back everything is there
// exactly once, also a memo whose answer got lost.
func TestAway(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	s := h.serve()
	d := s.phone()
	d.expected = append(d.expected, unreachable...)
	d.do(household.SignsIn("太郎"), household.Adds("届いたメモ"), household.Adds("直すメモ"))
	d.do(laterLoaded)
	restore, err := d.LoseAnswers("", "/api/memos*") // also of the list, which the page requests after a hint about the memo
	if err != nil {
		t.Fatal(err)
	}
	d.do(chromium.Writes("composer", "返事が消えたメモ"), chromium.Clicks("send", ""), chromium.Sees("memo-sending", "返事が消えたメモ"))
	reaches(t, s, "返事が消えたメモ")
	s.kill()
	d.do(chromium.Sees("offline", ""), chromium.Sees("memo-sending", "つながったら送ります"), // the list rests
		holds("no row has moved", fmt.Sprintf("document.querySelector('.memo').getBoundingClientRect().top <= %d", highestFirst)))
	d.do(household.Edits("直すメモ", "直したメモ"), chromium.Sees("memo-sending", "直したメモ"),
		household.Opens("直したメモ"), chromium.Sees("memo-detail", "つながったら送ります"), household.Shuts)
	for _, content := range []string{"圏外の一つめ", "圏外の二つめ", "圏外の三つめ"} {
		d.do(chromium.Writes("composer", content), chromium.Clicks("send", ""), chromium.Sees("memo-sending", content))
	}
	d.do(chromium.Writes("composer", "書きかけ"), keeps("書きかけ"), keeps("直したメモ"), keeps("圏外の三つめ"))
	sure := []string{"届いたメモ", "直したメモ", "圏外の一つめ", "圏外の二つめ", "圏外の三つめ"}
	for range 2 {
		d.do(chromium.Visit(s.URL), chromium.Sees("offline", ""), chromium.Sees("memo-sending", "直したメモ"), chromium.Misses(".memo", "直すメモ"))
		for _, content := range sure {
			d.do(chromium.Counts(1, ".memo", content))
		}
		d.do(chromium.Sees(".memo", "返事が消えたメモ")) // it is not known yet whether it has arrived
	}
	all := append([]string{"返事が消えたメモ"}, sure...)

	if err := restore(); err != nil { // not earlier: it would let a pending answer through
		t.Fatal(err)
	}
	s = h.serve("--addr", s.Address())
	d.do(chromium.Misses("offline", ""), household.Settled, chromium.Counts(len(all), "memo", ""))
	got := s.signIn("太郎").Contents()
	for _, content := range all {
		if strings.Count(got, content) != 1 {
			t.Errorf("%q is not there exactly once: %q", content, got)
		}
	}
	if strings.Count(got, " / ") != len(all)-1 {
		t.Errorf("more than was written: %q", got)
	}
	if draft := d.read("composer"); draft != "書きかけ" {
		t.Errorf("the composer holds %q", draft)
	}
}

// reaches waits until the server has a memo.
func reaches(t *testing.T, s *served, content string) {
	t.Helper()
	other := s.signIn("太郎")
	for end := time.Now().Add(time.Minute); !strings.Contains(other.Contents(), content); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%q was to reach the server", content)
		}
	}
}

// TestFamilyWithoutServer: the family place says that the server cannot be reached, disables its actions,
// and works again by itself.
func TestFamilyWithoutServer(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	h := newHome(t)
	s := h.serve()
	d := s.phone()
	d.expected = append(d.expected, unreachable...)
	d.do(household.SignsIn("太郎"), household.Adds("牛乳"), household.Goes("family"), chromium.Misses("needs-server", ""))
	s.kill()
	d.do(chromium.Sees("needs-server", "つながりません"))
	for _, c := range []struct{ place, control, want string }{
		{"family", "invite-make", "true"}, {"family", "add-echo", "true"}, {"family", "join-submit", "true"},
		{"you", "access", "true"}, {"you", "delete-account", "true"}, {"you", "sign-out", ""},
	} {
		d.do(household.Goes(c.place), chromium.Sees("needs-server", ""), chromium.Sees(c.control, ""))
		got, err := chromium.Eval[string](d.Window, fmt.Sprintf("document.querySelector('[data-testid=%s]').getAttribute('aria-disabled') ?? ''", c.control))
		if err != nil {
			t.Fatal(err)
		}
		if got != c.want {
			t.Errorf("%s: got aria-disabled %q, want %q", c.control, got, c.want)
		}
	}
	d.do(household.Goes("family"))
	d.do(chromium.Clicks("invite-make", ""), chromium.Sees("status", "つながってから"), chromium.Misses("invite", ""))
	h.serve("--addr", s.Address())
	d.do(chromium.Misses("needs-server", ""), chromium.Clicks("invite-make", ""), chromium.Sees("invite", ""))
}
