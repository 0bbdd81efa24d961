package e2e

import (
	_ "embed" // for look.js
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

//go:embed look.js
var lookScript string

// Limits of the layout. Those of a phone are for 390 by 844 CSS pixels.
const (
	highestFirst = 52 // the first memo begins at this height at the latest
	wholeMemos   = 8  // at least so many memos of one line are wholly visible
	mostTabs     = 3  // stops of the Tab key from the top of the page up to and including the composer
)

// lookWidths are widths of windows, from a small phone to a large screen.
var lookWidths = []int64{320, 360, 390, 640, 820, 899, 900, 1024, 1180, 1280, 1679, 1680, 1920}

// looked returns a device of a person in a family of three with memos of one line, one of which was edited.
func looked(t *testing.T, settings chromium.Settings) *device {
	t.Helper()
	s := newHome(t).serve()
	taro, hanako, yui := s.signIn("太郎"), s.signIn("花子"), s.signIn("結衣")
	for i := range 12 {
		taro.Call(http.MethodPost, "/api/memos", fmt.Sprintf(`{"content":"買うもの%02d"}`, i), http.StatusCreated)
	}
	for _, other := range []*devsignin.Browser{hanako, yui} {
		code := taro.Call(http.MethodPost, "/api/family/invite-codes", "", http.StatusCreated)["code"].(string)
		other.Call(http.MethodPost, "/api/family/join", fmt.Sprintf(`{"inviteCode":%q}`, code), http.StatusOK)
	}
	d := s.device(settings)
	d.do(chromium.Visit(s.URL), household.SignsIn("太郎"), chromium.Counts(12, "memo", ""), chromium.Sees("menu-open", ""))
	return d
}

// TestLook: how much of the list is visible on a phone, how near the composer is, and that few Tab stops lead to it, on
// a phone and on a wide window.
func TestLook(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	for language, width := range map[string]int64{"ja": 390, "en": 1280} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			d := looked(t, chromium.Settings{Language: language})
			d.do(partsLoaded, chromium.Misses("chip", ""))
			first, err := chromium.Eval[float64](d.Window, "document.querySelector('[data-testid=memo]').getBoundingClientRect().top")
			if err != nil || first > highestFirst {
				t.Errorf("the first memo begins at %v px, want at most %d (%v)", first, highestFirst, err)
			}
			whole, err := chromium.Eval[int](d.Window, `(() => {
				const end = document.querySelector('.dock').getBoundingClientRect().top;
				return [...document.querySelectorAll('[data-testid=memo]')].filter((e) => e.getBoundingClientRect().bottom <= end).length;
			})()`)
			if err != nil || whole < wholeMemos {
				t.Errorf("%d memos are wholly visible, want at least %d (%v)", whole, wholeMemos, err)
			}
			d.tabsToComposer(width)
		})
	}
}

// tabsToComposer checks the number of Tab stops from the top of the page to the composer, in a window of a width.
func (d *device) tabsToComposer(width int64) {
	d.t.Helper()
	d.do(chromium.Resize(width, 844), chromium.Until("the focus is at the top",
		"(document.activeElement.blur(), getSelection().setBaseAndExtent(document.body, 0, document.body, 0), true)"))
	for range mostTabs {
		d.do(chromium.Presses(kb.Tab))
		at, err := chromium.Eval[string](d.Window, "document.activeElement.dataset.testid ?? ''")
		if err != nil || at == "composer" {
			return
		}
	}
	d.t.Errorf("%d px: the composer is not among the first %d stops", width, mostTabs)
}

// lookPlaces are the screens of the list and of the places.
var lookPlaces = []struct {
	name  string
	steps []chromium.Step
}{
	{"list", []chromium.Step{partsLoaded}},
	{"opened", []chromium.Step{household.Opens("買うもの11"), settled}},
	{"edited", []chromium.Step{
		chromium.Clicks("memo-edit", ""), chromium.Writes("editor-text", "買うもの11、2個"), chromium.Clicks("editor-save", ""),
		chromium.Sees("memo", "買うもの11、2個"), household.Settled,
	}},
	{"done", []chromium.Step{household.Shuts, household.Marks("買うもの09"), household.Settled, chromium.Clicks("done-fold", ""), chromium.Sees(".memo.done", "買うもの09")}},
	{"search", []chromium.Step{household.Searches("買うもの0"), chromium.Sees("found", ""), chromium.Misses("memo", "買うもの11")}},
	{"trash", []chromium.Step{
		chromium.Clicks("search-clear", ""), chromium.Sees("memo", "買うもの11"), household.Settled,
		household.Deletes("買うもの08"), household.Settled, household.Goes("trash"), chromium.Sees("trash-memo", "買うもの08"),
	}},
	{"family", []chromium.Step{household.Goes("family"), chromium.Counts(3, "member", "")}},
	{"you", []chromium.Step{household.Goes("you"), chromium.Sees("access", "")}},
}

