package memo

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"voicememo/tools/testkit/check"
)

// TestFoldSimple: foldSimple folds each character, alone and beside others, as fold does.
func TestFoldSimple(t *testing.T) {
	t.Parallel()
	var simple []rune
	for r := range rune(utf8.MaxRune + 1) {
		if !utf8.ValidRune(r) {
			continue
		}
		for _, s := range []string{string(r), "a" + string(r), "が" + string(r) + "b"} {
			got, ok := foldSimple(nil, s)
			if !ok {
				continue
			}
			if want := fold(s); string(got) != want {
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
	others := []rune("\u0301\u3099\u309a\ufe0f\u200d\n\r\t ｶﾞﾊﾟ㍿ﬁİıſẞΣς…〜ゟヿ゙ヷ①Ⅷ한각\u1161\x00\u0085\u2028\u00a0")
	random := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		var s strings.Builder
		for range random.IntN(8) {
			from := simple
			if random.IntN(8) == 0 {
				from = others
			}
			s.WriteRune(from[random.IntN(len(from))])
		}
		got, ok := foldSimple(nil, s.String())
		if want := fold(s.String()); ok && string(got) != want {
			t.Fatalf("%q: got %q, want %q", s.String(), got, want)
		}
	}
}

// TestFoldSimpleText: the usual texts of memos are simple.
func TestFoldSimpleText(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"牛乳を買う":                 "牛乳を買う",
		"Milk　ＭＩＬＫ、ミルク！":        "milk milk、みるく!",
		"１７時に「保育園」のお迎え。":        "17時に「保育園」のお迎え。",
		"ケーキ🎂を予約👨‍👩‍👧":          "けーき🎂を予約👨‍👩‍👧",
		"https://example.com/A": "https://example.com/a",
	} {
		if got, ok := foldSimple(nil, s); string(got) != want || !ok {
			t.Errorf("%s: got %q, %v, want %q", s, got, ok, want)
		}
	}
}

// TestSearchSpends: a search examines 10,000 memos, fewer that are expensive to fold, and the
// one at which it stops.
func TestSearchSpends(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]int{"牛乳を買う": 10_001, "ﾐﾙｸを買う": 2001} {
		s, n := NewSearch("ミルク"), 0
		for ; !s.Spent(); n++ {
			if got := s.Examine(content); got != (want == 2001) {
				t.Fatalf("%s: got %v from Examine", content, got)
			}
		}
		check.Equal(t, n, want, "%s: memos", content)
	}
	check.Equal(t, NewSearch(" \n"), nil, "a blank text")
}

// FuzzFold compares foldSimple with fold.
func FuzzFold(f *testing.F) {
	f.Add("Milk　ＭＩＬＫ、ミルク")
	f.Fuzz(func(t *testing.T, s string) {
		if got, ok := foldSimple(nil, s); ok && string(got) != fold(s) {
			t.Errorf("%q: got %q, want %q", s, got, fold(s))
		}
	})
}

var contents = []string{
	"牛乳とパンを買って帰る", "明日は保育園のお迎えが十七時です", "クリーニングを受け取ってください", "宅配便がとどいたら玄関においてね",
	"歯医者の予約は来週の水曜日の午後三時、保険証を忘れずに", "Buy milk and eggs", "ゴミ出しをよろしくお願いします",
}

// BenchmarkFold compares the two ways to examine a memo.
func BenchmarkFold(b *testing.B) {
	search := NewSearch("自動車")
	b.Run("simple", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			search.finds(contents[i%len(contents)])
		}
	})
	b.Run("fold", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			strings.Contains(fold(contents[i%len(contents)]), string(search.text))
		}
	})
}
