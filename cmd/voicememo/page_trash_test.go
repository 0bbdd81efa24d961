package main

import (
	"testing"

	"voicememo/tools/testkit/chromium"
)

// pageTrash: a person who has just joined permanently deletes only their own memos,
// and reads why; the owner may delete all of them, and the others are told who did.
func pageTrash(t *testing.T, browser *chromium.Browser) {
	s := home{flags: []string{"--data", t.TempDir()}}.serve(t, "--dev")
	t.Cleanup(s.stop)
	taro, hanako := s.phone(browser), s.phone(browser)
	hanako.expected = append(hanako.expected, "status of 403")
	taro.signIn("太郎")
	taro.add("太郎のメモ")
	code, _ := taro.invite()
	hanako.signIn("花子")
	hanako.add("花子のメモ")
	hanako.joinBy(code)
	hanako.do(chromium.Clicks("memo-delete", "太郎のメモ"), chromium.Misses("memo", "太郎のメモ"), settled,
		chromium.Clicks("memo-delete", "花子のメモ"), chromium.Misses("memo", "花子のメモ"), settled)

	hanako.do(goes("trash"), chromium.Clicks("trash-purge", "太郎のメモ"), chromium.Clicks("purge-confirm", ""),
		chromium.Sees("memo-problem", "代表"), chromium.Misses("memo-retry", ""))
	hanako.accessible("a deletion that was refused")
	hanako.do(chromium.Clicks("memo-leave", ""), chromium.Misses("memo-problem", ""))

	hanako.do(chromium.Clicks("trash-empty", ""), chromium.Sees("empty-trash-kept", "1件"))
	hanako.accessible("what stays in the trash")
	hanako.fits("what stays in the trash")
	hanako.do(chromium.Clicks("empty-trash-confirm", ""), chromium.Sees("notice", "1件は残りました"),
		chromium.Counts(1, "trash-memo", ""), chromium.Sees("trash-memo", "太郎のメモ"))
	taro.do(chromium.Sees("notice", "花子さんがゴミ箱を空にしました（1件）"))

	taro.do(chromium.Misses("invite", ""), goes("trash"), chromium.Clicks("trash-purge", "太郎のメモ"), chromium.Clicks("purge-confirm", ""),
		chromium.Misses("trash-memo", ""))
	hanako.do(chromium.Misses("trash-memo", ""))
}
