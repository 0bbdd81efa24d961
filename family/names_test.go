package family

import (
	"strings"
	"testing"

	"voicememo/models"
)

// TestCutName: CutName turns every name from an issuer into one that may be stored.
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

// TestResembling: names that a reader could confuse, and names that no reader would.
func TestResembling(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Taro", "TARO", true}, {"Taro", "Ｔａｒｏ", true}, {"Taro", "Таrо", true}, {"Taro", "T a r o.", true}, {"Taro", "Táro", true},
		{"Ill", "1|l", true}, {"Taro+", "Taro", true}, {"たろう", "タロウ", true}, {"ぁ", "ァ", true}, {"ゖ", "ヶ", true}, {"Ta\u00adro", "Taro", true},
		{"Mama", "Marna", true}, {"Mama", "Ꮇama", true}, {"Mama", "ꮇama", true}, {"Mama", "Mama\u20E3", true}, {"Wanda", "VVanda", true}, {"Mama", "Mana", false},
		{"Taro", "Jiro", false}, {"Taro", "Tar", false}, {"はな", "ばな", false}, {"はな", "ぱな", false}, {"ハナ", "パナ", false},
		{"ラーメン", "ラメン", false}, {"ヷ", "わ", false}, {"a|b", "ab", false},
	} {
		got := resembling(c.a, []models.User{{Name: "somebody"}, {Name: c.b}})
		if (got == c.b) != c.want {
			t.Errorf("resembling(%q, %q): got %q, want alike %v", c.a, c.b, got, c.want)
		}
	}
}
