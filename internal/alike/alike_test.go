package alike

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"voicememo/tools/testkit/check"
)

// TestQuick: quick folds each character, alone and beside others, as slow does.
func TestQuick(t *testing.T) {
	t.Parallel()
	var simple []rune
	for r := range rune(utf8.MaxRune + 1) {
		if !utf8.ValidRune(r) {
			continue
		}
		for _, s := range []string{string(r), "a" + string(r), "が" + string(r) + "b", "u." + string(r) + "." + string(r)} {
			got, ok := style{}.quick(nil, s)
			if !ok {
				continue
			}
			if want := string(style{}.slow(s)); string(got) != want {
				t.Fatalf("%q (%U): got %q, want %q", s, r, got, want)
			}
			if simple == nil || simple[len(simple)-1] != r {
				simple = append(simple, r)
			}
		}
	}
	if len(simple) < 20_000 {
		t.Errorf("got %d simple characters, want the kana, the common kanji, ASCII and its wide form", len(simple))
	}
	others := []rune("..''&- \u0301\u3099\u309a\ufe0f\u200d\n\r\t ｶﾞﾊﾟ㍿ﬁİıſẞΣς…〜ゟヿ゙ヷ①Ⅷ한각\u1161\x00\u0085\u2028\u00a0﨑𠮷éøÉ")
	random := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		var s strings.Builder
		for range random.IntN(8) {
			from := simple
			if random.IntN(4) == 0 {
				from = others
			}
			s.WriteRune(from[random.IntN(len(from))])
		}
		for _, f := range []style{{}, {emoji: true}, {katakana: true, spaces: true}} {
			got, ok := f.quick([]byte("x."), s.String())
			if want := "x." + string(f.slow(s.String())); ok && string(got) != want {
				t.Fatalf("%q: got %q, want %q", s.String(), got, want)
			}
		}
	}
}

// FuzzFold compares quick with slow.
func FuzzFold(f *testing.F) {
	f.Add("Milk　ＭＩＬＫ、ミルク U.S.A.")
	f.Fuzz(func(t *testing.T, s string) {
		if got, ok := (style{}).quick(nil, s); ok && string(got) != string(style{}.slow(s)) {
			t.Errorf("%q: got %q, want %q", s, got, style{}.slow(s))
		}
	})
}

// TestFold: what makes no difference.
func TestFold(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"牛乳を買う":                          "牛乳を買う",
		"Milk　ＭＩＬＫ、ミルク！":                 "milk milk、みるく!",
		"ｶﾞｯｺｳ":                          "がっこう",
		"ケーキ🎂を予約👨‍👩‍👧":                   "けーきを予約",
		"crème brûlée, Ångström Øl":      "creme brulee, angstrom ol",
		"mom’s  mom's\tmoms":             "moms moms moms",
		"“so”":                           `"so"`,
		"U.S.A. and a.m., not 3.5 or Mr": "usa and am, not 3.5 or mr",
		"www.example.com. J. Smith":      "www.example.com. j. smith",
		"salt & pepper A&B":              "salt and pepper a and b",
		"ice-cream\nice – cream":         "ice cream ice cream",
		"桜と櫻　斉藤 齊藤 齋藤":                   "桜と桜斉藤斉藤斉藤",
		"カフェ・ラテ LED 電球":                  "かふぇらてled電球",
		"葛\U000E0100城 👍🏽":                "葛城",
		"ｗｗｗ．Ｕ．Ｓ．":                       "www.us",
		" -・ ":                           "",
	} {
		check.Equal(t, (style{}).fold(s), want, s)
	}
	if got, want := (style{emoji: true}).fold("a 👍🏽☎️ b"), "a👍☎b"; got != want {
		t.Errorf("with emoji: got %q, want %q", got, want)
	}
}

// TestKanjiForms: no kanji is the old form of two others or of itself, or is both old and new.
func TestKanjiForms(t *testing.T) {
	t.Parallel()
	seen := map[rune]bool{}
	for group := range strings.FieldsSeq(kanjiForms) {
		for _, r := range group {
			if seen[r] || !unicode.Is(unicode.Han, r) {
				t.Errorf("%s: %c is there twice, or is no kanji", group, r)
			}
			seen[r] = true
			if got, want := (style{}).fold(string(r)), group[:3]; got != want {
				t.Errorf("%c: got %s, want %s", r, got, want)
			}
		}
	}
}

