package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestUndo: acts are undone one by one, whatever others do meanwhile, by the
// bar, the keys and the menu; and a removal from a family is shown until it is closed.
func TestUndo(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	taro, hanako := s.phone(), s.phone()
	taro.do(household.SignsIn("太郎"))
	code, _ := taro.invite()
	taro.do(chromium.Presses(kb.Escape), chromium.Misses("invite", ""), household.Goes("memos"))
	for _, content := range []string{"牛乳", "卵", "米"} {
		taro.do(household.Adds(content))
	}

	taro.do(household.Deletes("米"))
	hanako.do(household.SignsIn("花子"), household.Joins(code), household.Goes("memos"), chromium.Counts(2, "memo", ""))
	taro.do(chromium.Sees("[data-kind=news]", "花子さんが家族に加わりました"))
	taro.accessible("undo and news")
	taro.fits("undo and news")
	taro.do(chromium.Clicks("snackbar-undo", ""), chromium.Misses("snackbar-undo", ""), chromium.Sees("memo", "米"), household.Settled)

	taro.do(household.Deletes("米"), household.Deletes("卵"), chromium.Sees("[data-kind=undo]", "2件を消しました"), household.Marks("牛乳"),
		chromium.Sees("[data-kind=undo].pile", "3件の操作"), chromium.Sees("[data-kind=undo]", "次に戻る：牛乳"))
	taro.accessible("a pile of undo")
	taro.fits("a pile of undo")
	taro.do(chromium.Clicks("snackbar-undo", ""), chromium.Sees("memo", "牛乳"), chromium.Sees("[data-kind=undo]", "2件を消しました"),
		chromium.Clicks("snackbar-undo", ""), chromium.Sees("memo", "卵"), chromium.Sees("[data-kind=undo]", "「米」を消しました"),
		chromium.Clicks("snackbar-undo", ""), chromium.Counts(3, "memo", ""), chromium.Misses("snackbar-undo", ""), household.Settled)
	hanako.do(chromium.Counts(3, "memo", ""))

	taro.do(household.Deletes("米"), household.Deletes("卵"), chromium.TabsTo("snackbar-undo", ""), chromium.Presses(kb.Escape), chromium.Misses("snackbar-undo", ""),
		chromium.Presses("z"), chromium.Sees("[data-kind=news]", "「卵」を元に戻しました"), onRow("卵"),
		household.Menu, chromium.Clicks("menu-undo", "「米」を元に戻す"), chromium.Counts(3, "memo", ""), household.Settled,
		household.Menu, chromium.Misses("menu-undo", ""), chromium.Presses(kb.Escape))

	taro.do(household.Goes("family"), chromium.Clicks("member-menu", "花子"), chromium.Clicks("member-remove", ""), chromium.Clicks("remove-confirm", ""), chromium.Counts(1, "member", ""))
	hanako.do(chromium.Misses("memo", ""), chromium.Sees("[data-kind=fact]", "太郎さんが外しました"))
	hanako.accessible("a fact")
	hanako.fits("a fact")
	hanako.do(chromium.Visit(s.URL), chromium.Sees("[data-kind=fact]", "太郎さんが外しました"), household.Goes("family"),
		chromium.Clicks("notice-close", ""), chromium.Misses("[data-kind=fact]", ""), chromium.Visit(s.URL), laterLoaded, chromium.Misses("[data-kind=fact]", ""))
}
