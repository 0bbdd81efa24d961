package understanding_test

import (
	"os"
	"testing"

	"voicememo/skill/understanding"
)

// heard are texts of a session, most of which fit no sample.
var heard = map[string][]string{
	"en-US": {"buy milk and call the dentist at three", "delete number two", "no that's all thanks", "oh wait i meant oat milk", "a memo to buy milk"},
	"ja-JP": {"牛乳を買って三時に歯医者さんに電話", "2番を消して", "もう大丈夫です", "違うよ豆乳だよ", "リストに卵"},
}

// BenchmarkNew measures loading a model, which delays the first answer of a cold start.
func BenchmarkNew(b *testing.B) {
	files := os.DirFS("../skill-package")
	for locale := range heard {
		b.Run(locale, func(b *testing.B) {
			for b.Loop() {
				if _, err := understanding.New(files, locale); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkCommand measures understanding one text as a command.
func BenchmarkCommand(b *testing.B) {
	each(b, func(m *understanding.Matcher, text string) { m.Command(text) })
}

// BenchmarkUnderstand measures everything that the skill asks about a text.
func BenchmarkUnderstand(b *testing.B) {
	each(b, func(m *understanding.Matcher, text string) {
		m.Correction(text)
		m.Closing(text)
		m.Command(text)
		m.Carried(text)
		m.Number(text)
		m.KnownName(text)
	})
}

func each(b *testing.B, understand func(*understanding.Matcher, string)) {
	for locale, texts := range heard {
		m := deployed(b, locale)
		b.Run(locale, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				understand(m, texts[i%len(texts)])
			}
		})
	}
}
