package main

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// plot is a horizontal bar chart.
type plot struct {
	file        string // without -light.svg and -dark.svg
	title, unit string
	bars        []bar
}

// bar is a row of a plot. A goal of 0 is none; the goal is at least that value, unless most
// is set.
type bar struct {
	label       string
	value, goal float64
	most        bool
}

// met reports whether the value reaches the goal.
func (b bar) met() bool {
	return b.goal == 0 || b.most == (b.value <= b.goal) || b.value == b.goal
}

// colours of a plot for one colour scheme. The contrast of every text is at least 4.5:1.
type colours struct{ name, ink, quiet, met, missed, goal string }

// The background of both is transparent: GitHub's own light and dark pages show through.
var schemes = []colours{
	{"light", "#1f2328", "#59636e", "#0969da", "#bc4c00", "#1f2328"},
	{"dark", "#f0f6fc", "#9198a1", "#4493f8", "#db6d28", "#f0f6fc"},
}

// The measures of a plot, in pixels. It is as wide as a phone, so that its text stays
// readable there.
const (
	plotWidth  = 400
	rowHeight  = 40
	headHeight = 52
	barHeight  = 12
	barRoom    = plotWidth - 84 // the rest is for the value
)

// files returns the plot in every colour scheme by path.
func (p plot) files() map[string]string {
	all := map[string]string{}
	for _, c := range schemes {
		all[p.path(c.name)] = p.svg(c)
	}
	return all
}

func (p plot) path(scheme string) string {
	return fmt.Sprintf("%s/bench-%s-%s.svg", imageFolder, p.file, scheme)
}

// text returns what the plot shows as a sentence, for screen readers.
func (p plot) text() string {
	parts := make([]string, len(p.bars))
	for i, b := range p.bars {
		parts[i] = fmt.Sprintf("%s %s%s", b.label, number(b.value), p.unit)
		if b.goal != 0 {
			parts[i] += fmt.Sprintf(" (goal %s %s)", map[bool]string{true: "at most", false: "at least"}[b.most], number(b.goal))
		}
	}
	return strings.Join(parts, "; ") + "."
}

func (p plot) svg(c colours) string {
	var b strings.Builder
	height := headHeight + rowHeight*len(p.bars)
	_, _ = fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-labelledby="t d" font-family="system-ui, sans-serif">
<title id="t">%s</title>
<desc id="d">%s</desc>
`, plotWidth, height, plotWidth, height, escape(p.title), escape(p.text()))
	_, _ = fmt.Fprintf(&b, `<text x="0" y="20" font-size="16" font-weight="600" fill="%s">%s</text>
<text x="0" y="40" font-size="13" fill="%s">%s</text>
`, c.ink, escape(p.title), c.quiet, escape(p.legend()))
	for i, one := range p.bars {
		p.draw(&b, c, one, headHeight+rowHeight*i)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// legend says what the colours and marks mean.
func (p plot) legend() string {
	for _, b := range p.bars {
		if b.goal != 0 {
			return "Mark: the goal. Orange: the goal is missed."
		}
	}
	return ""
}

// draw draws one row whose upper edge is at y.
func (p plot) draw(b *strings.Builder, c colours, one bar, y int) {
	fill := c.met
	if !one.met() {
		fill = c.missed
	}
	length := p.length(one.value)
	_, _ = fmt.Fprintf(b, `<text x="0" y="%d" font-size="14" fill="%s">%s</text>
<rect x="0" y="%d" width="%.1f" height="%d" rx="2" fill="%s"/>
<text x="%.1f" y="%d" font-size="14" fill="%s">%s%s</text>
`, y+14, c.ink, escape(one.label), y+20, length, barHeight, fill, max(length, p.length(one.goal))+8, y+31, c.ink, number(one.value), escape(p.unit))
	if one.goal != 0 {
		_, _ = fmt.Fprintf(b, `<rect x="%.1f" y="%d" width="2" height="%d" fill="%s"/>`+"\n", p.length(one.goal), y+17, barHeight+6, c.goal)
	}
}

// length returns how long a bar is.
func (p plot) length(value float64) float64 {
	longest := 0.0
	for _, b := range p.bars {
		longest = max(longest, b.value, b.goal)
	}
	if longest == 0 {
		return 0
	}
	return max(1, value/longest*barRoom)
}

func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder accepts everything
	return b.String()
}
