package e2e

import (
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestTrash: a person who has just joined permanently deletes only their own memos,
// and reads why; the owner may delete all of them, and the others are told who did.
func TestTrash(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	taro, hanako := s.phone(), s.phone()
	hanako.expected = append(hanako.expected, "status of 403")
	taro.do(household.SignsIn("太郎"), household.Adds("太郎のメモ"))
	code, _ := taro.invite()
	hanako.do(household.SignsIn("花子"), household.Adds("花子のメモ"), household.Joins(code), household.Goes("memos"))
	hanako.do(household.Deletes("太郎のメモ"), household.Settled, household.Deletes("花子のメモ"), household.Settled)

	hanako.do(household.Goes("trash"), chromium.ClicksIn("trash-memo", "太郎のメモ", "trash-purge"), chromium.Clicks("purge-confirm", ""),
		chromium.Sees("memo-problem", "代表"), chromium.Misses("memo-retry", ""))
	hanako.accessible("a deletion that was refused")
	hanako.do(chromium.Clicks("memo-leave", ""), chromium.Misses("memo-problem", ""))

	hanako.do(chromium.Clicks("trash-empty", ""), chromium.Sees("empty-trash-kept", "1件"))
	hanako.accessible("what stays in the trash")
	hanako.fits("what stays in the trash")
	hanako.do(chromium.Clicks("empty-trash-confirm", ""), chromium.Sees("notice", "1件は残りました"),
		chromium.Counts(1, "trash-memo", ""), chromium.Sees("trash-memo", "太郎のメモ"))
	taro.do(chromium.Sees("notice", "花子さんがゴミ箱を空にしました（1件）"))

	taro.do(chromium.Misses("invite", ""), household.Goes("trash"), chromium.ClicksIn("trash-memo", "太郎のメモ", "trash-purge"), chromium.Clicks("purge-confirm", ""),
		chromium.Misses("trash-memo", ""))
	hanako.do(chromium.Misses("trash-memo", ""))
}
