package skill

import (
	"image/png"
	"testing"
)

// TestIcons checks that the icons of the manifest have the sizes that the store
// requires and no transparent pixel. Source: "Define skill store details" of the Alexa
// Skills Kit.
func TestIcons(t *testing.T) {
	for file, size := range map[string]int{"icon-108.png": 108, "icon-512.png": 512} {
		f, err := Package().Open("assets/images/" + file)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if got := picture.Bounds(); got.Dx() != size || got.Dy() != size {
			t.Errorf("%s: got %v, want %d by %d pixels", file, got, size, size)
		}
		opaque, known := picture.(interface{ Opaque() bool })
		if !known || !opaque.Opaque() {
			t.Errorf("%s: got transparent pixels, want an opaque image", file)
		}
	}
}
