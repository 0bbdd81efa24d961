package chromium

import (
	"fmt"

	"github.com/chromedp/cdproto/input"
)

// Swipes moves a finger from the middle of a target sideways, by CSS pixels: to the left if
// they are negative. It begins once the target rests. The browser itself makes the way: a
// finger that waited for the answer to each of its movements would, on a slow machine, seem
// to stay where it is, which selects a word or opens a menu.
func Swipes(target, text string, by float64) Step {
	middle := fmt.Sprintf(`(async ([e]) => {
		const middle = () => {
			const box = e.getBoundingClientRect();
			return [box.x + box.width / 2, box.y + box.height / 2];
		};
		if (!e) return [];
		const before = middle();
		await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
		const [x, y] = middle();
		return x === before[0] && y === before[1] ? [x, y] : [];
	})(%s)`, found(target, text))
	return func(w *Window) error {
		var at []float64
		err := w.wait(fmt.Sprintf("%s %q rests", target, text), func() bool {
			at, _ = Eval[[]float64](w, middle)
			return len(at) == 2
		})
		if err != nil {
			return err
		}
		return call(w, input.SynthesizeScrollGesture, input.SynthesizeScrollGestureParams{
			X: at[0], Y: at[1], XDistance: by, GestureSourceType: input.GestureSourceTypeTouch,
		})
	}
}
