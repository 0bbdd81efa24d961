package understanding_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"voicememo/skill/understanding"
)

// said formats meanings as "Intent slot=value", separated by commas.
func said(all ...understanding.Meaning) string {
	out := make([]string, len(all))
	for i, m := range all {
		if out[i] = m.Intent; m.Slot != "" {
			out[i] += " " + m.Slot + "=" + m.Value
		}
	}
	return strings.Join(out, ", ")
}

func TestCommand(t *testing.T) {
	t.Parallel()
	for locale, cases := range map[string][][2]string{
		"en-US": {
			{"add milk", "AddMemoIntent memoText=milk"},
			{"Add  MILK.", "AddMemoIntent memoText=MILK"},
			{"add, milk and eggs, to the list", "AddMemoIntent memoText=milk and eggs"},
			{"Ａｄｄ ｍｉｌｋ", "AddMemoIntent memoText=ｍｉｌｋ"},
			{"add menü, to the list", "AddMemoIntent memoText=menü"},
			{"add MENÜ to the list", "AddMemoIntent memoText=MENÜ"},
			{"add eggs , to the list", "AddMemoIntent memoText=eggs"},
			{"add a memo", "AddMemoIntent"},
			{"we’re out of milk", "AddMemoIntent memoText=milk"},
			{"were out of milk", "AddMemoIntent memoText=milk"},
			{"delete number two", "DeleteMemoIntent memoNumber=2"},
			{"delete 2", "DeleteMemoIntent memoNumber=2"},
			{"delete twenty-one", "DeleteMemoIntent memoNumber=21"},
			{"delete 1, 2", "DeleteByTextIntent memoText=1, 2"},
			{"delete it", "DeleteMemoIntent"},
			{"delete milk", "DeleteByTextIntent memoText=milk"},
			{"delete milk away", "DeleteByTextIntent memoText=milk away"},
			{"no 4, 0, 7, 2", "JoinFamilyIntent inviteCode=4072"},
			{"no four oh seven two", "JoinFamilyIntent inviteCode=4072"},
			{"no four oh seven", "JoinFamilyIntent inviteCode=407"},
			{"delete one and three", "DeleteByTextIntent memoText=one and three"},
			{"cancel that", "AMAZON.CancelIntent"},
			{"my name is Mary Ann O'Neil", "SetNameIntent userName=Mary Ann O'Neil"},
			{"no", "AMAZON.NoIntent"},
			{"next please", "AMAZON.NextIntent"},
			{"continue", "ReadMoreIntent"},
			{"keep going", "AMAZON.NextIntent"},
			{"what can i say?", "AMAZON.HelpIntent"},
		},
		"ja-JP": {
			{"牛乳を追加", "AddMemoIntent memoText=牛乳"},
			{"牛乳、を追加して。", "AddMemoIntent memoText=牛乳"},
			{"牛乳 と 卵 を 追加", "AddMemoIntent memoText=牛乳 と 卵"},
			{"ｶﾞﾑを追加", "AddMemoIntent memoText=ｶﾞﾑ"},
			{"2番メモして", "AddMemoIntent memoText=2番"},
			{"2ばん メモして", "AddMemoIntent memoText=2ばん"},
			{"牛乳めもして", "AddMemoIntent memoText=牛乳"},
			{"リストに牛乳追加して", "AddMemoIntent memoText=牛乳"},
			{"メモを追加", "AddMemoIntent"},
			{"2番を消して", "DeleteMemoIntent memoNumber=2"},
			{"一三番を消して", "DeleteByTextIntent memoText=一三番"},
			{"にばんを消して", "DeleteMemoIntent memoNumber=2"},
			{"じゅうにばんめのメモを消して", "DeleteMemoIntent memoNumber=12"},
			{"牛乳を消して", "DeleteByTextIntent memoText=牛乳"},
			{"招待コード、一、二、三、四で参加", "JoinFamilyIntent inviteCode=1234"},
			{"私はママ", "SetNameIntent userName=ママ"},
			{"続き", "ReadMoreIntent"},
			{"次のページ", "AMAZON.NextIntent"},
			{"もう一回お願い", "AMAZON.RepeatIntent"},
			{"はい。", "AMAZON.YesIntent"},
		},
	} {
		m := matcher(t, locale)
		for _, tc := range cases {
			got, ok := m.Command(tc[0])
			if !ok || said(got) != tc[1] {
				t.Errorf("%s: %q: got %q, want %q", locale, tc[0], said(got), tc[1])
			}
		}
	}
}

func TestNoCommand(t *testing.T) {
	t.Parallel()
	for locale, texts := range map[string][]string{
		"en-US": {"", " ", ".", "milk", "added value", "address book", "number two", "2", "no four", "mom", "add", "to the list", "it's 1234", "my number is 1234567890"},
		"ja-JP": {"", "　", "。", "牛乳", "2番", "ママ", "追加", "ながい話", "1234です"},
	} {
		m := matcher(t, locale)
		for _, text := range texts {
			if got, ok := m.Command(text); ok {
				t.Errorf("%s: %q: got %q, want no command", locale, text, said(got))
			}
		}
	}
}

