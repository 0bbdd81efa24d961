package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestLines: a memo keeps its lines, and pasted lines become one memo or several, as the person chooses.
func TestLines(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	d := s.phone()
	d.do(household.SignsIn("太郎"), chromium.Clicks("composer", ""), chromium.Composes("ぎゅうにゅう"), chromium.Commits("牛乳"), breaksLine, chromium.Presses("卵"+kb.Enter),
		household.Settled, hasText("牛乳\n卵"), chromium.Misses("paste-one", ""))

	d.do(chromium.Pastes("composer", "米\n\n茶\n塩"), chromium.Sees("paste-many", "3件"), chromium.Presses(kb.Enter), hasFocus("paste-one"),
		chromium.Presses(kb.Escape), chromium.Misses("paste-one", ""), chromium.Sees("composer", "米\n\n茶\n塩"), empties) // continues writing
	d.do(chromium.Pastes("composer", "米\n茶"), chromium.Clicks("send", ""), hasFocus("paste-one"), chromium.Presses(kb.Enter), household.Settled, hasText("米\n茶"),
		chromium.Counts(2, "memo", ""), chromium.Misses("paste-one", ""))
	d.do(chromium.Pastes("composer", "味噌\n豆腐\n"), chromium.Clicks("paste-many", ""), chromium.Counts(4, "memo", ""), household.Settled,
		chromium.Until("they are in order", `[...document.querySelectorAll('.memo .text')].map((e) => e.textContent).slice(0, 2).join() === '味噌,豆腐'`),
		chromium.Until("the composer is empty", "document.querySelector('[data-testid=composer]').value === ''"))

	d.do(chromium.Pastes("composer", "台所：\n1. 皿\n2. 箸"), chromium.Sees("paste-note", "台所："), chromium.Clicks("paste-many", ""), chromium.Counts(1, "memo", "箸"), chromium.Misses("memo", "台所"),
		chromium.Pastes("composer", "- [x] 切手\n- [ ] 封筒"), chromium.Sees("paste-many", "1件は済み"), chromium.Clicks("paste-many", ""), household.Settled,
		chromium.Sees("memo", "封筒"), chromium.Misses("memo", "切手"), chromium.Sees("done-fold", "1"))

	d.do(household.Opens("牛乳"), chromium.Clicks("memo-edit", ""), hasFocus("editor-text"), breaksLine, chromium.Presses("バター"+kb.Enter),
		chromium.Misses("editor", ""), household.Settled, hasText("牛乳\n卵\nバター"), chromium.Visit(s.URL), household.Listed, hasText("牛乳\n卵\nバター"))
}

// TestLinesFromElsewhere: the question also appears for lines that are dropped, inserted by an input method or
// dictation, or shared by another app, and 200 memos can be made in one step.
func TestLinesFromElsewhere(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	d := s.phone()
	d.expected = append(d.expected, "status of 429") // after the first sixty, the server takes one per second
	d.do(household.SignsIn("太郎"), household.Listed, laterLoaded, chromium.Drops("composer", "①米\n②茶"), chromium.Sees("paste-many", "2件"), empties,
		chromium.Composes("こめ"), chromium.Commits("米\n茶\n塩"), chromium.Sees("paste-many", "3件"), empties,
		chromium.Writes("composer", "米\n茶"), chromium.Sees("paste-many", "2件"), empties, chromium.Misses("paste-many", ""))
	d.do(chromium.Visit(s.URL+"/share?title=%E8%B2%B7%E3%81%84%E7%89%A9&text=%E3%83%BB%E7%B1%B3%0A%E3%83%BB%E8%8C%B6"), chromium.Sees("paste-note", "買い物"),
		chromium.Clicks("paste-many", ""), household.Settled, chromium.Counts(2, "memo", ""), chromium.Misses("memo", "買い物"))

	line := func(i int) string { return fmt.Sprintf("%d", 1000+i) }
	many := func(n int) (lines string) {
		for i := range n {
			lines += line(i) + "\n"
		}
		return lines
	}
	d.do(chromium.Pastes("composer", many(201)), chromium.Sees("paste-question", "200行まで"), chromium.Misses("paste-many", ""),
		chromium.Clicks("paste-close", ""), chromium.Misses("paste-question", ""), empties,
		chromium.Pastes("composer", many(200)), chromium.Sees("paste-question", "200件のメモに"), chromium.Misses("paste-one", ""), chromium.Clicks("paste-many", "200件"), chromium.Sees(".memo", line(0)),
		chromium.Until("all are in the list", "document.querySelector('li[aria-posinset]').getAttribute('aria-setsize') === '202'"))
}

// hasText waits until a memo has exactly this text, with each of its lines on one line.
func hasText(text string) chromium.Step {
	return chromium.Steps(chromium.Counts(1, "memo", text), chromium.Until("its lines are drawn",
		"[...document.querySelectorAll('.memo .text')].every((e) => e.getBoundingClientRect().height > 20 * e.textContent.split('\\n').length)"))
}

// empties empties the composer.
var empties = chromium.Steps(chromium.Writes("composer", ""), chromium.Presses(kb.Delete),
	chromium.Until("the composer is empty", "document.querySelector('[data-testid=composer]').value === ''"))

// TestLinks: addresses and telephone numbers are links, which open without opening the row.
func TestLinks(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	d := s.phone()
	d.do(household.SignsIn("太郎"), household.Adds("給食は "+s.URL+"/privacy 、電話は 03-1234-5678、メールは hana@example.jp （11月24日 10:30）"), laterLoaded)
	d.do(chromium.Until("there are three links, and no others", `[...document.querySelectorAll('.memo a')].map((a) => a.getAttribute('href')).join() ===
		'`+s.URL+`/privacy,tel:0312345678,mailto:hana@example.jp'`),
		chromium.Until("the web's tells nobody where it was", "document.querySelector('.memo a').rel === 'noopener noreferrer' && document.querySelector('.memo a').target === '_blank'"))

	d.do(chromium.Until("it notes what is opened", `(addEventListener('click', (e) => { window.opened = e.target.closest('a')?.href; e.preventDefault(); }), true)`),
		chromium.Clicks(".memo a", ""), chromium.Until("the link is opened", "window.opened === '"+s.URL+"/privacy'"), chromium.Misses("memo-panel", ""),
		chromium.Clicks(".memo .by", ""), chromium.Sees("memo-panel", ""), chromium.Clicks("#detail a", "03"),
		chromium.Until("the number is called", "window.opened === 'tel:0312345678'"), chromium.Sees("memo-panel", ""))
	d.accessible("links")
}
