package main

import (
	"testing"

	"voicememo/tools/testkit/chromium"
)

// pageFamily: two people side by side and an Echo see the same list; each step
// of one is seen on the other's page without a reload.
func pageFamily(t *testing.T, browser *chromium.Browser) {
	h := home{flags: []string{"--data", t.TempDir()}}
	s := h.serve(t, "--dev")
	t.Cleanup(s.stop)
	taro, hanako := s.phone(browser), s.phone(browser)
	taro.do(chromium.Clicks("sign-in", ""), chromium.Clicks("[name=name]", "太郎")) // one of those the provider offers
	taro.add("牛乳を買う")
	code, _ := taro.invite()
	hanako.signIn("花子")
	hanako.joinBy(code)
	hanako.do(chromium.Sees("memo", "牛乳を買う"))
	taro.do(chromium.Sees("member", "花子"), chromium.Misses("invite", "")) // an invitation brings in one person
	echoJoins(t, h, taro)

	taro.do(goes("memos"))
	hanako.add("傘を持っていく")
	taro.do(chromium.Sees("memo", "傘を持っていく"), chromium.Sees("memo", "花子"))
	s.alexa(addMemoRequest("page", echoAccount, "卵を買う"))
	for _, d := range []*device{taro, hanako} {
		d.do(chromium.Sees("memo", "卵を買う"), chromium.Counts(3, "memo", ""))
	}
	changesMemos(taro, hanako)
	changesFamily(taro, hanako)
}

// changesMemos: edit, delete, undo and restore, each seen by the other.
func changesMemos(taro, hanako *device) {
	taro.t.Helper()
	hanako.edit("傘を持っていく", "傘と長靴を持っていく")
	taro.do(chromium.Sees("memo", "傘と長靴を持っていく"))
	taro.edit("傘と長靴を持っていく", "傘だけ持っていく") // whoever wrote it
	hanako.do(chromium.Sees("memo", "傘だけ持っていく"))

	taro.do(chromium.Clicks("memo-delete", "傘だけ持っていく"), chromium.Misses(".memo", "傘だけ持っていく"))
	hanako.do(chromium.Misses(".memo", "傘だけ持っていく"))
	taro.do(chromium.Clicks("snackbar-undo", ""), chromium.Sees("memo", "傘だけ持っていく"))
	hanako.do(chromium.Sees("memo", "傘だけ持っていく"), chromium.Counts(3, "memo", ""))

	hanako.do(goes("trash"), chromium.Misses("trash-memo", ""))
	taro.do(chromium.Clicks("memo-delete", "卵を買う"), chromium.Misses(".memo", "卵を買う"))
	hanako.do(chromium.Sees("trash-memo", "卵を買う"), chromium.Clicks("trash-restore", ""), chromium.Misses("trash-memo", ""))
	taro.do(chromium.Sees("memo", "卵を買う"))
	hanako.do(goes("memos"), chromium.Counts(3, "memo", ""))
}

// changesFamily: a new name, another owner, and one who leaves, each seen by the other.
func changesFamily(taro, hanako *device) {
	taro.t.Helper()
	hanako.do(goes("family"), chromium.Writes("name-input", "はなちゃん"), chromium.Clicks("name-save", ""), chromium.Sees("member", "はなちゃん"))
	taro.do(chromium.Sees("memo", "はなちゃん"), chromium.Misses("memo", "花子"))

	hanako.do(chromium.Misses("invite-make", ""), chromium.Misses("member-remove", ""))
	taro.do(goes("family"), chromium.Clicks("member-hand-over", "はなちゃん"), chromium.Clicks("hand-over-confirm", ""),
		chromium.Misses("invite-make", ""))
	hanako.do(chromium.Sees("invite-make", ""), chromium.Sees("member-remove", "太郎"))

	taro.do(chromium.Clicks("leave", ""), chromium.Clicks("leave-confirm", ""), chromium.Counts(1, "member", ""),
		goes("memos"), chromium.Sees("memo", "牛乳を買う"), chromium.Counts(1, "memo", ""))
	hanako.do(chromium.Misses("member", "太郎"), goes("memos"), chromium.Misses("memo", "牛乳を買う"), chromium.Counts(2, "memo", ""))

	hanako.do(goes("family"), chromium.Clicks("member-remove", "エコー"), chromium.Clicks("remove-confirm", ""), chromium.Counts(1, "member", ""),
		goes("memos"), chromium.Counts(1, "memo", ""), chromium.Sees("memo", "傘だけ持っていく")) // what the Echo heard goes with it
}

// echoAccount is the Alexa account of `voicememo talk`.
const echoAccount = "amzn1.ask.account.TALK"

// echoJoins brings an Echo into the family of an owner.
func echoJoins(t *testing.T, h home, owner *device) {
	t.Helper()
	code, _ := owner.invite()
	h.talk(t, "招待コード "+code+" で参加", "はい")
	owner.do(chromium.Sees("member", "エコー"), chromium.Misses("invite", ""))
}