func TestEqual(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"牛乳", "牛乳。", true}, {"誕生日ケーキ", "誕生日🎂ケーキ", true}, {"🎂", "🎂", true}, {"🎂", "🍰", false},
		{"ice cream", "Icecream", true}, {"2 1", "21", false}, {"milk", "milk", true}, {"milk", "milks", false},
		{"豆", "豆腐", false}, {"-", "-", true}, {"-", "'", false}, {"", "-", false}, {"渡邊さん", "渡辺さん", true}, {"!", "!", true},
	} {
		if got := Equal(c.a, c.b); got != c.want {
			t.Errorf("Equal(%q, %q): got %v, want %v", c.a, c.b, got, c.want)
		}
	}
	for a, b := range map[string]string{"お母さん": "お母", "ＴＡＲＯくん": "taro", "さん": "さん", "渡邉様": "渡辺"} {
		if Key(a) != Key(b) {
			t.Errorf("Key: got %q and %q, want the same", Key(a), Key(b))
		}
	}
}

// TestRank: how well contents match texts.
func TestRank(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, content string
		want          Rank
	}{
		{"creme brulee", "Make crème brûlée", Contains}, {"誕生日ケーキ", "誕生日🎂ケーキを予約", Contains}, {"🎂", "🎂の予約", Contains}, {"🎂", "予約", None},
		{"salt and pepper", "salt & pepper", Contains}, {"USA", "flight to the U.S.A.", Contains}, {"斎藤", "齋藤さんに電話", Contains},
		{"-", "a - b", Contains}, {"-", "a b", None}, {"mils", "milk", None},
		// words in another form or order, without particles and fillers
		{"battery", "buy batteries", AllWords}, {"batteries", "the battery is empty", AllWords}, {"plumbers", "call the plumber", AllWords}, {"box", "two boxes", Contains},
		{"boxes", "a box", AllWords}, {"tomatoes", "tomato", AllWords}, {"glass", "glas", None}, {"buses", "bus", AllWords},
		{"eggs and milk", "milk and eggs", AllWords}, {"the milk already", "milk", AllWords}, {"something about the dentist", "dentist on Monday", AllWords},
		{"butter", "peanut-butter", Contains}, {"icecream", "ice cream", AllWords}, {"voice mail", "voicemail", AllWords}, {"other apple", "mother pineapple", None},
		{"two eggs", "2 eggs", AllWords}, {"2 eggs", "eggs, two", AllWords}, {"2 eggs", "12 eggs", Contains}, {"eggs 2", "12 eggs", None}, {"two wires", "2 network wires", AllWords}, {"two works", "network works", None},
		{"3時", "三時に卵", AllWords}, {"三時", "3時に卵", AllWords}, {"2月", "十二月", None}, {"十二月", "12月に参観", AllWords}, {"007 film", "film 007", AllWords},
		{"電池について", "単三電池を買う", AllWords}, {"牛乳って", "牛乳を買う", AllWords}, {"牛乳ってもう", "牛乳を買う", AllWords}, {"電池の", "電池", AllWords}, {"歯医者さん", "歯医者の予約", AllWords},
		{"卵は", "卵を2パック", AllWords}, {"歯医者さんのこと", "歯医者", AllWords}, {"お米", "米を買う", AllWords}, {"ぎゅうにゅうって", "ぎゅうにゅうを買う", AllWords}, {"電球が切れた", "切れている電球", AllWords}, {"牛乳とのり", "のり", AnyWord},
		{"ケーキ予約", "予約したケーキ", AllWords}, {"とまと", "まどを閉める", None}, {"もう", "牛乳", None}, {"のは", "牛乳", None},
		// items
		{"milk and eggs", "buy eggs", AnyWord}, {"牛乳と電球", "電球を替える", AnyWord}, {"牛乳と電球", "電球と牛乳", AllWords}, {"牛乳、電球", "電球", AnyWord},
		{"たまごとぎゅうにゅう", "ぎゅうにゅう", AnyWord}, {"牛乳とねぎ", "ねぎ", AnyWord}, {"milk eggs", "eggs", None}, {"salt & pepper", "pepper", AnyWord},
	} {
		if got, _ := NewText(c.text).Rank(c.content, AnyWord); got != c.want {
			t.Errorf("%q in %q: got %d, want %d", c.text, c.content, got, c.want)
		}
		if got, _ := NewText(c.text).Rank(c.content, c.want-1); c.want > Contains && got != None {
			t.Errorf("%q in %q: got %d, want none of the worse ranks", c.text, c.content, got)
		}
	}
	if NewText(" \n") != nil {
		t.Error("a blank text: got one to be found, want nil")
	}
}

