package understanding

import "testing"

// BenchmarkRead measures reading the rules of a language, which delays the first answer of a cold
// start that needs them.
func BenchmarkRead(b *testing.B) {
	for language, spaced := range map[string]bool{"en": true, "ja": false} {
		b.Run(language, func(b *testing.B) {
			for b.Loop() {
				read(language, spaced)
			}
		})
	}
}

// BenchmarkUnderstand measures a sentence that fits no rule, which all of them are tried on.
func BenchmarkUnderstand(b *testing.B) {
	for locale, text := range map[string]string{
		"en-US": "the plumber comes on thursday at nine and somebody has to let him in",
		"ja-JP": "木曜日の九時に水道屋さんが来るから誰か家にいてください",
	} {
		b.Run(locale, func(b *testing.B) {
			g := grammarOf(locale)
			for b.Loop() {
				(&listener{grammar: g}).free(text)
			}
		})
	}
}
