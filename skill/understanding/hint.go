package understanding

import (
	"slices"
	"strings"
	"unicode"

	"voicememo/skill/words"
)

// Hint says what a sentence that no rule has may want of the memos that it names: the name of a
// rule of the section [hint]; "": nothing.
type Hint string

// The hints.
const (
	TickOff Hint = "TickOff" // it asks to mark memos as done
	Remove  Hint = "Remove"  // it asks to delete memos
	Did     Hint = "Did"     // it says that something is done
	Ask     Hint = "Ask"     // it asks about something
)

func (g *grammar) hint(s said) Hint {
	name, _ := g.find("hint", s)
	return Hint(name)
}

// Content returns the words of a sentence that can name what it is about: in English all but the
// common ones, in Japanese those that are written in kanji or katakana.
func Content(l words.Locale, sentence string) []string {
	g := grammarOf(l.Model)
	s := g.hear(sentence)
	if g.spaced {
		return slices.DeleteFunc(slices.Clone(s.units), func(word string) bool { return len(word) < 2 || g.stops(word) })
	}
	return g.runs(s)
}

// Keys returns the words of a memo's text that must stand in a sentence which names it: those that
// do not only say what to do with it.
func Keys(l words.Locale, content string) []string {
	g := grammarOf(l.Model)
	s := g.hear(content)
	if !g.spaced {
		return g.runs(s)
	}
	return slices.DeleteFunc(slices.Clone(s.units), func(word string) bool {
		return g.is("little", said{raw: word, units: []string{word}, from: []int{0}, to: []int{len(word)}})
	})
}

func (g *grammar) stops(word string) bool {
	name, _ := g.find("stop", said{raw: word, units: []string{word}, from: []int{0}, to: []int{len(word)}})
	return name != ""
}

// runs returns the runs of kanji, of katakana and of Latin letters of a text. One kanji before
// hiragana that is no particle is a verb.
func (g *grammar) runs(s said) (all []string) {
	kind := func(unit string) *unicode.RangeTable {
		r := []rune(unit)[0]
		for _, t := range []*unicode.RangeTable{unicode.Han, unicode.Katakana, unicode.Latin} {
			if unicode.Is(t, r) || t == unicode.Katakana && r == 'ー' {
				return t
			}
		}
		return nil
	}
	for at := 0; at < len(s.units); {
		k, to := kind(s.units[at]), at+1
		for k != nil && to < len(s.units) && kind(s.units[to]) == k {
			to++
		}
		if at > 0 && isDigits(s.units[at-1]) && g.is("measure", s.between(at, to)) {
			at = to
			continue
		}
		verb := k == unicode.Han && to == at+1 && to < len(s.units) && kind(s.units[to]) == nil &&
			(!strings.Contains("をはがもにのとでっ", s.units[to]) || s.units[to] == "っ" && strings.Contains(doubled, s.units[at]))
		if k != nil && !verb && (k == unicode.Han || to > at+1) && !skillWords[strings.Join(s.units[at:to], "")] {
			all = append(all, strings.Join(s.units[at:to], ""))
		}
		at = to
	}
	return all
}

// doubled are the kanji of verbs that have a っ before て and た.
const doubled = "取買行言持待洗使入送払切打立貼塗乗帰作売会勝降折守減残余渡"

// skillWords are words in kanji and katakana that name no memo.
var skillWords = map[string]bool{
	"メモ": true, "リスト": true, "何": true, "誰": true, "今日": true, "昨日": true, "番": true, "件": true, "個": true, "本": false, "全部": true, "今": true,
	"伝言": true, "買": true, "入": true, "書": true, "消": true, "読": true, "言": true, "私": true, "一番": true, "二番": true, "三番": true, "一回": true, "最後": true, "最初": true, "前": true, "分": true,
	"アレクサ": true, "教": true, "時": true, "日": true, "家": true, "人": true,
}
