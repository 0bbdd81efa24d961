package e2e

import (
	"testing"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
)

// TestConflict: two people change one memo, one of them out of reach. Both texts
// are shown, and each of the three answers keeps what it says.
func TestConflict(t *testing.T) {
	t.Parallel()
	s := newHome(t).serve()
	taro, hanako := s.phone(), s.phone()
	taro.expected = append(taro.expected, "ERR_CONNECTION_RESET", "status of 412", "status of 409")
	taro.do(household.SignsIn("太郎"))
	code, _ := taro.invite()
	hanako.do(household.SignsIn("花子"), household.Joins(code), household.Goes("memos"))
	taro.do(chromium.Misses("invite", ""), household.Goes("memos"))

	for _, c := range []struct {
		answer string
		want   []string
	}{
		{"both", []string{"牛乳を太郎が", "牛乳を花子が"}},
		{"mine", []string{"卵を太郎が"}},
		{"theirs", []string{"米を花子が"}},
	} {
		thing := map[string]string{"both": "牛乳", "mine": "卵", "theirs": "米"}[c.answer]
		disagree(taro, hanako, thing)
		taro.do(chromium.Sees("conflict", thing+"を太郎が"), chromium.Sees("conflict", thing+"を花子が"))
		if c.answer == "both" {
			taro.accessible("conflict")
			taro.fits("conflict")
		}
		taro.do(chromium.Clicks("conflict-"+c.answer, ""), chromium.Misses("conflict", ""))
		for _, d := range []*device{taro, hanako} {
			d.do(chromium.Counts(len(c.want), "memo", thing))
			for _, content := range c.want {
				d.do(chromium.Sees("memo", content))
			}
		}
	}
	insistOnDeleted(taro, hanako)
}

// insistOnDeleted lets one person keep a text of a memo that the other has thrown away.
func insistOnDeleted(one, other *device) {
	one.t.Helper()
	one.do(household.Adds("茶を買う"))
	other.do(chromium.Sees("memo", "茶を買う"))
	restore, err := one.CutOff()
	if err != nil {
		one.t.Fatal(err)
	}
	one.do(household.Edits("茶を買う", "茶を太郎が"), chromium.Sees("memo-sending", "茶を太郎が"))
	other.do(household.Deletes("茶を買う"), household.Settled)
	if err := restore(); err != nil {
		one.t.Fatal(err)
	}
	one.do(chromium.Sees("conflict", "茶を太郎が"), chromium.Clicks("conflict-mine", ""), chromium.Misses("conflict", ""))
	for _, d := range []*device{one, other} {
		d.do(chromium.Counts(1, "memo", "茶"), chromium.Sees("memo", "茶を太郎が"))
	}
}

// disagree lets two people change the same memo without knowing of each other.
func disagree(one, other *device, thing string) {
	one.t.Helper()
	one.do(household.Adds(thing + "を買う"))
	other.do(chromium.Sees("memo", thing+"を買う"))
	restore, err := one.CutOff()
	if err != nil {
		one.t.Fatal(err)
	}
	one.do(household.Edits(thing+"を買う", thing+"を太郎が"), chromium.Sees("memo-sending", thing+"を太郎が"))
	other.do(household.Edits(thing+"を買う", thing+"を花子が"), chromium.Sees("memo", thing+"を花子が"), household.Settled)
	if err := restore(); err != nil {
		one.t.Fatal(err)
	}
}
