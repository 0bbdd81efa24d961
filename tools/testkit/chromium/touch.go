package chromium

import (
	"errors"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
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

// Drops drags a text from another program onto a target.
func Drops(target, text string) Step {
	return func(w *Window) error {
		x, y, err := w.middle(target, "")
		if err != nil {
			return err
		}
		data := &input.DragData{Items: []*input.DragDataItem{{MimeType: "text/plain", Data: text}}, DragOperationsMask: 1}
		for _, kind := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
			err = errors.Join(err, call(w, input.DispatchDragEvent, input.DispatchDragEventParams{Type: kind, X: x, Y: y, Data: data}))
		}
		return err
	}
}

// Prints prints the page, as from the browser's menu.
func Prints(w *Window) error {
	return command(w.ctx, page.PrintToPDF, page.PrintToPDFParams{})
}
