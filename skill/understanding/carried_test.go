package understanding_test

import "testing"

func TestCarried(t *testing.T) {
	t.Parallel()
	for locale, cases := range map[string][][2]string{
		"en-US": {
			{"milk", "milk"},
			{"add milk", "milk"},
			{"Add Oat Milk.", "Oat Milk"},
			{"add a memo to buy milk", "buy milk"},
			{"a memo to buy milk", "buy milk"},
			{"a memo that the plumber comes at three", "the plumber comes at three"},
			{"a memo buy milk", "buy milk"},
			{"make a note that the plumber comes", "the plumber comes"},
			{"milk to the shopping list", "milk"},
			{"milk and eggs to the list", "milk and eggs"},
			{"add milk to the shopping list", "milk"},
			{"remember to call mom", "call mom"},
			{"I love you too", "I love you too"},
			{"say please", "say please"},
			{"um, milk", "milk"},
			{"um", "um"},
			{"no add milk", "milk"},
			{"no sugar for dad", "no sugar for dad"},
			{"umbrella", "umbrella"},
			{"we’re out of milk", "milk"},
			{"please add add-ons", "add-ons"},
			{"add two to the list to the shopping list", "two to the list"},
			{"buy milk!", "buy milk!"},
			{"to the moon and back", "to the moon and back"},
			{"the list", "the list"},
			{"add", "add"},
			{"add a memo", "add a memo"},
			{"add a memo to", "add a memo to"},
			{"Remember that", "Remember that"},
			{"to the shopping list", "to the shopping list"},
			{"add to the shopping list", "add to the shopping list"},
			{"a memo", "a memo"},
			{"a memo to", "a memo to"},
			{" milk ", " milk "},
			{"", ""},
			{"。", "。"},
		},
		"ja-JP": {
			{"牛乳", "牛乳"},
			{"卵を追加", "卵"},
			{"卵、を追加して", "卵"},
			{"卵 追加して", "卵"},
			{"リストに卵", "卵"},
			{"リストに卵を追加", "卵"},
			{"リストに卵追加して", "卵"},
			{"卵を買い物リストに入れて", "卵"},
			{"牛乳と卵をメモして", "牛乳と卵"},
			{"追加", "追加"},
			{"を追加", "を追加"},
			{"メモを追加", "メモを追加"},
			{"リストに追加して", "リストに追加して"},
			{"リストに", "リストに"},
			{"追加の薬をもらう", "追加の薬をもらう"},
			{"うんとね、えっとね、ママだいすき", "ママだいすき"},
			{"えっと、卵を追加", "卵"},
			{"えっと", "えっと"},
			{"やっぱり牛乳を追加", "牛乳"},
			{"いや、牛乳を追加して", "牛乳"},
			{"やっぱり牛乳", "やっぱり牛乳"},
			{"", ""},
		},
	} {
		m := matcher(t, locale)
		for _, tc := range cases {
			if got := m.Carried(tc[0]); got != tc[1] {
				t.Errorf("%s: %q: got %q, want %q", locale, tc[0], got, tc[1])
			}
		}
	}
}

// TestCarriedByTheSkillPackage checks carriers that the deployed models have.
func TestCarriedByTheSkillPackage(t *testing.T) {
	t.Parallel()
	for _, tc := range [][3]string{
		{"en-US", "milk to the list", "milk"}, {"en-US", "put milk on the list", "milk"}, {"en-AU", "remember to buy milk", "buy milk"}, {"en-US", "milk", "milk"},
		{"en-US", "we're out of milk", "milk"}, {"en-US", "we ran out of sugar", "sugar"}, {"en-US", "we're almost out of shampoo", "shampoo"}, {"en-US", "add take the chicken out of the freezer", "take the chicken out of the freezer"},
		{"ja-JP", "牛乳をメモに追加", "牛乳"}, {"ja-JP", "牛乳をリストに入れて", "牛乳"}, {"ja-JP", "牛乳", "牛乳"},
		{"ja-JP", "電池が切れた", "電池"}, {"ja-JP", "醤油切れた", "醤油"}, {"ja-JP", "牛乳がもうない", "牛乳"}, {"ja-JP", "手紙を書くって書いといて", "手紙を書く"},
	} {
		if got := deployed(t, tc[0]).Carried(tc[1]); got != tc[2] {
			t.Errorf("%s: %q: got %q, want %q", tc[0], tc[1], got, tc[2])
		}
	}
}
