package understanding

import (
	"testing"

	"voicememo/skill/words"
	"voicememo/tools/testkit/check"
)

func TestBareName(t *testing.T) {
	for locale, names := range map[string]map[string]string{
		"ja-JP": {
			"太郎": "太郎", "太郎です": "太郎", "太郎といいます": "太郎", "太郎と申します。": "太郎", "太郎と呼んでください": "太郎",
			"私は太郎です": "太郎", "名前は 太郎": "太郎", "花子ちゃん": "花子ちゃん", "お母さんです": "お母さん", "です": "です", "私は": "私は",
			"": "", "　太郎　": "太郎", "山田 太郎": "山田 太郎", "出洲": "出洲", "Taro": "Taro",
		},
		"en-US": {
			"Taro": "Taro", "taro please": "taro", "Taro, please": "Taro", "my name is Taro": "Taro", "It's Taro": "Taro", "I'm Taro, thanks": "Taro",
			"Mary Ann": "Mary Ann", "please": "please", "call me": "call me", "Justin": "Justin", "just Justin": "Justin", "Ian": "Ian", " Taro. ": "Taro",
		},
	} {
		l := &listener{words: words.NewLocales().Of(locale).Catalogue}
		for heard, want := range names {
			t.Run(locale+"."+heard, func(t *testing.T) {
				check.Equal(t, l.bareName(heard), want)
			})
		}
	}
}

func TestPadded(t *testing.T) {
	for heard, want := range map[string]string{
		"12": "0012", "1234": "1234", "1 2-3　4": "1234", "零一二三": "〇一二三", "１２": "00１２", "12345": "12345",
	} {
		t.Run(heard, func(t *testing.T) {
			check.Equal(t, padded(heard), want)
		})
	}
}
