package models

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
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
// Numbers that count from 1, bullets and boxes are removed. A heading begins with #, stands in
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
	mark        string // what kind of mark was removed; "": none
	count       int    // the number in front of it; 0: none
	counted     string // the text after the number
	done        bool
	first       bool // it is the first one, or below an empty line
	number      int
}

// linePatterns recognise what stands at the beginning of a line. Each bullet is one character.
type linePatterns struct{ rule, count, circled, keycap, bullet, box, heading *regexp.Regexp }

var linePattern = sync.OnceValue(func() linePatterns {
	return linePatterns{
		rule:    regexp.MustCompile(`^[-=_*~–—#\s\p{Zs}]{3,}$`),
		count:   regexp.MustCompile(`^[(（]?([0-9０-９]{1,3})[)）.．、]([^0-9０-９].*)$`),
		circled: regexp.MustCompile(`^([①-⑳❶-❿])(.+)$`),
		keycap:  regexp.MustCompile(`^([0-9])\x{fe0f}?\x{20e3}(.+)$`),
		bullet:  regexp.MustCompile(`^(?:[-*+–—−＊－](?:[\s\p{Zs}]|$)|[-–－]\p{L}|[•・･·‣◦⁃●○■◆◇▪▫▶▸►▼❖➤➢])`),
		box:     regexp.MustCompile(`^(?:(\[[ \x{3000}]?\]|［[ \x{3000}]?］|[☐□⬜◻🔲])|\[[xX✓✔]\]|［[xXｘ✓✔]］|[☑☒✓✔✅🗹])[\x{fe0e}\x{fe0f}]?`),
		heading: regexp.MustCompile(`^(?:#{1,6}[\s\p{Zs}].*|【[^】]*】)$`),
	}
})

// readRows returns the lines of a text without their marks.
func readRows(text string) []row {
	var rows []row
	first := true
	for i, line := range strings.Split(DropHidden(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || linePattern().rule.MatchString(line) {
			first = true
			continue
		}
		r := row{whole: line, text: line, first: first, number: i + 1}
		r.count, r.counted = countOf(line)
		rows = append(rows, r)
		first = false
	}
	counts := counts(rows)
	squares := strings.Contains(text, "□") // beside which a black one is ticked
	for i := range rows {
		rows[i].strip(counts, squares)
	}
	return slices.DeleteFunc(rows, func(r row) bool { return r.text == "" })
}

// countOf returns the number in front of a line, and what follows it; 0: there is none.
func countOf(line string) (int, string) {
	if m := linePattern().circled.FindStringSubmatch(line); m != nil {
		r, _ := utf8.DecodeRuneInString(m[1])
		if r >= '❶' {
			return int(r-'❶') + 1, strings.TrimSpace(m[2])
		}
		return int(r-'①') + 1, strings.TrimSpace(m[2])
	}
	m := linePattern().count.FindStringSubmatch(line)
	if m == nil {
		m = linePattern().keycap.FindStringSubmatch(line)
	}
	if m == nil {
		return 0, ""
	}
	narrow := strings.Map(func(r rune) rune {
		if r >= '０' {
			return r - '０' + '0'
		}
		return r
	}, m[1])
	n, _ := strconv.Atoi(narrow) // three digits
	return n, strings.TrimSpace(m[2])
}

// counts reports whether the numbers in front of lines count them: from 1, which may come
// again.
func counts(rows []row) bool {
	n, before := 0, 0
	for _, r := range rows {
		if r.count == 0 {
			continue
		}
		if r.count != 1 && r.count != before+1 {
			return false
		}
		n, before = n+1, r.count
	}
	return n > 1
}

// strip removes the mark of a line.
func (r *row) strip(counts, squares bool) {
	switch {
	case counts && r.count > 0:
		r.mark, r.text = "1", r.counted
	case squares && strings.HasPrefix(r.text, "■"):
		r.mark, r.text, r.done = "□", strings.TrimSpace(strings.TrimPrefix(r.text, "■")), true
		return
	case linePattern().bullet.MatchString(r.text):
		_, n := utf8.DecodeRuneInString(r.text)
		r.mark, r.text = r.text[:n], strings.TrimSpace(r.text[n:])
	}
	if m := linePattern().box.FindStringSubmatch(r.text); m != nil {
		r.mark, r.text, r.done = "□", strings.TrimSpace(r.text[len(m[0]):]), m[1] == ""
	}
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
