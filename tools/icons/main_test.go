package main

import (
	"image"
	"image/color"
	"image/png"
	"testing"

	"voicememo/skill"
)

// TestCommittedIcons: the files in the skill package are what the program draws,
// pixel for pixel. Bytes are not compared: another Go release may compress otherwise.
func TestCommittedIcons(t *testing.T) {
	for _, size := range sizes {
		t.Run(name(size), func(t *testing.T) {
			want, got := draw(size), committed(t, size)
			if got.Bounds() != want.Bounds() {
				t.Fatalf("%v, want %v", got.Bounds(), want.Bounds())
			}
			for y := range size {
				for x := range size {
					if color.NRGBAModel.Convert(got.At(x, y)) != want.NRGBAAt(x, y) {
						t.Fatalf("another colour at %d,%d; run: go generate ./tools/icons", x, y)
					}
				}
			}
		})
	}
}

func committed(t *testing.T, size int) image.Image {
	t.Helper()
	f, err := skill.Package().Open("assets/images/" + name(size))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// TestIconParts: what one sees at some places, in any size.
func TestIconParts(t *testing.T) {
	for _, size := range []int{64, 108, 512} {
		picture := draw(size)
		for where, c := range map[string]struct {
			x, y int // on the layout
			want color.NRGBA
		}{
			"ground":               {5, 5, indigo},
			"rounded corner":       {13, 13, indigo},
			"sheet":                {16, 40, paper},
			"tallest bar":          {32, 30, indigo},
			"between bars":         {35, 30, paper},
			"fold":                 {43, 43, yamabuki},
			"what is folded over":  {49, 49, indigo},
			"ground on every edge": {63, 32, indigo},
		} {
			if got := picture.NRGBAAt(c.x*size/layout, c.y*size/layout); got != c.want {
				t.Errorf("%d pixels, %s: %v, want %v", size, where, got, c.want)
			}
		}
	}
}
