package main

import (
	"fmt"
	"math"
	"strings"
)

// theme is the colors of a plot.
type theme struct {
	back, text, grid string
	lines            []string
}

var (
	light = theme{"#ffffff", "#24292f", "#d0d7de", []string{"#0969da", "#cf222e", "#1a7f37", "#8250df"}}
	dark  = theme{"#0d1117", "#e6edf3", "#30363d", []string{"#58a6ff", "#ff7b72", "#3fb950", "#d2a8ff"}}
)

// curve is a line of a plot.
type curve struct {
	name string
	at   func(n float64) float64
}

// panel is one of the two diagrams: both axes are powers of ten.
type panel struct {
	title     string
	top       float64 // position in the picture
	low, high float64 // exponents of the vertical axis
	label     func(exponent int) string
	curves    []curve
}

// The geometry of the plot.
const (
	plotWidth, plotHeight = 720.0, 800.0
	left, right           = 80.0, 660.0
	panelHeight           = 260.0
	decades               = 6.0 // of families
)

// plot returns both diagrams as SVG.
func (m Measured) plot(t theme) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" role="img" aria-labelledby="t d" font-family="system-ui, sans-serif" font-size="15">`+"\n", plotWidth, plotHeight)
	b.WriteString("<title id=\"t\">Cost and load by the number of families</title>\n")
	fmt.Fprintf(&b, "<desc id=\"d\">The cost of each family falls from %s dollars a month for one family to %s for a million. Of the limits shown, %s is reached first, by %s families.</desc>\n",
		money(together(m.bill(1))), money(together(m.bill(1e6))/1e6), m.ordered()[0].name, count(m.ordered()[0].reached()))
	fmt.Fprintf(&b, "<rect width=\"100%%\" height=\"100%%\" fill=\"%s\"/>\n", t.back)
	for _, p := range m.panels() {
		p.draw(&b, t)
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

func (m Measured) panels() []panel {
	byName := map[string]limit{}
	for _, l := range m.limits() {
		byName[l.name] = l
	}
	var loads []curve
	for _, name := range []string{"HTTP API, this template", "Lambda", "the shared item `count#HOUR#PART`", "the busiest family's partition"} {
		loads = append(loads, curve{strings.TrimPrefix(strings.ReplaceAll(name, "`", ""), "the "), byName[name].share})
	}
	return []panel{
		{"Dollars a month for each family", 50, -2, 1, func(e int) string { return fmt.Sprint(math.Pow(10, float64(e))) },
			[]curve{{"together", func(n float64) float64 { return together(m.bill(n)) / n }}}},
		{"Load at the peak minute, in percent of a limit", 430, -2, 3, func(e int) string { return fmt.Sprint(math.Pow(10, float64(e))) + " %" },
			percents(loads)},
	}
}

// percents returns curves in percent.
func percents(curves []curve) (all []curve) {
	for _, c := range curves {
		all = append(all, curve{c.name, func(n float64) float64 { return 100 * c.at(n) }})
	}
	return all
}

// draw writes a panel.
func (p panel) draw(b *strings.Builder, t theme) {
	fmt.Fprintf(b, "<text x=\"%.0f\" y=\"%.0f\" fill=\"%s\" font-weight=\"600\">%s</text>\n", left, p.top-18, t.text, p.title)
	for e := int(p.low); e <= int(p.high); e++ {
		y := p.y(math.Pow(10, float64(e)))
		fmt.Fprintf(b, "<path d=\"M%.0f %.1fH%.0f\" stroke=\"%s\"/><text x=\"%.0f\" y=\"%.1f\" fill=\"%s\" text-anchor=\"end\">%s</text>\n",
			left, y, right, t.grid, left-8, y+5, t.text, p.label(e))
	}
	for e := range int(decades) + 1 {
		x := x(math.Pow(10, float64(e)))
		fmt.Fprintf(b, "<path d=\"M%.1f %.0fV%.0f\" stroke=\"%s\"/><text x=\"%.1f\" y=\"%.0f\" fill=\"%s\" text-anchor=\"middle\">%s</text>\n",
			x, p.top, p.top+panelHeight, t.grid, x, p.top+panelHeight+20, t.text, count(math.Pow(10, float64(e))))
	}
	for i, c := range p.curves {
		fmt.Fprintf(b, "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"3\"/>\n", p.path(c), t.lines[i])
		if len(p.curves) > 1 {
			cx, cy := left+float64(i%2)*310, p.top+panelHeight+48+float64(i/2)*24
			fmt.Fprintf(b, "<path d=\"M%.0f %.0fh24\" stroke=\"%s\" stroke-width=\"4\"/><text x=\"%.0f\" y=\"%.0f\" fill=\"%s\">%s</text>\n",
				cx, cy-5, t.lines[i], cx+32, cy, t.text, c.name)
		}
	}
}

// path returns a curve's path, cut at the edges of the panel.
func (p panel) path(c curve) string {
	var b strings.Builder
	command := "M"
	for step := range 61 {
		n := math.Pow(10, decades*float64(step)/60)
		v := c.at(n)
		if v < math.Pow(10, p.low) || v > math.Pow(10, p.high) {
			continue
		}
		fmt.Fprintf(&b, "%s%.1f %.1f", command, x(n), p.y(v))
		command = "L"
	}
	return b.String()
}

func x(n float64) float64 { return left + (right-left)*math.Log10(n)/decades }

func (p panel) y(v float64) float64 {
	return p.top + panelHeight*(p.high-math.Log10(v))/(p.high-p.low)
}
