package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// story is a random history of two people in three tabs, its model,
// and a count of each kind of step.
type story struct {
	*model
	t     *testing.T
	home  home
	s     *served
	rand  *rand.Rand
	tabs  []*tab
	count map[string]int
}

// TestStory: two people write, edit, tick, delete and take back in three tabs, while the
// network comes and goes, tabs are reloaded and the server is killed. After each step each
// tab shows exactly the state of the model, and at the end so does the server: nothing that was
// written is lost or doubled, and each draft is where it was.
func TestStory(t *testing.T) {
	t.Parallel()
	seed := sizes.Number(t, "MEMOTEST_SEED", sizes.Of(t, 1, int(time.Now().UnixNano()%1_000_000)))
	steps := sizes.Number(t, "MEMOTEST_STEPS", sizes.Of(t, 25, 300))
	h := newHome(t)
	y := &story{
		model: &model{}, t: t, home: h, s: h.serve("--rate-writes=0", "--rate-searches=0"), count: map[string]int{},
		rand: rand.New(rand.NewPCG(uint64(seed), 0)),
	}
	t.Logf("MEMOTEST_SEED=%d MEMOTEST_STEPS=%d repeats this", seed, steps)
	y.gather()
	for range steps {
		y.step()
		y.check()
	}
	y.end()
	t.Logf("%d steps: %v; %d texts, 0 lost, 0 doubled", steps, y.count, y.texts)
}

// gather opens the tabs: two of one person, one of the other.
func (y *story) gather() {
	taro, hanako := &teller{name: "太郎"}, &teller{name: "花子"}
	first, other := y.s.phone(), y.s.phone()
	first.do(household.SignsIn(taro.name))
	code, _ := first.invite()
	other.do(household.SignsIn(hanako.name), household.Joins(code), household.Goes("memos"))
	first.do(chromium.Misses("invite", ""), household.Goes("memos"))
	window, err := browser.ForTest(y.t).Beside(first.Window, chromium.Settings{Language: "ja"})
	if err != nil {
		y.t.Fatal(err)
	}
	y.t.Cleanup(window.Close)
	second := &device{Window: window, t: y.t}
	second.do(chromium.Visit(y.s.URL), chromium.Sees("composer", ""))
	for _, d := range []*device{first, second, other} {
		d.expected = append(d.expected, unreachable...)
		d.expected = append(d.expected, "status of 412", "status of 409", "status of 404")
		d.do(laterLoaded, shellKept)
		p := taro
		if d == other {
			p = hanako
		}
		w := &tab{device: d, of: p, half: -1}
		p.tabs = append(p.tabs, w)
		y.tabs = append(y.tabs, w)
	}
}

// step takes one random step that is possible now.
func (y *story) step() {
	w := y.tabs[y.rand.IntN(len(y.tabs))]
	kinds := []string{"write", "write", "write", "leave", "flap", "reload"}
	if !w.of.away {
		kinds = append(kinds, "unanswered", "kill")
	}
	if w.draft == "" && w.half < 0 {
		kinds = append(kinds, "draft")
	}
	live, done := y.size()
	if free := y.free(w); len(free) > 0 {
		kinds = append(kinds, "edit", "edit", "edit", "delete")
		if done < mostDone {
			kinds = append(kinds, "tick", "tick")
		}
		if live >= mostLive {
			kinds = []string{"delete", "delete", "delete", "edit", "leave", "reload"}
		}
		if !w.of.away { // otherwise the act and its undo may both be sent after another person's change
			kinds = append(kinds, "take back", "take back")
		}
		if w.draft == "" && w.half < 0 {
			kinds = append(kinds, "half")
		}
	}
	if w.half >= 0 && slices.Contains(y.open(w.of), w.half) {
		kinds = append(kinds, "finish", "finish")
	}
	kind := kinds[y.rand.IntN(len(kinds))]
	y.count[kind]++
	y.t.Logf("%s (%d, away %v): %s", w.of.name, slices.Index(w.of.tabs, w), w.of.away, kind)
	map[string]func(*tab){
		"write": y.write, "draft": y.begin, "leave": y.leave, "flap": y.flap, "reload": y.reload, "unanswered": y.unanswered,
		"kill": y.kill, "edit": y.edit, "tick": y.tick, "delete": y.delete, "take back": y.takeBack, "half": y.beginEdit,
		"finish": y.finish,
	}[kind](w)
}

// The list stays within its first page: a tab shows more only after a press.
const (
	mostLive = 36
	mostDone = 16
)

// size returns how many memos are not in the trash, and how many of them are done.
func (y *story) size() (live, done int) {
	for _, f := range y.facts {
		if f.text == "" || f.trashed {
			continue
		}
		live++
		if f.done {
			done++
		}
	}
	return live, done
}

// free returns the memos that a tab can change: memos that its person is editing wait.
func (y *story) free(w *tab) []int {
	return slices.DeleteFunc(y.open(w.of), func(i int) bool {
		return slices.ContainsFunc(w.of.tabs, func(o *tab) bool { return o.half == i })
	})
}

