package models

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A Line is one memo of a list that was pasted, shared or piped in.
type Line struct {
	Text   string // without its number, bullet or box
	Done   bool   // its box is ticked
	Number int    // of the line in the text, from 1
}

// Lines returns the memos that the lines of a text are, and its headings, which are not memos.
//
// Bullets and boxes are removed, and so are numbers, letters and numerals that count the lines.
// A line that is indented below one with a mark, and has none or is indented by six spaces,
// belongs to the same memo. What is struck through with ~~ is done. A heading begins with #, stands in
// 【】, ends with a colon, or stands at the beginning or below an empty line and above lines with
// another mark. Rules such as --- are neither.
//
// The page has the same function in src/memos/pasted.ts; models/testdata/lines.json has cases
// for both.
func Lines(text string) (memos, headings []Line) {
	rows := readRows(text)
	for i, r := range rows {
		if isHeading(rows, i) {
			headings = append(headings, Line{Text: r.whole, Number: r.number})
		} else {
			memos = append(memos, Line{r.text, r.done, r.number})
		}
	}
	return memos, headings
}

// row is a line that is not empty.
type row struct {
	whole, text string
	mark        string   // what kind of mark was removed; "": none
	more        []string // the lines below it that belong to the same memo
	indent      int
	counts      []int  // what the sign in front of it is as a number, and in each of signs; 0: none
	counted     string // the text after the sign
	done        bool
	first       bool // it is the first one, or below an empty line
	number      int
}

// linePatterns recognise what stands at the beginning of a line. Each bullet is one character.
type linePatterns struct{ rule, count, letter, circled, keycap, bullet, box, struck, ticks, heading *regexp.Regexp }

var linePattern = sync.OnceValue(func() linePatterns {
	return linePatterns{
		rule:    regexp.MustCompile(`^[-=_*~–—#\s\p{Zs}]{3,}$`),
		count:   regexp.MustCompile(`^[(（]?([0-9０-９]{1,3})[)）.．、]([^0-9０-９].*)$`),
		letter:  regexp.MustCompile(`^[(（]?([a-z]{1,5}|[一二三四五六七八九十]{1,3})[)）.．、](.+)$`),
		circled: regexp.MustCompile(`^([①-⑳❶-❿])(.+)$`),
		keycap:  regexp.MustCompile(`^([0-9])\x{fe0f}?\x{20e3}(.+)$`),
		bullet:  regexp.MustCompile(`^(?:[-*+–—−＊－](?:[\s\p{Zs}]|$)|[-–－]\p{L}|[o§]\t|[•・･·‣◦⁃●○■◆◇▪▫▶▸►▼❖➤➢])`),
		box:     regexp.MustCompile(`^(?:(\[[ \x{3000}]?\]|［[ \x{3000}]?］|[☐□⬜◻🔲✗✘]|FALSE\t)|(☒)|\[[xX✓✔]\]|［[xXｘ✓✔]］|[☑✓✔✅🗹]|TRUE\t)[\x{fe0e}\x{fe0f}]?`),
		struck:  regexp.MustCompile(`^~~(.+)~~$`),
		ticks:   regexp.MustCompile(`[☑✓✔✅🗹]`),
		heading: regexp.MustCompile(`^(?:#{1,6}[\s\p{Zs}].*|【[^】]*】)$`),
	}
})

// signs are what lines are counted with beside numbers, in their order.
var signs = sync.OnceValue(func() [][]string {
	return [][]string{
		strings.Fields("a b c d e f g h i j k l m n o p q r s t u v w x y z"),
		strings.Fields("i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx"),
		strings.Fields("一 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五 十六 十七 十八 十九 二十"),
	}
})

// deepIndent is how far the page indents a line of a memo that would begin another one.
const deepIndent = "      "

// readRows returns the lines of a text without their marks.
func readRows(text string) []row {
	var rows []row
	first := true
	for i, line := range strings.Split(DropHidden(text), "\n") {
		bare := strings.TrimSpace(line)
		part := ""
		if len(rows) > 0 {
			part = rows[len(rows)-1].partOf(line)
		}
		switch {
		case part != "":
			last := &rows[len(rows)-1]
			if first {
				last.more = append(last.more, "")
			}
			last.more = append(last.more, part)
			first = false
		case bare == "" || linePattern().rule.MatchString(bare):
			first = true
		default:
			r := row{whole: bare, text: bare, indent: indentOf(line), first: first, number: i + 1}
			r.counts, r.counted = countOf(bare)
			rows = append(rows, r)
			first = false
		}
	}
	kind := slices.IndexFunc([]int{0, 1, 2, 3}, func(kind int) bool { return isCounted(rows, kind) })
	squares := strings.Contains(text, "□")         // beside which a black one is ticked
	ticks := linePattern().ticks.MatchString(text) // beside which a cross is not
	for i := range rows {
		rows[i].strip(kind, squares, ticks)
	}
	return slices.DeleteFunc(rows, func(r row) bool { return r.text == "" })
}

