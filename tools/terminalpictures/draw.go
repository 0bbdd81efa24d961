package main

import (
	"bytes"
	"fmt"
	"html"
)

// The measures of a picture in pixels; a cell is what one narrow character takes.
const (
	columns  = 100
	cell     = 8.4
	fontSize = 14
	wideSize = 16 // of characters that take two cells, so that they fill them
	leading  = 22
	margin   = 20
	bar      = 36 // of the window, with its title
)

// The colours of the page in the dark.
const (
	groundColour = "#0f131c"
	barColour    = "#191f2d"
	writtenText  = "#e9edf7"
	typedText    = "#f0b429"
	faintText    = "#a3adc4"
)

// fonts are what systems call their fixed-width font, and then those with
// Japanese letters.
const fonts = `ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK JP', 'Noto Sans CJK JP', 'Hiragino Sans', 'Yu Gothic', Meiryo, monospace`

// draw gives the picture of a terminal as SVG. Each word is put into its column
// and set to the width of its cells, so that columns stay columns whatever fonts
// the reader has, and whatever the reader's program does to spaces.
func draw(title string, lines []line) []byte {
	rows := wrap(lines)
	across := 2*margin + columns*cell
	high := bar + 2*margin + len(rows)*leading
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %d" width="%.0f" height="%d" role="img" aria-label="%s">`+"\n",
		across, high, across, high, html.EscapeString(title))
	fmt.Fprintf(&b, `<title>%s</title>`+"\n", html.EscapeString(title))
	fmt.Fprintf(&b, `<rect width="%.0f" height="%d" rx="10" fill="%s"/>`+"\n", across, high, groundColour)
	fmt.Fprintf(&b, `<path d="M0 %d V10 A10 10 0 0 1 10 0 H%.0f A10 10 0 0 1 %.0f 10 V%d Z" fill="%s"/>`+"\n", bar, across-10, across, bar, barColour)
	fmt.Fprintf(&b, `<g font-family="%s" font-size="%d">`+"\n", fonts, fontSize)
	fmt.Fprintf(&b, `<text x="%d" y="%d" fill="%s">%s</text>`+"\n", margin, bar-13, faintText, html.EscapeString(title))
	for i, row := range rows {
		drawRow(&b, row, bar+margin+(i+1)*leading-7)
	}
	b.WriteString("</g>\n</svg>\n")
	return b.Bytes()
}

// drawRow draws one row of the terminal at a height.
func drawRow(b *bytes.Buffer, row line, y int) {
	at := 0
	for _, part := range []struct{ text, colour string }{{row.written, writtenText}, {row.typed, typedText}} {
		for _, w := range words(part.text) {
			if w.kind != blank {
				fmt.Fprintf(b, `<text x="%.1f" y="%d" textLength="%.1f" fill="%s"%s>%s</text>`+"\n",
					margin+float64(at)*cell, y, float64(cellsOf(w.text))*cell, part.colour, sizes[w.kind], html.EscapeString(w.text))
			}
			at += cellsOf(w.text)
		}
	}
}

// sizes are the attributes that a word of each kind has besides its colour.
var sizes = map[kind]string{wide: fmt.Sprintf(` font-size="%d"`, wideSize)}
