package chromium

import (
	"errors"

	"github.com/chromedp/cdproto/input"
)

// Swipes moves a finger from the middle of a target sideways, by CSS pixels: to the left if
// they are negative. The browser itself makes the way: a finger that waited for the answer
// to each of its movements would, on a slow machine, seem to stay where it is, which
// selects a word or opens a menu.
func Swipes(target, text string, by float64) Step { return drags(target, text, by, 0) }

// Pulls moves a finger from the middle of a target down, or up if by is negative.
func Pulls(target, text string, by float64) Step { return drags(target, text, 0, by) }

func drags(target, text string, right, down float64) Step {
	return func(w *Window) error {
		x, y, err := w.middle(target, text)
		if err != nil {
			return err
		}
		return call(w, input.SynthesizeScrollGesture, input.SynthesizeScrollGestureParams{
			X: x, Y: y, XDistance: right, YDistance: down, GestureSourceType: input.GestureSourceTypeTouch,
		})
	}
}

// Taps taps the middle of a target with a finger.
func Taps(target, text string) Step {
	return func(w *Window) error {
		x, y, err := w.middle(target, text)
		if err != nil {
			return err
		}
		down := input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: x, Y: y}}}
		up := input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}}
		return errors.Join(call(w, input.DispatchTouchEvent, down), call(w, input.DispatchTouchEvent, up))
	}
}
