package skill

import (
	"testing"

	alexa "github.com/arienmalec/alexa-go"
)

func TestBareName(t *testing.T) {
	for locale, names := range map[string]map[string]string{
		alexa.LocaleJapanese: {
			"太郎": "太郎", "太郎です": "太郎", "太郎といいます": "太郎", "太郎と申します。": "太郎", "太郎と呼んでください": "太郎",
			"私は太郎です": "太郎", "名前は 太郎": "太郎", "花子ちゃん": "花子ちゃん", "お母さんです": "お母さん", "です": "です", "私は": "私は",
			"": "", "　太郎　": "太郎", "山田 太郎": "山田 太郎", "出洲": "出洲", "Taro": "Taro",
		},
		alexa.LocaleAmericanEnglish: {
			"Taro": "Taro", "taro please": "taro", "Taro, please": "Taro", "my name is Taro": "Taro", "It's Taro": "Taro", "I'm Taro, thanks": "Taro",
			"Mary Ann": "Mary Ann", "please": "please", "call me": "call me", "Justin": "Justin", "just Justin": "Justin", "Ian": "Ian", " Taro. ": "Taro",
		},
	} {
		turn := &turn{locale: newLocales().of(locale)}
		for heard, want := range names {
			t.Run(locale+"."+heard, func(t *testing.T) {
				if got := turn.bareName(heard); got != want {
					t.Errorf("got %q, want %q", got, want)
				}
			})
		}
	}
}

func TestWho(t *testing.T) {
	for locale, names := range map[string]map[string]string{
		alexa.LocaleJapanese: {
			"太郎": "太郎さん", "お母さん": "お母さん", "花子ちゃん": "花子ちゃん", "さん": "さん", "Echo": "エコー", "エコー": "エコー", "": "エコー",
			"寿限無寿限無五劫の擦り切れ": "寿限無寿限無五劫のさん",
		},
		alexa.LocaleAmericanEnglish: {"Taro": "Taro", "エコー": "Echo", "": "Echo", "Pablo Diego José Francisco": "Pablo Diego José"},
	} {
		l := newLocales().of(locale)
		for name, want := range names {
			t.Run(locale+"."+name, func(t *testing.T) {
				if got := l.who(name); got != want {
					t.Errorf("got %q, want %q", got, want)
				}
			})
		}
	}
}
