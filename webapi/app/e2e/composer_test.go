package e2e

import (
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestComposer: one line of text has the buttons beside it; several have the whole width, and
// the buttons below them, also when the window becomes narrower, and move nothing of the
// list. What is told stands below all of them.
func TestComposer(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	for name, width := range map[string]int64{"small phone": 320, "wide": 1280} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := s.device(chromium.Settings{Language: "ja", Before: recogniser})
			d.do(chromium.Visit(s.URL), household.SignsIn("太郎"), chromium.Resize(width, 844), chromium.Sees("mic", ""))
			d.do(chromium.Writes("composer", "牛乳"), holds("the buttons are beside one line", besideText))
			d.do(chromium.Writes("composer", "牛乳\n卵"), holds("the buttons are below two lines", belowText),
				holds("the list stays where it is", "document.querySelector('main').getBoundingClientRect().top <= 72"))
			d.do(chromium.Writes("composer", "牛乳"), holds("the buttons are beside one line again", besideText))
			d.do(chromium.Clicks("mic", ""), listens, holds("the word is whole", "((e) => e.scrollWidth <= e.clientWidth)(document.querySelector('.hearing .word'))"), fails("not-allowed"), deaf, chromium.Sees("mic-note", "マイク"),
				holds("the buttons are beside the text", besideText), holds("the reason is below them", "box('mic-note').top >= box('send').bottom"))
		})
	}
}

// TestGrownBox: all lines are visible after the window has become narrower.
func TestGrownBox(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	d := newHome(t).serve().phone()
	d.do(household.SignsIn("太郎"), chromium.Writes("composer", "土曜の朝にみんなで買い物へ行く"), holds("it is one line", besideText),
		chromium.Resize(240, 844), holds("no line is hidden", "find('composer').scrollHeight <= find('composer').clientHeight && "+belowText))
}

const (
	besideText = "box('send').left >= box('composer').right && box('send').bottom > box('composer').top && box('mic').bottom === box('send').bottom"
	belowText  = "box('send').top >= box('composer').bottom && box('composer').right > box('send').left && box('mic').bottom === box('send').bottom"
)

// holds waits until a condition on the layout is true.
func holds(what, condition string) chromium.Step {
	return chromium.Until(what, `(() => {
		const find = (name) => document.querySelector('[data-testid=' + name + ']');
		const box = (name) => find(name).getBoundingClientRect();
		return `+condition+`;
	})()`)
}

// TestLongText: a long memo keeps its lines when all of it is shown, and when it is opened.
func TestLongText(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	d := newHome(t).serve().phone()
	const text = "運動会のおさらい。集合は8時20分に東門、車では来ないこと。結衣は赤組で、出番は徒競走が3番目、ダンスが7番目、玉入れが11番目。" +
		"お弁当は大輔が作るので、前の晩に鶏のから揚げの下味をつけておく。ばあばは10時のバスで来るから、だれかバス停まで迎えに行く。" +
		"雨のときは6時半に学校からメールが来て、火曜日に延びる。"
	d.do(household.SignsIn("太郎"), household.Adds(text), household.Settled, chromium.Sees("memo-all", ""))
	lines := d.lineEnds()
	d.do(chromium.Clicks("memo-all", ""), chromium.Misses("memo-all", ""))
	if shown := d.lineEnds(); shown != lines {
		t.Errorf("the lines end at %s when all is shown, want %s", shown, lines)
	}
	d.do(household.Opens("運動会"), chromium.Sees("memo-panel", ""))
	if opened := d.lineEnds(); opened != lines {
		t.Errorf("the lines end at %s when the memo is opened, want %s", opened, lines)
	}
}

// lineEnds returns where the first five lines of the memo end.
func (d *device) lineEnds() string {
	d.t.Helper()
	ends, err := chromium.Eval[string](d.Window, `(() => {
		const range = document.createRange();
		range.selectNodeContents(document.querySelector('[data-testid=memo] .text'));
		return [...range.getClientRects()].slice(0, 5).map((line) => Math.round(line.right)).join(' ');
	})()`)
	if err != nil {
		d.t.Fatal(err)
	}
	return ends
}
