package understanding_test

import (
	"testing"

	"voicememo/skill/understanding"
)

// numbers are numbers and positions with their values.
var numbers = map[string]map[string]int{
	"en-US": {
		"2": 2, "２": 2, "two": 2, "Two.": 2, "number two": 2, "number 12": 12, "memo three": 3, "memo number three": 3, "item 4": 4, "no. 5": 5, "the number seven": 7,
		"0": 0, "twenty one": 21, "twenty-one": 21, "one hundred": 100, "two hundred and five": 205, "one hundred and two": 102, "hundred and one": 101, "two hundred fifty six": 256, "number one": 1,
		"first": 1, "second": 2, "the second": 2, "the second one": 2, "the second memo": 2, "second one please": 2, "third": 3, "fifth": 5, "twelfth": 12, "twentieth": 20,
		"twenty first": 21, "twenty-second": 22, "the 1st": 1, "2nd": 2, "the 3rd one": 3, "11th": 11, "my first one": 1, "the very first one": 1, "the top one": 1,
		"last": understanding.Last, "number three please": 3, "the last": understanding.Last, "the last one": understanding.Last, "the last memo": understanding.Last, "the very last one": understanding.Last, "last one please": understanding.Last,
	},
	"ja-JP": {
		"2": 2, "２": 2, "二": 2, "2番": 2, "２番": 2, "二番": 2, "2番目": 2, "二番目": 2, "にばん": 2, "にばんめ": 2, "2番です": 2, "2番のメモ": 2, "メモの2番": 2, "番号は2": 2,
		"2番目のやつ": 2, "2番をお願いします": 2, "十": 10, "十二番": 12, "じゅうにばん": 12, "二十一": 21, "にじゅういち": 21, "百": 100, "百三": 103, "二百五十六": 256, "2十": 20, "13番": 13, "2 番 の メモ": 2, "一番 上": 1, "〇": 0, "12番だよ": 12, "第3": 3, "3号": 3,
		"一つ目": 1, "ひとつ目": 1, "ふたつめ": 2, "2つ目": 2, "三つ目のメモ": 3, "みっつ": 3, "3個目": 3, "三件目": 3, "一番": 1, "1番": 1,
		"最初": 1, "最初の": 1, "最初のやつ": 1, "6番は": 6, "8番はもう": 8, "3番が": 3, "4番も": 4, "2番って": 2, "2番メモ": 2, "最初のメモ": 1, "一番最初の": 1, "一番上": 1, "一番上のメモ": 1,
		"最後": understanding.Last, "最後の": understanding.Last, "最後のメモ": understanding.Last, "最後のやつ": understanding.Last, "一番最後": understanding.Last, "一番下のメモ": understanding.Last,
	},
}

func TestNumber(t *testing.T) {
	t.Parallel()
	for locale, all := range numbers {
		m := matcher(t, locale)
		for text, want := range all {
			if got, ok := m.Number(text); !ok || got != want {
				t.Errorf("%s: %q: got %d, %v, want %d", locale, text, got, ok, want)
			}
		}
	}
}

func TestNotANumber(t *testing.T) {
	t.Parallel()
	for locale, texts := range map[string][]string{
		"en-US": {"", "milk", "the", "number", "one milk", "two eggs", "second hand car", "and", "2 and", "-", "oh no", "99999999999999999999", "th", "the one", "lasting", "ten first",
			"1 and 3", "one and three", "one two", "1 2", "1, 3", "three and three", "one two three", "one oh five", "oh", "oh two", "twenty ten", "twenty and one", "one and hundred", "two hundred and", "two hundred one two", "hundred hundred", "number one two", "numbers one and three", "nineteen eighty four", "zero one"},
		"ja-JP": {"", "牛乳", "番", "の", "2本", "二人", "いちご", "イチゴ", "にく", "最後の晩餐", "目", "です", "つ目", "99999999999999999999", "一番好きな本",
			"一三", "一三番", "一二三", "七五三", "二一", "二〇", "〇一", "1 3", "十、三", "1番と3番", "1番3番", "一番二番", "十十", "十百", "二十一三", "いちさん", "にく"},
	} {
		m := matcher(t, locale)
		for _, text := range texts {
			if got, ok := m.Number(text); ok {
				t.Errorf("%s: %q: got %d, want no number", locale, text, got)
			}
		}
	}
}

// TestSpokenNumbers checks the values of slots for numbers and codes.
func TestSpokenNumbers(t *testing.T) {
	t.Parallel()
	for locale, cases := range map[string]map[string][2]string{
		"en-US": {
			"nineteen eighty four": {"1984", ""}, "oh oh one two": {"0012", ""}, "ninety": {"90", "90"}, "two hundred and one": {"", "201"}, "two hundred one": {"201", "201"},
			"hundred": {"100", "100"}, "12 thirty four": {"1234", ""}, "twenty ten": {"2010", ""}, "twenty zero": {"200", ""}, "one two": {"12", ""}, "one and three": {"", ""}, "one two three four five six seven eight": {"12345678", "12345678"}, "1, 2, 3, 4": {"1234", ""},
			"123-456-7890": {"1234567890", "1234567890"}, "123, 456, 7890": {"1234567890", "1234567890"}, "twelve thirty-four": {"1234", ""}, "four score": {"", ""},
			"second": {"", "2"}, "Twenty first": {"", "21"}, "3rd": {"", "3"}, "seconds": {"", ""}, "two'": {"", "2"}, "twenty twenty": {"2020", ""}, "twenty nineteen": {"2019", ""},
		},
		"ja-JP": {
			"にじゅういち": {"21", "21"}, "ニジュウイチ": {"21", "21"}, "しち": {"7", "7"}, "し": {"4", "4"}, "くじゅうく": {"99", "99"}, "百": {"100", "100"}, "せんにひゃく": {"1200", "1200"},
			"二〇": {"20", ""}, "一三": {"13", ""}, "１２": {"12", "12"}, "0345": {"0345", "345"}, "〇一": {"01", ""}, "零一": {"01", ""}, "いちにさんよん": {"1234", ""}, "いちにさんよんごろくななはち": {"12345678", "12345678"}, "いっぴき": {"", ""},
			"1、2、3、4": {"1234", ""}, "1、2、3、4、5、6、7、8": {"12345678", "12345678"}, "ゼロ ゼロ いち に": {"0012", ""},
		},
	} {
		m := matcher(t, locale)
		for text, want := range cases {
			code, number := understanding.Asked{Intent: "JoinFamilyIntent", Slot: "inviteCode"}, understanding.Asked{Intent: "DeleteMemoIntent", Slot: "memoNumber"}
			if got := m.Best(text, code)[0].Value; got != want[0] {
				t.Errorf("%s: code %q: got %q, want %q", locale, text, got, want[0])
			}
			if got := m.Best(text, number)[0].Value; got != want[1] {
				t.Errorf("%s: number %q: got %q, want %q", locale, text, got, want[1])
			}
		}
	}
}
