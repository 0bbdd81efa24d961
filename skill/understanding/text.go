package understanding

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Characters that speech does not have.
const (
	spaces   = " 　\t\r\n"
	unspoken = "。.!！?？、,，;:；：…\"“”「」『』"
)

// said is a text as the units that forms are compared with.
type said struct {
	raw      string
	units    []string
	from, to []int // where each unit is in raw
}

// unitsOf splits a text into its units: in a language with spaces words in lower case, of which
// contractions are two ("don't" is "do" and "not", "mom's" "mom" and "'s"), otherwise characters.
func unitsOf(text string, spaced bool) said {
	s := said{raw: text}
	at := 0
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case unicode.IsSpace(r) || strings.ContainsRune(unspoken, r) && !isPoint(text, at):
		case spaced && r == '-':
		case spaced:
			size = wordLength(text[at:])
			s.word(at, at+size)
		default:
			for _, f := range folded(text[at : at+size]) {
				s.add(string(f), at, at+size)
			}
		}
		at += size
	}
	return s
}

// isPoint reports whether a character stands between two digits, as in 3.5 and 7:30.
func isPoint(text string, at int) bool {
	digit := func(i int) bool { return i >= 0 && i < len(text) && text[i] >= '0' && text[i] <= '9' }
	return digit(at-1) && digit(at+1)
}

// wordLength returns the length of the word at the beginning of a text.
func wordLength(text string) int {
	for at, r := range text {
		if unicode.IsSpace(r) || r == '-' && at > 0 || strings.ContainsRune(unspoken, r) && !isPoint(text, at) {
			return at
		}
	}
	return len(text)
}

func folded(text string) string { return strings.ToLower(norm.NFKC.String(text)) }

func (s *said) add(unit string, from, to int) {
	s.units, s.from, s.to = append(s.units, unit), append(s.from, from), append(s.to, to)
}

// contractions have the two words of a contraction whose ending is not a word of its own.
var contractions = map[string]string{
	"dont": "do not", "doesnt": "does not", "didnt": "did not", "cant": "can not", "cannot": "can not", "wont": "will not", "isnt": "is not", "arent": "are not",
	"wasnt": "was not", "havent": "have not", "hasnt": "has not", "wouldnt": "would not", "couldnt": "could not", "shouldnt": "should not",
	"kay": "okay", "mkay": "okay", "sall": "that is all", "mgood": "i am good", "im": "i am", "ive": "i have", "youre": "you are", "weve": "we have", "theyre": "they are",
	"whats": "what is", "wheres": "where is", "whos": "who is", "whens": "when is", "hows": "how is", "thats": "that is", "theres": "there is", "lets": "let us",
	"lemme": "let me", "dyou": "do you", "gimme": "give me", "dunno": "do not know", "ok": "okay", "alright": "all right",
}

// endings have the word of a contraction's ending.
var endings = []struct{ ending, word string }{{"n't", "not"}, {"'m", "am"}, {"'re", "are"}, {"'ve", "have"}, {"'ll", "will"}, {"'d", "would"}}

// isBefore are the words after which "'s" is "is" or "us", not an owner's.
const isBefore = " what who where when why how whatever that this there here it he she which everything nothing dinner lunch breakfast "

// word adds the units of a word of a language with spaces.
func (s *said) word(from, to int) {
	word := strings.NewReplacer("’", "'", "‘", "'", "`", "'").Replace(folded(s.raw[from:to]))
	word = strings.Trim(word, "'")
	if word == "" {
		return
	}
	if two, ok := contractions[strings.ReplaceAll(word, "'", "")]; ok {
		parts := strings.Fields(two)
		for i, part := range parts {
			s.add(part, from+(to-from)*i/len(parts), from+(to-from)*(i+1)/len(parts))
		}
		return
	}
	for _, e := range endings {
		if stem, ok := strings.CutSuffix(word, e.ending); ok && stem != "" {
			s.add(stem, from, max(from, to-len(e.ending)))
			s.add(e.word, max(from, to-len(e.ending)), to)
			return
		}
	}
	if stem, ok := strings.CutSuffix(word, "'s"); ok && stem != "" {
		ending := "'s"
		switch {
		case stem == "let":
			ending = "us"
		case strings.Contains(isBefore, " "+stem+" "):
			ending = "is"
		}
		cut := from + strings.LastIndexAny(s.raw[from:to], "'’‘`")
		s.add(stem, from, cut)
		s.add(ending, cut, to)
		return
	}
	s.add(word, from, to)
}

// part returns the text as it was written of a range of units, without surrounding punctuation.
func (s said) part(from, to int) string {
	if from >= to {
		return ""
	}
	return strings.Trim(s.raw[s.from[from]:s.to[to-1]], spaces+"、,，;:")
}

// same reports whether two parts of a text have the same units.
func (s said) same(other said) bool {
	return len(s.units) == len(other.units) && (len(s.units) == 0 || s.from[0] == other.from[0])
}

// between returns the part of a text of a range of units.
func (s said) between(from, to int) said {
	return said{raw: s.raw, units: s.units[from:to], from: s.from[from:to], to: s.to[from:to]}
}

// pausesBefore reports whether something that is not spoken, such as a comma, stands before a unit.
func (s said) pausesBefore(at int) bool {
	if at == 0 || at >= len(s.units) {
		return false
	}
	gap := s.raw[s.to[at-1]:s.from[at]]
	if last := s.units[at-1]; gap == " " && last[len(last)-1] < utf8.RuneSelf {
		return false // the space after a word
	}
	return gap != ""
}

// text returns the text as it was written, without punctuation at its end.
func (s said) text() string { return s.part(0, len(s.units)) }

// Units returns the words of a text in English, and its characters in Japanese, in the form that
// they are compared in, and a function that returns the part of the text of a range of them.
func Units(locale, text string) (units []string, part func(from, to int) string) {
	s := grammarOf(locale).hear(text)
	return s.units, s.part
}
