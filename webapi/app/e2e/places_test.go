package e2e

import (
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestPlaces: each place has an address that a reload, the browser's Back and
// the shortcuts of the icon lead to; a text shared by another app is only written
// into the composer.
func TestPlaces(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	d := s.phone()
	d.do(household.SignsIn("太郎"), household.Adds("牛乳を買う"))
	d.do(household.Goes("trash"), isAt("/trash", "ゴミ箱"), household.Goes("family"), isAt("/family", "家族"), household.Goes("you"), isAt("/you", "わたし"),
		chromium.Until("it goes back", "(history.back(), true)"), isAt("/family", "家族"),
		chromium.Until("it goes back", "(history.back(), true)"), isAt("/trash", "ゴミ箱"), chromium.Sees("trash", ""),
		chromium.Visit(s.URL+"/you"), isAt("/you", "わたし"), chromium.Sees("version", ""),
		chromium.Visit(s.URL+"/family"), isAt("/family", "家族"), chromium.Sees("member", "太郎"),
		household.Goes("memos"), isAt("/", "メモ"), chromium.Sees("memo", "牛乳を買う"))

	d.do(chromium.Visit(s.URL+"/share?title=%E5%8D%B5&text=%E5%8D%B5%E3%82%92%E8%B2%B7%E3%81%86"), chromium.Sees("composer", "卵を買う"),
		hasFocus("composer"), isAt("/", "メモ"), household.Listed, chromium.Counts(1, ".memo", ""))
	placesFromTheTop(d)
	d.do(chromium.Resize(1180, 820), household.Goes("family"), barsCover, household.Goes("trash"), barsCover, household.Goes("memos"), barsCover)
}

// barsCover waits until the bars at the top of a tablet together cover the content that scrolls beneath them.
var barsCover = chromium.Until("the bars are as wide as the place", `(() => {
	const bars = ['.top', '.dock'].map((bar) => document.querySelector(bar).getBoundingClientRect());
	const { left, width } = document.querySelector('main').getBoundingClientRect();
	const parts = Array.from({ length: 21 }, (_, i) => left + 1 + ((width - 2) * i) / 20);
	return width > 0 && parts.every((x) => bars.some((bar) => bar.top <= 8 && bar.bottom > 8 && bar.left <= x && x <= bar.right));
})()`)

// placesFromTheTop: a place begins at its top, however far another was scrolled,
// and Back restores the scroll position.
func placesFromTheTop(d *device) {
	d.t.Helper()
	scrolls := chromium.Until("it is scrolled to the end", "(scrollTo(0, 1e6), scrollY > 100)")
	d.do(chromium.Resize(390, 500), household.Goes("you"), chromium.Sees("version", ""), scrolls,
		household.Goes("trash"), isAt("/trash", "ゴミ箱"), household.Goes("you"), chromium.Sees("version", ""), isAtTop, scrolls,
		household.Goes("memos"), isAt("/", "メモ"), isAtTop,
		chromium.Until("it goes back", "(history.back(), true)"), isAt("/you", "わたし"),
		chromium.Until("it is where one was", "scrollY > 100"))
}

var isAtTop = chromium.Until("it is at the top", "scrollY === 0")

// isAt waits until the address, the title of the tab and the heading agree on a place.
func isAt(path, name string) chromium.Step {
	return chromium.Until("it is at "+path, "location.pathname === '"+path+"' && document.title.startsWith('"+name+
		"') && document.querySelector('h1').textContent.includes('"+name+"')")
}

// shifts lists the layout shifts since the page was opened: an element of the
// Layout Instability API each, with its tag and class.
const shifts = `new Promise((done) => {
	const moved = [];
	new PerformanceObserver((seen) => {
		for (const shift of seen.getEntries()) for (const { node } of shift.sources) moved.push((node?.tagName ?? '') + '.' + (node?.className ?? ''));
	}).observe({ type: 'layout-shift', buffered: true });
	setTimeout(() => done(moved), 300);
})`

// TestPlacesStay: on a wide screen the places do not move when the name of the app, which is loaded later, appears
// above them. Otherwise a click during the start would hit another target.
func TestPlacesStay(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	d := s.device(chromium.Settings{Language: "ja", Width: 1280, Height: 800})
	d.do(chromium.Visit(s.URL), household.SignsIn("太郎"), chromium.Sees("composer", ""), household.Listed)
	for _, address := range []string{"/", "/trash", "/family", "/you"} {
		d.do(chromium.Visit(s.URL+address), chromium.Sees("nav-trash", ""), chromium.Sees(".brand .mark", ""))
		moved, err := chromium.Eval[[]string](d.Window, shifts)
		if err != nil {
			t.Fatal(err)
		}
		if len(moved) > 0 {
			t.Errorf("%s: got shifts of %q, want none", address, moved)
		}
	}
}
