package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestWritingSurvives: a draft for a memo is never lost when another person
// deletes the memo: it goes to the composer, with the reason, also if its editor was closed,
// after a reload, and if the connection was lost meanwhile.
func TestWritingSurvives(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	taro, hanako := s.phone(), s.phone()
	taro.expected = append(taro.expected, unreachable...)
	taro.expected = append(taro.expected, "status of 404") // the memo is gone
	taro.do(household.SignsIn("太郎"))
	code, _ := taro.invite()
	hanako.do(household.SignsIn("花子"), household.Joins(code), household.Goes("memos"))
	taro.do(chromium.Misses("invite", ""), household.Goes("memos"))
	begins := func(content string) {
		t.Helper()
		taro.do(household.Adds(content), household.Opens(content), chromium.Clicks("memo-edit", ""), chromium.Writes("editor-text", content+"を2本"))
		hanako.do(chromium.Sees("memo", content))
	}
	survives := func(content string) {
		t.Helper()
		taro.do(chromium.Misses(".memo", content), chromium.Sees("composer", content+"を2本"), chromium.Sees("[data-kind=fact]", "花子"), empties,
			chromium.Misses("[data-kind=fact]", ""))
	}

	begins("牛乳")
	hanako.do(household.Deletes("牛乳"), household.Settled)
	taro.do(chromium.Sees("composer", "牛乳を2本"), hasFocus("composer"))
	survives("牛乳")

	begins("卵")
	taro.do(chromium.Presses(kb.Escape), chromium.Misses("editor", ""), chromium.Sees("memo", "書きかけあり"), chromium.Visit("about:blank"))
	hanako.do(household.Deletes("卵"), household.Settled)
	taro.do(chromium.Visit(s.URL))
	survives("卵")

	begins("米")
	taro.do(chromium.Offline(true))
	hanako.do(household.Deletes("米"), household.Settled)
	taro.do(chromium.Sees("editor-text", "米を2本"))
	taro.do(chromium.Offline(false))
	survives("米")

	begins("茶")
	taro.do(chromium.Until("the memo is the address", "location.pathname.startsWith('/memos/')"))
	address, err := chromium.Eval[string](taro.Window, "location.href")
	if err != nil {
		t.Fatal(err)
	}
	taro.do(chromium.Visit("about:blank"))
	hanako.do(household.Deletes("茶"), household.Settled)
	taro.do(chromium.Visit(address), isPath("/trash"), chromium.Sees("[data-kind=news]", "ゴミ箱"), chromium.Sees("[data-kind=fact]", "花子"),
		chromium.Visit(s.URL), chromium.Sees("[data-kind=fact]", "花子"), chromium.Sees("composer", "茶を2本"),
		chromium.Clicks("notice-close", ""), chromium.Misses("[data-kind=fact]", ""), chromium.Visit(s.URL), chromium.Sees("composer", "茶を2本"),
		laterLoaded, chromium.Misses("[data-kind=fact]", ""), household.Goes("trash"), chromium.Counts(4, "trash-memo", ""))
}

// TestWritingStaysInView: a memo stays in view while a person writes over it: when another person marks it as done, and
// when the writer returns from another place.
func TestWritingStaysInView(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	taro, hanako := s.phone(), s.phone()
	taro.expected = append(taro.expected, "status of 412") // the memo has been done since
	taro.do(household.SignsIn("太郎"))
	code, _ := taro.invite()
	hanako.do(household.SignsIn("花子"), household.Joins(code), household.Goes("memos"))
	taro.do(chromium.Misses("invite", ""), household.Goes("memos"), household.Adds("牛乳"),
		household.Opens("牛乳"), chromium.Clicks("memo-edit", ""), chromium.Writes("editor-text", "牛乳を2本"))
	hanako.do(household.Marks("牛乳"), household.Settled)
	taro.do(chromium.Sees(".paper.done [data-testid=editor-text]", "牛乳を2本"), chromium.Misses("done-fold", ""),
		household.Goes("family"), household.Goes("memos"), chromium.Sees("memo", "書きかけあり"),
		chromium.Visit(s.URL), chromium.Sees("memo", "書きかけあり"),
		household.Opens("牛乳"), chromium.Clicks("memo-edit", ""), chromium.Clicks("editor-save", ""), household.Settled, chromium.Sees("done-fold", "1"))
	hanako.do(chromium.Clicks("done-fold", ""), chromium.Sees("memo", "牛乳を2本"))
}
