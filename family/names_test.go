package family

import (
	"strings"
	"testing"
)

// TestCutName: whatever an issuer calls a person becomes a name that may be stored.
func TestCutName(t *testing.T) {
	for given, want := range map[string]string{
		"山田 太郎": "山田 太郎", "  Taro  Yamada ": "Taro  Yamada", "Ta\x00ro\n": "Taro", "Taro\xff": "Taro",
		"": "?", " \u200b": "?", "Ta\u202ero": "Taro", "\u2067太郎\u2069": "太郎", "\ufeff花子\u00ad": "花子", "👨‍👩‍👧": "👨‍👩‍👧", "\u200d": "?", strings.Repeat("長", 60): strings.Repeat("長", 50), strings.Repeat("a ", 40): strings.TrimSpace(strings.Repeat("a ", 25)),
	} {
		if got := CutName(given); got != want {
			t.Errorf("CutName(%q) = %q, want %q", given, got, want)
		}
	}
}
