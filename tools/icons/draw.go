package main

import (
	"image"
	"image/color"
)

// The picture is laid out on a square of 64 units, like icon.svg of the page.
// Everything is computed in whole numbers, so that every machine draws the same.
const (
	layout  = 64
	samples = 8 // per pixel and direction
)

// The colours of the page's design tokens: indigo ink, cool paper, yamabuki.
var (
	indigo   = color.NRGBA{0x26, 0x40, 0x7f, 0xff}
	paper    = color.NRGBA{0xf6, 0xf8, 0xfc, 0xff}
	yamabuki = color.NRGBA{0xf0, 0xb4, 0x29, 0xff}
)

// bar is one stroke of the voice: upright, round at both ends.
type bar struct{ x, top, bottom int }

var voice = []bar{{20, 30, 35}, {26, 24, 41}, {32, 20, 39}, {38, 26, 35}, {44, 29, 32}}

// draw gives the icon of size pixels in each direction: a sheet with a folded
// corner and a voice on it. All of it is inside the circle that some devices cut out.
func draw(size int) *image.NRGBA {
	picture := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			picture.SetNRGBA(x, y, pixel(x, y, size))
		}
	}
	return picture
}

// pixel gives the mean colour of a pixel's samples.
func pixel(x, y, size int) color.NRGBA {
	var r, g, b int
	for j := range samples {
		for i := range samples {
			c := at(place(x, i, size), place(y, j, size))
			r, g, b = r+int(c.R), g+int(c.G), b+int(c.B)
		}
	}
	const n = samples * samples
	return color.NRGBA{mean(r, n), mean(g, n), mean(b, n), 0xff}
}

func mean(sum, n int) uint8 { return uint8((sum + n/2) / n) } //nolint:gosec // a mean of bytes is a byte

// coordinate is a position on the layout as a whole number of parts of a unit;
// unit says how many parts one has.
type coordinate struct{ value, unit int }

// place gives the middle of a sample.
func place(pixel, sample, size int) coordinate {
	return coordinate{value: (2*(pixel*samples+sample) + 1) * layout, unit: 2 * samples * size}
}

// units gives n units of the layout in parts.
func (c coordinate) units(n int) int { return n * c.unit }

// at gives the colour at a place of the layout.
func at(x, y coordinate) color.NRGBA {
	switch {
	case !onSheet(x, y):
		return indigo
	case onFold(x, y):
		return yamabuki
	}
	for _, b := range voice {
		if b.covers(x, y) {
			return indigo
		}
	}
	return paper
}

// onSheet: a square with three round corners, the fourth folded over.
func onSheet(x, y coordinate) bool {
	if outside(x, 13, 51) || outside(y, 13, 51) || beyondFold(x, y) {
		return false
	}
	dx, dy := beyond(x, 19, 45), beyond(y, 19, 45)
	return dx*dx+dy*dy <= square(x.units(6))
}

// onFold: the corner that is folded over, round where it meets the sheet.
func onFold(x, y coordinate) bool {
	if outside(x, 39, 51) || outside(y, 39, 51) {
		return false
	}
	dx, dy := beyond(x, 43, 51), beyond(y, 43, 51)
	return dx*dx+dy*dy <= square(x.units(4))
}

func beyondFold(x, y coordinate) bool { return x.value+y.value > x.units(90) }

func outside(c coordinate, low, high int) bool {
	return c.value < c.units(low) || c.value > c.units(high)
}

// covers: within 1.6 units of the stroke's line.
func (b bar) covers(x, y coordinate) bool {
	dx, dy := beyond(x, b.x, b.x), beyond(y, b.top, b.bottom)
	return square(10)*(dx*dx+dy*dy) <= square(x.units(16))
}

// beyond is how far a coordinate is outside an interval.
func beyond(c coordinate, low, high int) int {
	switch {
	case c.value < c.units(low):
		return c.units(low) - c.value
	case c.value > c.units(high):
		return c.value - c.units(high)
	}
	return 0
}

func square(n int) int { return n * n }