// TestWhole: whole words, and what is left beside them.
func TestWhole(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		content, text string
		want          bool
		rest          string
	}{
		{"pineapple", "apple", false, ""}, {"eggplant", "egg", false, ""}, {"milkshake mix", "milk", false, ""}, {"buy milk", "milk", true, "buy"},
		{"Buy two Eggs!", "the egg", true, "buy two !"}, {"battery", "batteries", true, ""}, {"2 eggs", "two eggs", true, ""}, {"peanut-butter", "butter", true, "peanut"},
		{"salt & pepper", "pepper and salt", true, ""}, {"ice cream", "icecream", true, ""}, {"icecream", "ice cream", true, ""}, {"milk", "milk eggs", false, ""}, {"milk", "milk milk", false, ""},
		{"12 eggs", "2", false, ""}, {"mom's gift", "mom", true, "gift"}, {"crème brûlée", "brulee", true, "creme"},
		{"玉ねぎ", "ねぎ", false, ""}, {"たまねぎ", "ねぎ", false, ""}, {"ねぎと玉ねぎ", "ねぎ", false, ""}, {"玉ねぎとねぎ", "ねぎ", false, ""}, {"玉ねぎ、ねぎ", "ねぎ", true, "玉ねぎ、"},
		{"卵焼き器", "卵", false, ""}, {"電気代を払う", "電気", false, ""}, {"豆乳", "豆", false, ""}, {"豆腐", "豆", false, ""}, {"豆", "豆", true, ""}, {"豆と豆乳", "豆", true, "と豆乳"},
		{"卵を買う", "卵", true, "を買う"}, {"ねぎを買う", "ネギ", true, "を買う"}, {"たまごをかう", "卵", false, ""}, {"卵とじ", "卵", false, ""}, {"茹で卵", "卵", false, ""}, {"ゆで卵", "卵", false, ""},
		{"豆もやし", "豆", false, ""}, {"カレールー", "ルー", false, ""}, {"パン粉", "パン", false, ""}, {"パン 2個", "パン", true, "2個"}, {"パンの耳", "パン", true, "の耳"}, {"牛乳も", "牛乳", true, "も"},
		{"ひもの1枚", "ひも", false, ""}, {"誕生日 ケーキ", "誕生日ケーキ", true, ""}, {"誕生日ケーキ", "誕生日 ケーキ", true, ""}, {"LED 電球", "電球", true, "led"}, {"LED電球", "電球", false, ""}, {"生卵", "卵", false, ""},
		{"牛乳と卵を買う", "卵", true, "牛乳と を買う"}, {"-", "-", false, ""},
	} {
		if whole, rest := Whole(c.content, c.text); whole != c.want || rest != c.rest {
			t.Errorf("Whole(%q, %q): got %v, %q, want %v, %q", c.content, c.text, whole, rest, c.want, c.rest)
		}
	}
}

// TestNumbers: every number is parsed from its kanji.
func TestNumbers(t *testing.T) {
	t.Parallel()
	for n := range 100 {
		if got, ok := kanjiNumber(inKanji(n)); got != n || !ok {
			t.Errorf("%s: got %d, %v, want %d", inKanji(n), got, ok, n)
		}
	}
	for _, s := range []string{"", "一二", "十百"} {
		if n, ok := kanjiNumber(s); ok {
			t.Errorf("%s: got %d, want none", s, n)
		}
	}
}
