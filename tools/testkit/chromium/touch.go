package chromium

import "github.com/chromedp/cdproto/input"

// Swipes moves a finger from the middle of a target sideways, by CSS pixels: to the left if
// they are negative. The browser itself makes the way: a finger that waited for the answer
// to each of its movements would, on a slow machine, seem to stay where it is, which
// selects a word or opens a menu.
func Swipes(target, text string, by float64) Step {
	return func(w *Window) error {
		x, y, err := w.middle(target, text)
		if err != nil {
			return err
		}
		return call(w, input.SynthesizeScrollGesture, input.SynthesizeScrollGestureParams{
			X: x, Y: y, XDistance: by, GestureSourceType: input.GestureSourceTypeTouch,
		})
	}
}
