package e2e

import (
	"regexp"
	"strings"
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestEcho: any member adds an Echo by its number; where the owner is
// asked first, both see the check number. A member who is removed takes the Echos
// along that they added, unless the owner says otherwise.
func TestEcho(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	h := newHome(t)
	s := h.serve()
	taro, hanako := s.phone(), s.phone()
	hanako.expected = append(hanako.expected, "/api/family/echos") // a number that is not valid
	taro.do(household.SignsIn("太郎"))
	code, _ := taro.invite()
	hanako.do(household.SignsIn("花子"), household.Joins(code), household.Goes("memos"))
	taro.do(chromium.Misses("invite", ""), chromium.Sees("member", "花子"))

	hanako.do(household.Goes("family"), chromium.Clicks("add-echo", ""), chromium.Sees("echo-dialog", "アカウントにつなぐ"),
		chromium.Writes("echo-number", "12345678"), chromium.Clicks("echo-next", ""), refusesNumber)
	number := h.connectionNumber(kitchen, "牛乳を買う を追加")
	hanako.do(chromium.Writes("echo-number", wide(number)), chromium.Clicks("echo-next", ""), chromium.Sees("echo-found", "メモ 1件"))
	hanako.accessible("the Echo that was found")
	hanako.fits("the Echo that was found")
	hanako.do(chromium.Clicks("echo-confirm", ""), chromium.Misses("echo-dialog", ""), chromium.Sees("member", "花子さんが追加"),
		household.Goes("memos"), chromium.Sees("memo", "牛乳を買う"))
	taro.do(chromium.Counts(3, "member", ""))

	asksForAnEcho(t, h, taro, hanako)
	taro.do(chromium.Clicks("member-menu", "花子"), chromium.Clicks("member-remove", ""), chromium.Sees("removed-offline", "150件"), chromium.Counts(2, "remove-echo", ""))
	taro.accessible("a member and their Echos")
	taro.fits("a member and their Echos")
	taro.do(chromium.Clicks("remove-echo", ""), chromium.Clicks("remove-confirm", ""), chromium.Counts(2, "member", ""),
		chromium.Misses("member", "花子"), chromium.Counts(1, "member", "エコー")) // the other one stays
	hanako.do(household.Goes("family"), chromium.Counts(1, "member", ""))
}

// TestNamesEcho: any member names an Echo or, once one of its devices has a name, that room. The other members see the
// name without a reload, also on the memos that it heard.
func TestNamesEcho(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	h := newHome(t)
	s := h.serve()
	taro, hanako := s.phone(), s.phone()
	taro.expected = append(taro.expected, "status of 400")     // a name that is too long
	hanako.expected = append(hanako.expected, "status of 403") // a name by a newcomer
	taro.do(household.SignsIn("太郎"))
	code, _ := taro.invite()
	hanako.do(household.SignsIn("花子"), household.Joins(code))
	number := h.connectionNumber(kitchen, "牛乳を買う を追加")
	taro.do(chromium.Misses("invite", ""), chromium.Clicks("add-echo", ""), chromium.Writes("echo-number", number), chromium.Clicks("echo-next", ""),
		chromium.Clicks("echo-confirm", ""), chromium.Misses("echo-dialog", ""))

	named := chromium.Steps(chromium.Clicks("member-name", "部屋の名前をつける"), chromium.Sees("name-echo-dialog", "このエコーは台所"))
	hanako.do(household.Goes("family"), chromium.Counts(1, "member-menu", ""), chromium.Clicks("member-menu", ""), chromium.Misses("member-remove", ""),
		named, chromium.Writes("echo-name", "台所"), chromium.Clicks("name-echo-save", ""), chromium.Sees("problem", "1日たつと"), chromium.Clicks("name-echo-cancel", ""))

	taro.do(chromium.Counts(2, "member-menu", ""), chromium.ClicksIn("member", "エコー", "member-menu"), named,
		chromium.Writes("echo-name", strings.Repeat("長", 51)), chromium.Clicks("name-echo-save", ""), saysWhy)
	taro.accessible("the name of an Echo")
	taro.fits("the name of an Echo")
	taro.do(chromium.Writes("echo-name", "台所"), chromium.Clicks("name-echo-save", ""), chromium.Misses("name-echo-dialog", ""),
		hasFocus("member-menu"), chromium.Sees("member", "台所"), chromium.Sees("notice", "名前を変えました"))
	hanako.do(chromium.Sees("member", "台所"), household.Goes("memos"), chromium.Sees("memo", "台所"))

	h.talk("/user "+kitchen, "このエコーは居間", "はい")
	taro.do(chromium.Sees("member", "居間"), chromium.ClicksIn("member", "居間", "member-menu"), chromium.Clicks("member-name", ""), chromium.Sees("name-echo-dialog", "「居間のエコー」の名前"),
		chromium.Writes("echo-name", "寝室"))
	taro.accessible("the rooms of an Echo")
	taro.do(chromium.Clicks("name-echo-save", ""), chromium.Misses("name-echo-dialog", ""), chromium.Sees("member", "寝室"))
	h.talk("/user "+kitchen, "卵を買う を追加")
	hanako.do(chromium.Sees("memo", "寝室"), chromium.Counts(1, "memo", "台所"))
}

// kitchen is the Alexa account of an Echo.
const kitchen = "amzn1.ask.account.KITCHEN"

// asksForAnEcho has a member add an Echo to a family that asks its owner first.
func asksForAnEcho(t *testing.T, h home, owner, member *device) {
	t.Helper()
	owner.do(household.FamilyMenu, chromium.Clicks("ask-first", ""), chromium.Clicks("dialog-close", ""))
	number := h.connectionNumber("amzn1.ask.account.BEDROOM", "卵を買う を追加")
	member.do(household.Goes("family"), chromium.Clicks("add-echo", ""), chromium.Writes("echo-number", number), chromium.Clicks("echo-next", ""),
		chromium.Clicks("echo-confirm", "申し込む"), chromium.Sees("echo-asked", "太郎さん"))
	owner.do(chromium.Sees("request", "エコーが言った番号で"))
	if theirs, mine := member.read(".check b"), owner.read(".check b"); theirs != mine || len(mine) != 2 {
		t.Errorf("the member sees %q, the owner %q", theirs, mine)
	}
	member.accessible("the owner was asked")
	member.do(chromium.Clicks("echo-asked-close", ""), chromium.Counts(3, "member", ""))
	owner.do(chromium.Clicks("request-allow", ""), chromium.Misses("request", ""), chromium.Counts(4, "member", ""))
	member.do(chromium.Counts(4, "member", ""))
}

// connectionNumber returns the connection number of an Echo with a memo.
func (h home) connectionNumber(account, memo string) string {
	h.t.Helper()
	said := h.talk("/user "+account, memo, "アカウントにつなぐ")
	spoken := regexp.MustCompile(`\d(?:[ 　、,.]*\d){7}`).FindAllString(said, -1)
	if len(spoken) == 0 {
		h.t.Fatalf("no number was told:\n%s", said)
	}
	return regexp.MustCompile(`\D`).ReplaceAllString(spoken[len(spoken)-1], "")
}

// wide writes digits as a Japanese keyboard does, in two groups.
func wide(digits string) string {
	full := strings.Map(func(r rune) rune { return r - '0' + '０' }, digits)
	return full[:len(full)/2] + "　" + full[len(full)/2:]
}
