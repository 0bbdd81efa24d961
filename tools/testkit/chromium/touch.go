package chromium

import (
	"errors"
	"fmt"

	"github.com/chromedp/cdproto/input"
)

// moves is in how many steps a finger goes its way.
const moves = 8

// Swipes moves a finger from the middle of a target sideways, by CSS pixels: to the left
// if they are negative.
func Swipes(target, text string, by float64) Step {
	at := fmt.Sprintf("(([e]) => { const box = e.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })(%s)",
		found(target, text))
	return func(w *Window) error {
		if err := w.Do(Sees(target, text)); err != nil {
			return err
		}
		from, err := Eval[[2]float64](w, at)
		if err != nil {
			return err
		}
		err = w.touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: from[0], Y: from[1]})
		for i := range moves {
			to := &input.TouchPoint{X: from[0] + by*float64(i+1)/moves, Y: from[1]}
			err = errors.Join(err, w.touch(input.DispatchTouchEventTypeTouchMove, to))
		}
		return errors.Join(err, w.touch(input.DispatchTouchEventTypeTouchEnd))
	}
}

func (w *Window) touch(kind input.DispatchTouchEventType, at ...*input.TouchPoint) error {
	return call(w, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, at...)})
}
