package e2e

import (
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestTrash: a person who has just joined permanently deletes only their own memos,
// and reads why; the owner may delete all of them, and the others see who did. The way
// back is the larger one and far from the way out, and no line of facts ends in a dot.
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

	hanako.do(household.Goes("trash"), chromium.Clicks("trash-back", ""), chromium.Misses("trash", ""), household.Goes("trash"), chromium.Counts(2, "trash-memo", ""))
	for _, width := range []int64{390, 320, 250, 1280} { // at some widths the facts need two lines
		hanako.do(chromium.Resize(width, 844), noDotAtAnEnd, apart)
	}
	hanako.do(chromium.Resize(390, 844), chromium.ClicksIn("trash-memo", "太郎のメモ", "trash-purge"), chromium.Clicks("purge-confirm", ""),
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

// noDotAtAnEnd waits until no dot between two facts is drawn where a line of them begins or
// ends.
var noDotAtAnEnd = chromium.Until("no line begins or ends in a dot", `[...document.querySelectorAll('.by')].every((line) => {
	const left = line.getBoundingClientRect().left + parseFloat(getComputedStyle(line).clipPath.split(' ')[3] ?? 0);
	return [...line.children].every((fact, i, all) => {
		const drawn = (at) => getComputedStyle(fact, at).content.includes('·');
		const last = !all[i + 1] || all[i + 1].offsetTop > fact.offsetTop + 2, first = !all[i - 1] || all[i - 1].offsetTop < fact.offsetTop - 2;
		return !(last && drawn('::after')) && !(first && drawn('::before') && fact.getBoundingClientRect().left > left + 1);
	});
})`)

// apart waits until the button to delete permanently is smaller than the one to restore, and does not touch it.
var apart = chromium.Until("the way out is apart from the way back", `[...document.querySelectorAll('[data-testid=trash-memo]')].every((memo) => {
	const [back, out] = ['trash-restore', 'trash-purge'].map((id) => memo.querySelector('[data-testid=' + id + ']'));
	const [a, b] = [back, out].map((e) => e.getBoundingClientRect());
	return parseFloat(getComputedStyle(out).fontSize) < parseFloat(getComputedStyle(back).fontSize) && Math.max(b.left - a.right, a.left - b.right) >= 24;
})`)
