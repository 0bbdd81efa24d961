package e2e

import (
	"fmt"
	"net/http"
	"testing"

	"voicememo/models"
	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/plenty"
	"voicememo/tools/testkit/sizes"
)

const (
	// longList is the number of memos of a long list in an ordinary test run. MEMOTEST_PAGE_MEMOS sets another number.
	longList = 2500
	// maxRows limits the number of elements for them on the page at any time.
	maxRows = 250
)

// TestLongList: of a long list only rows near the view are in the page, all
// the way down to the oldest memo and back.
func TestLongList(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	many, h := sizes.Number(t, "MEMOTEST_PAGE_MEMOS", longList), newHome(t)
	s := h.serve()
	user := s.signIn("太郎").Call(http.MethodGet, "/api/me", "", http.StatusOK)["user"].(map[string]any)
	s.stop()
	if err := plenty.Memos(t.Context(), h.data, models.UserID(user["userId"].(string)), many); err != nil {
		t.Fatal(err)
	}
	s = h.serve()
	d := s.phone()
	d.do(household.SignsIn("太郎"), chromium.Sees("memo", ""), household.Listed)
	most := d.toTheEnd(many)
	t.Logf("at most %d rows for %d memos", most, many)
	if most == 0 || most > maxRows {
		t.Errorf("%d rows, want at most %d", most, maxRows)
	}
	d.do(chromium.Sees("memo", "1: "), chromium.Misses("more", ""))
}

// TestTakeOut: copy, print and share take the whole list, of which the page has loaded only the
// beginning; printing by the browser's menu says that it has only the beginning.
func TestTakeOut(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	const many = 230
	h := newHome(t)
	s := h.serve()
	user := s.signIn("太郎").Call(http.MethodGet, "/api/me", "", http.StatusOK)["user"].(map[string]any)
	s.stop()
	if err := plenty.Memos(t.Context(), h.data, models.UserID(user["userId"].(string)), many); err != nil {
		t.Fatal(err)
	}
	s = h.serve()
	begins := func() *device {
		d := s.phone()
		d.do(household.SignsIn("太郎"), chromium.Sees("memo", ""), household.Listed, laterLoaded, chromium.Until("it counts what is printed", countsPrinted))
		return d
	}
	printed := func(n int, part bool) chromium.Step {
		return chromium.Until(fmt.Sprintf("%d are printed", n), fmt.Sprintf("window.printed === '%d %v'", n, part))
	}

	d := begins()
	d.do(chromium.Prints, printed(50, true), chromium.Clicks("memo-done", ""), chromium.Sees("done-fold", "1"), household.Settled)
	d.do(household.Menu, chromium.Clicks("list-print", ""), printed(many, false), chromium.Prints, printed(many, false),
		chromium.Until("most are out of the page again", "document.querySelectorAll('.memo').length < 100"))
	d = begins()
	d.do(household.Menu, chromium.Clicks("list-share", ""), chromium.Until("all are shared", fmt.Sprintf("window.shared?.match(/^- /gm).length === %d", many)))
	d = begins()
	d.do(household.Menu, chromium.Clicks("list-copy", ""), chromium.Sees("notice", fmt.Sprint(many)),
		chromium.Writes("composer", "x"), chromium.PressesWith(chromium.Control, "a"), chromium.PressesWith(chromium.Control, "v"),
		chromium.Until("all are copied", fmt.Sprintf("document.querySelector('[data-testid=composer]').value.match(/^- /gm).length === %d", many)))
}

// countsPrinted records in the page what is printed by the browser and the page, and what it shares,
// since a browser without a screen has no dialogs for either.
const countsPrinted = `(() => {
	const seen = (e) => !!e && getComputedStyle(e).display !== 'none';
	const count = () => (window.printed = document.querySelectorAll('.memo').length + ' ' + seen(document.querySelector('.on-paper')));
	window.print = count;
	matchMedia('print').addEventListener('change', (e) => e.matches && count());
	navigator.share = async ({ text }) => { window.shared = text; };
	return true;
})()`

// toTheEnd scrolls down a list of total memos to its end, and returns the greatest number of rows that the page had at
// one time.
func (d *device) toTheEnd(many int) (most int) {
	d.t.Helper()
	for range 2 * many / 100 { // twice the number of pages
		there, err := chromium.Eval[struct {
			Rows int
			End  bool
		}](d.Window, downwards)
		if err != nil {
			d.t.Fatal(err)
		}
		if most = max(most, there.Rows); there.End {
			return most
		}
	}
	d.t.Fatal("the list does not end")
	return 0
}

// downwards scrolls to the bottom of the list n times.
const downwards = `(async () => {
	const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
	let rows = 0;
	for (let n = 0; n < 20; n++) {
		scrollTo(0, document.documentElement.scrollHeight);
		await frame();
		rows = Math.max(rows, document.querySelectorAll('.memo').length);
	}
	const bottom = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
	return { rows, end: bottom && !document.querySelector('[data-testid=more]') };
})()`
