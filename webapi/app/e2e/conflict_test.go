package e2e

import (
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
)

// TestConflict: two people change one memo, one of them offline. Both texts
// are shown, and each of the three answers does as labelled, and can be undone.
func TestConflict(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	taro, hanako := s.phone(), s.phone()
	taro.expected = append(taro.expected, "ERR_INTERNET_DISCONNECTED", "status of 412", "status of 409")
	taro.do(household.SignsIn("太郎"))
	code, _ := taro.invite()
	hanako.do(household.SignsIn("花子"), household.Joins(code), household.Goes("memos"))
	taro.do(chromium.Misses("invite", ""), household.Goes("memos"))

	for _, c := range []struct {
		answer, said string
		undone       []string
		want         []string
	}{
		{"both", "両方の文を残しました", nil, []string{"牛乳を太郎が", "牛乳を花子が"}},
		{"mine", "自分の文を残しました", nil, []string{"卵を太郎が"}},
		{"theirs", "花子の文を残しました", []string{"theirs", "both"}, []string{"米を花子が"}},
	} {
		thing := map[string]string{"both": "牛乳", "mine": "卵", "theirs": "米"}[c.answer]
		disagree(taro, hanako, thing)
		taro.do(chromium.Sees("conflict", thing+"を太郎が"), chromium.Sees("conflict", thing+"を花子が"))
		taro.do(chromium.Counts(2, "conflict-text", ""), chromium.Counts(3, "[data-testid=conflict] button", ""), chromium.Misses("notice", ""),
			chromium.Misses(".memo.conflict .unfolded, .memo.conflict .details", ""))
		if c.answer == "both" {
			taro.accessible("conflict")
			taro.fits("conflict")
		}
		for _, answer := range c.undone {
			taro.do(chromium.Clicks("conflict-"+answer, ""), chromium.Misses("conflict", ""), household.Settled,
				chromium.Clicks("snackbar-undo", ""), chromium.Sees("conflict", thing+"を太郎が"), chromium.Sees("conflict", thing+"を花子が"))
		}
		taro.do(chromium.Clicks("conflict-"+c.answer, ""), chromium.Misses("conflict", ""), chromium.Sees("notice", c.said))
		for _, d := range []*device{taro, hanako} {
			d.do(chromium.Counts(len(c.want), "memo", thing))
			for _, content := range c.want {
				d.do(chromium.Sees("memo", content))
			}
		}
	}
	insistOnDeleted(taro, hanako)
}

// TestMerged: two people change different fields of one memo, one of them offline. Nothing is asked: both changes
// stand, and each person is shown the other's text.
func TestMerged(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	taro, hanako := s.phone(), s.phone()
	taro.expected = append(taro.expected, "ERR_INTERNET_DISCONNECTED", "status of 412")
	taro.do(household.SignsIn("太郎"))
	code, _ := taro.invite()
	hanako.do(household.SignsIn("花子"), household.Joins(code), household.Goes("memos"))
	taro.do(chromium.Misses("invite", ""), household.Goes("memos"))

	taro.apart(household.Marks("牛乳を買う"), hanako, household.Edits("牛乳を買う", "牛乳を二本買う"), "牛乳を買う")
	taro.do(chromium.Sees("notice", "花子が書き直し：「牛乳を二本買う」"), chromium.Misses("conflict", ""), household.Settled,
		chromium.Clicks("done-fold", ""), chromium.Sees(".memo.done", "牛乳を二本買う"), chromium.Sees(".memo.done", "花子が書き直し"))
	hanako.do(chromium.Clicks("done-fold", ""), chromium.Sees(".memo.done", "牛乳を二本買う"))

	taro.apart(household.Edits("卵を買う", "卵を六個買う"), hanako, household.Marks("卵を買う"), "卵を買う")
	taro.do(household.Settled, chromium.Misses("conflict", ""), chromium.Sees(".memo.done", "卵を六個買う"), chromium.Sees(".memo.done", "花子が済みに"))

	taro.apart(household.Deletes("米を買う"), hanako, household.Edits("米を買う", "米を五キロ買う"), "米を買う")
	taro.do(chromium.Sees("notice", "花子が書き直していました：「米を五キロ買う」"), chromium.Misses("conflict", ""), household.Settled)
	hanako.do(chromium.Misses(".memo", "米を五キロ買う"))
	taro.do(chromium.Clicks("snackbar-undo", ""), chromium.Sees("memo", "米を五キロ買う"), household.Settled)
	hanako.do(chromium.Sees("memo", "米を五キロ買う"))
}

// apart has two people, one of them offline, change a memo that one has added.
func (d *device) apart(mine chromium.Step, other *device, theirs chromium.Step, memo string) {
	d.t.Helper()
	d.do(household.Adds(memo))
	other.do(chromium.Sees("memo", memo))
	d.do(chromium.Offline(true), mine)
	other.do(theirs, household.Settled)
	d.do(chromium.Offline(false))
}

// TestUnsent: unsent memos are edited, ticked and deleted like any other, and a draft for
// an unsent memo continues when it is sent.
func TestUnsent(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	d := s.phone()
	d.expected = append(d.expected, unreachable...)
	d.do(household.SignsIn("太郎"), household.Adds("届いたメモ"), laterLoaded, chromium.Offline(true))
	for _, content := range []string{"豆腐", "納豆", "酢", "味噌", "醤油"} {
		d.do(chromium.Writes("composer", content), chromium.Clicks("send", ""), chromium.Sees("memo-sending", content))
	}
	d.do(household.Edits("豆腐", "木綿豆腐"), household.Marks("納豆"), household.Deletes("酢"),
		household.Deletes("味噌"), chromium.Clicks("snackbar-undo", ""), chromium.Sees("memo-sending", "味噌"),
		household.Opens("醤油"), chromium.Clicks("memo-edit", ""), chromium.Writes("editor-text", "薄口醤油"),
		chromium.Offline(false), household.Settled, chromium.Counts(4, "memo", ""), chromium.Sees("done-fold", "済み 1"))
	if draft := d.read("editor-text"); draft != "薄口醤油" {
		t.Errorf("got %q in the editor, want the draft from before the memo was sent", draft)
	}
	d.do(chromium.Clicks("editor-save", ""), chromium.Sees("memo", "薄口醤油"), household.Settled)
	got := s.signIn("太郎").Contents()
	if want := "味噌 / 薄口醤油 / 納豆 / 木綿豆腐 / 届いたメモ"; got != want {
		t.Errorf("got memos %q, want %q", got, want)
	}
	d.do(household.Goes("trash"), chromium.Misses("trash-memo", ""))
}

// insistOnDeleted has one person keep a text of a memo that the other has deleted.
func insistOnDeleted(one, other *device) {
	one.t.Helper()
	one.apart(household.Edits("茶を買う", "茶を太郎が"), other, household.Deletes("茶を買う"), "茶を買う")
	one.do(chromium.Sees("conflict", "茶を太郎が"), chromium.Sees("conflict-text", "花子が消しました"), chromium.Clicks("conflict-mine", ""), chromium.Misses("conflict", ""))
	for _, d := range []*device{one, other} {
		d.do(chromium.Counts(1, "memo", "茶"), chromium.Sees("memo", "茶を太郎が"))
	}
}

// disagree has two people, one of them offline, change the same memo.
func disagree(one, other *device, thing string) {
	one.t.Helper()
	memo := thing + "を買う"
	one.apart(household.Edits(memo, thing+"を太郎が"), other, household.Edits(memo, thing+"を花子が"), memo)
}