// choose returns one of the free memos and its text.
func (y *story) choose(w *tab) (memo int, text string) {
	free := y.free(w)
	memo = free[y.rand.IntN(len(free))]
	return memo, y.view(w.of)[memo].text
}

// write sends a new memo, or the draft.
func (y *story) write(w *tab) {
	text := w.draft
	if text == "" {
		text = y.newText()
		w.do(chromium.Writes("composer", text))
	}
	w.draft = ""
	w.do(chromium.Clicks("send", ""), chromium.Sees(".memo", text))
	y.records(w.of, deed{kind: "add", memo: y.number(), text: text})
}

// records applies a person's change to the model.
func (y *story) records(p *teller, d deed) {
	y.t.Logf("  %+v", d)
	y.does(p, d)
}

// begin writes a memo without sending it.
func (y *story) begin(w *tab) {
	w.draft = y.newText()
	w.do(chromium.Writes("composer", w.draft), keeps(w.draft))
}

// unanswered sends a new memo whose answer is lost.
func (y *story) unanswered(w *tab) {
	w.do(household.Settled) // an earlier change in the queue would block it
	restore, err := w.LoseAnswers("", "/api/memos*")
	if err != nil {
		y.t.Fatal(err)
	}
	y.write(w)
	reaches(y.t, y.s, y.facts[len(y.facts)-1].text)
	if err := restore(); err != nil {
		y.t.Fatal(err)
	}
}

// edit replaces the text of a memo.
func (y *story) edit(w *tab) {
	memo, base := y.choose(w)
	text := y.newText()
	w.do(household.Edits(base, text))
	y.records(w.of, deed{kind: "edit", memo: memo, base: base, text: text})
}

// tick marks a memo as done.
func (y *story) tick(w *tab) {
	memo, text := y.choose(w)
	w.do(household.Marks(text))
	y.records(w.of, deed{kind: "done", memo: memo})
}

// delete puts a memo into the trash.
func (y *story) delete(w *tab) {
	memo, text := y.choose(w)
	w.do(household.Deletes(text))
	y.rescue(memo, w.of)
	y.records(w.of, deed{kind: "delete", memo: memo, base: text})
}

// takeBack makes one of these changes, and undoes it immediately. Texts that others write over a memo move when they
// see it deleted, which may or may not happen before the undo, so such a memo is not deleted.
func (y *story) takeBack(w *tab) {
	memo, text := y.choose(w)
	other := y.newText()
	acts := []chromium.Step{household.Marks(text), household.Edits(text, other)}
	if !slices.ContainsFunc(y.tabs, func(w *tab) bool { return w.half == memo }) {
		acts = append(acts, household.Deletes(text))
	}
	i := y.rand.IntN(len(acts))
	y.t.Logf("  %d: %s", i, text)
	w.do(acts[i], chromium.Clicks("snackbar-undo", ""), chromium.Misses(".memo", other), chromium.Sees(".memo:not(.done)", text))
}

// beginEdit begins an edit without saving it.
func (y *story) beginEdit(w *tab) {
	w.half, w.base = y.choose(w)
	w.text = y.newText()
	y.t.Logf("  memo %d: %s to %s", w.half, w.base, w.text)
	w.do(household.Opens(w.base), chromium.Clicks("memo-edit", ""), chromium.Writes("editor-text", w.text), keeps(w.text), household.Shuts)
}

// finish saves the draft.
func (y *story) finish(w *tab) {
	d := deed{kind: "edit", memo: w.half, base: w.base, text: w.text}
	w.do(household.Opens(y.view(w.of)[w.half].text), continues, chromium.Clicks("editor-save", ""), chromium.Misses("editor", ""), household.Shuts)
	w.half = -1
	if w.of.away {
		w.do(chromium.Sees(".memo", d.text))
		y.records(w.of, d)
	} else if y.arrives(d) {
		y.decide(w, d)
	}
}

// continues opens the editor of a memo that is being edited, unless it opened with the memo.
func continues(w *chromium.Window) error {
	open, err := chromium.Eval[bool](w, "!!document.querySelector('[data-testid=editor-text]')")
	if err != nil || open {
		return err
	}
	return w.Do(chromium.Clicks("memo-edit", ""))
}

// rescue moves the drafts of others for a removed memo to their composers.
func (y *story) rescue(memo int, by *teller) {
	for _, w := range y.tabs {
		if w.half == memo && w.of != by && !w.of.away && !by.away {
			w.draft, w.half = w.text, -1
		}
	}
}

// decide chooses one of two texts.
func (y *story) decide(w *tab, d deed) {
	choice := []string{"mine", "theirs", "both"}[y.rand.IntN(3)]
	if y.facts[d.memo].trashed {
		choice = []string{"mine", "theirs"}[y.rand.IntN(2)]
	}
	y.count["disputed"]++
	y.t.Logf("  %s over %+v, not %+v", choice, d, y.facts[d.memo])
	w.do(chromium.ClicksIn("conflict", d.text, "conflict-"+choice), chromium.Misses("conflict", d.text))
	y.settles(d, choice)
}

