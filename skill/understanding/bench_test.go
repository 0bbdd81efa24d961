package understanding_test

import (
	"os"
	"testing"

	"voicememo/skill/understanding"
)

// BenchmarkNew measures loading a model, which delays the first answer of a cold start.
func BenchmarkNew(b *testing.B) {
	files := os.DirFS("../skill-package")
	for _, locale := range []string{"en-US", "ja-JP"} {
		b.Run(locale, func(b *testing.B) {
			for b.Loop() {
				if _, err := understanding.New(files, locale); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
