package understanding_test

import "testing"

func TestRequest(t *testing.T) {
	t.Parallel()
	for locale, cases := range map[string][][2]string{
		"en-US": {
			{"um delete number two", "delete number two"}, {"Oh, and add beef", "add beef"}, {"then number five", "number five"}, {"no bring it back", "no bring it back"}, {"oh no number two", "no number two"},
			{"number three as well", "number three"}, {"um that one too", "that one"}, {"too", "too"},
			{"buy milk", "buy milk"}, {"so", "so"}, {"oh no", "oh no"}, {"soap", "soap"}, {"andouille", "andouille"}, {"", ""},
		},
		"ja-JP": {
			{"うーん、5番を消して", "5番を消して"}, {"あ、牛肉も追加して", "牛肉も追加して"}, {"あ 牛肉を追加", "牛肉を追加"}, {"じゃあ全部読んで", "全部読んで"}, {"だめ、戻して", "だめ、戻して"}, {"いや、2番", "いや、2番"}, {"やっぱり2番", "やっぱり2番"}, {"えっと、やっぱり2番", "やっぱり2番"},
			{"えっと、あのね、1番", "1番"}, {"あと、牛乳を追加", "牛乳を追加"}, {"牛乳", "牛乳"}, {"あめを追加", "あめを追加"}, {"じゃがいもを追加", "じゃがいもを追加"},
			{"違う店を追加", "違う店を追加"}, {"うんどうぐつを追加", "うんどうぐつを追加"}, {"イヤホンを追加", "イヤホンを追加"}, {"あと片付けを追加", "あと片付けを追加"}, {"うん", "うん"}, {"", ""},
		},
	} {
		m := matcher(t, locale)
		for _, tc := range cases {
			if got := m.Request(tc[0]); got != tc[1] {
				t.Errorf("%s: %q: got %q, want %q", locale, tc[0], got, tc[1])
			}
		}
	}
}

// TestCommandAfterAnOpening checks that words such as "um" do not hide a request, and
// that text that is not a request keeps them.
func TestCommandAfterAnOpening(t *testing.T) {
	t.Parallel()
	for locale, cases := range map[string][][2]string{
		"en-US": {{"oh and add beef", "AddMemoIntent memoText=beef"}, {"um, delete number two", "DeleteMemoIntent memoNumber=2"}, {"delete number two as well", "DeleteMemoIntent memoNumber=2"}, {"oh and milk", ""}, {"he did too", ""},
			{"no delete number two", "DeleteMemoIntent memoNumber=2"}, {"no add beef", "AddMemoIntent memoText=beef"}, {"no number two", ""}, {"no milk", ""},
			{"then go home", ""}, {"and then go home", ""}, {"then go back", ""}, {"go home", "AMAZON.NavigateHomeIntent"}, {"okay go back", "AMAZON.PreviousIntent"}, {"then stop", "AMAZON.StopIntent"}},
		"ja-JP": {{"あ、牛肉を追加", "AddMemoIntent memoText=牛肉"}, {"うーん、2番を消して", "DeleteMemoIntent memoNumber=2"}, {"あと、牛乳も", ""},
			{"だめ、2番を消して", "DeleteMemoIntent memoNumber=2"}, {"やっぱり牛肉を追加", "AddMemoIntent memoText=牛肉"}, {"やっぱり2番", ""}},
	} {
		m := matcher(t, locale)
		for _, tc := range cases {
			got, ok := m.Command(tc[0])
			if want := tc[1]; ok != (want != "") || ok && said(got) != want {
				t.Errorf("%s: %q: got %q, want %q", locale, tc[0], said(got), want)
			}
		}
	}
}