func indentOf(line string) int {
	return utf8.RuneCountInString(line) - utf8.RuneCountInString(strings.TrimLeftFunc(line, unicode.IsSpace))
}

// begins reports whether a line has what may be a mark.
func begins(line string) bool {
	p := linePattern()
	counts, _ := countOf(line)
	return p.rule.MatchString(line) || p.bullet.MatchString(line) || p.box.MatchString(line) || slices.Max(counts) > 0
}

// partOf returns the part of the memo of a row that a line below it is; "" if it is not.
func (r *row) partOf(line string) string {
	bare := strings.TrimSpace(line)
	if bare == "" || indentOf(line) <= r.indent || !begins(r.whole) {
		return ""
	}
	if part, ok := strings.CutPrefix(line, deepIndent); ok && r.indent == 0 {
		return strings.TrimRightFunc(part, unicode.IsSpace)
	}
	if begins(bare) {
		return ""
	}
	return bare
}

// countOf returns what the sign in front of a line is as a number and in each of signs, and what
// follows it.
func countOf(line string) ([]int, string) {
	counts := make([]int, 1+len(signs()))
	if m := linePattern().circled.FindStringSubmatch(line); m != nil {
		r, _ := utf8.DecodeRuneInString(m[1])
		if counts[0] = int(r-'①') + 1; r >= '❶' {
			counts[0] = int(r-'❶') + 1
		}
		return counts, strings.TrimSpace(m[2])
	}
	for _, p := range []*regexp.Regexp{linePattern().count, linePattern().keycap, linePattern().letter} {
		m := p.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		narrow := strings.Map(func(r rune) rune {
			if '０' <= r && r <= '９' {
				return r - '０' + '0'
			}
			return r
		}, m[1])
		counts[0], _ = strconv.Atoi(narrow) // three digits, or a letter, which is 0
		for i, kind := range signs() {
			counts[i+1] = slices.Index(kind, m[1]) + 1
		}
		return counts, strings.TrimSpace(m[2])
	}
	return counts, ""
}

// isCounted reports whether the signs of one kind count lines: numbers from 1, which may come
// again, and others if each line has one, and they are not of days: "24. December" above
// "25. December".
func isCounted(rows []row, kind int) bool {
	n, from, before, firstWord := 0, 0, 0, ""
	again, all, differ := true, true, false
	for _, r := range rows {
		count := r.counts[kind]
		if count == 0 {
			all = all && r.first
			continue
		}
		word, _, _ := strings.Cut(r.counted, " ")
		if n++; n == 1 {
			from, before, firstWord = count, count-1, word
		}
		again = again && (count == 1 || count == before+1)
		all = all && count == before+1
		differ = differ || word != firstWord
		before = count
	}
	switch {
	case n < 2 || kind > 0 && from > 1:
		return false
	case kind == 0 && from == 1:
		return again
	}
	return all && differ
}

// strip removes the mark of a line.
func (r *row) strip(kind int, squares, ticks bool) {
	box := linePattern().box
	switch {
	case kind >= 0 && r.counts[kind] > 0:
		r.mark, r.text = "1", r.counted
	case squares && strings.HasPrefix(r.text, "■"):
		r.mark, r.text, r.done = "□", strings.TrimSpace(strings.TrimPrefix(r.text, "■")), true
		box = nil
	case linePattern().bullet.MatchString(r.text):
		_, n := utf8.DecodeRuneInString(r.text)
		r.mark, r.text = r.text[:n], strings.TrimSpace(r.text[n:])
	}
	if box != nil {
		if m := box.FindStringSubmatch(r.text); m != nil {
			r.mark, r.text, r.done = "□", strings.TrimSpace(r.text[len(m[0]):]), m[1] == "" && (m[2] == "" || !ticks)
		}
	}
	if m := linePattern().struck.FindStringSubmatch(r.text); m != nil && (r.done || r.mark != "□") {
		r.text, r.done = m[1], true
	}
	r.text = strings.TrimSpace(strings.Join(append([]string{r.text}, r.more...), "\n"))
}

// isHeading reports whether a row is a heading of rows below it.
func isHeading(rows []row, i int) bool {
	if i+1 == len(rows) {
		return false
	}
	r, next := rows[i], rows[i+1]
	titled := linePattern().heading.MatchString(r.whole)
	switch r.mark {
	case "":
		return titled || strings.HasSuffix(r.text, ":") || strings.HasSuffix(r.text, "：") || r.first && next.mark != ""
	case "■", "◆", "▼":
		return next.mark != "" && next.mark != r.mark
	}
	return false
}