func TestBest(t *testing.T) {
	t.Parallel()
	add := understanding.Asked{Intent: "AddMemoIntent", Slot: "memoText"}
	remove := understanding.Asked{Intent: "DeleteMemoIntent", Slot: "memoNumber"}
	m := matcher(t, "en-US")
	for _, tc := range []struct {
		text  string
		asked understanding.Asked
		want  string
	}{
		{"milk", understanding.Asked{}, "AMAZON.FallbackIntent"},
		{"milk", add, "AddMemoIntent memoText=milk"},
		{"add milk", add, "AddMemoIntent memoText=milk"},
		{"stop", add, "AMAZON.StopIntent"},
		{"no", add, "AMAZON.NoIntent"},
		{"number two", remove, "DeleteMemoIntent memoNumber=2"},
		{"milk", remove, "AMAZON.FallbackIntent"},
		{"delete number two", add, "DeleteMemoIntent memoNumber=2"},
		{"", add, "AMAZON.FallbackIntent"},
	} {
		if got := said(m.Best(tc.text, tc.asked)...); got != tc.want {
			t.Errorf("%q asked for %q: got %q, want %q", tc.text, tc.asked.Slot, got, tc.want)
		}
	}
}

// TestCorrectionIsNotNo checks that words such as 「違う」 fill the slot that is asked for,
// and mean "no" where there is none.
func TestCorrectionIsNotNo(t *testing.T) {
	t.Parallel()
	m := matcher(t, "ja-JP")
	for asked, want := range map[understanding.Asked]string{
		{}: "AMAZON.NoIntent", {Intent: "AddMemoIntent", Slot: "memoText"}: "AddMemoIntent memoText=違う",
	} {
		if got := said(m.Best("違う", asked)...); got != want {
			t.Errorf("asked for %q: got %q, want %q", asked.Slot, got, want)
		}
	}
}

// TestAmbiguousText checks that text that fits the samples of two intents equally has
// two meanings, and that as a command it means the intent listed first.
func TestAmbiguousText(t *testing.T) {
	t.Parallel()
	m, err := understanding.New(fstest.MapFS{"interactionModels/custom/en-US.json": {Data: []byte(`{"interactionModel": {"languageModel": {"intents": [
		{"name": "Take", "slots": [{"name": "any", "type": "AMAZON.SearchQuery"}], "samples": ["take {any}"]},
		{"name": "Away", "slots": [{"name": "any", "type": "AMAZON.SearchQuery"}, {"name": "count", "type": "AMAZON.NUMBER"}], "samples": ["{any} away", "take {count}"]},
		{"name": "More", "samples": ["go on"]}]}}}`)}}, "en-US")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"take milk away": "Take any=milk away", "milk away": "Away any=milk", "take two": "Away count=2", "take two away": "Take any=two away", "go on": "More",
	} {
		if got, _ := m.Command(text); said(got) != want {
			t.Errorf("%q: got %q, want %q", text, said(got), want)
		}
	}
	if got := m.Best("take milk away", understanding.Asked{}); len(got) != 2 {
		t.Errorf("got meanings %q, want two", said(got...))
	}
}

func TestCorrecting(t *testing.T) {
	t.Parallel()
	code := understanding.Asked{Intent: "JoinFamilyIntent", Slot: "inviteCode"}
	m := matcher(t, "en-US")
	for _, tc := range []struct {
		text   string
		filled understanding.Asked
		want   string
	}{
		{"4072", code, "JoinFamilyIntent inviteCode=4072"},
		{"four oh seven two", code, "JoinFamilyIntent inviteCode=4072"},
		{"407", code, ""},
		{"milk", code, ""},
		{"4072", understanding.Asked{Intent: "AddMemoIntent", Slot: "memoText"}, ""},
		{"4072", understanding.Asked{}, ""},
	} {
		got, ok := m.Correcting(tc.text, tc.filled)
		if ok != (tc.want != "") || said(got) != tc.want {
			t.Errorf("%q after %q: got %q, want %q", tc.text, tc.filled.Slot, said(got), tc.want)
		}
	}
}

func TestKnownName(t *testing.T) {
	t.Parallel()
	for locale, names := range map[string]map[string]bool{
		"en-US": {"mom": true, "Mom.": true, "mum": true, "mary ann": true, "mary": false, "kitchen": false, "": false, "done": false},
		"ja-JP": {"ママ": true, "まま": true, "お母さん": true, "おかあさん": true, "大丈夫": false, "": false},
	} {
		m := matcher(t, locale)
		for name, want := range names {
			if got := m.KnownName(name); got != want {
				t.Errorf("%s: %q: got known %v, want %v", locale, name, got, want)
			}
		}
	}
}

func TestNewErrors(t *testing.T) {
	t.Parallel()
	broken := fstest.MapFS{"interactionModels/custom/en-US.json": {Data: []byte("{")}}
	if _, err := understanding.New(broken, "en-US"); err == nil || !strings.Contains(err.Error(), "en-US") {
		t.Errorf("broken model: got error %v, want one that names the locale", err)
	}
	for _, locale := range []string{"fr-FR", "", "en", "../skill"} {
		if _, err := understanding.New(os.DirFS("../skill-package"), locale); err == nil {
			t.Errorf("%q: got no error, want one", locale)
		}
	}
}

// TestInvocationAndSlots checks what other packages read from the model.
func TestInvocationAndSlots(t *testing.T) {
	t.Parallel()
	m := matcher(t, "en-US")
	if got := m.Invocation(); got != "test memo" {
		t.Errorf("got invocation name %q, want %q", got, "test memo")
	}
	if got := m.Slots("JoinFamilyIntent"); len(got) != 1 || got[0] != "inviteCode" {
		t.Errorf("got slots %q, want inviteCode", got)
	}
	if got := m.Slots("ReadMoreIntent"); len(got) != 0 {
		t.Errorf("got slots %q, want none", got)
	}
}
