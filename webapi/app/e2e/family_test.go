package e2e

import (
	"testing"

	"voicememo/tools/testkit/alexa"
	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
)

// TestFamily: two people and an Echo see the same list; each step
// of one is seen on the other's page without a reload.
func TestFamily(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	s := h.serve()
	taro, hanako := s.phone(), s.phone()
	taro.do(chromium.Clicks("sign-in", ""), chromium.Clicks("[name=name]", "太郎")) // one of those that the issuer offers
	taro.do(household.Adds("牛乳を買う"))
	code, _ := taro.invite()
	hanako.do(household.SignsIn("花子"), household.Joins(code), household.Goes("memos"), chromium.Sees("memo", "牛乳を買う"))
	taro.do(chromium.Sees("member", "花子"), chromium.Misses("invite", "")) // an invitation admits one person
	echoJoins(h, taro)

	taro.do(household.Goes("memos"))
	hanako.do(household.Adds("傘を持っていく"))
	taro.do(chromium.Sees("memo", "傘を持っていく"), chromium.Sees("memo", "花子"))
	alexa.Post(t, s.URL, alexa.AddMemo("page", echoAccount, "卵を買う"))
	for _, d := range []*device{taro, hanako} {
		d.do(chromium.Sees("memo", "卵を買う"), chromium.Counts(3, "memo", ""))
	}
	changesMemos(taro, hanako)
	changesFamily(taro, hanako)
}

// changesMemos: edit, delete, undo and restore, each seen by the other person.
func changesMemos(taro, hanako *device) {
	taro.t.Helper()
	hanako.do(household.Edits("傘を持っていく", "傘と長靴を持っていく"))
	taro.do(chromium.Sees("memo", "傘と長靴を持っていく"))
	taro.do(household.Edits("傘と長靴を持っていく", "傘だけ持っていく")) // any member may, not only its author
	hanako.do(chromium.Sees("memo", "傘だけ持っていく"))

	taro.do(household.Deletes("傘だけ持っていく"))
	hanako.do(chromium.Misses(".memo", "傘だけ持っていく"))
	taro.do(chromium.Clicks("snackbar-undo", ""), chromium.Sees("memo", "傘だけ持っていく"))
	hanako.do(chromium.Sees("memo", "傘だけ持っていく"), chromium.Counts(3, "memo", ""))

	hanako.do(household.Goes("trash"), chromium.Misses("trash-memo", ""))
	taro.do(household.Deletes("卵を買う"))
	hanako.do(chromium.Sees("trash-memo", "卵を買う"), chromium.Clicks("trash-restore", ""), chromium.Misses("trash-memo", ""))
	taro.do(chromium.Sees("memo", "卵を買う"))
	hanako.do(household.Goes("memos"), chromium.Counts(3, "memo", ""))
}

// changesFamily: a new name, another owner, and a member who leaves, each seen by the other.
func changesFamily(taro, hanako *device) {
	taro.t.Helper()
	hanako.do(household.Goes("you"), chromium.Clicks("profile-open", ""), chromium.Writes("name-input", "はなちゃん"), chromium.Clicks("profile-save", ""),
		chromium.Misses("profile-dialog", ""), chromium.Sees("you", "はなちゃん"), household.Goes("family"), chromium.Sees("member", "はなちゃん"))
	taro.do(chromium.Sees("memo", "はなちゃん"), chromium.Misses("memo", "花子"))

	hanako.do(chromium.Misses("invite-make", ""), chromium.Misses("member-menu", "太郎"), household.FamilyMenu, chromium.Misses("ask-first", ""), chromium.Clicks("dialog-close", ""))
	taro.do(household.FamilyMenu, chromium.Sees("ask-first", ""), chromium.Misses("join-code", ""), chromium.Misses("leave", ""), chromium.Clicks("dialog-close", ""),
		household.Goes("you"), chromium.Clicks("delete-account", ""), chromium.Sees("owner-stays", "引き継ぎ"), chromium.Clicks("owner-stays-go", ""), // an owner hands over first
		chromium.Misses("join-code", ""))
	taro.do(chromium.Clicks("member-menu", "はなちゃん"), chromium.Clicks("member-hand-over", ""), chromium.Clicks("hand-over-confirm", ""),
		chromium.Misses("invite-make", ""))
	hanako.do(chromium.Sees("invite-make", ""), chromium.Sees("member-menu", "太郎"))

	taro.do(household.FamilyMenu, chromium.Clicks("leave", ""), chromium.Clicks("leave-confirm", ""), chromium.Misses("family-menu-dialog", ""), chromium.Counts(1, "member", ""),
		household.Goes("memos"), chromium.Sees("memo", "牛乳を買う"), chromium.Counts(1, "memo", ""))
	hanako.do(chromium.Misses("member", "太郎"), household.Goes("memos"), chromium.Misses("memo", "牛乳を買う"), chromium.Counts(2, "memo", ""))

	hanako.do(household.Goes("family"), chromium.Clicks("member-menu", "エコー"), chromium.Clicks("member-remove", ""), chromium.Clicks("remove-confirm", ""), chromium.Counts(1, "member", ""),
		household.Goes("memos"), chromium.Counts(1, "memo", ""), chromium.Sees("memo", "傘だけ持っていく")) // the Echo takes its memos along
}

// echoAccount is the Alexa account of `voicememo talk`.
const echoAccount = "amzn1.ask.account.TALK"

// echoJoins brings an Echo into the family of an owner.
func echoJoins(h home, owner *device) {
	owner.t.Helper()
	code, _ := owner.invite()
	h.talk("招待コード "+code+" で参加", "はい")
	owner.do(chromium.Sees("member", "エコー"), chromium.Misses("invite", ""))
}