// reload reloads the page of a tab.
func (y *story) reload(w *tab) {
	w.do(chromium.Visit(y.s.URL), chromium.Sees("composer", ""), laterLoaded) // until then it may take what another tab that is reloaded was writing
}

// leave takes a person offline for some steps, or back online.
func (y *story) leave(w *tab) { y.connect(w.of, !w.of.away) }

// flap takes a person offline for a moment.
func (y *story) flap(w *tab) {
	away := w.of.away
	y.connect(w.of, !away)
	y.connect(w.of, away)
}

// connect takes a person's tabs off the network, or connects them again.
func (y *story) connect(p *teller, away bool) {
	for _, w := range p.tabs {
		w.do(chromium.Offline(away))
	}
	if away {
		p.away, p.known = true, slices.Clone(y.facts)
		return
	}
	y.back(p)
}

// back connects a person to the server again.
func (y *story) back(p *teller) {
	deeds := slices.Clone(p.deeds)
	disputed, behind := y.returns(p)
	for _, d := range deeds {
		if d.kind == "delete" {
			y.rescue(d.memo, p)
		}
	}
	for _, w := range p.tabs {
		if w.half >= 0 && y.facts[w.half].trashed {
			w.draft, w.half = w.text, -1
		}
	}
	for _, d := range disputed {
		y.decide(p.tabs[y.rand.IntN(len(p.tabs))], d)
	}
	for _, d := range behind {
		y.arrives(d)
	}
	p.tabs[0].do(household.Settled) // before the next disconnection
	for _, w := range p.tabs {
		y.shows(w)
	}
}

// kill ends the server as a power cut does, often while a memo is being sent, and restarts it after both people have
// continued for a while.
func (y *story) kill(w *tab) {
	var gone []*teller
	text := ""
	if w.draft == "" && w.half < 0 {
		text = y.newText()
		w.do(chromium.Writes("composer", text), chromium.Clicks("send", ""))
	}
	y.s.kill()
	for _, o := range y.tabs {
		if p := o.of; !p.away {
			p.away, p.known = true, slices.Clone(y.facts)
			gone = append(gone, p)
		}
	}
	if text != "" {
		y.records(w.of, deed{kind: "add", memo: y.number(), text: text})
	}
	for range y.rand.IntN(4) {
		o := y.tabs[y.rand.IntN(len(y.tabs))]
		o.do(chromium.Sees("offline", "")) // until then its rows may move under a finger
		if free := y.free(o); len(free) > 0 && y.rand.IntN(2) == 0 {
			y.edit(o)
		} else {
			y.write(o)
		}
	}
	for _, p := range gone[1:] { // one after the other, so that their order is known
		y.connect(p, true)
	}
	y.s = y.home.serve("--addr", y.s.Address(), "--rate-writes=0", "--rate-searches=0")
	for i, p := range gone {
		if i > 0 {
			y.connect(p, false)
		} else {
			y.back(p)
		}
	}
}

// check waits until each tab shows the state of the model.
func (y *story) check() {
	for _, w := range y.tabs {
		y.shows(w)
		if got := w.read("composer"); got != w.draft {
			y.t.Fatalf("%s has in the composer %q, want %q", w.of.name, got, w.draft)
		}
		if w.half >= 0 {
			w.do(keeps(w.text))
		}
	}
}

// shows waits until a tab shows its expected list.
func (y *story) shows(w *tab) {
	want, err := json.Marshal(y.openTexts(w.of))
	if err != nil {
		y.t.Fatal(err)
	}
	w.do(chromium.Until(fmt.Sprintf("the list of %s (%d) is %s", w.of.name, slices.Index(w.of.tabs, w), want), fmt.Sprintf("JSON.stringify(%s.sort()) === %q", shownTexts, want)))
}

// shownTexts lists the texts of the memos that are not done, as a tab shows them.
const shownTexts = "[...document.querySelectorAll('.memo:not(.done):not(.leaving) [id^=text-]')].map((e) => e.textContent)"

// end connects every tab, and compares the server with the model.
func (y *story) end() {
	for _, w := range y.tabs {
		if w.of.away {
			y.connect(w.of, false)
		}
	}
	y.check()
	y.tabs[0].do(household.Settled)
	y.tabs[2].do(household.Settled)
	got := []string{}
	person := y.s.signIn("花子")
	for _, query := range []string{"", "&deleted=true"} {
		for cursor := ""; ; {
			page := person.Call("GET", "/api/memos?limit=100"+query+"&cursor="+cursor, "", 200)
			for _, m := range page["memos"].([]any) {
				memo := m.(map[string]any)
				got = append(got, fmt.Sprint(memo["content"], memo["doneAt"] != nil && memo["doneAt"] != "", memo["deleted"]))
			}
			if cursor, _ = page["nextCursor"].(string); cursor == "" {
				break
			}
		}
	}
	want := []string{}
	for _, f := range y.facts {
		shown := fmt.Sprint(f.text, f.done, f.trashed)
		if f.text != "" && (!f.unsent || slices.Contains(got, shown)) {
			want = append(want, shown)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		y.t.Errorf("the server has\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
