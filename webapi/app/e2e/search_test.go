package e2e

import (
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
)

// TestSearch: the list's filters are in the address, and stay after a reload; a
// word that is still being composed does not empty the list; on a phone, who wrote a memo is
// chosen below the search.
func TestSearch(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	taro, hanako := s.device(chromium.Settings{Language: "ja", Width: 1180, Height: 820}), s.phone()
	taro.do(chromium.Visit(s.URL), household.SignsIn("太郎"))
	code, _ := taro.invite()
	hanako.do(household.SignsIn("花子"), household.Joins(code), household.Goes("memos"), household.Adds("牛乳を買う"), household.Adds("卵を買う"))
	taro.do(chromium.Misses("invite", ""), household.Goes("memos"), household.Adds("牛乳プリンを買う"), chromium.Counts(3, "memo", ""))

	hanako.do(household.Searches("ﾌﾟﾘﾝ"), chromium.Counts(1, "memo", "プリン"), addressed("?q=%EF%BE%8C%EF%BE%9F%EF%BE%98%EF%BE%9D"))
	hanako.do(household.Searches("牛乳"), chromium.Counts(2, "memo", ""), chromium.Sees("found", "2件"), addressed("?q=%E7%89%9B%E4%B9%B3"),
		chromium.Until("the first day has its heading", "document.querySelector('.day h2').clientHeight > 20"),
		chromium.Visit("about:blank"), goesBack, chromium.Sees("search", "牛乳"), chromium.Counts(2, "memo", ""))
	hanako.do(household.Searches("冷凍庫"), chromium.Sees("empty", "見つかりませんでした"), chromium.Misses("found", ""), // announced once
		household.Searches("牛乳"), chromium.Counts(2, "memo", ""))
	hanako.do(composes("ぎゅうにゅ"), chromium.Counts(2, "memo", ""), chromium.Commits("卵"), chromium.Counts(1, "memo", "卵"),
		chromium.Clicks("search-clear", ""), chromium.Counts(3, "memo", ""), addressed(""), hasFocus("search-open"))
	hanako.do(household.Searches("牛乳"), addressed("?q=%E7%89%9B%E4%B9%B3"),
		household.Opens("牛乳を買う"), stepsBack, chromium.Misses("memo-detail", ""), chromium.Counts(2, "memo", ""),
		stepsBack, chromium.Counts(3, "memo", ""), addressed(""), chromium.Sees("search-open", ""), chromium.Misses("search", ""))
	hanako.do(chromium.Misses("chip", ""), chromium.Clicks("search-open", ""), chromium.TabsTo("chip", "みんな"), chromium.Sees("search", ""), // reached by the keyboard
		chromium.Clicks("search", ""), chromium.Taps("chip", "太郎"), chromium.Counts(1, "memo", "牛乳プリン"), chromium.Sees("search", ""),
		chromium.Visit("about:blank"), goesBack, chromium.Counts(1, "memo", "牛乳プリン"), chromium.Sees("chip", "太郎"),
		chromium.Clicks("search-clear", ""), chromium.Counts(3, "memo", ""), addressed(""), chromium.Misses("chip", ""), hasFocus("search-open"))

	taro.do(chromium.Clicks("chip", "花子"), chromium.Counts(2, "memo", ""), chromium.Until("its steps are counted", "(window.steps = history.length) > 0"),
		household.Searches("牛乳"), chromium.Counts(1, "memo", "牛乳を買う"))
	taro.do(chromium.Until("both are in the address", "/^\\?q=[^&]+&by=[^&]+$/.test(location.search) && window.steps === history.length"),
		household.Opens("牛乳を買う"), stepsBack, chromium.Misses("memo-detail", ""), chromium.Sees("search", "牛乳"), chromium.Counts(1, "memo", ""), household.Goes("family"), household.Goes("memos"),
		chromium.Counts(1, "memo", "牛乳を買う"), chromium.Until("it is loaded anew", "(location.reload(), true)"),
		chromium.Sees("search", "牛乳"), chromium.Counts(1, "memo", "牛乳を買う"))
}

// goesBack leaves the empty page by one step.
var goesBack = chromium.Until("it goes back", "location.href !== 'about:blank' || (history.back(), false)")

// addressed waits until the address has these filters.
func addressed(search string) chromium.Step {
	return chromium.Until("the address ends with "+search, "location.search === '"+search+"'")
}

// composes makes an input method show a text in the search, in place of its text.
func composes(text string) chromium.Step {
	return chromium.Steps(chromium.Clicks("search", ""), chromium.PressesWith(chromium.Control, "a"), chromium.Composes(text),
		chromium.Until("the list could follow", "new Promise((done) => setTimeout(() => done(true), 400))"))
}
