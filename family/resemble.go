package family

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"voicememo/models"
)

// resembling returns the name of the first member whose name a reader could confuse with
// name, or "" if there is none.
func resembling(name string, members []models.User) string {
	for _, m := range members {
		if skeleton(m.Name) == skeleton(name) {
			return m.Name
		}
	}
	return ""
}

// Looks reports whether a reader could take a part of name for another name.
func Looks(name, other string) bool { return strings.Contains(skeleton(name), skeleton(other)) }

// lookalikes maps letters of other scripts and digits to the Latin letters that they look
// like after case folding, and kanji to kana: the part of Unicode's confusables (UTS 39)
// that occurs in names.
var lookalikes = strings.NewReplacer(
	"а", "a", "в", "b", "с", "c", "ԁ", "d", "е", "e", "ё", "e", "ғ", "f", "һ", "h", "н", "h", "ј", "j",
	"к", "k", "м", "m", "п", "n", "о", "o", "р", "p", "ԛ", "q", "г", "r", "ѕ", "s", "т", "t", "у", "y",
	"ѵ", "v", "ԝ", "w", "х", "x", "α", "a", "β", "b", "ε", "e", "η", "n", "κ", "k", "ν", "v", "ο", "o",
	"ρ", "p", "τ", "t", "υ", "u", "χ", "x",
	"Ꭺ", "a", "Ᏼ", "b", "Ꮯ", "c", "Ꭰ", "d", "Ꭼ", "e", "Ꮐ", "g", "Ꮋ", "h", "Ꮒ", "h", "Ꭵ", "l", "Ꭻ", "j", "Ꮶ", "k", "Ꮮ", "l",
	"Ꮇ", "m", "Ꮲ", "p", "Ꭱ", "r", "Ꮥ", "s", "Ꮪ", "s", "Ꭲ", "t", "Ꮩ", "v", "Ꮃ", "w", "Ꮍ", "y", "Ꮓ", "z",
	"0", "o", "ɑ", "a", "ɡ", "g", "ᴏ", "o",
	"1", "l", "|", "l", "i", "l", "і", "l", "ι", "l", "ı", "l", "ӏ", "l", // I, l and 1 look alike in one case or the other
	"工", "え", "力", "か", "口", "ろ", "二", "に", "夕", "た", "八", "は", "一", "ー", "卜", "と",
)

// joined are two letters that look like one.
var joined = strings.NewReplacer("rn", "m", "vv", "w")

// skeleton returns a text that is the same for names that look alike. It ignores width,
// case, accents, spaces, symbols and hidden characters, and whether kana are hiragana or
// katakana.
func skeleton(name string) string {
	s := norm.NFKD.String(cases.Fold().String(norm.NFKC.String(models.DropHidden(name))))
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\u3099' || r == '\u309A': // a voicing mark makes a different kana
			return r
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf), unicode.IsSpace(r), unicode.IsPunct(r) && r != 'ー', unicode.IsSymbol(r) && r != '|':
			return -1
		case unicode.Is(unicode.Cherokee, r): // its folding is to capitals, package cases' to either
			return unicode.ToUpper(r)
		case r >= 'ァ' && r <= 'ヶ':
			return r - ('ァ' - 'ぁ')
		}
		return r
	}, s)
	return joined.Replace(lookalikes.Replace(s))
}