// TestWidths: the page scrolls sideways at no width, also with the largest text.
func TestWidths(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	for _, of := range []struct{ text, language string }{{"normal", "ja"}, {"largest", "ja"}, {"largest", "en"}} {
		t.Run(of.text+" "+of.language, func(t *testing.T) {
			t.Parallel()
			d := looked(t, chromium.Settings{Language: of.language, Before: fmt.Sprintf(`localStorage.setItem('display', '{"text":%q}')`, of.text)})
			d.everywhere(func(place string) {
				for _, width := range lookWidths {
					d.do(chromium.Resize(width, 844), painted)
					sideways, err := chromium.Eval[int](d.Window, "document.documentElement.scrollWidth - innerWidth")
					if err != nil || sideways > 0 {
						t.Errorf("%s, %d px: the page is %d px wider (%v)", place, width, sideways, err)
					}
					cut, err := chromium.Eval[string](d.Window, cutAtSide)
					if err != nil || cut != "" {
						t.Errorf("%s, %d px: %q is cut off at the side (%v)", place, width, cut, err)
					}
				}
				d.do(chromium.Resize(390, 844), chromium.Until("it is a phone", "!matchMedia('(min-width: 900px)').matches"), painted, painted)
			})
		})
	}
}

// cutAtSide finds labels of the places at the side that are cut off.
const cutAtSide = `(() => {
	const side = document.querySelector('.places');
	const words = [...side.querySelectorAll('.brand, a, .push button')].filter((e) => e.checkVisibility());
	return words.find((e) => e.scrollWidth > e.clientWidth + 1)?.textContent ?? '';
})()`

// TestPlacesLook checks every place on a phone and on a wide window.
func TestPlacesLook(t *testing.T) {
	t.Parallel()
	for name, size := range map[string][2]int64{"phone": {390, 844}, "wide": {1280, 800}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := looked(t, chromium.Settings{Language: "ja"})
			d.do(chromium.Resize(size[0], size[1]), painted)
			d.everywhere(func(place string) {
				d.targets(place)
				d.saidOnce(place, size[0])
				d.forcedColours(place)
				if name == "phone" {
					d.do(chromium.Resize(320, 568), painted)
					d.targets(place + ", small phone")
					d.do(chromium.Resize(size[0], size[1]), painted)
				}
			})
		})
	}
}

// forcedColours: where the system chooses the colours, shadows are not drawn; what is
// written in has an edge all the same, and the number beside what is chosen can be read.
func (d *device) forcedColours(place string) {
	d.t.Helper()
	if err := d.Force(true); err != nil {
		d.t.Fatal(err)
	}
	bare, err := chromium.Eval[string](d.Window, edgeless)
	if err != nil || bare != "" {
		d.t.Errorf("%s: %s has no edge (%v)", place, bare, err)
	}
	faint, err := chromium.Eval[int](d.Window, faintNumbers)
	if err != nil || faint > 0 {
		d.t.Errorf("%s: %d numbers have another colour than the words beside them (%v)", place, faint, err)
	}
	if err := d.Force(false); err != nil {
		d.t.Fatal(err)
	}
}

// edgeless finds a text field without a border of its own or around it.
const edgeless = `(() => {
	const edged = (e) => !!e && !e.matches('main, dialog, .block') && (parseFloat(getComputedStyle(e).borderTopWidth) > 0 || edged(e.parentElement));
	const boxes = [...document.querySelectorAll('input:not([type=checkbox], [type=radio]), textarea')].filter((e) => e.checkVisibility());
	return boxes.filter((e) => !edged(e)).map((e) => e.dataset.testid ?? e.className).join(' ');
})()`

// faintNumbers counts the numbers in what is chosen at the side that have a colour of their own.
const faintNumbers = `[...document.querySelectorAll('.places [aria-pressed=true] .n')].filter((e) =>
	e.checkVisibility() && getComputedStyle(e).color !== getComputedStyle(e.parentElement).color).length`

// targets: every button and link is as large as a fingertip.
func (d *device) targets(place string) {
	d.t.Helper()
	small, err := chromium.Eval[[]string](d.Window, "("+lookScript+")()")
	if err != nil {
		d.t.Fatal(err)
	}
	for _, target := range small {
		d.t.Errorf("%s: %s", place, target)
	}
}

// saidOnce: assistive technology reads the text of each memo once, and no button repeats
// it.
func (d *device) saidOnce(place string, width int64) {
	d.t.Helper()
	d.accessible(place)
	said := d.memosSaid()
	if shows := place != "family" && place != "you"; shows != (len(said) > 0) {
		d.t.Errorf("%s: %d memos are said", place, len(said))
	}
	for text, n := range said {
		once := 1
		if width == 1280 && strings.HasPrefix(text, "買うもの11") {
			once = 2 // in the list, and beside it
		}
		if n > once {
			d.t.Errorf("%s: %q is said %d times", place, text, n)
		}
	}
}

// memosSaid counts how often the accessibility tree has each memo, and checks that no button has it.
func (d *device) memosSaid() map[string]int {
	d.t.Helper()
	all, err := d.Accessible()
	if err != nil {
		d.t.Fatal(err)
	}
	counts := map[string]int{}
	for _, a := range all {
		if a.Role == "StaticText" && strings.HasPrefix(a.Name, "買うもの") { // the Undo of a deletion names its memo within a sentence
			counts[a.Name]++
		} else if a.Role == "button" && strings.Contains(a.Name, "買うもの") {
			d.t.Errorf("a button says %q", a.Name)
		}
	}
	return counts
}

// everywhere opens each place and runs the check.
func (d *device) everywhere(look func(place string)) {
	d.t.Helper()
	for _, p := range lookPlaces {
		d.do(p.steps...)
		d.do(painted)
		look(p.name)
	}
}

// painted waits until the page has been painted.
var painted = chromium.Until("it is drawn", "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true))))")

// partsLoaded waits until the parts after the list are loaded.
var partsLoaded = chromium.Until("the parts are there",
	"performance.getEntriesByType('resource').some((e) => e.name.includes('later_parts')) && new Promise((done) => setTimeout(() => done(true), 100))")
