package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"maps"
	"net/http"
	"os"
	"slices"
	"time"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
)

// film is a sequence of pictures.
type film struct {
	frames []*image.RGBA
	stay   []time.Duration // how long each is shown
}

// film shows how a memo is written, another one is done, and one of another person comes.
func (v *visit) film(ctx context.Context) (*film, error) {
	f := &film{}
	text := []rune(v.text(tea))
	third := func(n int) string { return string(text[:len(text)*n/3]) }
	arrives := `{"content":"` + v.text(words{"6時に帰ります", "Home at six tonight"}) + `"}`
	err := v.window.Do(
		f.shows(1500*time.Millisecond),
		chromium.Writes("composer", third(1)), f.shows(250*time.Millisecond),
		chromium.Writes("composer", third(2)), f.shows(250*time.Millisecond),
		chromium.Writes("composer", third(3)), f.shows(600*time.Millisecond),
		chromium.Clicks("send", ""), chromium.Sees("memo", v.text(tea)), household.Settled, unfocused, f.shows(1500*time.Millisecond),
		household.Marks(v.text(milk)), chromium.Sees("snackbar-undo", ""), household.Settled, f.shows(1800*time.Millisecond),
		v.asPerson(ctx, partner, http.MethodPost, "/api/memos", arrives), chromium.Sees("memo", v.text(words{"6時", "Home at six"})), f.shows(1800*time.Millisecond),
		v.opens(shop), chromium.Sees("before-restore", ""), unfocused, f.shows(2500*time.Millisecond),
	)
	return f, err
}

// shows adds what the window shows to the film.
func (f *film) shows(stay time.Duration) chromium.Step {
	return func(w *chromium.Window) error {
		if err := w.Do(drawn); err != nil {
			return err
		}
		shot, err := w.Shot()
		if err != nil {
			return err
		}
		decoded, err := png.Decode(bytes.NewReader(shot))
		if err != nil {
			return err
		}
		frame := image.NewRGBA(decoded.Bounds())
		for y := range frame.Rect.Dy() {
			for x := range frame.Rect.Dx() {
				frame.Set(x, y, decoded.At(x, y))
			}
		}
		f.frames, f.stay = append(f.frames, frame), append(f.stay, stay)
		return nil
	}
}

// write writes the film as an animated GIF, which repeats forever. After the first picture
// it holds only what changes.
func (f *film) write(file string) error {
	colours := f.palette()
	nearest := map[color.RGBA]uint8{}
	indexOf := func(c color.RGBA) uint8 {
		i, known := nearest[c]
		if !known {
			i = uint8(1 + colours[1:].Index(c)) //nolint:gosec // at most 255
			nearest[c] = i
		}
		return i
	}
	out := &gif.GIF{}
	for n, frame := range f.frames {
		changed := frame.Rect
		if n > 0 {
			changed = difference(f.frames[n-1], frame)
		}
		p := image.NewPaletted(changed, colours)
		for y := changed.Min.Y; y < changed.Max.Y; y++ {
			for x := changed.Min.X; x < changed.Max.X; x++ {
				if c := frame.RGBAAt(x, y); n == 0 || c != f.frames[n-1].RGBAAt(x, y) {
					p.SetColorIndex(x, y, indexOf(c))
				}
			}
		}
		out.Image, out.Delay = append(out.Image, p), append(out.Delay, int(f.stay[n]/(10*time.Millisecond)))
		out.Disposal = append(out.Disposal, gif.DisposalNone)
	}
	w, err := os.Create(file) //nolint:gosec // the operator's directory
	if err != nil {
		return err
	}
	return errors.Join(gif.EncodeAll(w, out), w.Close())
}

// palette returns the most frequent colours of all pictures after a transparent one.
func (f *film) palette() color.Palette {
	counts := map[color.RGBA]int{}
	for _, frame := range f.frames {
		for y := range frame.Rect.Dy() {
			for x := range frame.Rect.Dx() {
				counts[frame.RGBAAt(x, y)]++
			}
		}
	}
	frequent := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int {
		return cmp.Or(counts[b]-counts[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B))
	})
	colours := color.Palette{color.RGBA{}}
	for _, c := range frequent[:min(255, len(frequent))] {
		colours = append(colours, c)
	}
	return colours
}

// difference returns the rectangle in which two pictures of one size differ, and at least
// one pixel.
func difference(a, b *image.RGBA) image.Rectangle {
	all := image.Rect(0, 0, 1, 1)
	empty := true
	for y := range b.Rect.Dy() {
		for x := range b.Rect.Dx() {
			if a.RGBAAt(x, y) == b.RGBAAt(x, y) {
				continue
			}
			here := image.Rect(x, y, x+1, y+1)
			if empty {
				all, empty = here, false
				continue
			}
			all = all.Union(here)
		}
	}
	return all
}
